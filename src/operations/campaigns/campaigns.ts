/** Campaign.Create, Delete and GetLists: drafts; sending and reports have files of their own. */

import { Refusal } from '../../contract/refusals.ts'
import { createDraft } from '../../domain/campaigns/drafts.ts'
import { deleteCampaign } from '../../domain/campaigns/lifecycle.ts'
import { listsOfCampaign, wholeListsOfCampaign } from '../../store/campaigns/drafts.ts'
import { namedSegments, segmentsOfCampaign } from '../../store/lists/segments.ts'
import { actor, type Handlers } from '../dependencies.ts'
import { segmentOnWire } from '../segments.ts'
import { saver } from './drafts.ts'

export const campaigns: Pick<
  Handlers,
  'Campaign.Create' | 'Campaign.CreateFromPages' | 'Campaign.Delete' | 'Campaign.GetLists' | 'Campaign.GetAudience'
> = {
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

  async 'Campaign.CreateFromPages'(params, { client, principal, keep }, { db, fetch, contentTasks }) {
    const wanted = new Set((params.SegmentIDs ?? []).map(id => id?.toLowerCase()))
    const present = wanted.size === 0 ? [] : await namedSegments(db, client, null)
    const segments = present.filter(({ publicId }) => wanted.has(publicId))
    if (segments.length < wanted.size)
      throw new Refusal('InvalidSegments', 'SegmentIDs names no segment of this client.')
    const given = {
      name: params.Name,
      subject: params.Subject,
      fromName: params.FromName,
      fromEmail: params.FromEmail,
      replyTo: params.ReplyTo,
      htmlUrl: params.HtmlUrl,
      textUrl: params.TextUrl,
      lists: params.ListIDs ?? [],
      segments: segments.map(({ listPublicId, name }) => ({ listId: listPublicId, name })),
    }
    return createDraft({ db, fetch, contentTasks }, client, given, saver(principal), keep)
  },

  async 'Campaign.GetAudience'(_params, { campaign }, { db }) {
    const [lists, segments] = await Promise.all([wholeListsOfCampaign(db, campaign), segmentsOfCampaign(db, campaign)])
    return {
      Lists: lists.map(({ publicId, name }) => ({ ListID: publicId, Name: name })),
      Segments: segments.map(segmentOnWire),
    }
  },

  'Campaign.Delete': (_params, { campaign, principal, origin }, { db, now }) =>
    deleteCampaign(db, campaign, actor(principal, origin), now()),

  async 'Campaign.GetLists'(_params, { campaign }, { db }) {
    const lists = await listsOfCampaign(db, campaign)
    return lists.map(({ publicId, name }) => ({ ListID: publicId, Name: name }))
  },
}
