/**
 * A sender: plans what is due, claims ranges of what is being sent, and ends what is done. Any number may run, on any
 * number of machines; they meet only in the database. It notices work at once (`campaign_due`) or within a second.
 */
import type { ClientRef } from '../domain/access.ts'
import { closeCancelledCampaigns, stopCampaign } from '../domain/campaigns/steering.ts'
import { reserveToday } from '../domain/clients/daily-limits.ts'
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Tokens } from '../domain/tokens.ts'
import type { Log } from '../lib/log.ts'
import { orStopped } from '../lib/or-stopped.ts'
import { TaskFault } from '../lib/tasks.ts'
import { realTimers, type Timers } from '../lib/timers.ts'
import type { Database } from '../store/database.ts'
import { recordCampaignEvents } from '../store/events.ts'
import { enqueueAll } from '../store/jobs.ts'
import {
  addressesOf,
  type CampaignKey,
  claimLeftRange,
  claimNewRange,
  countLeases,
  giveBack,
  type Lease,
  leftCampaigns,
  openTokens,
  releaseLeases,
  settleLeft,
} from '../store/leases.ts'
import type { Entry } from '../store/ledger.ts'
import { campaignContent, finishCampaigns, sendableCampaigns } from '../store/sending.ts'
import { transaction } from '../store/transaction.ts'
import { assembleCampaign } from './compose/campaign.ts'
import type { LetterTasks } from './content-tasks.ts'
import { deliverRange, type Outage, type SendableContent } from './dispatch.ts'
import { fairShare } from './fair-share.ts'
import { bounceHard } from './group-commit.ts'
import { type Journal, openJournal } from './journal.ts'
import { createPlanner } from './planner.ts'
import { recently } from './recent.ts'
import { holdMs } from './retry.ts'
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
  /** Who signs a campaign; nobody when it is absent. */
  readonly findSigner?: FindSigner | undefined
  /** Numbers claimed at once. */
  readonly rangeSize?: number
  /** How long a silent sender keeps what it claimed. */
  readonly leaseMs?: number
  readonly pollMs?: number
  /** Asked before anything is planned or claimed: false while a guard holds sending. */
  readonly maySend?: (() => Promise<boolean>) | undefined
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
const mostCompiled = 32

