/** The audit log. */

import { card, part, U } from '../card.ts'
import { booleanOrAbsent, describe, enumeration, int, list, optional, record, text } from '../shapes.ts'
import { ApiKey, fields, id, page } from '../words.ts'

export const AuditActor = enumeration('AuditActor', 'Person', 'Login', 'Key', 'System', 'Unknown')

export const AuditMeans = enumeration('AuditMeans', 'Session', 'Key', 'HistoricalKey', 'Password', 'System')

export const AuditOutcome = enumeration('AuditOutcome', 'Succeeded', 'Refused', 'Failed')

export const AuditActorState = enumeration('AuditActorState', 'Present', 'Removed', 'Revoked')

export const SubjectKind = enumeration(
  'SubjectKind',
  ...(['Block', 'Campaign', 'Client', 'Export', 'Feed', 'Form', 'Image', 'Import', 'Key', 'List', 'Other', 'Person'] as const),
  ...(['ReportLink', 'Segment', 'SegmentTemplate', 'Sender', 'Series', 'Tag', 'Template', 'TestGroup', 'Webhook'] as const),
)

export const SubjectState = enumeration('SubjectState', 'Present', 'Deleted', 'Unknown')

export const NamedSubject = record('NamedSubject', {
  Kind: describe(SubjectKind, 'What it is; Other for kinds without names.', 'List'),
  ID: text('Its identifier.', id('b')),
  Name: text('Its name now; of what was deleted, the last one while it is kept; otherwise empty.', 'Spring newsletter'),
  State: describe(SubjectState, 'Whether it exists, was deleted, or is not known: purged, never there, or of a kind without names.', 'Present'),
})

export const AuditEntry = record('AuditEntry', {
  Date: text('When, in the time zone of the account.', '2026-03-21 08:00:00'),
  Operation: text('The operation that was called, or the command that the operator gave.', 'Subscribers.GetActive'),
  Subject: text('What it was about, by identifiers: never an address, a secret or a body.', `ListID ${id('b')}`),
  ClientID: text('The client it was about; empty for the account itself.', id('a')),
  Actor: describe(AuditActor, 'What kind of caller it was; Unknown for a sign-in with an unknown name.', 'Key'),
  ActorID: text('The PersonID, also of the account’s user who calls with the historical key, or the KeyID; empty for others.', id('7')),
  ActorName: text('The name of the person, the user name of the login, or the label of the key, as it was then.', 'key Shop'),
  Means: describe(AuditMeans, 'What the caller proved it with; HistoricalKey is a key of User.GetApiKey.', 'Key'),
  Wire: text('How the call came: soap11, soap12, get, post or json; empty for a command.', 'json'),
  Outcome: describe(AuditOutcome, 'How it ended.'),
  Code: int('The code of the refusal, 0 for success.', 0),
  Message: text('The short message of the refusal, else Success.', 'Success'),
  RequestID: text('The X-Request-Id of the call, which the log of the service names too.', '5f0c7a52-3f0e-4f1c-9d0a-0c1f4c1b7d11'),
  RemoteAddress: text('The network address it came from.', '192.0.2.7'),
  ActorState: describe(AuditActorState, 'Whether the person still has access to the account, or the key was revoked.', 'Present'),
  ClientName: text('The name of the client now; empty for the account itself and for a client that is purged.', 'Bloom & Sons'),
  ClientState: describe(SubjectState, 'Whether the client exists; Unknown for the account itself.', 'Present'),
  Subjects: list(NamedSubject, 'What it was about, by name, in the order of Subject.'),
  Fields: list(text(), 'Of a saved draft: which parameters were given.', ['Subject']),
  Count: int('How many entries are in this line: 1 unless FoldReads is given.', 1),
  FirstDate: text('When the oldest of them was; Date is that of the newest.', '2026-03-21 08:00:00'),
  Fold: text(
    'What the entries of this line have in common, for Audit.List; lines of two pages with the same Fold are one. Empty for an entry that stays alone.',
    '',
  ),
})

export const AuditActorName = record('AuditActorName', {
  Actor: describe(AuditActor, 'Person or Key.', 'Person'),
  ActorID: text('For the parameter of the same name of Audit.List.', id('7')),
  Name: text('The name of the person or the label of the key, as it is now.', 'Carla Gardener'),
  State: describe(AuditActorState, 'Whether the person still has access to the account, or the key was revoked.', 'Present'),
})

export const AuditPage = record('AuditPage', { Entries: list(AuditEntry, 'The entries of this page.'), NextCursor: fields.NextCursor })

export const audit = {
  'Audit.List': card('ListAudit', part('Audit'), 'read', {
    summary:
      'Who changed what and who read rosters, the newest first, with names; of the clients the caller reaches. A page may hold fewer entries than Limit while NextCursor is given: each call looks at a bounded number of entries.',
    parameters: {
      ApiKey,
      ClientID: optional(text('Only entries about this client; left out or empty for all that the caller sees.', id('a'))),
      ActorID: optional(text('Only what this person or key did: a PersonID or a KeyID. A person is found by sessions and by the own historical key.', id('7'))),
      Operation: optional(
        text('Only calls of this operation, such as List.Create, or a command of the operator, such as lettershop passwd.', 'Subscribers.GetActive'),
      ),
      Outcome: optional(text('Only calls that ended so: Succeeded, Refused, or Failed for a fault of the service; left out or empty for all.', 'Succeeded')),
      From: optional(text('Entries from this moment on: YYYY-MM-DD HH:MM:SS in the time zone of the account; a bare date is its midnight.', '2026-03-01')),
      Until: optional(text('Entries before this moment, written as From.', '2026-04-01')),
      SubjectID: optional(
        text('Only entries that name this identifier: of a list, a campaign, a segment, a template, a key, a person or another object.', id('b')),
      ),
      FoldReads: booleanOrAbsent(
        'Whether reads, and changes that come by the dozen, are one line with a count for each caller, subject and day. Left out: each entry is a line.',
        false,
      ),
      Fold: optional(text('The Fold of a line: its entries one by one. Other filters but ClientID are not looked at.', '')),
      ...page,
    },
    result: U(AuditPage),
    refusals: ['InvalidDate', 'InvalidClientId'],
  }),
  'Audit.ListActors': card('ListAuditActors', part('Audit'), 'read', {
    summary: 'People and keys of which the audit log has entries, by name, at most 1000; for callers of some clients those among the newest 5000 entries.',
    parameters: { ApiKey },
    result: U(list(AuditActorName)),
    refusals: [],
  }),
}
