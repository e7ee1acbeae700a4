/** Campaign.Create, Delete and GetLists: drafts. Sending and reports are in other files. */

import type { ParamsOf } from '../../contract/operations.ts'
import { createDraft } from '../../domain/campaigns/drafting/drafts.ts'
import { createFromTemplate } from '../../domain/campaigns/drafting/from-template.ts'
import { deleteCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { readListsOfCampaign, readWholeListsOfCampaign } from '../../store/campaigns/drafts.ts'
import { readSegmentsOfCampaign } from '../../store/lists/segments.ts'
import { actor, type Handlers, sourceParts } from '../dependencies.ts'
import { segmentOnWire } from '../segments.ts'
import { saver } from './drafts.ts'

export const campaigns: Pick<
  Handlers,
  | 'Campaign.Create'
  | 'Campaign.CreateFromPages'
  | 'Campaign.CreateFromTemplate'
  | 'Campaign.Delete'
  | 'Campaign.GetLists'
  | 'Campaign.GetAudience'
> = {
  'Campaign.Create': (params, { client, principal, keep }, { db, network: { fetch }, content: { contentTasks } }) => {
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
      inlineCss: true,
    }
    return createDraft({ db, fetch, contentTasks }, client, given, saver(principal), keep)
  },

  'Campaign.CreateFromPages'(
    params,
    { client, principal, keep },
    { db, network: { fetch }, content: { contentTasks } },
  ) {
    const given = { ...givenById(params), htmlUrl: params.HtmlUrl, textUrl: params.TextUrl }
    return createDraft({ db, fetch, contentTasks }, client, given, saver(principal), keep)
  },

  'Campaign.CreateFromTemplate'(params, { client, principal, keep }, parts) {
    const given = {
      ...givenById(params),
      templateId: params.TemplateID,
      content: params.TemplateContent,
    }
    return createFromTemplate(sourceParts(parts), client, given, saver(principal), keep)
  },

  async 'Campaign.GetAudience'(_params, { campaign }, { db }) {
    const [lists, segments] = await Promise.all([
      readWholeListsOfCampaign(db, campaign),
      readSegmentsOfCampaign(db, campaign),
    ])
    return {
      Lists: lists.map(({ publicId, name }) => ({ ListID: publicId, Name: name })),
      Segments: segments.map(segmentOnWire),
    }
  },

  'Campaign.Delete': (_params, { campaign, principal, origin }, { db, now }) =>
    deleteCampaign(db, campaign, actor(principal, origin), now()),

  async 'Campaign.GetLists'(_params, { campaign }, { db }) {
    const lists = await readListsOfCampaign(db, campaign)
    return lists.map(({ publicId, name }) => ({ ListID: publicId, Name: name }))
  },
}

type ById = ParamsOf<'Campaign.CreateFromPages' | 'Campaign.CreateFromTemplate'>

/** Settings of a draft with segments by id. */
function givenById(params: ById) {
  return {
    name: params.Name,
    subject: params.Subject,
    fromName: params.FromName,
    fromEmail: params.FromEmail,
    replyTo: params.ReplyTo,
    lists: params.ListIDs ?? [],
    segments: (params.SegmentIDs ?? []).map(segmentId => ({ listId: null, name: null, segmentId })),
    inlineCss: params.InlineCss,
  }
}
