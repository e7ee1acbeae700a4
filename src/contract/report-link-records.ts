/** The record types of Report.*. Dates are in the time zone of the client. */
import { enumeration, int, list, record, text } from './shapes.ts'

export const ReportLinkState = enumeration('ReportLinkState', 'Active', 'Expired', 'Revoked')

/** URL is shown once. */
export const SharedReport = record('SharedReport', {
  ReportLinkID: text,
  URL: text,
  Language: text,
  ExpiresDate: text,
})

export const ReportLink = record('ReportLink', {
  ReportLinkID: text,
  Label: text,
  State: ReportLinkState,
  Language: text,
  CreatedBy: text,
  CreatedDate: text,
  ExpiresDate: text,
  RevokedDate: text,
  Views: int,
  LastViewedDate: text,
})

export const ReportLinkPage = record('ReportLinkPage', { ReportLinks: list(ReportLink), NextCursor: text })
