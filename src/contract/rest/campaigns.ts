/** Calls about campaigns of a client: which there are, drafts, sending, and their sums (reference/rest.md §2.2, 2.5). */
import { showTimeZone } from '../time-zones.ts'
import { flag, type Given, type GivenAll, integer, many, manyInPlace, object, text } from './fields.ts'
import { page, pageOf, pageQuery, readPage } from './paging.ts'
import { type RestCode, RestRefusal } from './refusals.ts'
import { call, type RestCall } from './row.ts'

const common = {
  CampaignID: text,
  Name: text,
  Subject: text,
  FromName: text,
  FromEmail: text,
  ReplyTo: text,
}
const SentCampaign = object('SentCampaign', {
  WebVersionURL: text,
  WebVersionTextURL: text,
  CampaignID: text,
  Subject: text,
  Name: text,
  FromName: text,
  FromEmail: text,
  ReplyTo: text,
  SentDate: text,
  TotalRecipients: integer,
  Tags: many(text),
})
const Draft = object('DraftCampaign', {
  ...common,
  DateCreated: text,
  PreviewURL: text,
  PreviewTextURL: text,
  Tags: many(text),
})
const Scheduled = object('ScheduledCampaign', {
  DateScheduled: text,
  ScheduledTimeZone: text,
  ...common,
  DateCreated: text,
  PreviewURL: text,
  PreviewTextURL: text,
  Tags: many(text),
})
const Tag = object('Tag', { Name: text, NumberOfCampaigns: integer })
const Audience = object('CampaignAudience', {
  Lists: many(object('AudienceList', { ListID: text, Name: text })),
  Segments: many(object('AudienceSegment', { ListID: text, SegmentID: text, Title: text })),
})
const Summary = object('CampaignSummary', {
  Name: text,
  Recipients: integer,
  TotalOpened: integer,
  Clicks: integer,
  Unsubscribed: integer,
  Bounced: integer,
  UniqueOpened: integer,
  SpamComplaints: integer,
  Forwards: integer,
  Likes: integer,
  Mentions: integer,
  WebVersionURL: text,
  WebVersionTextURL: text,
  WorldviewURL: text,
})

interface CampaignValue {
  readonly CampaignID?: string | null | undefined
  readonly Name?: string | null | undefined
  readonly Subject?: string | null | undefined
  readonly FromName?: string | null | undefined
  readonly FromEmail?: string | null | undefined
  readonly ReplyTo?: string | null | undefined
  readonly CreatedDate?: string | null | undefined
  readonly DueDate?: string | null | undefined
  readonly SentDate?: string | null | undefined
  readonly Timezone?: string | null | undefined
  readonly Recipients: number
  readonly Tags?: readonly string[] | null | undefined
  readonly WebVersionURL?: string | null | undefined
}

function commonOf(campaign: CampaignValue) {
  return {
    CampaignID: campaign.CampaignID ?? '',
    Name: campaign.Name ?? '',
    Subject: campaign.Subject ?? '',
    FromName: campaign.FromName ?? '',
    FromEmail: campaign.FromEmail ?? '',
    ReplyTo: campaign.ReplyTo ?? '',
  }
}

function sent(campaign: CampaignValue) {
  const { CampaignID, Name, Subject, ...sender } = commonOf(campaign)
  return {
    ...webVersion(campaign),
    CampaignID,
    Subject,
    Name,
    ...sender,
    SentDate: campaign.SentDate ?? '',
    TotalRecipients: campaign.Recipients,
    Tags: campaign.Tags ?? [],
  }
}

/** A text has no page. */
function webVersion({ WebVersionURL }: { readonly WebVersionURL?: string | null | undefined }) {
  return { WebVersionURL: WebVersionURL ?? '', WebVersionTextURL: '' }
}

function draft(campaign: CampaignValue) {
  return {
    ...commonOf(campaign),
    DateCreated: campaign.CreatedDate ?? '',
    PreviewURL: '',
    PreviewTextURL: '',
    Tags: campaign.Tags ?? [],
  }
}

/** A list without pages: as many as a page holds, those made last. */
const onePage = { Page: 1, PageSize: 1000, Descending: true }

const sentQuery = { ...pageQuery, tags: text, sentfromdate: text, senttodate: text }

/** @throws RestRefusal */
function sentPage(query: GivenAll<typeof sentQuery>) {
  return readPage(query, { fields: ['date'], usual: 'desc' })
}

/** A day of a query. @throws RestRefusal */
function readDay(given: string | undefined, code: RestCode): string | undefined {
  const day = given?.trim() ?? ''
  if (day === '') return undefined
  // of a day that a month does not have, JavaScript makes one of the next
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) throw new RestRefusal(code)
  return day
}

