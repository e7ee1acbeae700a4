/** A campaign of the new items of a feed: a draft with the settings of the feed. */
import { Refusal } from '../../contract/refusals.ts'
import type { Transaction } from '../../store/connection/database.ts'
import type { FeedSettings } from '../../store/feeds/feeds.ts'
import { readLocalTimeOf } from '../../store/local-time.ts'
import type { ClientRef } from '../access/access.ts'
import { beginDraft, type EditingParts, type Saved } from '../campaigns/drafting/draft-editing.ts'
import { noText, type ReadSource } from '../campaigns/drafting/source-kinds.ts'
import type { Feed, FeedItem } from '../content/feeds/feed.ts'
import { blockFault, type Letter } from '../content/feeds/letter.ts'
import { taskAnswer } from '../content/tasks.ts'
import { readFeedTemplate } from './feeds.ts'
import type { FeedTasks } from './look.ts'

export interface MakingParts extends EditingParts {
  readonly contentTasks: EditingParts['contentTasks'] & FeedTasks
}

export interface Making {
  readonly title: string
  readonly settings: FeedSettings
  readonly feed: Pick<Feed, 'title' | 'link'>
  readonly items: readonly FeedItem[]
}

/** The histories of what feeds do by themselves name the service. */
export const feedSaver = { username: 'Lettershop', means: 'feed' } as const

/**
 * @param onMade part of the transaction that makes the draft
 * @throws Refusal InvalidListIds, InvalidSegments, InvalidTemplateId, InvalidFeed, and as beginDraft does
 */
export async function makeCampaign(
  parts: MakingParts,
  client: ClientRef,
  making: Making,
  onMade: (sql: Transaction, saved: Saved) => Promise<void>,
): Promise<void> {
  const { settings, title } = making
  const page = settings.template === '' ? null : await readFeedTemplate(parts.db, client, settings.template)
  if (page === undefined) throw new Refusal('InvalidTemplateId', 'The template was deleted.')
  const fault = page === null ? undefined : blockFault(page)
  if (fault !== undefined) throw new Refusal('InvalidFeed', fault)
  const own = await letterOf(parts, client, making, null)
  const { fromName, fromEmail, replyTo, audience } = settings
  await beginDraft(
    parts,
    client,
    {
      ...{ Name: null, Preheader: null, Tracking: null, Utm: null, AsksForConsent: null, InlineCss: null },
      ...{ Subject: own.subject, FromName: fromName, FromEmail: fromEmail, ReplyTo: replyTo, Audience: audience },
      Content:
        page === null ? { Kind: 'Mjml', Mjml: own.mjml ?? '' } : { Kind: 'Regions', TemplateID: settings.template },
    },
    feedSaver,
    onMade,
    {
      named: `${title} ${(await readLocalTimeOf(parts.db, parts.now(), client.timeZone)).slice(0, 10)}`,
      changeSource: async source => (page === null ? source : filledSource(parts, client, making, source)),
    },
  )
}

/** A letter as a preview shows it: its subject, and HTML without the files of its template. @throws Refusal as makeCampaign does */
export async function previewLetter(parts: MakingParts, client: ClientRef, making: Making) {
  const { template } = making.settings
  const page = template === '' ? null : await readFeedTemplate(parts.db, client, template)
  if (page === undefined) throw new Refusal('InvalidTemplateId', 'The template was deleted.')
  const letter = await letterOf(parts, client, making, page)
  if (letter.mjml === undefined) return { subject: letter.subject, html: await filledHtml(parts, client, letter.html) }
  const compiled = await taskAnswer(
    'InvalidMjml',
    parts.contentTasks.compileMjml({ source: letter.mjml }, { key: client.clientId }),
  )
  return { subject: letter.subject, html: compiled.html }
}

function letterOf(
  parts: MakingParts,
  client: ClientRef,
  { settings, feed, items }: Making,
  html: string | null,
): Promise<Letter> {
  const { subject, language } = settings
  const input = { html, subject, feed, items, language, timeZone: client.timeZone }
  return taskAnswer('InvalidFeed', parts.contentTasks.feedLetter(input, { key: client.clientId }))
}

/** The page of a template with the items in it, as HTML of the draft's own; files of the template are copied for it. */
async function filledSource(
  parts: MakingParts,
  client: ClientRef,
  making: Making,
  source: ReadSource,
): Promise<ReadSource> {
  const { html = '' } = await letterOf(parts, client, making, source.text.html)
  return { ...source, text: { ...noText, kind: 'html', html: await filledHtml(parts, client, html) } }
}

async function filledHtml({ contentTasks }: MakingParts, { clientId }: ClientRef, html: string): Promise<string> {
  return (await taskAnswer('TooManyRegions', contentTasks.fillRegions({ html, values: [] }, { key: clientId }))).html
}
