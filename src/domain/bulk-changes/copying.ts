/**
 * What becomes of a member that is copied to another list: the stricter state wins, and values that are there stay. Pure, so that the
 * whole table can be tested. See docs/decisions/bulk-changes.md#copying-keeps-the-strictest-state.
 */
import type { CopiedMember, Decision, Target } from '../../store/bulk-changes/copying.ts'
import type { State } from '../../store/lists/statistics.ts'

/** From mailed to never: who left by will stays gone, whatever the mailbox did. */
const strictness: Readonly<Record<Exclude<State, 'Deleted'>, number>> = {
  Active: 0,
  Unconfirmed: 1,
  Bounced: 2,
  Unsubscribed: 3,
}

/** Why a Deleted member of the other list may come back: something of ours put it away, not a person. */
const putAway: readonly (string | undefined)[] = ['moved', 'change undone', 'import undone']

export interface CopyRule {
  /** Keys of custom fields, from the one list to the other; others are left out. */
  readonly fields: Readonly<Record<string, string>>
  /** The other list asks to confirm, and the first does not. */
  readonly mustConfirm: boolean
}

export function decideCopy(
  source: Pick<CopiedMember, 'state' | 'name' | 'mobileNumber' | 'fields'>,
  target: Omit<Target, 'id' | 'address' | 'email'> | undefined,
  isSuppressed: boolean,
  { fields, mustConfirm }: CopyRule,
): Decision {
  if (source.state === 'Deleted') return { is: 'left' }
  const state = mustConfirm && source.state === 'Active' ? 'Unconfirmed' : source.state
  const values = renamed(source.fields, fields)
  const isMailed = state === 'Active' || state === 'Unconfirmed'
  if (!target) {
    return isMailed && isSuppressed ? { is: 'left' } : { is: 'added', state, name: source.name, fields: values }
  }
  const isGone = target.state === 'Deleted'
  if (isGone && (!putAway.includes(target.cause) || (isMailed && isSuppressed))) return { is: 'left' }
  return {
    is: 'changed',
    state: target.state === 'Deleted' ? state : stricter(state, target.state),
    name: target.name || source.name,
    mobileNumber: target.mobileNumber ?? source.mobileNumber,
    fields: { ...values, ...target.fields },
  }
}

function stricter(one: Exclude<State, 'Deleted'>, other: Exclude<State, 'Deleted'>): State {
  return strictness[one] > strictness[other] ? one : other
}

function renamed(fields: CopiedMember['fields'], names: Readonly<Record<string, string>>): CopiedMember['fields'] {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (Object.hasOwn(names, key) ? [[names[key]!, value]] : [])),
  )
}
