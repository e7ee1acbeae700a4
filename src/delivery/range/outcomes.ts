/** What became of messages, as entries of the log, until the log has them. */
import type { Entry } from '../../store/ledger/entry.ts'
import type { OpenRecipient } from '../../store/ledger/ledger.ts'
import type { Outage } from '../guards/outage.ts'
import { bounceType, type Outcome } from '../outcome.ts'
import { retryAt } from '../retry.ts'

/** Outcomes are appended when there are so many of them, or the first has waited so many milliseconds. */
const most = 1000
export const outcomeMs = 150
/** Milliseconds until a campaign that is sent at least once tries a message again whose outcome is unknown. */
const repeatMs = 60_000

/** Outcomes the log does not have yet. */
export class Outcomes {
  #entries: Entry[] = []
  #since = 0

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  add(entry: Entry, at: number): void {
    if (this.isEmpty) this.#since = at
    this.#entries.push(entry)
  }

  /** @param isLast nothing is going to be added soon */
  isDue(at: number, isLast: boolean): boolean {
    return !this.isEmpty && (isLast || this.#entries.length >= most || at - this.#since >= outcomeMs)
  }

  /** They have waited long enough, whatever the clock says: a virtual one may stand still. */
  hurry(): void {
    this.#since = 0
  }

  take(): readonly Entry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }
}

export interface EntryContext {
  readonly startedAt: Date
  readonly atLeastOnce: boolean
  readonly outage: Outage
}

/** The log's entry for an outcome; relays that cannot be reached are noted on the way. */
export function entryOf(
  recipient: Pick<OpenRecipient, 'number' | 'attempt'>,
  outcome: Outcome,
  at: Date,
  { startedAt, atLeastOnce, outage }: EntryContext,
): Entry {
  if (outcome.kind === 'unavailable') return entry(recipient, outcome, 'deferred', outcome.until ?? outage.failed(at))
  outage.over()
  switch (outcome.kind) {
    case 'accepted':
      return entry(recipient, outcome, 'accepted')
    case 'deferred': {
      const again = retryAt({ attempt: recipient.attempt, startedAt, now: at })
      if (again) return entry(recipient, outcome, 'deferred', again)
      return entry(recipient, outcome, 'refused', null, outcome.stage === 'sender' ? null : 'S')
    }
    case 'refused':
      return entry(recipient, outcome, 'refused', null, bounceType(outcome))
    case 'unknown':
      // a campaign that would rather repeat tries again; the Message-ID stays the same
      if (atLeastOnce) return entry(recipient, outcome, 'deferred', new Date(at.getTime() + repeatMs))
      return entry(recipient, outcome, 'unknown')
  }
}

/** Every property by its name: there is an entry for each mail, and `{ ...rest, kind }` takes V8 twenty times as long. */
function entry(
  { number, attempt }: Pick<OpenRecipient, 'number' | 'attempt'>,
  { code, answer }: Outcome,
  kind: Entry['kind'],
  retryAt: Date | null = null,
  bounce: Entry['bounce'] = null,
): Entry {
  return { number, attempt, kind, code, answer, retryAt, bounce }
}
