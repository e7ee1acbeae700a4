/** The record types of BulkChange.*. Dates are in the time zone of the client. */
import { boolean, enumeration, list, long, record, text } from './shapes.ts'

export const BulkAction = enumeration('BulkAction', 'Unsubscribe', 'Delete', 'SetField', 'ClearField', 'Copy', 'Move')

export const BulkChangeState = enumeration(
  'BulkChangeState',
  'Choosing',
  'Changing',
  'Done',
  'Cancelled',
  'Undoing',
  'Undone',
  'Failed',
)

export const BulkChangeCount = record('BulkChangeCount', { Subscribers: long })

/** Done is always Changed and LeftAlone together until it is undone; then Undone and NotUndone are those of Changed. */
export const BulkChange = record('BulkChange', {
  ChangeID: text,
  ListID: text,
  ListTitle: text,
  Action: BulkAction,
  Key: text,
  Values: list(text),
  ToListID: text,
  ToListTitle: text,
  State: text,
  Segment: text,
  Search: text,
  Domain: text,
  NameBegins: text,
  JoinedSince: text,
  JoinedUntil: text,
  Progress: BulkChangeState,
  Subscribers: long,
  Done: long,
  Changed: long,
  LeftAlone: long,
  Undone: long,
  NotUndone: long,
  CanBeUndone: boolean,
  Problem: text,
  CreatedBy: text,
  CreatedDate: text,
  EndedDate: text,
})
export const BulkChangePage = record('BulkChangePage', { Changes: list(BulkChange), NextCursor: text })
