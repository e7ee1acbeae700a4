/** Query parameters of the addresses of contacts. The router needs it before the screens. */
import { oneOf, searchOf, textOf } from '../../lib/search.ts'

/** Parts of a contact's timeline. */
export const timelineParts = ['lists', 'mails', 'reading', 'trouble'] as const
export type TimelinePart = (typeof timelineParts)[number]

/** Of one contact: its address, and which part of its timeline is shown; all of it unless it is said. */
export const contactSearch = searchOf({ address: textOf, show: oneOf(timelineParts) })
