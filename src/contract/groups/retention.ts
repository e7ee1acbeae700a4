/** How long a client keeps what grows. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, int, intOrAbsent, list, long, optional, record, text } from '../shapes.ts'
import { ofClient } from '../words.ts'

/** One of what a client keeps for a time. */
export const RetentionKind = enumeration(
  'RetentionKind',
  'RawHits',
  'OpensAndClicks',
  'Events',
  'DeletedMembers',
  'ReturnedMail',
  'ImportFiles',
  'RefusedRows',
  'Exports',
)

const kindsOfRetention =
  'RawHits (each open and click with its time, network address and program), OpensAndClicks (how often each recipient of a campaign opened and clicked), Events, DeletedMembers, ReturnedMail, ImportFiles, RefusedRows (of imports) or Exports'

/** Days are -1 for ever. */
export const KeptKind = record('KeptKind', {
  Kind: describe(RetentionKind, 'What is kept.'),
  Days: int('For how many days; -1 for ever.', 400),
  UsualDays: int('The period of the installation; -1 for ever.', 400),
  IsOwn: boolean('Whether the client chose Days itself.', false),
  LeastDays: int('The shortest period that may be chosen.', 30),
  MostDays: int('The longest period that may be chosen; -1 where it may be kept for ever.', -1),
  ChangedDate: text('When the client chose last, in its time zone; empty where it never did.', ''),
  ChangedBy: text('The person who chose; empty without a choice.', ''),
})

/** The audit log is kept for the account. */
export const ClientRetention = record('ClientRetention', {
  Kinds: list(KeptKind, 'Every kind.'),
  AuditMonths: int('Full months for which the installation keeps the audit log, besides the present one.', 24),
  BeginsAt: text('Before when nothing is removed, in UTC (ISO 8601); empty once that is past.', ''),
})

/** Count is 0 where it is not known. */
export const RetentionPreview = record('RetentionPreview', {
  Kind: describe(RetentionKind, 'What is counted.'),
  Days: int('The period that is counted with; -1 for ever.', 90),
  BeforeDate: text('What is older than this goes, in the time zone of the client; empty where nothing does.', '2026-01-01 00:00:00'),
  Known: boolean('Whether there is a count: it is given up after two seconds.'),
  Count: long('Rows that go: opens and clicks, recipients with opens or clicks, events, members, mails, files or rows; 0 where it is not known.', 12_400),
})

export const retention = {
  'Client.GetRetention': card('GetClientRetention', on('ClientID', 'View'), 'read', {
    summary: 'For how long a client keeps what grows with its campaigns, kind by kind, and what it may choose.',
    parameters: ofClient,
    result: U(ClientRetention),
    refusals: [],
  }),
  'Client.SetRetention': card('SetClientRetention', on('ClientID', 'Settings'), 'change', {
    summary: 'Chooses for how long a client keeps a kind of what grows. What is older is removed within a month; it cannot be restored.',
    parameters: {
      ...ofClient,
      Kind: text(`What is kept: ${kindsOfRetention}.`, 'RawHits'),
      Days: int('Days within the limits that Client.GetRetention names; -1 for ever, where MostDays is -1; 0 for the period of the installation.', 90),
    },
    result: R,
    refusals: ['InvalidParameter', 'RetentionNotAllowed'],
  }),
  'Client.PreviewRetention': card('PreviewClientRetention', on('ClientID', 'Settings'), 'read', {
    summary: 'Counts what would be removed of a client if it kept a kind for so many days, or every kind as it is kept now. Nothing is removed.',
    parameters: {
      ...ofClient,
      Kind: optional(text(`What is kept: ${kindsOfRetention}; needed with Days. Left out for every kind, with its present period.`, 'RawHits')),
      Days: intOrAbsent('Days of the kind that is named, as Client.SetRetention takes them; left out for the present period.', 90),
    },
    result: U(list(RetentionPreview, 'A count for each kind.')),
    refusals: ['InvalidParameter', 'RetentionNotAllowed'],
  }),
} as const