const written = {
  Name: text,
  Subject: text,
  FromName: text,
  FromEmail: text,
  ReplyTo: text,
  ListIDs: many(text),
  SegmentIDs: many(text),
  InlineCss: flag,
}
const fromPages = { ...written, HtmlUrl: text, TextUrl: text }

/** Content by position. */
const PlacedText = object('TemplateText', { Content: text, Href: text })
const PlacedImage = object('TemplateImage', { Content: text, Alt: text, Href: text })
const leaves = {
  Singlelines: manyInPlace(PlacedText),
  Multilines: manyInPlace(PlacedText),
  Images: manyInPlace(PlacedImage),
}
const PlacedItem = object('TemplateItem', { Layout: text, ...leaves })
const PlacedContent = object('TemplateContent', {
  ...leaves,
  Repeaters: manyInPlace(object('TemplateRepeater', { Items: manyInPlace(PlacedItem) })),
})
const fromTemplate = { ...written, TemplateID: text, TemplateContent: PlacedContent }

const textOf = ({ Content, Href }: Given<typeof PlacedText>) => ({ Content: Content ?? null, Href: Href ?? null })
const imageOf = ({ Alt, ...image }: Given<typeof PlacedImage>) => ({ ...textOf(image), Alt: Alt ?? null })
const leavesOf = ({ Singlelines, Multilines, Images }: GivenAll<typeof leaves>) => ({
  Singlelines: (Singlelines ?? []).map(textOf),
  Multilines: (Multilines ?? []).map(textOf),
  Images: (Images ?? []).map(imageOf),
})

function placed({ Repeaters, ...content }: Given<typeof PlacedContent>) {
  return {
    ...leavesOf(content),
    Repeaters: (Repeaters ?? []).map(({ Items }) => ({
      Items: (Items ?? []).map(({ Layout, ...item }) => ({ Layout: Layout ?? null, ...leavesOf(item) })),
    })),
  }
}

