/** What lists, page by page, and what sums up. */
import { Contact, ContactProof } from '../contact-records.ts'
import * as overview from '../overview-records.ts'
import { type Access, account, key, ofCampaign, ofClient, ofList, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, list, longText, type Members, type Shape, text } from '../shapes.ts'

const page = { Cursor: text, Limit: int }

// biome-ignore format: a table reads by its columns
export const overviews = {
  'Subscriber.List': row('ListSubscribers', { ...ofList, State: text, Search: text, JoinedSince: text, JoinedUntil: text, Order: overview.SubscriberOrder, Fields: list(text), ...page }, U(overview.SubscriberPage), on('ListID', 'ReadAudience'), 'The subscribers of a list, page by page, by date or by address.'),
  'Subscriber.Search': row('SearchContacts', { ...ofClient, By: overview.ContactSearchBy, Search: text, ...page }, U(overview.ContactPage), on('ClientID', 'ReadAudience'), 'Contacts of a client across its lists, each with its memberships, page by page: by address, domain or name.'),
  'Subscriber.GetContact': row('GetContact', { ...ofClient, Email: text, ...page }, U(Contact), on('ClientID', 'ReadAudience'), 'One contact of a client: its memberships, consent, suppression, and a timeline of all that happened to it and to its mails, newest first, page by page.'),
  'Subscriber.GetProof': row('GetContactProof', { ...ofClient, Email: text }, U(ContactProof), on('ClientID', 'ReadAudience'), 'Everything that shows what a contact agreed to and what it was sent, in one answer: memberships with consent, suppression, and every change and mail in the order in which they happened. It is in the audit log.'),
  'Suppression.List': row('ListSuppressions', { ...ofClient, Scope: text, ListID: text, Reason: text, Search: text, ...page }, U(overview.SuppressionPage), on('ClientID', 'ReadAudience'), 'The addresses no mail of a client, or of a list, goes to, page by page, with the reason and its evidence.'),
  'Suppression.Page': row('GetSuppressionsByPage', { ...ofClient, Page: int, PageSize: int, Order: overview.SuppressionOrder, Descending: boolean }, U(overview.NumberedSuppressionPage), on('ClientID', 'ReadAudience'), 'The addresses on the suppression list of a client, page by page by number, with how many there are; its rules and the lists of other scopes are not among them.'),
  'Suppression.Add': row('AddSuppression', { ...ofClient, ListID: text, EmailAddress: text }, R, on('ClientID', 'Settings'), 'Puts an address, a domain or a hashed address on the suppression list of a client, or of a list.'),
  'Suppression.Remove': row('RemoveSuppression', { ...ofClient, ListID: text, EmailAddress: text, Deliberately: boolean }, U(overview.SuppressionRemoval), on('ClientID', 'Settings'), 'Takes an entry off the suppression list of a client, or of a list, and yields the entries that still stand against the address.'),
  'Suppression.Import': row('ImportSuppressions', { ...ofClient, ListID: text, Entries: longText(8_000_000), Reason: text }, U(overview.SuppressionImport), on('ClientID', 'Settings'), 'Puts addresses, domains and hashed addresses on the suppression list of a client, or of a list, one a line; yields how many were new.'),
  'Suppression.ListOfAccount': row('ListAccountSuppressions', { ApiKey: text, Reason: text, Search: text, ...page }, U(overview.SuppressionPage), account('ReadAudience'), 'The addresses no mail of any client of the account goes to, page by page, with the reason and its evidence.'),
  'Suppression.AddToAccount': row('AddAccountSuppression', { ApiKey: text, EmailAddress: text }, R, account('Settings'), 'Puts an address, a domain or a hashed address on the suppression list of the account, which holds for all its clients, those made later too.'),
  'Suppression.RemoveFromAccount': row('RemoveAccountSuppression', { ApiKey: text, EmailAddress: text, Deliberately: boolean }, R, account('Settings'), 'Takes an entry off the suppression list of the account; those of clients and lists stay.'),
  'Suppression.ImportToAccount': row('ImportAccountSuppressions', { ApiKey: text, Entries: longText(8_000_000), Reason: text }, U(overview.SuppressionImport), account('Settings'), 'Puts addresses, domains and hashed addresses on the suppression list of the account, one a line; yields how many were new.'),
  'Campaign.List': row('ListCampaigns', { ...ofClient, State: text, Search: text, ...page }, U(overview.CampaignPage), on('ClientID', 'View'), 'The campaigns of a client in every state, page by page, those first that changed last; with their counts for callers who may read reports.'),
  'Campaign.GetDomains': row('GetCampaignDomains', ofCampaign, U(overview.CampaignDomains), on('CampaignID', 'ReadReports'), 'A campaign by the domains of its recipients: the 50 largest, and all others together.'),
  'List.GetGrowth': row('GetListGrowth', { ...ofList, From: text, Until: text }, U(overview.ListGrowth), on('ListID', 'ReadReports'), 'How a list grew: who joined and who left, day by day.'),
  'Client.GetOverview': row('GetClientOverview', ofClient, U(overview.ClientOverview), on('ClientID', 'View'), 'How a client stands: campaigns, lists, complaints, limits, domains and what happened last, as far as the caller may read them.'),
  'Account.GetOverview': row('GetAccountOverview', { ApiKey: text, ...page }, U(overview.AccountOverview), key, 'The clients of the account that the caller reaches, page by page, those first that need a hand.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
