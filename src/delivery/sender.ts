/**
 * A sender: plans what is due, claims ranges of what is being sent, and ends what is done. Any number may run, on any
 * number of machines; they meet only in the database. It notices work at once (`campaign_due`) or within a second.
 */
import { closeCancelledCampaigns, stopCampaign } from '../domain/campaigns/steering.ts'
import { reserveToday } from '../domain/clients/daily-limits.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Tokens } from '../domain/tokens.ts'
import type { Log } from '../lib/log.ts'
import { orStopped } from '../lib/or-stopped.ts'
import { TaskFault } from '../lib/tasks.ts'
import { realTimers, type Timers } from '../lib/timers.ts'
import { Unavailable } from '../lib/unavailable.ts'
import type { Database } from '../store/database.ts'
import { recordCampaignEvents } from '../store/events.ts'
import { enqueueAll } from '../store/jobs.ts'
import {
  type CampaignKey,
  type Claimable,
  campaignsOf,
  claimNewRange,
  giveBack,
  type Lease,
  leftCampaigns,
  openTokens,
  serverOf,
} from '../store/leases.ts'
import { campaignContent, finishCampaigns, sendableCampaigns } from '../store/sending.ts'
import { transaction } from '../store/transaction.ts'
import { assembleCampaign } from './compose/campaign.ts'
import type { LetterTasks } from './content-tasks.ts'
import { createContinuity } from './continuity.ts'
import { type DiskSpace, writableDisk } from './disk-space.ts'
import { deliverRange, type SendableContent } from './dispatch.ts'
import { fairShare } from './fair-share.ts'
import { type Journal, openJournal } from './journal.ts'
import { leftRanges } from './left-ranges.ts'
import { createOutage } from './outage.ts'
import { persist } from './persist.ts'
import { createPlanner } from './planner.ts'
import { recently } from './recent.ts'
import type { FindSigner } from './signing.ts'
import type { Transport } from './transport.ts'

export interface SenderParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly transport: Transport
  readonly subscriptions: Pick<Subscriptions, 'bounceHard'>
  readonly log: Log
  /** Compiles campaigns. */
  readonly contentTasks: Pick<LetterTasks, 'compileDraft' | 'compileLetter'>
  readonly now?: () => Date
  readonly timers?: Timers
  /** Names this sender in its leases. */
  readonly owner: string
  /** Where its journal is, and those of senders before it on this machine. */
  readonly journalFolder: string
  readonly journals?: typeof openJournal
  /** Returned mail goes to `b+<token>@` this domain; the From address without one. */
  readonly bounceDomain?: string | undefined
  /** Finds the signer of a campaign; mails go unsigned when it is absent. */
  readonly findSigner?: FindSigner | undefined
  /** Numbers claimed at once. */
  readonly rangeSize?: number
  /** How long a silent sender keeps what it claimed. */
  readonly leaseMs?: number
  readonly pollMs?: number
  /** Asked before anything is planned or claimed: false while a guard holds sending. Holds are also asked for with each group. */
  readonly maySend?: (() => Promise<boolean>) | undefined
  /** Asked before each message: false while no heartbeat can be written, so that a restore could go unnoticed. */
  readonly isGuarded?: (() => boolean) | undefined
  /** The data folder whose holds stop this sender, besides those that stop every sender. */
  readonly holdFolder?: (() => string) | undefined
  /** Room for the journal; without it only writes that fail tell. */
  readonly disk?: DiskSpace | undefined
  /** Mails of a day for clients without a limit of their own; 0 for no limit. */
  readonly dailyLimit?: number
}

export interface Sender {
  /** Looks for work now. */
  wake(): void
  /** Hands nothing over any more, waits for open transactions for at most `graceMs`, and gives its ranges back. */
  stop(graceMs?: number): Promise<void>
}

/** Ranges under way at once; each holds at most `rangeSize` recipients in memory. */
const mostRanges = 32
/** After the database was away its other senders renew their leases first, before what has expired meanwhile is taken from them. */
const renewalMs = 10_000
/** After another server took over, senders that know more than it does hold sending, before any sender claims new numbers. */
const objectionMs = 2000
const mostCompiled = 32

