/**
 * The background work of feeds: looks at those that are due, makes a campaign of what is new, and has it sent or approved. A run makes one
 * campaign at most: the draft, the items that it has shown and the end of the claim are one transaction. See docs/feeds.md.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { type EventType, recordEvents } from '../../store/events/events.ts'
import { feedsChannel, renewFeeds } from '../../store/feeds/feeds.ts'
import {
  claimFeed,
  type FeedAtWork,
  type FeedClaim,
  feedClaims,
  findMade,
  insertRun,
  noteItems,
  readFeedAtWork,
  readUnknownKeys,
  recordOutcome,
  type SeenChange,
  settleFeed,
} from '../../store/feeds/runs.ts'
import { ClaimLost } from '../../store/jobs/claiming.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import type { CampaignRef } from '../access/access.ts'
import { workOnClaimed } from '../background/ranged.ts'
import type { Saved } from '../campaigns/drafting/draft-editing.ts'
import type { FeedItem } from '../content/feeds/feed.ts'
import { mostRecipientsOf } from './feeds.ts'
import { lookAtFeed } from './look.ts'
import { type MakingParts, makeCampaign } from './making.ts'
import { nextRun } from './schedule.ts'

/** What becomes of a draft: done by the operations that a person would use, in the name of the service. */
export interface FeedSender {
  /** @throws Refusal as sendCampaign does */
  send(campaign: CampaignRef, confirmationEmail: string, mostRecipients: number): Promise<void>
  /** @throws Refusal as requestApproval does */
  requestApproval(campaign: CampaignRef): Promise<void>
}

export interface FeedParts extends MakingParts {
  readonly sender: FeedSender
  /** False while nothing may be sent, because this database may be older than its mails. */
  readonly holds?: (() => Promise<readonly { readonly kind: string }[]>) | undefined
  readonly log: Log
  readonly pollMs?: number
}

const minute = 60_000
const day = 1440 * minute

export const feedRules = {
  /** A feed that fails is tried again after five minutes, then twice as long each time, a day at most. */
  firstPauseMs: 5 * minute,
  longestPauseMs: day,
  /** The owner is mailed after so many failures in a row: a server that restarts is no news. */
  failuresToMail: 3,
  /** A feed that fails for so long stops. */
  stopAfterMs: 30 * day,
  /** A feed that could not be read for longer than this at its time waits for its hour of the next day: nothing is sent at night. */
  lateMs: 180 * minute,
  /** Items older than the feed here by so much are not new, whatever they are called. */
  backdatedMs: 7 * day,
  /** Items that the feed has not had for so long are forgotten. */
  forgetMs: 400 * day,
  /** Runs that are kept. */
  runs: 100,
} as const

export function startFeeds(parts: FeedParts): Poller {
  return startPoller({
    name: 'feeds',
    every: parts.pollMs ?? 30_000,
    work: stopping => workOnFeed(parts, stopping),
    listen: wake => parts.db.listen(feedsChannel, wake),
    log: parts.log,
  })
}

/** Looks at the feed that has been due for longest. @returns whether there may be more */
export async function workOnFeed(parts: FeedParts, stopping: AbortSignal): Promise<boolean> {
  const { db, holds = async () => [] } = parts
  const standing = await holds()
  if (standing.length > 0) {
    // what a restored or copied database does not know to be mailed may have been
    if (standing.some(({ kind }) => /restored|copied/.test(kind))) await renewFeeds(db)
    return false
  }
  return workOnClaimed(db, stopping, {
    claims: feedClaims,
    claim: claimFeed,
    idOf: ({ feedId }) => feedId,
    work: claim => workOn(parts, claim),
    async giveUp(claim) {
      const feed = await readFeedAtWork(db, claim)
      if (feed) await stop(parts, feed, 'The feed was not worked off in ten attempts.')
    },
  })
}

async function workOn(parts: FeedParts, claim: FeedClaim): Promise<void> {
  const feed = await readFeedAtWork(parts.db, claim)
  if (!feed) return
  if (feed.pending) await deliver(parts, feed, feed.pending)
  else await look(parts, feed)
}

