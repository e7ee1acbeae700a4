/** Hold.*: what is held. Client.ReleaseHold lets a client send again. */
import { listHolds } from '../domain/system/holds.ts'
import type { HandlersOf } from './dependencies.ts'

export const holds: HandlersOf<'Hold'> = {
  async 'Hold.List'({ Cursor, Limit }, { principal }, { db }) {
    const { rows, nextCursor, installation } = await listHolds(db, principal, { cursor: Cursor, limit: Limit })
    return {
      Holds: rows.map(row => ({
        ClientID: row.clientPublicId,
        CompanyName: row.companyName,
        CampaignID: row.campaignPublicId ?? '',
        CampaignName: row.campaignName ?? '',
        Reason: row.reason,
        Date: row.date,
      })),
      NextCursor: nextCursor,
      Installation: installation,
    }
  },
}
