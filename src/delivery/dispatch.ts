/**
 * One claimed range on its way (design §4). Three things run ahead of each other: the ledger's mark, which group commits move to the
 * last of who may be handed over next, after asking once more who of them is to be left out and whether anybody may be sent to; the journal, which says before
 * the data goes out who exactly is; and the outcomes, which the next group commit takes along. The network never waits for a
 * commit, and what can become unknown never exceeds the transactions open at that moment (docs/decisions/delivery-guarantees.md#at-most-once-with-bounded-unknowns).
 */
import type { ClientRef } from '../domain/access.ts'
import { type Lease, renewLease, type Standing } from '../store/leases.ts'
import { type Entry, type OpenRecipient, openRecipients } from '../store/ledger.ts'
import type { CompiledCampaign } from './compose/campaign.ts'
import type { Continuity } from './continuity.ts'
import type { DiskSpace } from './disk-space.ts'
import type { FairShare } from './fair-share.ts'
import { type CommitParts, groupCommits } from './group-commit.ts'
import { handOvers } from './hand-overs.ts'
import type { RangeJournal } from './journal.ts'
import type { Outage } from './outage.ts'
import { bounceType, type Outcome } from './outcome.ts'
import { persist } from './persist.ts'
import type { Recent } from './recent.ts'
import { retryAt } from './retry.ts'
import type { Message, Transport } from './transport.ts'

export interface DispatchParts extends CommitParts {
  readonly transport: Transport
  readonly places: FairShare
  readonly outage: Outage
  readonly disk: DiskSpace
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
  /** How fast it has been going out lately. */
  readonly recent: Recent
}

/** Outcomes are appended when there are so many of them, or the first has waited so long. */
const mostOutcomes = 1000
const outcomeMs = 150
/** The mark runs ahead by what went out in the last moments (recent.ts), but never further than this … */
const furthestAhead = 1000
/** … and who was not handed over so soon after being asked about is asked about again. */
const freshMs = 500
/** How soon a journal that could not be written is tried again. */
const retryMs = 1000
/** … as is whose signature took so long. */
const latestSignatureMs = 10_000

/**
 * Sends to everybody of a range who is to be sent to now, and gives the range back.
 * @param most send to no more than so many
 * @param nearlyDone called once, when the next range may be fetched: few or nobody are left to be handed over
 */
