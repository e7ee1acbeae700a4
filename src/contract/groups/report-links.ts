/** Links to the report of a campaign, for people without a login. */

import { card, on, R, U } from '../card.ts'
import { describe, enumeration, int, list, optional, record, text } from '../shapes.ts'
import { fields, id, ofCampaign, page } from '../words.ts'

const Language = text('The language of the page: en, de, fr or es.', 'de')

/** URL is shown once. */
export const SharedReport = record('SharedReport', {
  ReportLinkID: text('The link: 32 hexadecimal digits. Report.Revoke ends it.', id('3')),
  URL: text(
    'The link itself, to hand on: anyone who has it can read the report. It is shown this once.',
    'https://mail.spring.example/r/AQAAAAAHAAAAAAPq3mXc1v0b9Jk2sLwQ5Tz8',
  ),
  Language,
  ExpiresDate: text('When the link ends, in the time zone of the client.', '2026-06-19 09:30:00'),
})

export const ReportLinkState = enumeration('ReportLinkState', 'Active', 'Expired', 'Revoked')

export const ReportLink = record('ReportLink', {
  ReportLinkID: text('The link: 32 hexadecimal digits.', id('3')),
  Label: text('Who the link is for, as the call of Report.Share named it.', 'Board of Bloom'),
  State: describe(ReportLinkState, 'Whether the link works, has come to its end, or was revoked.'),
  Language,
  CreatedBy: text('The name of the login, person or key that shared the report.', 'carla'),
  CreatedDate: text('When the report was shared, in the time zone of the client.', '2026-03-21 09:30:00'),
  ExpiresDate: text('When the link ends or ended by itself, in the time zone of the client.', '2026-06-19 09:30:00'),
  RevokedDate: text('When it was revoked, in the time zone of the client; empty if it was not.', ''),
  Views: int('How often the page or its download was opened, by people and by programs that look at links.', 12),
  LastViewedDate: text('When it was opened last, in the time zone of the client; empty before.', '2026-03-22 10:04:00'),
})

export const ReportLinkPage = record('ReportLinkPage', {
  ReportLinks: list(ReportLink, 'The links of this page, the newest first.'),
  NextCursor: fields.NextCursor,
})

export const reportLinks = {
  'Report.Share': card('ShareReport', on('CampaignID', 'ReadReports'), 'prepared create', {
    summary:
      'Makes a link to a page with the report of a campaign, which anyone who has the link can read without a login until it ends; yields the link, this once.',
    parameters: {
      ...ofCampaign,
      Label: optional(text('Who the link is for, one line of at most 100 characters; the page does not show it.', 'Board of Bloom')),
      ExpiresDate: optional(
        text(
          'When the link ends: YYYY-MM-DD HH:MM:SS in the time zone of the client, within 366 days; left out or empty for 90 days from now.',
          '2026-06-19 09:30:00',
        ),
      ),
      Language: optional(
        text(
          'The language of the page: en, de, fr or es, also with a region such as de-AT; left out or empty for that of the first list of the campaign.',
          'de',
        ),
      ),
    },
    result: U(SharedReport),
    refusals: ['InvalidDate', 'InvalidLanguage', 'CampaignNotStarted', 'PublicUrlRequired', 'TooManyReportLinks'],
  }),
  'Report.ListLinks': card('GetReportLinks', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'The links to the report of a campaign, newest first, page by page, those that ended too; the URLs are not among it.',
    parameters: { ...ofCampaign, ...page },
    result: U(ReportLinkPage),
    refusals: [],
  }),
  'Report.Revoke': card('RevokeReportLink', on('CampaignID', 'ReadReports'), 'change', {
    summary: 'Ends a link to the report of a campaign: from now on it leads to the page that an unknown link leads to.',
    parameters: { ...ofCampaign, ReportLinkID: text('The link to the report: 32 hexadecimal digits, as Report.ListLinks names it.', id('3')) },
    result: R,
    refusals: ['UnknownReportLink'],
  }),
}
