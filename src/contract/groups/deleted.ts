/** Objects deleted within 30 days, and their restoring. */

import { card, key, R, U } from '../card.ts'
import { boolean, describe, enumeration, list, optional, record, text } from '../shapes.ts'
import { ApiKey, fields, id, page } from '../words.ts'

export const DeletedKind = enumeration('DeletedKind', 'Client', 'List', 'Template', 'Campaign', 'Asset')

const Kind = describe(DeletedKind, 'What the object is.', 'List')

/** Dates are in the time zone of the client. */
export const DeletedObject = record('DeletedObject', {
  Kind,
  ID: text('The object, as Deleted.Restore takes it.', id('b')),
  Name: text('Its name or title; of a client, the name of the company.', 'Spring newsletter'),
  ClientID: text('The client it belongs to; of a client, itself.', id('a')),
  CompanyName: text('The name of that client.', 'Bloom & Sons'),
  ClientIsDeleted: boolean('That client is deleted; what belongs to it is restored after it.', false),
  DeletedDate: text('When it was deleted, in the time zone of the client.', '2026-03-20 17:00:00'),
  DeletedBy: text('Who deleted it; empty where that is not known.', 'carla'),
  RestorableUntil: text('Until when it can be restored, in the time zone of the client.', '2026-04-19 17:00:00'),
})

export const DeletedPage = record('DeletedPage', {
  Deleted: list(DeletedObject, 'The objects of this page, the newest deletion first.'),
  NextCursor: fields.NextCursor,
})

export const deleted = {
  'Deleted.List': card('GetDeletedObjects', key, 'read', {
    summary:
      'Clients, lists, templates, campaigns and assets that were deleted within 30 days and that the caller may restore, the newest deletion first, page by page.',
    parameters: {
      ApiKey,
      ClientID: optional(text('Only objects of this client; left out or empty for those of all clients you reach.', id('a'))),
      Kinds: optional(list(DeletedKind, 'Only objects of these kinds; left out or empty for all.', ['List', 'Campaign'])),
      ...page,
    },
    result: U(DeletedPage),
    refusals: ['InvalidClientId'],
  }),
  'Deleted.Restore': card('RestoreDeletedObject', key, 'change', {
    summary: 'Undoes a deletion: the client, list, template, campaign or asset is there again as deletion left it.',
    parameters: { ApiKey, Kind, ID: text('The object: 32 hexadecimal digits, as Deleted.List names it.', id('b')) },
    result: R,
    refusals: [
      'AccessDenied',
      'EmailTaken',
      'DuplicateListTitle',
      'DuplicateCampaignName',
      'AlreadyResent',
      'UnknownDeletion',
      'RestoreTooLate',
      'ClientIsDeleted',
      'ListIsDeleted',
    ],
  }),
}
