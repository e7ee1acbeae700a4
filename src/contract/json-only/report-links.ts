/** Links to the report of a campaign, for people without a login. */
import { ReportLinkPage, SharedReport } from '../report-link-records.ts'
import { type Access, ofCampaign, on, R, type Row, row, U } from '../row.ts'
import { int, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const reportLinks = {
  'Report.Share': row('ShareReport', { ...ofCampaign, Label: text, ExpiresDate: text, Language: text }, U(SharedReport), on('CampaignID', 'ReadReports'), 'Makes a link to a page with the report of a campaign, which anyone who has the link can read without a login until it ends; yields the link, this once.'),
  'Report.ListLinks': row('GetReportLinks', { ...ofCampaign, Cursor: text, Limit: int }, U(ReportLinkPage), on('CampaignID', 'ReadReports'), 'The links to the report of a campaign, newest first, page by page, those that ended too; the URLs are not among it.'),
  'Report.Revoke': row('RevokeReportLink', { ...ofCampaign, ReportLinkID: text }, R, on('CampaignID', 'ReadReports'), 'Ends a link to the report of a campaign: from now on it leads to the page that an unknown link leads to.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
