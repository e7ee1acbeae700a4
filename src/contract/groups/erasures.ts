/** Erasure.*: a right of each contact to be forgotten. */

import { card, on, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, record, text } from '../shapes.ts'
import { fields, id, Limit, ofClient, page } from '../words.ts'

export const ErasureState = enumeration('ErasureState', 'Waiting', 'Done')

/** What was removed, without the address. */
export const Erasure = record('Erasure', {
  ErasureID: text('The receipt: 32 hexadecimal digits.', id('e')),
  State: describe(ErasureState, 'Waiting while something is left to be removed, then Done.', 'Done'),
  WaitsFor: text('Of one that waits, for what, as a sentence; otherwise empty.', ''),
  Memberships: int('Memberships of lists that were deleted, with values, consent and history.', 2),
  Recipients: int('Recipients of campaigns who have a keyed hash in place of the address now, without name and values.', 31),
  Texts: int('Answers of relays and texts of bounces and complaints that were removed; their codes stay.', 31),
  Hits: int('Opens and clicks whose network address and program were removed.', 74),
  ReturnedMails: int('Mails that had come back and were deleted.', 0),
  Events: int('Events whose data were removed, delivered ones and those that wait for a webhook.', 12),
  ImportRows: int('Rows of imports whose values were removed.'),
  Files: int('Files that were deleted: uploads of imports, exports, mails in the outbox folder.', 2),
  Suppressions: int('Entries of suppression lists that the keyed hash took the place of.', 0),
  Others: int('Everything else: rows of bulk changes, test mails and test groups, previews, counters.'),
  RequestedBy: text('Who asked for it; empty where it was made again after a restore.', 'Carla'),
  IsReplayed: boolean('The database was restored to a time before it, and it was made again.', false),
  RequestedDate: fields.RequestedDate,
  EndedDate: text('When everything was removed, in the time zone of the client; empty before.', '2026-03-20 09:30:04'),
})

export const ErasurePage = record('ErasurePage', { Erasures: list(Erasure, 'The receipts of this page, the newest first.'), NextCursor: fields.NextCursor })

export const erasures = {
  // a change: a contact is erased once, however often the call comes
  'Erasure.Create': card('EraseContact', on('ClientID', 'Settings'), 'change', {
    summary:
      'Erases a contact of a client for good, and yields the ErasureID of the receipt: memberships of all lists, values, history, texts and network addresses go; campaigns keep their counts. The address is suppressed by a keyed hash, and no call adds it again. It cannot be taken back.',
    parameters: { ...ofClient, Email: text('The email address of the contact; case does not matter.', 'sam@reader.example') },
    result: U(text()),
    refusals: ['InvalidEmail', 'NotInList'],
  }),
  'Erasure.Get': card('GetErasure', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'The receipt of an erasure: when, by whom, and how much was removed; without the address.',
    parameters: { ...ofClient, ErasureID: text('The receipt: 32 hexadecimal digits, as Erasure.Create yields it.') },
    result: U(Erasure),
    refusals: ['UnknownErasure'],
  }),
  'Erasure.List': card('GetErasures', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'The receipts of the contacts of a client that were erased, the newest first, page by page.',
    parameters: { ...ofClient, ...page, Limit: exemplify(Limit, 1) },
    result: U(ErasurePage),
    refusals: [],
  }),
}