async function look(parts: FeedParts, feed: FeedAtWork): Promise<void> {
  const { etag, lastModified, notedAt, settings } = feed
  const known = notedAt === null || (etag === '' && lastModified === '') ? undefined : { etag, lastModified }
  const seen = await lookAtFeed(parts, feed.clientId, settings.url, known)
  if (seen.kind === 'problem') return fail(parts, feed, seen.problem)
  const at = parts.now()
  const { db } = parts
  const change = {
    state: 'waiting',
    problem: '',
    problemAt: null,
    failures: 0,
    nextAt: await next(parts, feed),
  } as const
  if (notedAt !== null && isLate(feed, at)) {
    const nextAt = await nextRun(db, { ...settings, every: 'Daily' }, feed.timeZone, at)
    return end(parts, feed, { ...change, nextAt }, async () => {})
  }
  if (seen.kind === 'unchanged') {
    return end(parts, feed, change, async sql => void (await record(sql, feed, { at, items: 0, newItems: 0 })))
  }
  const { items, olderKeys } = seen.feed
  const keysOf = (some: readonly FeedItem[]) => some.flatMap(({ keys }) => keys)
  const noting = { at, before: new Date(at.getTime() - feedRules.forgetMs) }
  if (notedAt === null) {
    return end(parts, feed, { ...change, ...seen.version, notedAt: at }, sql =>
      noteItems(sql, feed, [...keysOf(items), ...olderKeys], noting),
    )
  }
  const unknown = await readUnknownKeys(db, feed, keysOf(items))
  const isNew = ({ keys, date }: FeedItem) =>
    keys.every(key => unknown.has(key)) &&
    (date === '' || Date.parse(date) > feed.createdAt.getTime() - feedRules.backdatedMs)
  const news = items.filter(isNew)
  const run = { at, items: items.length, newItems: news.length }
  const others = (left: readonly FeedItem[]) => [...keysOf(items.filter(item => !left.includes(item))), ...olderKeys]
  if (news.length < settings.minItems) {
    return end(parts, feed, { ...change, ...seen.version }, async sql => {
      await noteItems(sql, feed, others(news), noting)
      await record(sql, feed, run)
    })
  }
  const shown = news.slice(0, settings.maxItems)
  const left = news.slice(settings.maxItems)
  // what is left is for the next run, which has to read the document again
  const version = left.length > 0 ? { etag: '', lastModified: '' } : seen.version
  const isPending = settings.action !== 'Draft'
  const made = async (sql: Transaction, { CampaignID }: Saved) => {
    const campaignId = await findMade(sql, feed.clientId, CampaignID)
    if (!(await record(sql, feed, { ...run, campaignId }))) throw new ClaimLost('The run has made a campaign already.')
    await noteItems(sql, feed, others(left), noting)
    // what is pending is worked off at once
    const rest = isPending ? { pendingCampaignId: campaignId, nextAt: feed.dueAt } : {}
    await settleFeed(sql, feed, { ...change, ...version, ...rest })
    await publish(sql, feed, 'feed.campaign_made', at, { CampaignID, Items: shown.length })
    await publishRecovery(sql, feed, at)
  }
  try {
    await makeCampaign(parts, feed, { title: feed.title, settings, feed: seen.feed, items: shown }, made)
  } catch (error) {
    if (!(error instanceof Refusal) || temporary.has(error.refusal)) throw error
    await stop(parts, feed, sentenceOf(error))
  }
}

/** Whether a run succeeds long after its time, because the feed could not be read. */
function isLate({ failures, problemAt }: FeedAtWork, at: Date): boolean {
  return failures > 0 && problemAt !== null && at.getTime() - problemAt.getTime() > feedRules.lateMs
}

/** Refusals that say nothing of the feed. */
const temporary: ReadonlySet<Refusal['refusal']> = new Set(['RequestTimeout', 'StaleRevision'])

const gone: Partial<Readonly<Record<Refusal['refusal'], string>>> = {
  InvalidListIds: 'A list that the feed goes to was deleted.',
  InvalidSegments: 'A segment that the feed goes to was deleted.',
  InvalidTemplateId: 'The template of the feed was deleted.',
}

function sentenceOf(error: Refusal): string {
  return gone[error.refusal] ?? `${error.title}: ${error.detail ?? ''}`.slice(0, 500).toWellFormed()
}

/** Has a draft that was made sent, or approved; a draft that a person has sent, changed or deleted meanwhile is theirs. */
async function deliver(parts: FeedParts, feed: FeedAtWork, pending: NonNullable<FeedAtWork['pending']>): Promise<void> {
  const campaign = { ...feed, campaignId: pending.campaignId, campaignPublicId: pending.publicId }
  const outcome = pending.isDraft ? await submit(parts, feed, campaign) : { said: '', problem: '' }
  const at = parts.now()
  const change = { pendingCampaignId: null, nextAt: await next(parts, feed) }
  const failed = outcome.problem === '' ? {} : { problem: outcome.problem, problemAt: at }
  await end(parts, feed, { ...change, ...failed }, async sql => {
    await recordOutcome(sql, feed, pending.campaignId, outcome.problem || outcome.said)
    if (outcome.problem === '') return
    await publish(sql, feed, 'feed.failed', at, { Problem: outcome.problem, Stopped: false })
    await mail(sql, feed, 'not sent')
  })
}