export function startSender(parts: SenderParts): Sender {
  const { db, tokens, transport, subscriptions, log, contentTasks, owner, bounceDomain, findSigner } = parts
  const { now = () => new Date(), rangeSize = 4000, leaseMs = 60_000, pollMs = 1000 } = parts
  const { timers = realTimers, journals = openJournal, holdFolder = () => '', isGuarded = () => true } = parts
  const disk = parts.disk ?? writableDisk(() => now().getTime())
  const stopping = new AbortController()
  const abandoned = new AbortController()
  const outage = createOutage()
  const left = leftRanges({ db, subscriptions, now, claimOf, isKnownServer })
  const continuity = createContinuity({
    db,
    log,
    now,
    suppress: (campaign, gone) => left.suppress(campaign, campaign, gone),
  })
  const dispatch = {
    db,
    transport,
    places: fairShare(() => transport.concurrency),
    subscriptions,
    log,
    now,
    timers,
    leaseMs,
    outage,
    disk,
    continuity,
    holdFolder,
    isGuarded,
    stopping: stopping.signal,
    abandoned: abandoned.signal,
  }
  const ranges = new Set<Promise<void>>()
  /** Campaigns that have a range whose recipients are not all handed over. */
  const busy = new Set<number>()
  const compiled = new Map<number, Promise<SendableContent | undefined>>()
  const planner = createPlanner({ db, log, contentTasks, now, stopping: stopping.signal, onPlanned: wake })
  /** Tokens of the ranges at work. */
  const running = new Set<number>()
  let journal: Journal | undefined
  let isTakenUp = false
  /** Of a range that ended with an error the lease is still ours. */
  let hasFailed = false
  let leftFrom = 0
  let newFrom = 0
  let looking: Promise<void> | undefined
  let again = false

  function wake() {
    if (stopping.signal.aborted) return
    again = true
    looking ??= look().finally(() => {
      looking = undefined
      // asked for while the last look was ending
      if (again) wake()
    })
  }

  async function look() {
    while (again && !stopping.signal.aborted) {
      again = false
      try {
        journal ??= await journals(parts.journalFolder, owner, log)
        // one that has written nothing yet has to notice a fail-over too, and to wait for those that know more
        if (!isTakenUp) continuity.answered(await serverOf(db))
        if (!(await isContinuous(journal))) continue
        if (!isTakenUp) await takeUp(journal)
        isTakenUp = true
        if (hasFailed) await takeBack(journal)
        if (parts.maySend && !(await parts.maySend())) continue
        await planner.look()
        await settleHalted(journal)
        await closeCancelledCampaigns(db, now())
        await finish()
        if (outage.heldUntil(now()) === undefined && disk.full() === undefined) await startRanges(journal)
      } catch (error) {
        if (error instanceof Unavailable) leftFrom = now().getTime() + renewalMs
        log.error({ err: error }, 'the sender could not look for work; it tries again')
      }
    }
  }

  async function finish() {
    const at = now()
    const ended = await transaction(db, async sql => {
      const campaigns = await finishCampaigns(sql, at)
      await enqueueAll(sql, 'sentNotice', [...campaigns])
      await recordCampaignEvents(sql, 'campaign.finished', campaigns, at)
      return campaigns
    })
    for (const { campaignId } of ended) compiled.delete(campaignId)
  }

  /** Whether the database is known to have what we committed; if another server answers now, that is found out first. */
  async function isContinuous(journal: Journal): Promise<boolean> {
    if (continuity.isTrusted()) return true
    await continuity.hold()
    // they hand nothing over any more, and look again when they have ended
    if (ranges.size > 0) return false
    await continuity.verify(journal, owner)
    // a database that lost their return still has their leases
    hasFailed = true
    newFrom = now().getTime() + objectionMs
    return continuity.isTrusted()
  }

  /** What senders before us on this machine had under way is settled at once, if they are gone for certain. */
  async function takeUp(journal: Journal): Promise<void> {
    for (const other of await journal.others()) {
      if (!other.dead) continue
      await continuity.verifyOther(journal, other.owner)
      for (const key of await campaignsOf(db, other.owner)) await left.settle(key, { of: other.owner }, journal)
      await continuity.settleRest(journal, other.owner)
      await journal.forgetOwner(other.owner)
    }
    const kept = await journal.tokens()
    const open = new Set(await openTokens(db, kept))
    for (const token of kept) if (!open.has(token) && !running.has(token)) await journal.forget(token)
  }

  /** Ranges of this sender that ended with an error; no other sender takes them meanwhile, and its journal has all outcomes. */
  async function takeBack(journal: Journal) {
    hasFailed = false
    try {
      for (const key of await campaignsOf(db, owner)) {
        // it may be claiming one at this moment
        if (busy.has(key.campaignId)) hasFailed = true
        else await left.settle(key, { of: owner, running: [...running] }, journal)
      }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  /** Ranges that were left in campaigns which are not being sent (any more): what became of them is settled all the same. */
  async function settleHalted(journal: Journal) {
    if (now().getTime() < leftFrom) return
    for (const key of await leftCampaigns(db, now(), mostRanges))
      await left.settle(key, { which: 'abandoned', running: [...running] }, journal)
  }

  async function startRanges(journal: Journal) {
    for (const campaign of await sendableCampaigns(db, now(), mostRanges * 2)) {
      if (ranges.size >= mostRanges || stopping.signal.aborted) return
      if (busy.has(campaign.campaignId)) continue
      busy.add(campaign.campaignId)
      const range = sendRange(campaign, journal)
        .then(sent => {
          if (sent) again = true
        })
        .catch(error => {
          hasFailed = true
          log.error({ err: error, campaign: campaign.campaignId }, 'a range could not be sent; it is taken up again')
        })
        .finally(() => {
          ranges.delete(range)
          if (again || !continuity.isTrusted()) wake()
        })
      ranges.add(range)
    }
  }

  /** @returns whether there was something to claim */
  async function sendRange(key: CampaignKey, journal: Journal): Promise<boolean> {
    let counted = true
    let claimed: Lease | undefined
    const nearlyDone = () => {
      if (!counted) return
      counted = false
      busy.delete(key.campaignId)
    }
    try {
      const content = await contentOf(key)
      const at = now().getTime()
      const claimable: Claimable = { which: at < leftFrom ? 'given back' : 'all', running: [...running] }
      const lease =
        content &&
        ((await left.claim(key, content, claimable, journal)) ??
          (at < newFrom ? undefined : await claimNewRange(db, claimOf(key), rangeSize)))
      if (!content || !lease) return false
      claimed = lease
      running.add(lease.token)
      if (!isKnownServer(lease.server)) {
        await giveBack(db, lease, now(), undefined)
        return false
      }
      const most = await persist(dispatch, {}, () => reserveToday(db, lease, parts.dailyLimit ?? 0, now()))
      if (most === 0) {
        await giveBack(db, lease, now(), undefined)
        return false
      }
      const record = await begun(lease, content, journal)
      if (!record) return false
      await deliverRange(dispatch, lease, content, record, most, () => {
        nearlyDone()
        wake()
      })
      return true
    } finally {
      if (claimed) running.delete(claimed.token)
      nearlyDone()
    }
  }

  /** @returns undefined when the journal cannot be written: the range is given back */
  async function begun(lease: Lease, { campaignPublicId }: SendableContent, journal: Journal) {
    try {
      return journal.begin({ ...lease, campaignPublicId })
    } catch (error) {
      log.warn({ err: error }, 'a journal could not be begun; no recipient of the range is handed over')
      disk.failed(error)
      await giveBack(db, lease, now(), undefined)
      return undefined
    }
  }

  /** Whether the server that answered is the one whose commits are known to be whole; another one is looked at first. */
  function isKnownServer(server: string) {
    continuity.answered(server)
    return continuity.isTrusted()
  }

  function claimOf({ clientId, campaignId }: CampaignKey) {
    const at = now()
    return { clientId, campaignId, owner, at, expiresAt: new Date(at.getTime() + leaseMs) }
  }

  function contentOf(key: CampaignKey): Promise<SendableContent | undefined> {
    let content = compiled.get(key.campaignId)
    if (!content) {
      content = compile(key)
      const forget = () => compiled.delete(key.campaignId)
      content.then(found => found ?? forget(), forget)
      if (compiled.size >= mostCompiled) compiled.delete(compiled.keys().next().value!)
      compiled.set(key.campaignId, content)
    }
    return content
  }

  /** A campaign that has started. What settles its ranges needs to know no more, and does not compile it. */
  async function describe({ clientId, campaignId }: CampaignKey) {
    const content = await campaignContent(db, clientId, campaignId)
    if (!content?.startedAt) return undefined
    const { accountId, clientPublicId, campaignPublicId, timeZone, startedAt, atLeastOnce } = content
    const client = { accountId, clientId, clientPublicId, timeZone }
    return { client, campaignId, campaignPublicId, startedAt, atLeastOnce, content: { ...content, startedAt } }
  }

  /** @returns undefined for a campaign that has not started, for one that cannot be composed (it is paused), and when stopping */
  async function compile(key: CampaignKey): Promise<SendableContent | undefined> {
    const described = await describe(key)
    if (!described) return undefined
    const { content, ...campaign } = described
    try {
      const compiling = contentTasks.compileLetter(content, { key: key.clientId, repeat: true })
      const letter = await orStopped(compiling, stopping.signal)
      if (!letter) return undefined
      const sign = await findSigner?.(key.clientId, content.fromEmail)
      const options = { tokens: await tokens.signer(content.linkVersion), bounceDomain, sign }
      return { ...campaign, recent: recently(), compiled: assembleCampaign(content, letter, options) }
    } catch (error) {
      if (!(error instanceof TaskFault)) throw error
      const reason = `it cannot be composed: ${error.message}`
      await transaction(db, sql => stopCampaign(sql, key, reason, now()))
      log.error({ campaign: campaign.campaignPublicId }, `the campaign is paused: ${reason}`)
      return undefined
    }
  }

  const stopPolling = timers.every(pollMs, wake)
  const listening = db.listen('campaign_due', wake).catch(error => {
    log.warn({ err: error }, 'no notifications from the database; the sender looks for work every second instead')
    return undefined
  })
  wake()

  return {
    wake,
    async stop(graceMs = 10_000) {
      stopping.abort()
      stopPolling()
      const cancel = timers.after(graceMs, () => abandoned.abort())
      await looking
      await planner.settled()
      await Promise.all(ranges)
      cancel()
      await journal?.close()
      await (await listening)?.unlisten()
    },
  }
}
