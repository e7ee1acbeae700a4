/** BulkChange.*: many subscribers of a list are changed by a rule. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, long, optional, record, text } from '../shapes.ts'
import { fields, id, Limit, ofClient, ofList, page, Search } from '../words.ts'

export const BulkAction = enumeration('BulkAction', 'Unsubscribe', 'Delete', 'SetField', 'ClearField', 'Copy', 'Move', 'AddTag', 'RemoveTag')

export const BulkChangeCount = record('BulkChangeCount', { Subscribers: long('How many subscribers the rule chooses now.') })

export const BulkChangeState = enumeration('BulkChangeState', 'Choosing', 'Changing', 'Done', 'Cancelled', 'Undoing', 'Undone', 'Failed')

/** Done is always Changed and LeftAlone together until it is undone; then Undone and NotUndone are those of Changed. */
export const BulkChange = record('BulkChange', {
  ChangeID: text('The change: 32 hexadecimal digits.'),
  ListID: fields.ListID,
  ListTitle: exemplify(fields.ListTitle, 'text'),
  Action: describe(BulkAction, 'What is done: Unsubscribe, Delete, SetField, ClearField, Copy, Move, AddTag or RemoveTag.'),
  Key: text('Of SetField and ClearField, the key of the custom field; otherwise empty.', '[Favouriteflower]'),
  Values: list(text(), 'Of SetField, the value; of a MultiSelectMany field, its options. Of AddTag and RemoveTag, the names of the tags.'),
  ToListID: text('Of Copy and Move, the other list; otherwise empty.'),
  ToListTitle: text('The title of the other list; otherwise empty.'),
  State: text('The state that was asked for; empty for all whom the action is for.', 'Active'),
  Segment: text('The segment; empty for the whole list.'),
  Search: text('What addresses begin with; empty for all.', 'sam'),
  Domain: text('The domain of the addresses; empty for all.', 'bloom.example'),
  NameBegins: text('What names begin with; empty for all.'),
  JoinedSince: text('Who joined then or later; empty for any.', ''),
  JoinedUntil: text('Who joined before; empty for any.', ''),
  Selected: int('How many subscribers were named by their addresses; 0 where the other rules chose alone.', 0),
  Progress: describe(BulkChangeState, 'Choosing (whom it is about), Changing, Done, Cancelled, Undoing, Undone or Failed.'),
  Subscribers: long('How many it is about: the number that the caller gave, and once they are chosen, how many were chosen.'),
  Done: long('How many of them it has come to; while it is undone, how many of them it has come to again.'),
  Changed: long('Subscribers that were changed.'),
  LeftAlone: long('Subscribers that stay as they are: in need of no change, on the other list already, suppressed, or in another state since.'),
  Undone: long('Of those that were changed, whom BulkChange.Undo took back.'),
  NotUndone: long('Of those that were changed, whom BulkChange.Undo left as they are, since something else changed them or they were mailed.'),
  CanBeUndone: boolean('BulkChange.Undo can be called: for 30 days after it was begun.'),
  Problem: text('Why it failed: a sentence; otherwise empty.'),
  CreatedBy: text('The name of who began it; empty for a change of an earlier version.'),
  CreatedDate: exemplify(fields.BegunDate, 'text'),
  EndedDate: exemplify(fields.EndedDate, 'text'),
})

export const BulkChangePage = record('BulkChangePage', {
  Changes: list(BulkChange, 'The changes of this page, the newest first.'),
  NextCursor: fields.NextCursor,
})

const Action = describe(
  BulkAction,
  'What is done: Unsubscribe and Delete (to those who are Active or Unconfirmed), SetField, ClearField, Copy, Move, AddTag or RemoveTag (to all but those who are Deleted).',
)

