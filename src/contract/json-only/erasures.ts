/** Erasure.*: a contact's right to be forgotten. */
import * as own from '../erasure-records.ts'
import { type Access, ofClient, on, type Row, row, U } from '../row.ts'
import { int, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const erasures = {
  'Erasure.Create': row('EraseContact', { ...ofClient, Email: text }, U(text), on('ClientID', 'Settings'), 'Erases a contact of a client for good, and yields the ErasureID of the receipt: memberships of all lists, values, history, texts and network addresses go; campaigns keep their counts. The address is suppressed by a keyed hash, and no call adds it again. It cannot be taken back.'),
  'Erasure.Get': row('GetErasure', { ...ofClient, ErasureID: text }, U(own.Erasure), on('ClientID', 'ReadAudience'), 'The receipt of an erasure: when, by whom, and how much was removed; without the address.'),
  'Erasure.List': row('GetErasures', { ...ofClient, Cursor: text, Limit: int }, U(own.ErasurePage), on('ClientID', 'ReadAudience'), 'The receipts of the contacts of a client that were erased, the newest first, page by page.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
