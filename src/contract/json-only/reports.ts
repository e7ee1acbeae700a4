/** The report of a campaign for who works on it, and its single recipients. */
import { CampaignRecipient } from '../own-records.ts'
import { CampaignReport, ClickMap, MailProgram, RecipientHistory } from '../report-records.ts'
import { type Access, ofCampaign, on, type Row, row, U } from '../row.ts'
import { int, list, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const reports = {
  'Campaign.GetReport': row('GetCampaignReport', ofCampaign, U(CampaignReport), on('CampaignID', 'ReadReports'), 'A campaign with its counts, what of it was measured, and its rates beside those of the client’s last ten campaigns before it.'),
  'Campaign.GetMailPrograms': row('GetCampaignMailPrograms', ofCampaign, U(list(MailProgram)), on('CampaignID', 'ReadReports'), 'What programs people read a campaign with, each recipient once, the most frequent first; machines are left out.'),
  'Campaign.GetClickMap': row('GetCampaignClickMap', ofCampaign, U(ClickMap), on('CampaignID', 'ReadReports'), 'The mail of a campaign with empty fields, and behind each link its number and the clicks of people; yields an address that shows it for 15 minutes.'),
  'Campaign.FindRecipients': row('FindCampaignRecipients', { ...ofCampaign, Search: text }, U(list(CampaignRecipient)), on('CampaignID', 'ReadReports'), 'The recipients of a campaign whose address begins with a text, at most 50.'),
  'Campaign.GetRecipientHistory': row('GetCampaignRecipientHistory', { ...ofCampaign, Number: int }, U(RecipientHistory), on('CampaignID', 'ReadReports'), 'One recipient of a campaign with everything that happened to the mail: attempts with the answers of relays, opens, clicks, and what came back.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