export const campaignCalls: readonly RestCall[] = [
  call('GET clients/{ClientID}/campaigns', {
    about: 'The campaigns of a client that were sent, page by page, the last first.',
    when: ({ pagedCampaigns }) => pagedCampaigns,
    query: sentQuery,
    operation: 'Campaign.Page',
    params: ({ path, query }) => {
      const { Page, PageSize, Descending } = sentPage(query)
      const SentFrom = readDay(query.sentfromdate, 'InvalidFromDate')
      const SentUntil = readDay(query.senttodate, 'InvalidToDate')
      if (SentFrom !== undefined && SentUntil !== undefined && SentFrom > SentUntil)
        throw new RestRefusal('FromAfterTo')
      const Tags = (query.tags ?? '').split(',').filter(tag => tag.trim() !== '')
      return { ...path, Kind: 'Sent', Tags, SentFrom, SentUntil, Page, PageSize, Descending }
    },
    returns: pageOf('SentCampaignPage', SentCampaign),
    answer: ({ Campaigns, Total }, { query }) => page((Campaigns ?? []).map(sent), Total, sentPage(query), 'SentDate'),
  }),
  call('GET clients/{ClientID}/campaigns', {
    about: 'The campaigns of a client that were sent, the last first; 1,000 at most.',
    when: ({ pagedCampaigns }) => !pagedCampaigns,
    operation: 'Campaign.Page',
    params: ({ path }) => ({ ...path, Kind: 'Sent', ...onePage }),
    returns: many(SentCampaign),
    answer: ({ Campaigns }) => (Campaigns ?? []).map(sent),
  }),
  call('GET clients/{ClientID}/scheduled', {
    about: 'The campaigns of a client that are scheduled; 1,000 at most.',
    operation: 'Campaign.Page',
    params: ({ path }) => ({ ...path, Kind: 'Scheduled', ...onePage }),
    returns: many(Scheduled),
    answer: ({ Campaigns }) =>
      (Campaigns ?? []).map(campaign => ({
        DateScheduled: campaign.DueDate ?? '',
        ScheduledTimeZone: showTimeZone(campaign.Timezone ?? ''),
        ...draft(campaign),
      })),
  }),
  call('GET clients/{ClientID}/drafts', {
    about: 'The drafts of a client; 1,000 at most.',
    operation: 'Campaign.Page',
    params: ({ path }) => ({ ...path, Kind: 'Draft', ...onePage }),
    returns: many(Draft),
    answer: ({ Campaigns }) => (Campaigns ?? []).map(draft),
  }),
  call('GET clients/{ClientID}/tags', {
    about: 'The tags of the campaigns of a client, by name.',
    when: ({ tags }) => tags,
    operation: 'Client.GetTags',
    params: ({ path }) => path,
    returns: many(Tag),
    answer: tags => tags.map(({ Name, Campaigns }) => ({ Name: Name ?? '', NumberOfCampaigns: Campaigns })),
  }),
  call('POST campaigns/{ClientID}', {
    about: 'Creates a draft from pages that are fetched at once, to lists, segments or both.',
    body: fromPages,
    argument: 'campaign',
    operation: 'Campaign.CreateFromPages',
    params: ({ path, body }) => ({ ...path, ...body, InlineCss: body.InlineCss ?? true }),
    // 311 is of what the page holds
    codes: { InvalidHtmlContent: data => (data?.Fetched === false ? 'HtmlUrlRequired' : undefined) },
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('POST campaigns/{ClientID}/fromtemplate', {
    about:
      'Creates a draft from a template whose regions are filled in by their position, in the order of the template; a region without a value is left out. Images are fetched at once.',
    body: fromTemplate,
    argument: 'campaign',
    operation: 'Campaign.CreateFromTemplate',
    params: ({ path, body: { TemplateContent, ...body } }) => ({
      ...path,
      ...body,
      TemplateContent: TemplateContent && placed(TemplateContent),
      InlineCss: body.InlineCss ?? true,
    }),
    codes: { InvalidTemplateId: 'UnknownTemplate' },
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('GET campaigns/{CampaignID}/listsandsegments', {
    about: 'The lists and the segments that a campaign goes to.',
    operation: 'Campaign.GetAudience',
    params: ({ path }) => path,
    returns: Audience,
    answer: ({ Lists, Segments }) => ({
      Lists: (Lists ?? []).map(({ ListID, Name }) => ({ ListID: ListID ?? '', Name: Name ?? '' })),
      Segments: (Segments ?? []).map(({ ListID, SegmentID, Title }) => ({
        ListID: ListID ?? '',
        SegmentID: SegmentID ?? '',
        Title: Title ?? '',
      })),
    }),
  }),
  call('DELETE campaigns/{CampaignID}', {
    about: 'Deletes a campaign; it can be restored for 30 days.',
    operation: 'Campaign.Delete',
    params: ({ path }) => path,
  }),
  call('POST campaigns/{CampaignID}/send', {
    about:
      'Sends a draft at once, or at a date of the client. `ConfirmationEmail` names up to five addresses with commas.',
    body: { ConfirmationEmail: text, SendDate: text },
    argument: 'schedule',
    operation: 'Campaign.Send',
    params: ({ path, body }) => ({
      ...path,
      ConfirmationEmail: body.ConfirmationEmail,
      SendDate: sendDateOf(body.SendDate),
    }),
  }),
  call('POST campaigns/{CampaignID}/sendpreview', {
    about:
      'Sends the message of a campaign to up to 15 addresses, marked as a test and counted nowhere. `Personalize` is read and not looked at.',
    body: { PreviewRecipients: many(text), Personalize: text },
    argument: 'preview',
    operation: 'Campaign.SendTest',
    params: ({ path, body }) => ({ ...path, Recipients: body.PreviewRecipients }),
    answer: results => {
      const refused = results.filter(({ State }) => State === 'Refused').map(({ EmailAddress }) => EmailAddress ?? '')
      if (refused.length === 0) return undefined
      throw new RestRefusal('InvalidPreviewRecipients', { resultData: refused })
    },
    codes: { InvalidEmail: 'InvalidPreviewRecipients' },
    resultData: ({ Recipients }) => Recipients,
  }),
  call('POST campaigns/{CampaignID}/unschedule', {
    about: 'Makes a scheduled campaign a draft again.',
    operation: 'Campaign.Unschedule',
    params: ({ path }) => path,
  }),
  call('GET campaigns/{CampaignID}/summary', {
    about: 'The sums of a campaign. Forwards, likes and mentions are 0; `WorldviewURL` is that of the web version.',
    operation: 'Campaign.GetReport',
    params: ({ path }) => path,
    returns: Summary,
    answer: ({ Campaign, WebVersionURL }) => ({
      Name: Campaign?.Name ?? '',
      Recipients: Campaign?.Recipients ?? 0,
      TotalOpened: Campaign?.TotalOpened ?? 0,
      Clicks: Campaign?.Clicks ?? 0,
      Unsubscribed: Campaign?.Unsubscribed ?? 0,
      Bounced: Campaign?.Bounced ?? 0,
      UniqueOpened: Campaign?.UniqueOpened ?? 0,
      SpamComplaints: Campaign?.Complained ?? 0,
      Forwards: 0,
      Likes: 0,
      Mentions: 0,
      ...webVersion({ WebVersionURL }),
      WorldviewURL: WebVersionURL ?? '',
    }),
  }),
]

/** `immediately` in any case, or a date with or without seconds. */
function sendDateOf(given: string | undefined): string | undefined {
  const date = given?.trim()
  if (date?.toLowerCase() === 'immediately') return 'Immediately'
  return date !== undefined && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(date) ? `${date}:00` : date
}
