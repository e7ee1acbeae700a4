/**
 * One claimed range on its way (design §4). Three things run ahead of each other: the ledger's mark, which group commits move to the
 * last recipient who may be handed over next, after asking once more who of them is to be left out and whether anything may be sent;
 * the journal, which says before the data goes out who exactly is handed over; and the outcomes, which the next group commit takes
 * along. The network never waits for a commit, and what can become unknown never exceeds the transactions open at that moment
 * (docs/decisions/delivery-guarantees.md#at-most-once-with-bounded-unknowns).
 */
import type { ClientRef } from '../../domain/access/access.ts'
import { activeSpan, within } from '../../lib/trace.ts'
import type { Hours } from '../../lib/zones.ts'
import { type Lease, type LeaseState, renewLease } from '../../store/ledger/leases.ts'
import { type OpenRecipient, openRecipients } from '../../store/ledger/ledger.ts'
import type { CompiledCampaign } from '../compose/campaign.ts'
import type { DiskSpace } from '../guards/disk-space.ts'
import type { Outage } from '../guards/outage.ts'
import type { Continuity } from '../journal/continuity.ts'
import { type CommitParts, type GroupCommits, groupCommits } from '../journal/group-commit.ts'
import { persist } from '../journal/persist.ts'
import type { RangeJournal } from '../journal/record.ts'
import type { Outcome } from '../outcome.ts'
import type { Transport } from '../transport.ts'
import { Composing } from './composing.ts'
import type { FairShare } from './fair-share.ts'
import { createHandOvers, type HandOvers, type Unrecorded } from './hand-overs.ts'
import { opensAt } from './hours.ts'
import { entryOf, Outcomes, outcomeMs } from './outcomes.ts'
import { Places } from './places.ts'
import type { Recent } from './recent.ts'
import { Recheck } from './recheck.ts'

export interface DeliveryParts extends CommitParts {
  readonly transport: Transport
  readonly places: FairShare
  readonly outage: Outage
  readonly disk: DiskSpace
  /** Shared by all ranges of the sender. */
  readonly unrecorded: Unrecorded
  readonly continuity: Pick<Continuity, 'isTrusted' | 'answered' | 'committed' | 'lost' | 'severed'>
  /** False while a restore from a backup could go unnoticed (`Guards.overdue`). */
  readonly isGuarded: () => boolean
  /** Hand nothing over any more. */
  readonly stopping: AbortSignal
  /** Do not wait for open transactions any longer. */
  readonly abandoned: AbortSignal
}

export interface SendableContent {
  readonly client: ClientRef
  readonly campaignId: number
  readonly campaignPublicId: string
  readonly startedAt: Date
  readonly atLeastOnce: boolean
  readonly compiled: CompiledCampaign
  /** False for a number of the rest of a test that nothing was chosen for when this was compiled. */
  readonly hasContentFor: (number: number) => boolean
  /** How fast it has been going out lately. */
  readonly recent: Recent
  /** In which mails may go out, on the clock of each range. Absent: all. */
  readonly hours?: Hours
}

export interface RangeToDeliver {
  readonly lease: Lease
  readonly campaign: SendableContent
  readonly journal: RangeJournal
  /** Send to no more recipients than this. */
  readonly most: number | undefined
  /** When the allowed hours end; Infinity where all are allowed. */
  readonly closesAt: number
  /** Called once, when the next range may be fetched: few or no recipients are left. */
  readonly onNearlyDone: () => void
}

/** The mark runs ahead by what went out in the last moments (recent.ts), but never further than this. */
const furthestAhead = 1000
/** Milliseconds after which a journal that could not be written is tried again. */
const retryMs = 1000

/** Sends to all recipients of a range that are due now, and releases the range. */
export function deliverRange(parts: DeliveryParts, range: RangeToDeliver): Promise<void> {
  return new RangeDelivery(parts, range).run()
}

class RangeDelivery {
  readonly #parts: DeliveryParts
  readonly #range: RangeToDeliver
  readonly #places: Places
  readonly #composing: Composing
  readonly #outcomes = new Outcomes()
  readonly #span = activeSpan()
  readonly #commits: GroupCommits
  readonly #handOvers: HandOvers
  #recheck = new Recheck([])
  // lease and campaign
  #held = true
  #sending = true
  /** The database lacks what was committed under this lease: nothing is written to it any more, only to the journal. */
  #severed = false
  // progress
  /** True from loading the recipients until we stop; rounds outside it could send to recipients whose lease is being released. */
  #working = false
  #isOver = false
  #isNearlyDone = false
  #committing = false
  #isRoundScheduled = false
  #stopWaking: (() => void) | undefined
  /** Resolves after the last round. */
  readonly #ended: Promise<void>
  #end = () => {}
  #fail: (error: unknown) => void = () => {}

