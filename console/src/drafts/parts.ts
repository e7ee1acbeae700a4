/** The parts of a draft, and how two versions of it come together. */
import type { ValueOf } from '../../../src/client/client.ts'
import { isSame } from './same.ts'

export type Draft = ValueOf<'Campaign.GetDraft'>

export const parts = [
  'Name',
  'Subject',
  'Preheader',
  'FromName',
  'FromEmail',
  'ReplyTo',
  'Content',
  'Audience',
  'Tracking',
  'AsksForConsent',
  'Utm',
  'InlineCss',
] as const
export type Part = (typeof parts)[number]
/** What was changed and is not saved. */
export type Changes = Partial<Pick<Draft, Part>>

export function changedParts(changes: Changes): readonly Part[] {
  return parts.filter(part => part in changes)
}

export function withChanges(draft: Draft, changes: Changes): Draft {
  return { ...draft, ...changes }
}

export function pickParts(from: Changes, wanted: readonly Part[]): Changes {
  return Object.fromEntries(wanted.filter(part => part in from).map(part => [part, from[part]]))
}

/** Without those parts. */
export function omitParts(from: Changes, unwanted: readonly Part[]): Changes {
  return pickParts(
    from,
    changedParts(from).filter(part => !unwanted.includes(part)),
  )
}

export interface Meeting {
  /** Own changes that stand on the other version, too. */
  readonly rest: Changes
  /** Parts that both have changed, each in another way. */
  readonly clashes: readonly Part[]
}

/**
 * Own changes meet a version that another has saved.
 * @param before what the changed parts were when the changes began
 */
export function mergeChanges(before: Changes, changes: Changes, theirs: Draft): Meeting {
  const differing = changedParts(changes).filter(part => !isSame(changes[part], theirs[part]))
  return {
    rest: pickParts(changes, differing),
    clashes: differing.filter(part => !isSame(before[part], theirs[part])),
  }
}
