/** What parameters and fields of bulk changes mean. */
const moment = 'a local time of the client, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS'

export const bulkChangeParameters: Readonly<Record<string, string>> = {
  Action:
    'What is done: Unsubscribe and Delete (to those who are Active or Unconfirmed), SetField, ClearField, Copy or Move (to all but those who are Deleted).',
  State: 'Only subscribers in this state; left out or empty for all whom the action is for.',
  Segment: 'Only members of this segment, who are Active; left out or empty for the whole list.',
  Search:
    'Only addresses that begin with this, with the domain in A-labels; case does not matter; left out or empty for all.',
  Domain: 'Only addresses of exactly this domain, in A-labels; left out or empty for all.',
  NameBegins: 'Only subscribers whose name begins with this; case does not matter; left out or empty for all.',
  JoinedSince: `Only those who joined then or later: ${moment}; left out or empty for any.`,
  JoinedUntil: `Only those who joined before: ${moment}; left out or empty for any.`,
  Subscribers:
    'How many subscribers it is about, as BulkChange.Count told; refused with 378 when the rule fits more now.',
  Key: 'Of SetField and ClearField, the custom field, with or without brackets; left out or empty for other actions.',
  Values: 'Of SetField, the value; several for a MultiSelectMany field. Left out or empty for other actions.',
  ToListID: 'Of Copy and Move, the other list of the same client; left out or empty for other actions.',
  CreateFields:
    'Of Copy and Move: custom fields that the other list does not have are made there; else their values are left out. False for other actions.',
  ChangeID: 'The change: 32 hexadecimal digits, as BulkChange.List names it.',
}

export const bulkChangeMeanings = {
  BulkChangeCount: { Subscribers: 'How many subscribers the rule chooses now.' },
  BulkChange: {
    ChangeID: 'The change: 32 hexadecimal digits.',
    ListTitle: 'The title of the list.',
    Action: 'What is done: Unsubscribe, Delete, SetField, ClearField, Copy or Move.',
    Key: 'Of SetField and ClearField, the key of the custom field; otherwise empty.',
    Values: 'Of SetField, the value; of a MultiSelectMany field, its options.',
    ToListID: 'Of Copy and Move, the other list; otherwise empty.',
    ToListTitle: 'The title of the other list; otherwise empty.',
    State: 'The state that was asked for; empty for all whom the action is for.',
    Segment: 'The segment; empty for the whole list.',
    Search: 'What addresses begin with; empty for all.',
    Domain: 'The domain of the addresses; empty for all.',
    NameBegins: 'What names begin with; empty for all.',
    JoinedSince: 'Who joined then or later; empty for any.',
    JoinedUntil: 'Who joined before; empty for any.',
    Progress: 'Choosing (whom it is about), Changing, Done, Cancelled, Undoing, Undone or Failed.',
    Subscribers: 'How many it is about: as the caller was told, and once they are chosen, as many as were.',
    Done: 'How many of them it has come to; while it is undone, how many of them it has come to again.',
    Changed: 'Subscribers that were changed.',
    LeftAlone:
      'Subscribers that stay as they are: in need of no change, on the other list already, suppressed, or in another state since.',
    Undone: 'Of those that were changed, whom BulkChange.Undo took back.',
    NotUndone:
      'Of those that were changed, whom BulkChange.Undo left as they are, since something else changed them or they were mailed.',
    CanBeUndone: 'BulkChange.Undo can be called: for 30 days after it was begun.',
    Problem: 'Why it failed: a sentence; otherwise empty.',
    CreatedBy: 'The name of who began it; empty for a change of an earlier version.',
    CreatedDate: 'When it was begun, in the time zone of the client.',
    EndedDate: 'When it ended, in the time zone of the client; empty before.',
  },
  BulkChangePage: { Changes: 'The changes of this page, the newest first.' },
} as const
