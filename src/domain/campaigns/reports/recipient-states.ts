import type { RecipientState as Named } from '../../../contract/groups/every-wire/sending.ts'
import type { OutputOf } from '../../../contract/shapes.ts'
import type { RecipientState } from '../../../store/states.ts'

/** States of recipients as the wire and exports name them. */
export const recipientStates: Readonly<Record<RecipientState, OutputOf<typeof Named>>> = {
  planned: 'Planned',
  'handing over': 'HandingOver',
  accepted: 'Accepted',
  deferred: 'Deferred',
  refused: 'Refused',
  unknown: 'Unknown',
  excluded: 'Excluded',
}

/** Matched without regard to case; undefined for none of them. */
export function recipientStateNamed(text: string): RecipientState | undefined {
  const wanted = text.toLowerCase()
  for (const [state, name] of Object.entries(recipientStates)) {
    if (name.toLowerCase() === wanted) return state as RecipientState // a key of the table
  }
  return undefined
}

/** @returns a sentence for who named another */
export const recipientStateChoice = `State is empty or one of ${Object.values(recipientStates).join(', ')}.`
