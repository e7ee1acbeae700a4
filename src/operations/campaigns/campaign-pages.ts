/** Campaign.Page, Campaign.PageEvents, Campaign.SetTags and Client.GetTags. */
import { readCampaignsByPage, setTags } from '../../domain/campaigns/reports/campaign-pages.ts'
import { readEventsByPage } from '../../domain/campaigns/reports/event-pages.ts'
import { readTagsOfClient } from '../../store/campaigns/tags.ts'
import { readKeptOfCampaign } from '../../store/retention/kept.ts'
import type { Handlers } from '../dependencies.ts'
import { webVersionUrl } from './web-version.ts'

export const campaignPages: Pick<
  Handlers,
  'Campaign.Page' | 'Campaign.PageEvents' | 'Campaign.SetTags' | 'Client.GetTags'
> = {
  async 'Campaign.Page'(params, { client, origin }, dependencies) {
    const { db } = dependencies
    const { rows, total } = await readCampaignsByPage(db, client, {
      kind: params.Kind,
      tags: params.Tags ?? [],
      sentFrom: params.SentFrom,
      sentUntil: params.SentUntil,
      page: params.Page,
      pageSize: params.PageSize,
      descending: params.Descending,
    })
    const campaigns = rows.map(row => ({
      CampaignID: row.publicId,
      Name: row.name,
      Subject: row.subject,
      FromName: row.fromName,
      FromEmail: row.fromEmail,
      ReplyTo: row.replyTo,
      CreatedDate: row.createdDate,
      DueDate: row.dueDate ?? '',
      SentDate: row.sentDate ?? '',
      Timezone: row.timeZoneLabel,
      Recipients: row.recipients,
      Tags: row.tags,
      WebVersionURL:
        row.sentDate === null
          ? ''
          : webVersionUrl(dependencies, origin, { clientId: client.clientId, campaignId: row.id }),
    }))
    return { Campaigns: campaigns, Total: total }
  },

  async 'Campaign.PageEvents'(params, { campaign }, { db }) {
    const { rows, total } = await readEventsByPage(db, campaign, {
      kind: params.Kind,
      since: params.Since,
      page: params.Page,
      pageSize: params.PageSize,
      order: params.Order,
      descending: params.Descending,
    })
    const events = rows.map(row => ({
      EmailAddress: row.email,
      ListID: row.listPublicId ?? '',
      Date: row.date ?? '',
      RemoteAddress: row.remote,
      URL: row.url,
      BounceType: row.bounceType,
      Reason: row.reason,
    }))
    const { hitsFromDate } = await readKeptOfCampaign(db, campaign)
    return { Events: events, Total: total, HitsFromDate: hitsFromDate ?? '' }
  },

  'Campaign.SetTags': ({ Tags }, { campaign }, { db }) => setTags(db, campaign, Tags ?? []),

  async 'Client.GetTags'(_params, { client }, { db }) {
    const tags = await readTagsOfClient(db, client.clientId)
    return tags.map(({ name, campaigns }) => ({ Name: name, Campaigns: campaigns }))
  },
}