const rule = {
  State: optional(text('Only subscribers in this state; left out or empty for all whom the action is for.', 'Active')),
  Segment: optional(
    text('Only members of this segment of the list or, where it has none of this name, of the client, who are Active; left out or empty for the whole list.'),
  ),
  Search,
  Domain: optional(text('Only addresses of exactly this domain, in A-labels; left out or empty for all.', 'bloom.example')),
  NameBegins: optional(text('Only subscribers whose name begins with this; case does not matter; left out or empty for all.')),
  JoinedSince: optional(
    text('Only those who joined then or later: a local time of the client, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS; left out or empty for any.', ''),
  ),
  JoinedUntil: optional(text('Only those who joined before: a local time of the client, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS; left out or empty for any.', '')),
  Emails: optional(
    list(text(), 'Only the subscribers with these addresses, 1,000 at most; those that the list does not have are passed over. Left out or empty for all.', []),
  ),
}

const ofChange = { ...ofClient, ChangeID: text('The change: 32 hexadecimal digits, as BulkChange.List names it.') }

export const bulkChanges = {
  'BulkChange.Count': card('CountBulkChange', on('ListID', 'ReadAudience'), 'read', {
    summary: 'How many subscribers of a list an action would be about now, chosen by a rule.',
    parameters: { ...ofList, Action, ...rule },
    result: U(BulkChangeCount),
    refusals: ['InvalidDate', 'UnknownSegment'],
  }),
  'BulkChange.Create': card('CreateBulkChange', on('ListID', 'ChangeAudience'), 'create', {
    summary:
      'Begins a change of the subscribers that a rule chooses, and yields its ChangeID: they are unsubscribed, deleted, given a value of a custom field or tags, copied or moved to another list, in the background. No state becomes less strict, and no one is mailed. Refused with 378 when the rule fits more subscribers than the caller says.',
    parameters: {
      ...ofList,
      Action,
      ...rule,
      Subscribers: long('How many subscribers it is about, as BulkChange.Count counted them; refused with 378 when the rule fits more now.'),
      Key: optional(text('Of SetField and ClearField, the custom field, with or without brackets; left out or empty for other actions.', '[Favouriteflower]')),
      Values: optional(
        list(
          text(),
          'Of SetField, the value; several for a MultiSelectMany field. Of AddTag and RemoveTag, up to 20 tags that the client has, by their names or TagIDs. Left out or empty for other actions.',
        ),
      ),
      ToListID: optional(text('Of Copy and Move, the other list of the same client; left out or empty for other actions.')),
      CreateFields: boolean(
        'Of Copy and Move: custom fields that the other list does not have are made there; else their values are left out. False for other actions.',
      ),
    },
    result: U(text()),
    refusals: [
      'InvalidDate',
      'UnknownSegment',
      'InvalidKey',
      'InvalidCustomFieldValue',
      'UnknownTag',
      'TagNameEmpty',
      'TooManyCustomFields',
      'AudienceNotConfirmed',
      'NoSubscriberFits',
      'TooManyBulkChanges',
    ],
  }),
  'BulkChange.Get': card('GetBulkChange', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'A bulk change: its rule, its action, how far it is, and how many it changed.',
    parameters: ofChange,
    result: U(BulkChange),
    refusals: ['UnknownBulkChange'],
  }),
  'BulkChange.List': card('GetBulkChanges', on('ClientID', 'ReadAudience'), 'read', {
    summary: 'The bulk changes of a client, the newest first, page by page; they are listed for 90 days.',
    parameters: { ...ofClient, ListID: optional(text('Only changes of this list; left out or empty for all.', id('b'))), ...page, Limit: exemplify(Limit, 1) },
    result: U(BulkChangePage),
    refusals: ['InvalidListId'],
  }),
  'BulkChange.Cancel': card('CancelBulkChange', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Stops a bulk change. Who is changed by then stays so, and can be undone.',
    parameters: ofChange,
    result: R,
    refusals: ['UnknownBulkChange', 'BulkChangeNotReady'],
  }),
  'BulkChange.Undo': card('UndoBulkChange', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Has a bulk change taken back within 30 days, in the background; subscribers that something else changed since stay as they are.',
    parameters: ofChange,
    result: R,
    refusals: ['UnknownBulkChange', 'BulkChangeNotReady'],
  }),
}
