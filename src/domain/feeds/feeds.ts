/** Feeds as an object of a client: made, changed, deleted, listed. See docs/feeds.md. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { readTemplatesByPublicId } from '../../store/accounts/access.ts'
import { readSources } from '../../store/campaigns/audience.ts'
import { findTemplateNow } from '../../store/campaigns/template-revisions.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  type DatedFeed,
  deleteFeed,
  type FeedAudience,
  type FeedSettings,
  findFeed,
  insertFeed,
  readFeeds,
  updateFeed,
} from '../../store/feeds/feeds.ts'
import { forgetItems } from '../../store/feeds/runs.ts'
import type { ClientRef, Principal } from '../access/access.ts'
import { mayOnClient } from '../access/principal.ts'
import { type FoundAudience, findAudience, readSettings } from '../campaigns/drafting/draft-settings.ts'
import { audienceOf } from '../campaigns/drafting/sources.ts'
import { unreadableSegment } from '../campaigns/findings/check-findings.ts'
import { confirmAbove, countAbove } from '../clients/send-confirmation.ts'
import { blockFault } from '../content/feeds/letter.ts'
import { cutPage, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { cleanLine, webAddress } from '../text-rules/single-line.ts'
import { nextRun } from './schedule.ts'

export const mostFeeds = 100
const longestTitle = 100
/** Items of one letter. */
const mostItems = 50

interface GivenSegment {
  readonly ListID?: string | null
  readonly Name?: string | null
  readonly SegmentID?: string | null
}

/** As callers give it; absent is null. */
export interface GivenFeed {
  readonly Title: string | null
  readonly Paused: boolean
  readonly URL: string | null
  readonly Audience: {
    readonly ListIDs?: readonly (string | null)[] | null
    readonly Segments?: readonly (GivenSegment | null)[] | null
    readonly ExcludedListIDs?: readonly (string | null)[] | null
    readonly ExcludedSegments?: readonly (GivenSegment | null)[] | null
  } | null
  readonly Subject: string | null
  readonly FromName: string | null
  readonly FromEmail: string | null
  readonly ReplyTo: string | null
  readonly TemplateID: string | null
  readonly Language: 'en' | 'de' | 'es' | 'fr'
  readonly Every: FeedSettings['every']
  readonly Weekday: number
  readonly MonthDay: number
  readonly Hour: number
  readonly MinItems: number
  readonly MaxItems: number
  readonly Action: FeedSettings['action']
  readonly MostRecipients: number
}

/** @returns the FeedID @throws Refusal as readFeed does, AccessDenied, TooManyFeeds */
export async function createFeed(db: Database, client: ClientRef, given: GivenFeed, by: Principal): Promise<string> {
  refuseBeyondRights(by, client, given.Action)
  return transaction(db, async sql => {
    const feed = await readGiven(sql, client, given)
    const publicId = await insertFeed(sql, client, { ...feed, personId: personOf(by) }, mostFeeds)
    if (publicId === undefined) throw new Refusal('TooManyFeeds', `A client has at most ${mostFeeds} feeds.`)
    return publicId
  })
}

/**
 * Replaces the settings. A feed that leads elsewhere begins anew: what is there is noted and not mailed.
 * @throws Refusal as createFeed does, and UnknownFeed
 */
export async function changeFeed(
  db: Database,
  client: ClientRef,
  id: string | null,
  given: GivenFeed,
  by: Principal,
  now: Date,
): Promise<void> {
  refuseBeyondRights(by, client, given.Action)
  await transaction(db, async sql => {
    const before = await findOwnFeed(sql, client, id, true)
    const feed = await readGiven(sql, client, given)
    const isOther = feed.settings.url !== before.settings.url
    if (isOther) await forgetItems(sql, before)
    const next = isOther || !before.isNoted ? undefined : await nextRun(sql, feed.settings, client.timeZone, now)
    await updateFeed(sql, before, { ...feed, personId: personOf(by) }, next)
  })
}

/** @throws Refusal UnknownFeed */
export function removeFeed(db: Database, client: ClientRef, id: string | null): Promise<void> {
  return transaction(db, async sql => deleteFeed(sql, await findOwnFeed(sql, client, id, true)))
}

/** @throws Refusal UnknownFeed */
export async function findOwnFeed(sql: Sql, client: ClientRef, id: string | null, lock = false): Promise<DatedFeed> {
  const feed = isPublicId(id) ? await findFeed(sql, client, id, lock) : undefined
  if (!feed) throw new Refusal('UnknownFeed')
  return feed
}

/** A page of feeds by title. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listFeeds(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(given, isTitleKey)
  return cutPage(await readFeeds(sql, client, after, limit + 1), limit, ({ sortTitle, feedId }) => [sortTitle, feedId])
}

function isTitleKey(values: SortKey): values is readonly [string, number] {
  return values.length === 2 && typeof values[0] === 'string' && Number.isSafeInteger(values[1])
}

/** The content of a feed is that of other pages, and its campaigns are sent without a person. @throws Refusal AccessDenied */
function refuseBeyondRights(by: Principal, { clientId }: ClientRef, action: FeedSettings['action']): void {
  if (!mayOnClient(by, clientId, 'ImportHtml'))
    throw new Refusal('AccessDenied', 'A feed needs the right ImportHtml too.')
  if (action === 'Send' && !mayOnClient(by, clientId, 'Send'))
    throw new Refusal('AccessDenied', 'A feed that sends needs the right Send too.')
}

function personOf({ kind, id }: Principal): number | null {
  return kind === 'person' ? id : null
}

