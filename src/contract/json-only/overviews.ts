/** What lists, page by page, and what sums up. */
import * as overview from '../overview-records.ts'
import { type Access, key, ofCampaign, ofClient, ofList, on, type Row, row, U } from '../row.ts'
import { int, list, type Members, type Shape, text } from '../shapes.ts'

const page = { Cursor: text, Limit: int }

// biome-ignore format: a table reads by its columns
export const overviews = {
  'Subscriber.List': row('ListSubscribers', { ...ofList, State: text, Search: text, JoinedSince: text, JoinedUntil: text, Order: overview.SubscriberOrder, Fields: list(text), ...page }, U(overview.SubscriberPage), on('ListID', 'ReadAudience'), 'The subscribers of a list, page by page, by date or by address.'),
  'Suppression.List': row('ListSuppressions', { ...ofClient, Reason: text, Search: text, ...page }, U(overview.SuppressionPage), on('ClientID', 'ReadAudience'), 'The addresses no mail of a client goes to, page by page, with the reason and its evidence.'),
  'Campaign.List': row('ListCampaigns', { ...ofClient, State: text, Search: text, ...page }, U(overview.CampaignPage), on('ClientID', 'ReadReports'), 'The campaigns of a client in every state with their counts, page by page, those first that changed last.'),
  'Campaign.GetDomains': row('GetCampaignDomains', ofCampaign, U(overview.CampaignDomains), on('CampaignID', 'ReadReports'), 'A campaign by the domains of its recipients: the 50 largest, and all others together.'),
  'List.GetGrowth': row('GetListGrowth', { ...ofList, From: text, Until: text }, U(overview.ListGrowth), on('ListID', 'ReadReports'), 'How a list grew: who joined and who left, day by day.'),
  'Client.GetOverview': row('GetClientOverview', ofClient, U(overview.ClientOverview), on('ClientID', 'View'), 'How a client stands: campaigns, lists, complaints, limits, domains and what happened last, as far as the caller may read them.'),
  'Account.GetOverview': row('GetAccountOverview', { ApiKey: text, ...page }, U(overview.AccountOverview), key, 'The clients of the account that the caller reaches, page by page, those first that need a hand.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
