/** Campaigns in pages by number, and the tags they are found by. */
import * as pages from '../campaign-page-records.ts'
import { type Access, ofCampaign, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, list, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const campaignPages = {
  'Campaign.Page': row('GetCampaignsByPage', { ...ofClient, Kind: pages.CampaignKind, Tags: list(text), SentFrom: text, SentUntil: text, Page: int, PageSize: int, Descending: boolean }, U(pages.NumberedCampaignPage), on('ClientID', 'ReadReports'), 'The campaigns of a client that were sent, are scheduled or are drafts, page by page by number, by date, with how many there are.'),
  'Campaign.PageEvents': row('GetRecipientEventsByPage', { ...ofCampaign, Kind: pages.RecipientEventKind, Since: text, Page: int, PageSize: int, Order: pages.RecipientEventOrder, Descending: boolean }, U(pages.RecipientEventPage), on('CampaignID', 'ReadReports'), 'The recipients of a campaign, or each open, click, bounce, opt-out or complaint with its date, page by page by number, with how many there are. Opens and clicks of machines are among them.'),
  'Campaign.SetTags': row('SetCampaignTags', { ...ofCampaign, Tags: list(text) }, R, on('CampaignID', 'Draft'), 'Replaces the tags of a campaign, whatever its state.'),
  'Client.GetTags': row('GetClientTags', ofClient, U(list(pages.CampaignTag)), on('ClientID', 'View'), 'The tags of the campaigns of a client, by name, with how many campaigns have each.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
