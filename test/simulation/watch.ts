/**
 * What must be true whatever happens, checked against the messages that the relay really got: no recipient twice, none after an
 * exclusion or a stop could be seen, unknowns only where the outcome cannot be known and no more than were open, and an ending
 * for each.
 */
import assert from 'node:assert/strict'
import type { RangeName } from '../../src/delivery/journal/record.ts'
import type { Outcome } from '../../src/delivery/outcome.ts'
import type { Database } from '../../src/store/connection/database.ts'
import type { Left } from '../../src/store/ledger/leases.ts'
import type { HandOver, HandOvers } from './hand-overs.ts'
import { createRecords } from './records.ts'
import type { Actor, Schedule } from './schedule.ts'
import {
  addressesOf,
  belowMark,
  earliestTimes,
  endings,
  expectedSubjects,
  type SimulatedCampaign,
  subjects,
} from './world.ts'

export interface Incarnation {
  readonly actor: Actor
  readonly machine: number
  /** Its process is gone, and its machine knows. */
  isBuried: boolean
  /** Its machine was started anew since. */
  isForgotten: boolean
}

export interface Watch {
  handed(handOver: HandOver, before: readonly HandOver[]): void
  out(handOver: HandOver): void
  reported(handOver: HandOver, outcome: Outcome): void
  wrote(by: Incarnation, token: number, numbers: readonly number[], isWhole: boolean): void
  taken(by: Incarnation, token: number, range: RangeName, left: Left): Promise<void>
  excluded(address: string): void
  /** No recipient may be handed over any more, or recipients may again. */
  halted(isHalted: boolean): void
  /** The recipients it has under way may become unknown. */
  stopped(by: Incarnation): void
  /** A person wants these sent again. */
  pardoned(addresses: readonly string[]): void
  /**
   * @param what is going to be lost: all that came since, or its end while senders live on and know their own work
   * @returns a function to call when the ledger was put back to its present state, which forgets all that came since
   */
  remember(what: 'all' | 'tail'): () => Promise<void>
  /** After everything. */
  assertEnd(): Promise<void>
}

/** No more than so many people's mails were accepted in a day of the client, whose clocks are an hour ahead. */
export function assertDays(limit: number, addresses: ReadonlySet<string>, handOvers: HandOvers): void {
  const days = new Map<number, Set<string>>()
  for (const { at, outcome, to } of handOvers.all) {
    if (outcome?.kind !== 'accepted' || !addresses.has(to)) continue
    const day = Math.floor((at + 3_600_000) / 86_400_000)
    // who is sent to again by a person's decision counts once
    days.set(day, (days.get(day) ?? new Set()).add(to))
  }
  for (const { size } of days.values()) assert.ok(size <= limit, `${size} people were accepted in a day of ${limit}`)
}

/** Who was asked about may be handed over so long afterwards (range/recheck.ts), and not any later. */
const freshMs = 500
/** … and after a signature that took this long. */
const latestSignatureMs = 10_000

