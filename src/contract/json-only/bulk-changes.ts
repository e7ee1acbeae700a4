/** BulkChange.*: many subscribers of a list are changed by a rule. */
import * as own from '../bulk-change-records.ts'
import { type Access, ofClient, ofList, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, list, long, type Members, type Shape, text } from '../shapes.ts'

const rule = {
  State: text,
  Segment: text,
  Search: text,
  Domain: text,
  NameBegins: text,
  JoinedSince: text,
  JoinedUntil: text,
}
const ofChange = { ...ofClient, ChangeID: text }

// biome-ignore format: a table reads by its columns
export const bulkChanges = {
  'BulkChange.Count': row('CountBulkChange', { ...ofList, Action: own.BulkAction, ...rule }, U(own.BulkChangeCount), on('ListID', 'ReadAudience'), 'How many subscribers of a list an action would be about now, chosen by a rule.'),
  'BulkChange.Create': row('CreateBulkChange', { ...ofList, Action: own.BulkAction, ...rule, Subscribers: long, Key: text, Values: list(text), ToListID: text, CreateFields: boolean }, U(text), on('ListID', 'ChangeAudience'), 'Begins a change of the subscribers that a rule chooses, and yields its ChangeID: they are unsubscribed, deleted, given a value of a custom field, copied or moved to another list, in the background. No state becomes less strict, and no one is mailed. Refused with 378 when the rule fits more subscribers than the caller says.'),
  'BulkChange.Get': row('GetBulkChange', ofChange, U(own.BulkChange), on('ClientID', 'ReadAudience'), 'A bulk change: its rule, its action, how far it is, and how many it changed.'),
  'BulkChange.List': row('GetBulkChanges', { ...ofClient, ListID: text, Cursor: text, Limit: int }, U(own.BulkChangePage), on('ClientID', 'ReadAudience'), 'The bulk changes of a client, the newest first, page by page; they are listed for 90 days.'),
  'BulkChange.Cancel': row('CancelBulkChange', ofChange, R, on('ClientID', 'ChangeAudience'), 'Stops a bulk change. Who is changed by then stays so, and can be undone.'),
  'BulkChange.Undo': row('UndoBulkChange', ofChange, R, on('ClientID', 'ChangeAudience'), 'Has a bulk change taken back within 30 days, in the background; subscribers that something else changed since stay as they are.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
