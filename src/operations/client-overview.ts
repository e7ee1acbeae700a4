/** Client.GetOverview. */
import { stateNames } from '../domain/campaign-state/state-names.ts'
import { readClientOverview } from '../domain/clients/client-overview.ts'
import type { ListOverviewRow, RecentRow, UpcomingRow } from '../store/accounts/client-overview.ts'
import type { Handlers } from './dependencies.ts'
import { namedEventOnWire } from './events.ts'

export const clientOverviews: Pick<Handlers, 'Client.GetOverview'> = {
  async 'Client.GetOverview'(_params, { client, principal }, { db, limits: { complaintLimits, dailyLimit = 0 }, now }) {
    const found = await readClientOverview(db, principal, client, { complaintLimits, dailyLimit, now: now() })
    const { standing, limit, limits } = found
    return {
      Next: found.upcoming?.map(upcoming) ?? null,
      Last: found.recent?.map(rates) ?? null,
      Lists: found.lists.map(row => list(row, found.seesCounts)),
      Standing: standing
        ? {
            Held: standing.held,
            Complaints: { Count: standing.share.complaints, Of: standing.share.mails },
            WarnAbove: percent(limits.warn),
            HoldAbove: percent(limits.hold),
          }
        : null,
      Limit: limit ? { DailyLimit: limit.limit, SentToday: limit.sentToday, NextDate: limit.nextDate } : null,
      Domains:
        found.domains?.map(({ domain, verifiedAt, checkedAt }) => ({
          Domain: domain,
          Verified: verifiedAt !== null,
          CheckedDate: checkedAt,
        })) ?? null,
      Events: found.events?.map(namedEventOnWire) ?? null,
    }
  },
}

function upcoming({ publicId, name, state, dueDate, recipients, accepted, namesSegments }: UpcomingRow) {
  return {
    CampaignID: publicId,
    Name: name,
    State: stateNames[state],
    DueDate: dueDate,
    Recipients: recipients,
    Accepted: accepted,
    JudgedAtStart: namesSegments,
  }
}

function rates(row: RecentRow) {
  const ofAccepted = (count: number) => ({ Count: count, Of: row.accepted })
  return {
    CampaignID: row.publicId,
    Name: row.name,
    SentDate: row.sentDate,
    Opened: ofAccepted(row.humanUniqueOpens),
    Clicked: ofAccepted(row.humanUniqueClicks),
    Unsubscribed: ofAccepted(row.unsubscribes),
    Bounced: { Count: row.bounces, Of: row.tried },
    Complained: ofAccepted(row.complaints),
  }
}

function list(row: ListOverviewRow, seesCounts: boolean) {
  const { publicId, title, active, joined, unsubscribed, bounced, deleted } = row
  return {
    ListID: publicId,
    Name: title,
    Counts: seesCounts
      ? { Active: active, Joined: joined, Unsubscribed: unsubscribed, Bounced: bounced, Deleted: deleted }
      : null,
  }
}

/** Such as `0.3`; empty for no limit. */
function percent(limit: number): string {
  return limit === 0 ? '' : String(limit)
}
