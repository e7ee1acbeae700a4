/** Campaign.List and Campaign.GetDomains. */

import { mayOnClient } from '../../domain/access/principal.ts'
import { stateNames } from '../../domain/campaign-state/state-names.ts'
import { listCampaigns } from '../../domain/campaigns/reports/campaign-list.ts'
import { readDomains } from '../../domain/campaigns/reports/domain-counts.ts'
import type { ListedCampaignRow } from '../../store/campaigns/campaign-list.ts'
import type { DomainCountRow } from '../../store/campaigns/domain-counts.ts'
import type { Handlers } from '../dependencies.ts'

export const campaignLists: Pick<Handlers, 'Campaign.List' | 'Campaign.GetDomains'> = {
  async 'Campaign.List'({ State, Search, Cursor, Limit }, { client, principal }, { db }) {
    const request = { state: State, search: Search, cursor: Cursor, limit: Limit }
    const { rows, nextCursor } = await listCampaigns(db, client, request)
    const seesCounts = mayOnClient(principal, client.clientId, 'ReadReports')
    const campaigns = rows.map(row => ({
      ...basicsOf(row),
      JudgedAtStart: row.namesSegments,
      Counts: seesCounts ? countsOf(row) : null,
    }))
    return { Campaigns: campaigns, NextCursor: nextCursor }
  },

  async 'Campaign.GetDomains'(_params, { campaign }, { db }) {
    const { counting, countedDate, domains, others, isEngagementKnown } = await readDomains(db, campaign)
    return {
      State: counting ? 'Counting' : 'Counted',
      CountedDate: countedDate,
      EngagementKnown: isEngagementKnown,
      Domains: domains?.map(domainCount) ?? null,
      Others: others ? domainCount(others) : null,
    }
  },
}

/** The record of a campaign in reports and lists. */
export function describeCampaign(row: ListedCampaignRow) {
  return { ...basicsOf(row), ...countsOf(row) }
}

function basicsOf(row: ListedCampaignRow) {
  return {
    CampaignID: row.publicId,
    Name: row.name,
    Subject: row.subject,
    State: stateNames[row.state],
    CreatedDate: row.createdDate,
    DueDate: row.dueDate,
    SentDate: row.sentDate,
    FinishedDate: row.finishedDate,
    ActiveDate: row.activeDate,
  }
}

function countsOf(row: ListedCampaignRow) {
  return {
    Recipients: row.recipients,
    Planned: row.planned,
    HandingOver: row.handingOver,
    Accepted: row.accepted,
    Deferred: row.deferred,
    Refused: row.refused,
    Unknown: row.unknown,
    Excluded: row.excluded,
    TotalOpened: row.opens,
    UniqueOpened: row.uniqueOpens,
    Clicks: row.clicks,
    UniqueClicked: row.uniqueClicks,
    HumanOpened: row.humanOpens,
    HumanUniqueOpened: row.humanUniqueOpens,
    HumanClicks: row.humanClicks,
    HumanUniqueClicked: row.humanUniqueClicks,
    Unsubscribed: row.unsubscribes,
    Bounced: row.bounces,
    Complained: row.complaints,
  }
}

function domainCount(row: DomainCountRow) {
  return {
    Domain: row.domain,
    Recipients: row.recipients,
    Accepted: row.accepted,
    Deferred: row.deferred,
    Refused: row.refused,
    Unknown: row.unknown,
    Bounced: row.bounced,
    HumanUniqueOpened: row.humanOpened,
    HumanUniqueClicked: row.humanClicked,
  }
}