  constructor(parts: DeliveryParts, range: RangeToDeliver) {
    this.#parts = parts
    this.#range = range
    this.#ended = new Promise((resolve, reject) => {
      this.#end = resolve
      this.#fail = reject
    })
    const { lease, campaign, journal } = range
    const { continuity, disk, log } = parts
    this.#places = new Places(parts.places, lease.clientId, this.#soon)
    this.#composing = new Composing({
      compiled: campaign.compiled,
      onSigned: this.#soon,
      onTooLate: () => this.#places.free(),
      onFailure: (recipient, error) => this.#notComposed(recipient, error),
    })
    this.#commits = groupCommits(
      parts,
      lease,
      campaign,
      number => this.#recheck.recipient(number),
      entry => continuity.committed(lease, entry),
    )
    this.#handOvers = createHandOvers({
      transport: parts.transport,
      journal,
      unrecorded: parts.unrecorded,
      mayGo: () => this.#mayGo(),
      mayBegin: () => !this.#isOver && this.#held && continuity.isTrusted(),
      onOutcome: (recipient, outcome) => this.#settle(recipient, outcome),
      onFreed: () => this.#places.free(),
      onFailure(error) {
        log.warn({ err: error }, 'the journal could not be written; no message is handed over until it can')
        disk.failed(error)
      },
    })
  }

  async run(): Promise<void> {
    const { db, stopping, abandoned, log } = this.#parts
    const { lease, campaign, journal, most, onNearlyDone } = this.#range
    const stopRenewing = this.#renewRegularly()
    stopping.addEventListener('abort', this.#soon)
    abandoned.addEventListener('abort', this.#soon)
    let settled = false
    try {
      const open = await persist(this.#parts, { campaign: campaign.campaignPublicId }, () =>
        openRecipients(db, lease, most),
      )
      this.#recheck = new Recheck(open)
      this.#working = true
      this.#soon()
      await this.#ended
      if (this.#held) {
        await this.#abandonOpen()
        this.#judge(await this.#commits.releaseRange(this.#notBefore()))
      } else if (!this.#severed)
        log.warn({ campaign: campaign.campaignPublicId, low: lease.low }, 'a lease was lost to another sender')
      settled = !this.#severed
    } finally {
      this.#working = false
      this.#isOver = true
      this.#composing.end()
      this.#places.end(this.#composing.ready)
      stopRenewing()
      this.#stopWaking?.()
      stopping.removeEventListener('abort', this.#soon)
      abandoned.removeEventListener('abort', this.#soon)
      this.#handOvers.end()
      journal.end(settled)
      if (!this.#isNearlyDone) onNearlyDone()
    }
  }

  #renewRegularly(): () => void {
    const { db, timers, now, leaseMs, log } = this.#parts
    return timers.every(leaseMs / 3, () => {
      const until = new Date(now().getTime() + leaseMs)
      renewLease(db, this.#range.lease, until).then(
        standing => {
          this.#judge(standing)
          if (standing.held) this.#commits.renewed(until)
          this.#soon()
        },
        error => log.warn({ err: error }, 'a lease could not be renewed'),
      )
    })
  }

  // ---- what is allowed ---------------------------------------------------------------------------------------------

  #mayGo(): boolean {
    const { stopping, continuity, isGuarded, disk } = this.#parts
    if (!this.#held || !this.#sending || this.#isOver || stopping.aborted || this.#isClosed()) return false
    return continuity.isTrusted() && isGuarded() && disk.full() === undefined
  }

  #isClosed(): boolean {
    return this.#parts.now().getTime() >= this.#range.closesAt
  }

  /** The earliest time at which the range may be taken up again. */
  #notBefore(): Date | undefined {
    const held = this.#parts.outage.heldUntil(this.#parts.now())
    if (!this.#isClosed()) return held
    const opens = opensAt(this.#range.campaign.hours, this.#range.lease, this.#parts.now())
    return held && held > opens ? held : opens
  }

  #mayHand(): boolean {
    return this.#mayGo() && this.#parts.outage.heldUntil(this.#parts.now()) === undefined
  }

  /** Reads from an answer of the ledger whether the lease is still ours, and whether this server has the commits made under it. */
  #judge({ held, intact, server }: LeaseState): void {
    const { continuity } = this.#parts
    continuity.answered(server)
    if (!intact) continuity.lost()
    this.#held &&= held && intact
    // another server that does not know the lease may never have heard of it
    if (!held && !continuity.isTrusted()) {
      continuity.severed()
      this.#severed = true
    }
    this.#severed ||= !intact
  }

  // ---- rounds ------------------------------------------------------------------------------------------------------

  /** Whatever happens in one turn of the event loop is one round. */
  readonly #soon = (): void => {
    if (this.#isRoundScheduled || !this.#working) return
    this.#isRoundScheduled = true
    this.#parts.timers.soon(() => {
      this.#isRoundScheduled = false
      if (!this.#working) return
      try {
        this.#round()
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  #round(): void {
    this.#places.giveBack()
    this.#compose()
    this.#handOver()
    const left = this.#mayHand() ? this.#recheck.left : 0
    if (!this.#isNearlyDone && left * 2 <= this.#recheck.size) {
      this.#isNearlyDone = true
      this.#range.onNearlyDone()
    }
    if (left > 0 && this.#places.available === 0) this.#places.ask(Math.min(left, this.#parts.transport.concurrency))
    if (!this.#committing && !this.#severed && !this.#isAbandoned()) this.#commitIfDue(left)
    if (!this.#committing && this.#isDone(left)) {
      this.#working = false
      this.#end()
    }
  }

  #isAbandoned(): boolean {
    return this.#parts.abandoned.aborted && this.#outcomes.isEmpty
  }

  #isIdle(left: number): boolean {
    return left === 0 && this.#handOvers.size === 0 && this.#composing.isIdle
  }

  #isDone(left: number): boolean {
    if (this.#severed) return this.#parts.abandoned.aborted || (this.#isIdle(left) && this.#isRecorded())
    return !this.#held || this.#isAbandoned() || (this.#isIdle(left) && this.#outcomes.isEmpty)
  }

  /** Whether the journal has all outcomes that will not get into the ledger; a full disk is tried again. */
  #isRecorded(): boolean {
    if (this.#handOvers.flush()) return true
    this.#wakeAfter(retryMs)
    return false
  }

  #wakeAfter(ms: number): void {
    this.#stopWaking ??= this.#parts.timers.after(ms, () => {
      this.#stopWaking = undefined
      this.#outcomes.hurry()
      this.#soon()
    })
  }

  // ---- recipient → message → relay → outcome -----------------------------------------------------------------------

  #compose(): void {
    if (!this.#mayHand()) return
    const at = this.#parts.now()
    while (this.#places.available > 0) {
      const recipient = this.#recheck.take(at.getTime())
      if (!recipient) return
      this.#places.use()
      this.#composing.compose(recipient, this.#recheck.asComposed(recipient), at)
    }
  }

  #notComposed(recipient: OpenRecipient, error: unknown): void {
    const reason = error instanceof Error ? error.message : 'unexpected error'
    this.#settle(recipient, { kind: 'refused', code: null, answer: `not composed: ${reason}`, stage: 'recipient' })
  }

  #handOver(): void {
    const at = this.#parts.now()
    const { inTime, late } = this.#composing.take(at)
    for (const { recipient } of late)
      this.#settle(recipient, { kind: 'unavailable', code: null, answer: 'signed too late', until: at })
    this.#handOvers.flush()
    if (this.#mayHand()) for (const { recipient, message } of inTime) this.#handOvers.give(recipient, message)
    else {
      // recipients that were composed or wait for a relay when the range is lost, paused or stopped stay open
      this.#places.unused(inTime.length)
      this.#handOvers.withdraw()
    }
  }

  #settle(recipient: OpenRecipient, outcome: Outcome): void {
    this.#places.free()
    if (this.#isOver) return
    const at = this.#parts.now()
    this.#range.campaign.recent.count(at.getTime())
    const entry = this.#entryOf(recipient, outcome, at)
    this.#handOvers.note(entry)
    this.#outcomes.add(entry, at.getTime())
    this.#soon()
  }

  #entryOf(recipient: OpenRecipient, outcome: Outcome, at: Date) {
    const { startedAt, atLeastOnce } = this.#range.campaign
    return entryOf(recipient, outcome, at, { startedAt, atLeastOnce, outage: this.#parts.outage })
  }

  // ---- group commits -----------------------------------------------------------------------------------------------

  /** Whether it is time for a group commit, and how many recipients are checked with it. */
  #commitIfDue(left: number): void {
    const at = this.#parts.now().getTime()
    const { checked } = this.#recheck
    const ahead = Math.min(furthestAhead, this.#range.campaign.recent.seen(at))
    const wanted = left > 0 && checked <= ahead / 2 ? Math.max(ahead, this.#places.available) - checked : 0
    const size = Math.min(wanted, this.#recheck.left - checked)
    if (size > 0 || this.#outcomes.isDue(at, this.#isIdle(left))) void within(this.#span, () => this.#commit(size))
    else if (!this.#outcomes.isEmpty) this.#wakeAfter(outcomeMs)
  }

  async #commit(size: number): Promise<void> {
    this.#committing = true
    const entries = this.#outcomes.take()
    const check = this.#recheck.begin(size, this.#parts.now().getTime())
    try {
      const appended = await this.#commits.append(entries, check.group)
      this.#judge(appended)
      this.#sending = appended.sending
      this.#recheck.learn(appended)
      if (!appended.sending) this.#recheck.forget()
      else if (this.#held) this.#recheck.confirm(check)
      this.#committing = false
      this.#soon()
    } catch (error) {
      this.#committing = false
      this.#fail(error)
    }
  }

  /** The sender waits for the answers of open transactions no longer: their outcomes are unknown. */
  async #abandonOpen(): Promise<void> {
    const open = this.#handOvers.begun()
    if (open.length === 0) return
    const at = this.#parts.now()
    const answer = 'the sender was stopped before the relay answered'
    const entries = open.map(recipient => this.#entryOf(recipient, { kind: 'unknown', code: null, answer }, at))
    this.#judge(await this.#commits.append(entries, []))
  }
}
