/** Query parameters of the addresses of contacts. The router needs it before the screens. */
import type { ParametersOf } from '../../../../src/client/client.ts'
import { oneOf, searchOf, textOf } from '../../lib/search.ts'

export type SearchBy = NonNullable<ParametersOf<'Subscriber.Search'>['By']>

export const searchBys = ['Address', 'Domain', 'Name', 'Tag'] as const satisfies readonly SearchBy[]

/** Of the search: the typed text and its kind; an address if no kind is given. */
export const contactsSearch = searchOf({ q: textOf, by: oneOf(searchBys) })

/** Parts of a contact's timeline. */
export const timelineParts = ['lists', 'mails', 'reading', 'trouble'] as const
export type TimelinePart = (typeof timelineParts)[number]

/** Of one contact: its address, and which part of its timeline is shown; all of it unless it is said. */
export const contactSearch = searchOf({ address: textOf, show: oneOf(timelineParts) })