async function submit({ sender, db }: FeedParts, feed: FeedAtWork, campaign: CampaignRef) {
  const { settings, clientEmail } = feed
  const ask = () => sender.requestApproval(campaign)
  const said = { sent: 'It was sent.', asked: 'Approval was asked for.' }
  try {
    if (settings.action === 'Send') {
      try {
        await sender.send(campaign, clientEmail, await mostRecipientsOf(db, feed, settings))
        return { said: said.sent, problem: '' }
      } catch (error) {
        // where the client requires an approval, nothing is sent without it
        if (!(error instanceof Refusal) || error.refusal !== 'ApprovalRequired') throw error
      }
    }
    await ask()
    return { said: said.asked, problem: '' }
  } catch (error) {
    if (!(error instanceof Refusal) || temporary.has(error.refusal)) throw error
    if (error.refusal === 'ApprovalAlreadyRequested') return { said: said.asked, problem: '' }
    return {
      said: '',
      problem: `The campaign is a draft: ${error.title}. ${error.detail ?? ''}`.slice(0, 500).toWellFormed(),
    }
  }
}

/** Is tried again, later each time; its owner learns of it when that goes on. */
async function fail(parts: FeedParts, feed: FeedAtWork, problem: string): Promise<void> {
  const at = parts.now()
  const failures = feed.failures + 1
  const problemAt = feed.failures > 0 && feed.problemAt ? feed.problemAt : at
  if (at.getTime() - problemAt.getTime() > feedRules.stopAfterMs) return stop(parts, feed, problem)
  const pause = Math.min(feedRules.firstPauseMs * 2 ** Math.min(failures - 1, 20), feedRules.longestPauseMs)
  const change = { state: 'failing', problem, problemAt, failures, nextAt: new Date(at.getTime() + pause) } as const
  await transaction(parts.db, async sql => {
    await settleFeed(sql, feed, change)
    if (failures === 1) await publish(sql, feed, 'feed.failed', at, { Problem: problem, Stopped: false })
    if (failures === feedRules.failuresToMail) await mail(sql, feed, 'failing')
  })
}

/** Nothing more is done until a person changes the feed. */
async function stop(parts: FeedParts, feed: FeedAtWork, problem: string): Promise<void> {
  const at = parts.now()
  await transaction(parts.db, async sql => {
    await settleFeed(sql, feed, { state: 'stopped', problem, problemAt: at })
    await publish(sql, feed, 'feed.failed', at, { Problem: problem, Stopped: true })
    await mail(sql, feed, 'stopped')
  })
}

async function end(
  parts: FeedParts,
  feed: FeedAtWork,
  change: SeenChange,
  also: (sql: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(parts.db, async sql => {
    await settleFeed(sql, feed, change)
    await also(sql)
    if (change.failures === 0) await publishRecovery(sql, feed, parts.now())
  })
}

/** After this run, also where the clock of this process is behind that of the database. */
function next({ db, now }: FeedParts, { settings, timeZone, dueAt }: FeedAtWork): Promise<Date> {
  return nextRun(db, settings, timeZone, new Date(Math.max(now().getTime(), dueAt.getTime())))
}

function record(
  sql: Transaction,
  feed: FeedAtWork,
  run: { readonly at: Date; readonly items: number; readonly newItems: number; readonly campaignId?: number },
): Promise<boolean> {
  return insertRun(sql, feed, { dueAt: feed.dueAt, campaignId: null, ...run }, feedRules.runs)
}

async function publishRecovery(sql: Transaction, feed: FeedAtWork, at: Date): Promise<void> {
  if (feed.failures > 0) await publish(sql, feed, 'feed.recovered', at, {})
}

async function publish(
  sql: Transaction,
  { clientId, publicId, title }: FeedAtWork,
  type: Extract<EventType, `feed.${string}`>,
  at: Date,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordEvents(sql, [{ clientId, type, at, data: { FeedID: publicId, Title: title, ...more } }])
}

function mail(
  sql: Transaction,
  { clientId, feedId }: FeedAtWork,
  about: 'failing' | 'stopped' | 'not sent',
): Promise<void> {
  return enqueue(sql, 'feedMail', { clientId, feedId, about })
}
