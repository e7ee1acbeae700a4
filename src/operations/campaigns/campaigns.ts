/** Campaign.Create, Delete and GetLists: drafts; sending and reports have files of their own. */
import { createDraft } from '../../domain/campaigns/drafts.ts'
import { deleteCampaign } from '../../domain/campaigns/lifecycle.ts'
import { listsOfCampaign } from '../../store/campaigns/drafts.ts'
import { actor, type Handlers } from '../dependencies.ts'
import { saver } from './drafts.ts'

export const campaigns: Pick<Handlers, 'Campaign.Create' | 'Campaign.Delete' | 'Campaign.GetLists'> = {
  'Campaign.Create': (params, { client, principal, keep }, { db, fetch, contentTasks }) => {
    const given = {
      name: params.CampaignName,
      subject: params.CampaignSubject,
      fromName: params.FromName,
      fromEmail: params.FromEmail,
      replyTo: params.ReplyTo,
      htmlUrl: params.HtmlUrl,
      textUrl: params.TextUrl,
      lists: params.SubscriberListIDs ?? [],
      segments: (params.ListSegments ?? []).map(item => ({ listId: item?.ListID ?? null, name: item?.Name ?? null })),
    }
    return createDraft({ db, fetch, contentTasks }, client, given, saver(principal), keep)
  },

  'Campaign.Delete': (_params, { campaign, principal, origin }, { db, now }) =>
    deleteCampaign(db, campaign, actor(principal, origin), now()),

  async 'Campaign.GetLists'(_params, { campaign }, { db }) {
    const lists = await listsOfCampaign(db, campaign)
    return lists.map(({ publicId, name }) => ({ ListID: publicId, Name: name }))
  },
}