export async function deliverRange(
  parts: DispatchParts,
  lease: Lease,
  campaign: SendableContent,
  journal: RangeJournal,
  most: number | undefined,
  nearlyDone: () => void,
): Promise<void> {
  const { db, transport, places, log, now, timers, leaseMs, outage, stopping, abandoned } = parts
  const { disk, continuity, isGuarded } = parts
  const { clientId } = lease
  let queue: readonly OpenRecipient[] = []
  /** The next of the queue to be handed over, and the first that was not asked about. */
  let next = 0
  let asked = 0
  /** Of those asked about: when, for the ones before `end`. */
  let questions: { readonly end: number; readonly at: number }[] = []
  const excluded = new Set<number>()
  /** Who refused to be tracked since the audience was frozen. */
  const untracked = new Set<number>()
  const { recent } = campaign
  let composing = 0
  let ready: { readonly recipient: OpenRecipient; readonly message: Message; readonly from: Date }[] = []
  /** Outcomes the log does not have yet. */
  let finished: Entry[] = []
  let firstFinishedAt = 0
  let available = 0
  let freed = 0
  let asking = false
  let committing = false
  let held = true
  /** The database lacks what was committed under this lease: nothing is written to it any more, only to the journal. */
  let severed = false
  let sending = true
  let told = false
  /** From when it is known who is open until it is decided that nobody else is handed over: a round outside of it would hand over what is being given back. */
  let working = false
  let over = false
  let stopWaking: (() => void) | undefined
  let scheduled = false
  let resolve = () => {}
  let reject: (error: unknown) => void = () => {}
  const ended = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })

  const commits = groupCommits(
    parts,
    lease,
    campaign,
    number => queue.find(one => one.number === number)!,
    entry => continuity.committed(lease, entry),
  )
  const underWay = handOvers({
    transport,
    journal,
    mayGo: () => mayGo(),
    mayBegin: () => !over && held && continuity.isTrusted(),
    onOutcome: settle,
    onFreed: freePlace,
    onFailure(error) {
      log.warn({ err: error }, 'the journal could not be written; nobody is handed over until it can')
      disk.failed(error)
    },
  })
  const stopRenewing = timers.every(leaseMs / 3, () => {
    const until = later(now(), leaseMs)
    renewLease(db, lease, until).then(
      renewed => {
        held &&= renewed
        commits.renewed(until)
        soon()
      },
      error => log.warn({ err: error }, 'a lease could not be renewed'),
    )
  })
  stopping.addEventListener('abort', soon)
  abandoned.addEventListener('abort', soon)

  const mayGo = () =>
    held && sending && !over && !stopping.aborted && continuity.isTrusted() && isGuarded() && disk.full() === undefined
  const mayHand = () => mayGo() && outage.heldUntil(now()) === undefined
  const remaining = () => (mayHand() ? queue.length - next : 0)

  /** Whatever happens in one turn is one round. */
  function soon() {
    if (scheduled || !working) return
    scheduled = true
    timers.soon(() => {
      scheduled = false
      if (!working) return
      try {
        round()
      } catch (error) {
        reject(error)
      }
    })
  }

  function round() {
    places.release(clientId, freed)
    freed = 0
    compose()
    handOver()
    const left = remaining()
    if (!told && left * 2 <= queue.length) {
      told = true
      nearlyDone()
    }
    if (left > 0 && available === 0 && !asking) askForPlaces(left)
    if (!committing && !severed && !abandonedNow()) decide(left)
    if (!committing && isOver(left)) {
      working = false
      resolve()
    }
  }

  const abandonedNow = () => abandoned.aborted && finished.length === 0
  const isIdle = (left: number) => left === 0 && underWay.size === 0 && composing === 0
  const isOver = (left: number) => {
    if (severed) return abandoned.aborted || (isIdle(left) && isRecorded())
    return !held || abandonedNow() || (isIdle(left) && finished.length === 0)
  }

  /** What only the journal is to know, it has to know; a full disk is tried again. */
  function isRecorded() {
    if (underWay.flush()) return true
    wakeAfter(retryMs)
    return false
  }

  /** A virtual clock may stand still: this is only about not forgetting to look. */
  function wakeAfter(ms: number) {
    stopWaking ??= timers.after(ms, () => {
      stopWaking = undefined
      firstFinishedAt = 0
      soon()
    })
  }

  function askForPlaces(left: number) {
    asking = true
    void places.take(clientId, Math.min(left, transport.concurrency)).then(granted => {
      asking = false
      if (over) places.release(clientId, granted)
      else available += granted
      soon()
    })
  }

  /** Takes as many as have a place, were asked about, and not too long ago. */
  function compose() {
    if (!mayHand() || available === 0) return
    const at = now()
    while (available > 0 && next < asked) {
      const recipient = queue[next]!
      while (questions[0]!.end <= next) questions.shift()
      if (at.getTime() - questions[0]!.at > freshMs) {
        asked = next
        questions = []
        return
      }
      next++
      if (excluded.has(recipient.number)) continue
      available--
      composeOne(recipient, at)
    }
  }

  function composeOne(recipient: OpenRecipient, at: Date) {
    let message: Message | Promise<Message>
    try {
      message = campaign.compiled.composeSigned(
        untracked.has(recipient.number) ? { ...recipient, tracked: false } : recipient,
        at,
      )
    } catch (error) {
      return notComposed(recipient, error)
    }
    if (!(message instanceof Promise)) {
      ready.push({ recipient, message, from: at })
      return
    }
    composing++
    message
      .then(
        composed => {
          if (over) places.release(clientId)
          else ready.push({ recipient, message: composed, from: at })
        },
        error => notComposed(recipient, error),
      )
      .then(() => {
        composing--
        soon()
      })
  }

  function notComposed(recipient: OpenRecipient, error: unknown) {
    const reason = error instanceof Error ? error.message : 'unexpected error'
    settle(recipient, { kind: 'refused', code: null, answer: `not composed: ${reason}`, stage: 'recipient' })
  }

  function handOver() {
    putBackLate()
    underWay.flush()
    const composed = ready
    ready = []
    if (mayHand()) for (const { recipient, message } of composed) underWay.give(recipient, message)
    else {
      // who was composed or waits for a relay while the range was lost, paused or told to stop stays where it was
      freed += composed.length
      underWay.withdraw()
    }
  }

  /** A signature that came long after it was asked for, because the machine slept: what was known of the recipient is old. */
  function putBackLate() {
    const at = now()
    const isLate = ({ from }: { readonly from: Date }) => at.getTime() - from.getTime() > latestSignatureMs
    const late = ready.filter(isLate)
    if (late.length === 0) return
    ready = ready.filter(one => !isLate(one))
    for (const { recipient } of late)
      settle(recipient, { kind: 'unavailable', code: null, answer: 'signed too late', until: at })
  }

  function freePlace() {
    freed++
    if (!over) return soon()
    places.release(clientId, freed)
    freed = 0
  }

  function settle(recipient: OpenRecipient, outcome: Outcome) {
    freePlace()
    if (over) return
    const at = now()
    recent.count(at.getTime())
    const entry = toEntry(recipient, outcome, at)
    if (finished.length === 0) firstFinishedAt = at.getTime()
    underWay.note(entry)
    finished.push(entry)
    soon()
  }

  function toEntry({ number, attempt }: OpenRecipient, outcome: Outcome, at: Date): Entry {
    const entry = { number, attempt, code: outcome.code, answer: outcome.answer, retryAt: null, bounce: null }
    if (outcome.kind === 'unavailable')
      return { ...entry, kind: 'deferred', retryAt: outcome.until ?? outage.failed(at) }
    outage.over()
    switch (outcome.kind) {
      case 'accepted':
        return { ...entry, kind: 'accepted' }
      case 'deferred': {
        const again = retryAt({ attempt, startedAt: campaign.startedAt, now: at })
        if (again) return { ...entry, kind: 'deferred', retryAt: again }
        return { ...entry, kind: 'refused', bounce: outcome.stage === 'sender' ? null : 'S' }
      }
      case 'refused':
        return { ...entry, kind: 'refused', bounce: bounceType(outcome) }
      case 'unknown':
        // a campaign that would rather repeat tries again; the Message-ID stays the same
        if (campaign.atLeastOnce) return { ...entry, kind: 'deferred', retryAt: later(at, 60_000) }
        return { ...entry, kind: 'unknown' }
    }
  }

  /** Whether it is time for a group commit, and for whom. */
  function decide(left: number) {
    const at = now().getTime()
    const waitingNow = asked - next
    const ahead = Math.min(furthestAhead, recent.seen(at))
    const wanted = left > 0 && waitingNow <= ahead / 2 ? Math.max(ahead, available) - waitingNow : 0
    const size = Math.min(wanted, queue.length - asked)
    const due =
      finished.length > 0 && (finished.length >= mostOutcomes || at - firstFinishedAt >= outcomeMs || isIdle(left))
    if (size > 0 || due) void commit(size)
    else if (finished.length > 0) wakeAfter(outcomeMs)
  }

  async function commit(size: number) {
    committing = true
    const entries = finished
    const group = queue.slice(asked, asked + size).filter(({ number }) => !excluded.has(number))
    const end = asked + size
    const at = now().getTime()
    finished = []
    try {
      const appended = await commits.append(entries, group)
      isStanding(appended)
      sending = appended.sending
      for (const number of appended.excluded) excluded.add(number)
      for (const number of appended.untracked) untracked.add(number)
      if (held && appended.sending && size > 0) {
        // nobody of the group was dropped meanwhile: only a stale question moves `asked` back, and that is before it
        if (asked === end - size) {
          asked = end
          questions.push({ end, at })
        }
      }
      if (!appended.sending) {
        asked = next
        questions = []
      }
      committing = false
      soon()
    } catch (error) {
      committing = false
      reject(error)
    }
  }

  /** Whether the lease is ours still, and the database the one that has what was committed under it. */
  function isStanding({ held: isOurs, intact, server }: Standing): boolean {
    continuity.answered(server)
    if (!intact) continuity.lost()
    held &&= isOurs && intact
    // another server that does not know the lease may never have heard of it
    if (!isOurs && !continuity.isTrusted()) {
      continuity.severed()
      severed = true
    }
    severed ||= !intact
    return held
  }

  let settled = false
  try {
    queue = await persist(parts, { campaign: campaign.campaignPublicId }, () => openRecipients(db, lease, most))
    working = true
    soon()
    await ended
    if (held) {
      await abandonOpen()
      isStanding(await commits.giveBack(outage.heldUntil(now())))
    } else if (!severed)
      log.warn({ campaign: campaign.campaignPublicId, low: lease.low }, 'a lease was lost to another sender')
    settled = !severed
  } finally {
    working = false
    over = true
    places.release(clientId, available + freed + ready.length)
    freed = 0
    stopRenewing()
    stopWaking?.()
    stopping.removeEventListener('abort', soon)
    abandoned.removeEventListener('abort', soon)
    journal.end(settled)
    if (!told) nearlyDone()
  }

  /** Nobody waits for their answers any longer, so nobody will know them. */
  async function abandonOpen() {
    const open = underWay.begun()
    if (open.length === 0) return
    const at = now()
    const entries = open.map(recipient =>
      toEntry(
        recipient,
        { kind: 'unknown', code: null, answer: 'the sender was stopped before the relay answered' },
        at,
      ),
    )
    isStanding(await commits.append(entries, []))
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
