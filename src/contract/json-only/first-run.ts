/** The outbox of the folder transport, sample data, what is held, and which version runs. */
import * as own from '../first-run-records.ts'
import { type Access, account, ofCampaign, ofClient, on, part, R, type Row, row, U } from '../row.ts'
import { int, type Members, type Shape, text } from '../shapes.ts'

const page = { Cursor: text, Limit: int }

// biome-ignore format: a table reads by its columns
export const firstRun = {
  'Outbox.List': row('GetOutbox', { ...ofClient, CampaignID: text, ...page }, U(own.OutboxPage), on('ClientID', 'ReadReports'), 'Mails of a client that were written into the outbox folder instead of being sent, by campaign, the newest campaign first, page by page.'),
  'Outbox.GetMail': row('GetOutboxMail', { ...ofCampaign, Mail: text }, U(own.OutboxMail), on('CampaignID', 'ReadReports'), 'A mail of the outbox as it would have arrived: HTML, text and source, and addresses that show it for 15 minutes.'),

  'Sample.Create': row('CreateSampleData', { ApiKey: text }, U(own.SampleData), account('Clients'), 'Makes a client with sample lists, subscribers, a template, a draft and a campaign that was sent; of an account that has it, names it.'),
  'Sample.Remove': row('RemoveSampleData', { ApiKey: text }, R, account('Clients'), 'Removes the sample client and all that belongs to it, for good.'),

  'Hold.List': row('GetHolds', { ApiKey: text, ...page }, U(own.HoldPage), part('Draft'), 'Clients and campaigns whose sending is held, and why, the newest hold first, page by page; and what holds the whole installation.'),

  'Setup.GetVersion': row('GetServiceVersion', { ApiKey: text }, U(own.ServiceVersion), account('Settings'), 'Which version of Lettershop, Node.js and PostgreSQL runs, the number of the schema, where mail goes, and the roles of the process that answers.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
