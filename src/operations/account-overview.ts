/** Account.GetOverview. */
import { readAccountOverview } from '../domain/accounts/account-overview.ts'
import type { AccountMonth } from '../store/accounts/account-month.ts'
import type { ClientNeed, NeedsRow } from '../store/accounts/account-overview.ts'
import type { Handlers } from './dependencies.ts'

export const accountOverviews: Pick<Handlers, 'Account.GetOverview'> = {
  async 'Account.GetOverview'({ Cursor, Limit }, { principal }, { db, now }) {
    const { rows, nextCursor, month } = await readAccountOverview(
      db,
      principal,
      { cursor: Cursor, limit: Limit },
      now(),
    )
    return {
      Clients: rows.map(needsOnWire),
      NextCursor: nextCursor,
      Month: month ? monthOnWire(month) : null,
    }
  },
}

function monthOnWire({ month, campaigns, accepted, countedDate }: AccountMonth) {
  return { Month: month, CampaignsSent: campaigns, Accepted: accepted, CountedDate: countedDate }
}

const reasons = {
  held: 'Held',
  complaints: 'ComplaintsHigh',
  'campaign paused': 'CampaignPaused',
  approval: 'ApprovalAsked',
  domain: 'DomainBroken',
  webhook: 'WebhookPaused',
  import: 'ImportFailed',
  sending: 'Sending',
  scheduled: 'Scheduled',
} as const satisfies Record<ClientNeed, string>

function needsOnWire({ publicId, companyName, needs, nextDate }: NeedsRow) {
  return { ClientID: publicId, Name: companyName, Reasons: needs.map(need => reasons[need]), NextDate: nextDate }
}