export function startSender(parts: SenderParts): Sender {
  const { db, tokens, transport, subscriptions, log, contentTasks, owner, bounceDomain, findSigner } = parts
  const { now = () => new Date(), rangeSize = 4000, leaseMs = 60_000, pollMs = 1000 } = parts
  const { timers = realTimers, journals = openJournal } = parts
  const stopping = new AbortController()
  const abandoned = new AbortController()
  const outage = createOutage()
  const dispatch = {
    db,
    transport,
    places: fairShare(transport.concurrency),
    subscriptions,
    log,
    now,
    timers,
    leaseMs,
    outage,
    stopping: stopping.signal,
    abandoned: abandoned.signal,
  }
  const ranges = new Set<Promise<void>>()
  /** Campaigns that have a range whose recipients are not all handed over. */
  const busy = new Set<number>()
  const compiled = new Map<number, Promise<SendableContent | undefined>>()
  const planner = createPlanner({ db, log, contentTasks, now, stopping: stopping.signal, onPlanned: wake })
  let journal: Journal | undefined
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
        if (parts.maySend && !(await parts.maySend())) continue
        journal ??= await takeUpJournal()
        await planner.look()
        await settleHalted(journal)
        await closeCancelledCampaigns(db, now())
        await finish()
        if (outage.heldUntil(now()) === undefined) await startRanges(journal)
      } catch (error) {
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

  /** What senders before us on this machine had under way is taken up at once, if they are gone for certain. */
  async function takeUpJournal(): Promise<Journal> {
    const opened = await journals(parts.journalFolder, owner, log)
    for (const other of await opened.others()) {
      const ranges = other.dead ? await releaseLeases(db, other.owner, now()) : await countLeases(db, other.owner)
      if (ranges === 0 && other.dead) await opened.forgetOwner(other.owner)
    }
    const kept = await opened.tokens()
    const open = new Set(await openTokens(db, kept))
    for (const token of kept) if (!open.has(token)) await opened.forget(token)
    return opened
  }

  /** Ranges that were left in campaigns which are not being sent (any more): what became of them is settled all the same. */
  async function settleHalted(journal: Journal) {
    for (const key of await leftCampaigns(db, now(), mostRanges)) {
      const content = await describe(key)
      for (;;) {
        const lease = content && (await claimLeft(key, journal, content, 'abandoned'))
        if (!lease) break
        await giveBack(db, lease, now(), undefined)
      }
    }
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
        .catch(error =>
          log.error({ err: error, campaign: campaign.campaignId }, 'a range could not be sent; it is taken up again'),
        )
        .finally(() => {
          ranges.delete(range)
          if (again) wake()
        })
      ranges.add(range)
    }
  }

  /** @returns whether there was something to claim */
  async function sendRange(key: CampaignKey, journal: Journal): Promise<boolean> {
    let counted = true
    const nearlyDone = () => {
      if (!counted) return
      counted = false
      busy.delete(key.campaignId)
    }
    try {
      const content = await contentOf(key)
      const lease =
        content && ((await claimLeft(key, journal, content)) ?? (await claimNewRange(db, claimOf(key), rangeSize)))
      if (!content || !lease) return false
      const most = await reserveToday(db, lease, parts.dailyLimit ?? 0, now())
      if (most === 0) {
        await giveBack(db, lease, now(), undefined)
        return false
      }
      const record = journal.begin({ ...lease, campaignPublicId: content.campaignPublicId })
      await deliverRange(dispatch, lease, content, record, most, () => {
        nearlyDone()
        wake()
      })
      return true
    } finally {
      nearlyDone()
    }
  }

  function claimOf({ clientId, campaignId }: CampaignKey) {
    const at = now()
    return { clientId, campaignId, owner, at, expiresAt: new Date(at.getTime() + leaseMs) }
  }

  /** Takes a range up after another, and settles what the other left. */
  async function claimLeft(
    key: CampaignKey,
    journal: Journal,
    { campaignPublicId, client }: Pick<SendableContent, 'campaignPublicId' | 'client'>,
    which: 'all' | 'abandoned' = 'all',
  ): Promise<Lease | undefined> {
    const lease = await transaction(db, async sql => {
      const claim = claimOf(key)
      const taken = await claimLeftRange(sql, claim, which)
      if (!taken || taken.leftHanded < taken.low) return taken
      const left = await journal.read({ campaignPublicId, low: taken.low, token: taken.leftToken }, taken.leftOwner)
      const gone = left.outcomes.filter(({ bounce }) => bounce === 'H')
      if (gone.length > 0) await suppress(client, key, gone)
      await settleLeft(sql, taken, left, claim.at)
      return taken
    })
    if (lease) await journal.forget(lease.leftToken)
    return lease
  }

  /** Again if it was done before: it changes nothing then. */
  async function suppress(client: ClientRef, key: CampaignKey, entries: readonly Entry[]) {
    const people = await addressesOf(
      db,
      key,
      entries.map(({ number }) => number),
    )
    const byNumber = new Map(people.map(person => [person.number, person]))
    for (const entry of entries) {
      const person = byNumber.get(entry.number)
      if (person) await bounceHard(subscriptions, client, key.campaignId, person, entry)
    }
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

function createOutage(): Outage {
  let failures = 0
  let until = 0
  return {
    heldUntil: at => (at.getTime() < until ? new Date(until) : undefined),
    failed(at) {
      // what was under way together fails together, and counts once
      if (at.getTime() >= until) {
        failures++
        until = at.getTime() + holdMs(failures)
      }
      return new Date(until)
    },
    over() {
      failures = 0
      until = 0
    },
  }
}
