/**
 * Failed sign-ins in the audit log. A stranger may fail as often as they like, so failures are counted: an entry for the first of a
 * login and one with the count when its window ends, and the same for all unknown names of an account together. What was typed is
 * not kept: it may be a password in the wrong field.
 */
import type { Means, NewAuditEntry } from '../../store/accounts/audit-log.ts'

export interface SignInFailure {
  readonly accountId: number
  readonly clientId: number | null
  /** Undefined where the account has no such name. */
  readonly who: { readonly kind: 'login' | 'person'; readonly id: number; readonly name: string } | undefined
  readonly operation: string
  readonly wire: string
  readonly requestId: string
  readonly remote: string
}

const signInWindowMs = 15 * 60_000
/** Windows open at once; accounts and logins are few beside it. Beyond, failures are not counted. */
const mostWindows = 100_000

const means: Means = 'password'

/** @param windowMs how long failures of one subject are counted */
export function signInFailures(
  note: (entry: NewAuditEntry) => void,
  windowMs = signInWindowMs,
): (failure: SignInFailure) => void {
  const counts = new Map<string, number>()

  function end(subject: string, entry: NewAuditEntry): void {
    const further = (counts.get(subject) ?? 1) - 1
    counts.delete(subject)
    if (further > 0) note({ ...entry, subject: `${further} more failed sign-ins within ${windowMs / 60_000} minutes` })
  }

  return failure => {
    const { accountId, who } = failure
    const subject = `${accountId} ${who?.kind ?? 'none'} ${who?.id ?? 0}`
    const count = counts.get(subject)
    if (count !== undefined) {
      counts.set(subject, count + 1)
      return
    }
    if (counts.size >= mostWindows) return
    counts.set(subject, 1)
    const entry = entryOf(failure)
    note(entry)
    setTimeout(end, windowMs, subject, entry).unref()
  }
}

function entryOf({ who, ...failure }: SignInFailure): NewAuditEntry {
  const actor = { actorKind: who?.kind ?? 'none', actorId: who?.id ?? 0, actorName: who?.name ?? '' } as const
  return { ...failure, ...actor, means, subject: who ? '' : 'an unknown user name', outcome: 'InvalidLogin' }
}
