/** Report.*: links to the report of a campaign. */
import {
  listReportLinks,
  revokeReportLink,
  type SharedReport,
  shareReport,
} from '../domain/campaigns/reports/report-links.ts'
import type { ReportLinkRow } from '../store/campaigns/report-links.ts'
import type { Dependencies, HandlersOf } from './dependencies.ts'

export const reportLinks: HandlersOf<'Report'> = {
  async 'Report.Share'({ Label, ExpiresDate, Language }, { campaign, principal, keep }, dependencies) {
    const given = { label: Label, expiresDate: ExpiresDate, language: Language }
    const shared = await shareReport(shareParts(dependencies), campaign, given, principal.username, async (sql, made) =>
      keep?.(sql, sharedOnWire(made)),
    )
    return sharedOnWire(shared)
  },

  async 'Report.ListLinks'({ Cursor, Limit }, { campaign }, { db }) {
    const { rows, nextCursor } = await listReportLinks(db, campaign, { cursor: Cursor, limit: Limit })
    return { ReportLinks: rows.map(onWire), NextCursor: nextCursor }
  },

  'Report.Revoke': ({ ReportLinkID }, { campaign }, { db }) => revokeReportLink(db, campaign, ReportLinkID),
}

function sharedOnWire({ publicId, url, language, expiresDate }: SharedReport) {
  return { ReportLinkID: publicId, URL: url, Language: language, ExpiresDate: expiresDate }
}

const states = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const

function onWire(link: ReportLinkRow) {
  return {
    ReportLinkID: link.publicId,
    Label: link.label,
    State: states[link.state],
    Language: link.language,
    CreatedBy: link.createdBy,
    CreatedDate: link.createdAt,
    ExpiresDate: link.expiresAt,
    RevokedDate: link.revokedAt ?? '',
    Views: link.views,
    LastViewedDate: link.lastViewedAt ?? '',
  }
}

function shareParts({ db, mail: { tokens, mailLinks }, content: { findLinkPlaces } }: Dependencies) {
  return { db, tokens, mailLinks, findLinkPlaces }
}