export function createWatch(
  db: Database,
  schedule: Schedule,
  campaign: SimulatedCampaign,
  {
    atLeastOnce,
    concurrency,
    handOvers,
    isSigned,
  }: {
    readonly atLeastOnce: boolean
    readonly concurrency: () => number
    readonly handOvers: () => HandOvers
    readonly isSigned: boolean
  },
): Watch {
  const seenWithin = freshMs + (isSigned ? latestSignatureMs : 0)
  const records = createRecords(schedule.turn)
  const writers = new Map<number, Incarnation>()
  let excludedAt = new Map<string, number>()
  const mayBeUnknown = new Set<string>()
  /** Senders that are stopping: they still hand over the recipients that they had marked, and do not wait for the answers. */
  const stopping = new Set<Actor>()
  const toBeRepeated = new Set<string>()
  let haltedAt: number | undefined
  let restoredAt: number | undefined
  /** What came before the restore; more may be handed over in the same millisecond. */
  let beforeRestore: ReadonlySet<HandOver> = new Set()
  /** A standby without the last commits took over. */
  let isTailLost = false
  /** Whose ending the backup knew. */
  const ended = new Set<string>()

  /** One whose sender could not object when the database had forgotten it. */
  const isForgotten = ({ by }: HandOver) => isTailLost && (by.isDead || by.wasHeldUp)
  /** A relay refused the address: a living sender reports it to a ledger whose audience is lost, and the next one leaves it out. */
  const isGone = (address: string) =>
    handOvers()
      .of(address)
      .some(({ outcome, reported }) => reported && outcome?.kind === 'refused')
  const isRepeatable = ({ outcome, putBack }: HandOver) =>
    outcome?.kind === 'deferred' || outcome?.kind === 'unavailable' || putBack

  return {
    handed({ to, at, data }, before) {
      const [first] = before
      if (campaign.division && first) assert.equal(subjectIn(data), subjectIn(first.data), `${to} got another variant`)
      // what a restored ledger cannot know is sent again once a person said that it goes on
      const last = before.findLast(one => (!beforeRestore.has(one) || ended.has(to)) && !isForgotten(one))
      if (last && !atLeastOnce && !toBeRepeated.delete(to)) {
        assert.ok(isRepeatable(last), `${to} was handed over again after ${describeHandOver(last)}`)
      }
      const excluded = excludedAt.get(to)
      if (excluded !== undefined)
        assert.ok(at <= excluded + seenWithin, `${to} was handed over ${at - excluded} ms after the exclusion`)
      if (haltedAt !== undefined)
        assert.ok(at <= haltedAt + seenWithin, `${to} was handed over ${at - haltedAt} ms after the halt`)
    },
    out: records.out,
    reported(handOver, { kind }) {
      const { to, isOut, taken, promised } = handOver
      if (kind === 'accepted') assert.ok(taken && promised, `${to} was not accepted, but ${describeHandOver(handOver)}`)
      else if (kind === 'unknown') {
        assert.ok(isOut, `${to} is unknown, and nothing of it went out`)
        mayBeUnknown.add(to)
      } else assert.ok(!taken, `${to} is ${kind}, but the relay has taken it`)
    },
    wrote(by, token, numbers, isWhole) {
      writers.set(token, by)
      records.wrote(by.actor, token, numbers, isWhole)
    },
    async taken(by, token, { low }, { handed, outcomes }) {
      const writer = writers.get(token)
      const known = new Set(outcomes.map(({ number }) => number))
      if (handed === null) {
        const isKnown = writer?.isBuried && !writer.isForgotten && writer.machine === by.machine
        assert.ok(!isKnown, `the journal of ${writer?.actor.name} should have been exact`)
      }
      const open = (handed ?? (await belowMark(db, campaign, low))).filter(number => !known.has(number))
      if (handed !== null)
        assert.ok(
          open.length <= concurrency(),
          `${open.length} were open at the death of one with ${concurrency()} places`,
        )
      const addresses = await addressesOf(db, campaign, open)
      for (const { number, address } of addresses) {
        const copies = handOvers().of(address)
        if (handed !== null && writer) records.open(writer.actor, token, number, copies)
        // the outcomes that others got under earlier leases are in the log
        records.lost(copies.filter(({ by: one }) => one === writer?.actor))
        mayBeUnknown.add(address)
      }
    },
    excluded(address) {
      if (!excludedAt.has(address)) excludedAt.set(address, schedule.now())
    },
    halted(isHalted) {
      haltedAt = isHalted ? (haltedAt ?? schedule.now()) : undefined
    },
    stopped({ actor }) {
      stopping.add(actor)
      for (const { by, reported, to } of handOvers().all) if (by === actor && !reported) mayBeUnknown.add(to)
    },
    pardoned(addresses) {
      for (const address of addresses) toBeRepeated.add(address)
    },
    remember(what) {
      const excludedThen = new Map(excludedAt)
      const haltedThen = haltedAt
      return async () => {
        if (what === 'tail') isTailLost = true
        else {
          restoredAt = schedule.now()
          beforeRestore = new Set(handOvers().all)
        }
        excludedAt = excludedThen
        // one that was halted then and went on since is halted anew: a sender may be about to hand over
        haltedAt = haltedThen === undefined ? undefined : (haltedAt ?? schedule.now())
        writers.clear()
        toBeRepeated.clear()
        ended.clear()
        for (const { address, kind } of await endings(db, campaign))
          if (kind !== null && kind !== 'deferred') ended.add(address)
      }
    },
    async assertEnd() {
      const all = await endings(db, campaign)
      const there = new Set(all.map(({ address }) => address))
      const missing = campaign.addresses.filter(
        address => !there.has(address) && !excludedAt.has(address) && !(isTailLost && isGone(address)),
      )
      // a campaign that was cancelled while its audience was frozen has no more recipients, and sends to no one else
      if (missing.length > 0) assert.ok(await isCancelled(db, campaign), `${missing[0]} is not in the audience`)
      for (const address of isTailLost ? [] : missing) {
        const copies = handOvers()
          .of(address)
          .filter(copy => !beforeRestore.has(copy))
        assert.equal(copies.length, 0, `${address} got a copy`)
      }
      const expected = campaign.division ? await expectedSubjects(db, campaign) : new Map<string, string>()
      const earliest = campaign.parts ? await earliestTimes(db, campaign, campaign.parts) : new Map<string, number>()
      for (const { address, kind } of all) {
        const copies = handOvers().of(address)
        // the beginning of a campaign that was lost is not that of the next one
        if (!isTailLost && restoredAt === undefined)
          for (const { at } of copies)
            assert.ok(at >= (earliest.get(address) ?? 0), `${address} got a copy before its time`)
        // numbers of an audience that was lost may be those of others in the next one
        if (!isTailLost && restoredAt === undefined)
          for (const { data } of copies)
            assert.equal(subjectIn(data), expected.get(address) ?? subjects[0], `${address} got another variant`)
        const last = copies.at(-1)
        const story = `${address} is ${kind} after ${copies.map(describeHandOver).join(', ') || 'nothing'}`
        if (isTailLost) {
          assert.ok(kind !== null && kind !== 'deferred', story)
          // an outcome that a living sender got is put into the ledger again
          if (last?.reported && last.outcome?.kind === 'accepted' && !isForgotten(last))
            assert.ok(kind === 'accepted' || mayBeUnknown.has(address), story)
          continue
        }
        // nothing shows which copies a restored ledger means
        if (restoredAt !== undefined) {
          assert.ok(kind !== null && kind !== 'deferred', story)
          if (kind === 'accepted')
            assert.ok(
              copies.some(({ taken }) => taken),
              story,
            )
          continue
        }
        const isDoubtful = mayBeUnknown.has(address) || (last && !last.reported && stopping.has(last.by))
        switch (kind) {
          case 'accepted':
            assert.ok(last?.taken && last.reported && last.outcome?.kind === 'accepted', story)
            break
          case 'refused':
            assert.ok(last?.reported && (last.outcome?.kind === 'refused' || last.outcome?.kind === 'deferred'), story)
            break
          case 'unknown':
            assert.ok(isDoubtful && !atLeastOnce, story)
            break
          case 'excluded':
            // by a person's decision, or a campaign that would rather repeat, a doubtful one was to be sent again, and was not
            assert.ok(
              !last || last.putBack || isDoubtful || (last.reported && last.outcome?.kind !== 'accepted'),
              story,
            )
            break
          default:
            assert.fail(story)
        }
        if (last?.reported && last.outcome?.kind === 'accepted') assert.ok(kind === 'accepted' || isDoubtful, story)
      }
    },
  }
}

function subjectIn(data: Buffer): string | undefined {
  return /^Subject: (.*)\r$/m.exec(data.toString('latin1'))?.[1]
}

function describeHandOver({ outcome, reported, taken }: HandOver): string {
  return [outcome?.kind ?? 'open', ...(reported ? [] : ['unreported']), ...(taken ? ['taken'] : [])].join(' ')
}

async function isCancelled(db: Database, { campaignId }: SimulatedCampaign): Promise<boolean> {
  const [row] = await db<{ state: string }[]>`select state from campaigns where id = ${campaignId}`
  return row?.state === 'cancelled'
}