async function readGiven(sql: Sql, client: ClientRef, given: GivenFeed) {
  const title = cleanLine('Title', given.Title, longestTitle)
  if (title === '') throw new Refusal('InvalidFeed', 'Title is missing.')
  const url = webAddress(given.URL)
  if (url === undefined)
    throw new Refusal('InvalidFeed', 'URL must be an http or https address of at most 2,000 characters.')
  const within = (name: NumberName, least: number, most: number) => {
    if (given[name] < least || given[name] > most) throw new Refusal('InvalidFeed', `${name} is ${least} to ${most}.`)
    return given[name]
  }
  const {
    audience,
    subject = '',
    fromName = '',
    fromEmail = '',
    replyTo = '',
  } = readSettings({
    ...{ Name: null, Preheader: null, Tracking: null, Utm: null, AsksForConsent: null, InlineCss: null },
    ...{ Subject: given.Subject ?? '', FromName: given.FromName ?? '', FromEmail: given.FromEmail ?? '' },
    ...{ ReplyTo: given.ReplyTo ?? '', Audience: given.Audience },
  })
  const places = audience && (await findAudience(sql, client, audience))
  if (!places || places.sources.length === 0) throw new Refusal('ListsRequired')
  if (fromName === '' || fromEmail === '') throw new Refusal('InvalidFeed', 'FromName and FromEmail are missing.')
  const settings: FeedSettings = {
    url,
    audience: storedAudience(given.Audience!), // it has places
    subject: subject || '[feed:title]: [item:title]',
    fromName,
    fromEmail,
    replyTo: replyTo || fromEmail,
    template: await templateOf(sql, client, given.TemplateID),
    language: given.Language,
    every: given.Every,
    weekday: within('Weekday', 1, 7),
    monthDay: within('MonthDay', 1, 31),
    hour: within('Hour', 0, 23),
    minItems: within('MinItems', 1, mostItems),
    maxItems: within('MaxItems', 1, mostItems),
    action: given.Action,
    mostRecipients: within('MostRecipients', 0, 1_000_000_000),
  }
  if (settings.maxItems < settings.minItems) throw new Refusal('InvalidFeed', 'MaxItems is less than MinItems.')
  if (settings.action === 'Send') await refuseAbove(sql, client, places, settings)
  return { title, paused: given.Paused, settings }
}

type NumberName = 'Weekday' | 'MonthDay' | 'Hour' | 'MinItems' | 'MaxItems' | 'MostRecipients'

/** The most recipients of a campaign that a feed sends. */
export async function mostRecipientsOf(
  sql: Sql,
  client: ClientRef,
  { mostRecipients }: Pick<FeedSettings, 'mostRecipients'>,
): Promise<number> {
  return mostRecipients === 0 ? confirmAbove(sql, client) : mostRecipients
}

/**
 * A campaign that is sent by itself has as many recipients as a person has allowed. It is counted again when it is sent.
 * @throws Refusal InvalidSegments, AudienceNotConfirmed
 */
async function refuseAbove(sql: Sql, client: ClientRef, places: FoundAudience, settings: FeedSettings): Promise<void> {
  const { clientId } = client
  const sources = await readSources(sql, clientId, places.sources)
  const exclusions = await readSources(sql, clientId, places.exclusions)
  const audience = await audienceOf(sql, { clientId, sources, exclusions, asksForConsent: false })
  if (audience === undefined) throw new Refusal('InvalidSegments', unreadableSegment)
  const most = await mostRecipientsOf(sql, client, settings)
  const recipients = await countAbove(sql, clientId, audience, most)
  if (recipients === undefined) return
  throw new Refusal(
    'AudienceNotConfirmed',
    `A campaign would go to ${recipients} recipients now, and is sent by itself to ${most} at most. Set MostRecipients to a number that allows it.`,
  )
}

function storedAudience(given: NonNullable<GivenFeed['Audience']>): FeedAudience {
  const clean = (text: string | null | undefined) => (text ?? '').trim()
  const lists = (ids: readonly (string | null)[] | null | undefined) =>
    (ids ?? []).map(id => clean(id).toLowerCase()).filter(id => id !== '')
  const segments = (named: readonly (GivenSegment | null)[] | null | undefined) =>
    (named ?? [])
      .map(one => ({
        ListID: clean(one?.ListID).toLowerCase(),
        Name: clean(one?.Name),
        SegmentID: clean(one?.SegmentID).toLowerCase(),
      }))
      .filter(({ ListID, Name, SegmentID }) => ListID + Name + SegmentID !== '')
  return {
    ListIDs: lists(given.ListIDs),
    Segments: segments(given.Segments),
    ExcludedListIDs: lists(given.ExcludedListIDs),
    ExcludedSegments: segments(given.ExcludedSegments),
  }
}

/** @returns the public id, or '' for none. @throws Refusal InvalidTemplateId, InvalidFeed */
async function templateOf(sql: Sql, client: ClientRef, given: string | null): Promise<string> {
  const publicId = (given ?? '').trim().toLowerCase()
  if (publicId === '') return ''
  const page = await readFeedTemplate(sql, client, publicId)
  if (page === undefined) throw new Refusal('InvalidTemplateId')
  const fault = blockFault(page)
  if (fault !== undefined) throw new Refusal('InvalidFeed', fault)
  return publicId
}

/** The page of a template of the client as it is now; undefined once it is deleted. */
export async function readFeedTemplate(sql: Sql, client: ClientRef, publicId: string): Promise<string | undefined> {
  const [template] = isPublicId(publicId) ? await readTemplatesByPublicId(sql, [publicId]) : []
  if (template?.clientId !== client.clientId) return undefined
  return (await findTemplateNow(sql, template, client.timeZone))?.html
}
