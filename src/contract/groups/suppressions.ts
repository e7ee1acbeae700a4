/** Suppression lists of the account, of a client and of a list. */

import { account, card, on, R, U } from '../card.ts'
import { longestEntries } from '../limits.ts'
import { describe, enumeration, int, list, longText, optional, record, text } from '../shapes.ts'
import { ApiKey, Deliberately, Descending, fields, id, ofClient, Page, PageSize, page, RemovedEntry, Search, SuppressedEntry } from '../words.ts'

export const SuppressionScope = enumeration('SuppressionScope', 'Account', 'Client', 'List')

export const SuppressionReason = enumeration('SuppressionReason', 'Unsubscribed', 'Bounced', 'Complained', 'Manual')

export const Suppression = record('Suppression', {
  EmailAddress: text('The address; or a domain after @; or @, the kind of hash, a colon and the hash of an address.', 'sam@reader.example'),
  Scope: describe(SuppressionScope, 'Whose entry it is: of the account, for all its clients; of the client; or of one list.', 'Client'),
  ListID: text('The list, for the Scope List; otherwise empty.', ''),
  Reason: describe(
    SuppressionReason,
    'Why no mail goes there: an opt-out from everything, a hard bounce, a complaint, or Client.AddSuppression.',
    'Complained',
  ),
  Date: text('Since when, in the time zone of the client; for a page of the account, in that of the account.', '2026-03-21 09:12:00'),
  Evidence: text(
    'How it is known, for people to read: by which way, by whom, because of which campaign, from where.',
    'a complaint report came in; campaign: Spring 2026; abuse',
  ),
})

export const SuppressionPage = record('SuppressionPage', {
  Suppressions: list(Suppression, 'The addresses of this page, in the order of their characters.'),
  NextCursor: fields.NextCursor,
})

export const SuppressionOrder = enumeration('SuppressionOrder', 'EmailAddress', 'Date')

export const NumberedSuppressionPage = record('NumberedSuppressionPage', {
  Suppressions: list(Suppression, 'The addresses of this page.'),
  Total: fields.Total,
})

/** What still keeps mail from an address after an entry was taken off. */
export const SuppressionRemoval = record('SuppressionRemoval', {
  Remaining: list(
    Suppression,
    'The entries that still stand against the address: of the account, the client and the list, or all lists where the entry was one of the client. Empty: nothing of these keeps mail from it.',
  ),
})

export const RefusedEntry = record('RefusedEntry', {
  Line: int('The number of the line in Entries, from 1.', 2),
  Text: text('The beginning of the line.', 'not an address'),
})

/** Lines is always the sum of the three counts after it. Refusals has the first 100. */
export const SuppressionImport = record('SuppressionImport', {
  Lines: int('The lines that are not blank.', 3),
  Added: int('The entries that are new on the list, or there for a complaint now.', 2),
  Present: int('The entries that were on the list before, or in a line above.', 0),
  Refused: int('The lines that are no entry.'),
  Refusals: list(RefusedEntry, 'The first 100 of the lines that are no entry.'),
})

const Reason = optional(text('Only addresses that are there for this reason; left out or empty for all.', 'Complained'))

const entryList = optional(text('The list whose entry it is; left out or empty for the client.', id('b')))

const Entries = longText(
  longestEntries,
  'At most 100,000 lines, each an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits.',
  'sam@reader.example\nnot an address\n@spam.example',
)

const reason = optional(text('Why no mail goes to these addresses; left out or empty for Manual. Domains and hashes are always Manual.', 'Complained'))

export const suppressions = {
  'Suppression.List': card('ListSuppressions', on('ClientID', 'ReadAudience'), 'bulk read', {
    summary: 'The addresses no mail of a client, or of a list, goes to, page by page, with the reason and its evidence.',
    parameters: {
      ...ofClient,
      Scope: optional(
        text(
          'Client: the entries of the client. List: those of the list that ListID names, without it of all lists of the client. Any: those of the client and of all its lists. Left out or empty for Client, with ListID for List.',
          'List',
        ),
      ),
      ListID: optional(text('The list whose entries are shown; left out or empty for what Scope says.', id('b'))),
      Reason,
      Search,
      ...page,
    },
    result: U(SuppressionPage),
    refusals: ['InvalidListId'],
  }),
  'Suppression.Page': card('GetSuppressionsByPage', on('ClientID', 'ReadAudience'), 'bulk read', {
    summary:
      'The addresses on the suppression list of a client, page by page by number, with how many there are; its rules and the lists of other scopes are not among them.',
    parameters: { ...ofClient, Page, PageSize, Order: describe(SuppressionOrder, 'By address, or by the date since when.', 'Date'), Descending },
    result: U(NumberedSuppressionPage),
    refusals: [],
  }),
  'Suppression.Add': card('AddSuppression', on('ClientID', 'Settings'), 'change', {
    summary: 'Puts an address, a domain or a hashed address on the suppression list of a client, or of a list.',
    parameters: { ...ofClient, ListID: entryList, EmailAddress: SuppressedEntry },
    result: R,
    refusals: ['InvalidEmail', 'InvalidListId'],
  }),
  'Suppression.Remove': card('RemoveSuppression', on('ClientID', 'Settings'), 'change', {
    summary: 'Takes an entry off the suppression list of a client, or of a list, and yields the entries that still stand against the address.',
    parameters: { ...ofClient, ListID: entryList, EmailAddress: RemovedEntry, Deliberately },
    result: U(SuppressionRemoval),
    refusals: ['InvalidEmail', 'InvalidListId', 'NotSuppressed', 'RemovalNotDeliberate', 'ContactErased'],
  }),
  'Suppression.Import': card('ImportSuppressions', on('ClientID', 'Settings'), 'change', {
    summary: 'Puts addresses, domains and hashed addresses on the suppression list of a client, or of a list, one a line; yields how many were new.',
    parameters: { ...ofClient, ListID: entryList, Entries, Reason: reason },
    result: U(SuppressionImport),
    refusals: ['InvalidListId'],
  }),
  'Suppression.ListOfAccount': card('ListAccountSuppressions', account('ReadAudience'), 'bulk read', {
    summary: 'The addresses no mail of any client of the account goes to, page by page, with the reason and its evidence.',
    parameters: { ApiKey, Reason, Search, ...page },
    result: U(SuppressionPage),
    refusals: [],
  }),
  'Suppression.AddToAccount': card('AddAccountSuppression', account('Settings'), 'change', {
    summary: 'Puts an address, a domain or a hashed address on the suppression list of the account, which holds for all its clients, those made later too.',
    parameters: { ApiKey, EmailAddress: SuppressedEntry },
    result: R,
    refusals: ['InvalidEmail'],
  }),
  'Suppression.RemoveFromAccount': card('RemoveAccountSuppression', account('Settings'), 'change', {
    summary: 'Takes an entry off the suppression list of the account; those of clients and lists stay.',
    parameters: { ApiKey, EmailAddress: RemovedEntry, Deliberately },
    result: R,
    refusals: ['InvalidEmail', 'NotSuppressed', 'RemovalNotDeliberate'],
  }),
  'Suppression.ImportToAccount': card('ImportAccountSuppressions', account('Settings'), 'change', {
    summary: 'Puts addresses, domains and hashed addresses on the suppression list of the account, one a line; yields how many were new.',
    parameters: { ApiKey, Entries, Reason: reason },
    result: U(SuppressionImport),
    refusals: [],
  }),
}
