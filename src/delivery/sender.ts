/**
 * A sender: plans what is due, claims ranges of what is being sent, and ends what is done. Any number may run, on any
 * number of machines; they meet only in the database. It notices work at once (`campaign_due`) or within a second.
 */
import type { Subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Tokens } from '../domain/tokens.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../store/database.ts'
import { enqueueAll } from '../store/jobs.ts'
import { type CampaignKey, claimLeftRange, claimNewRange, type Lease } from '../store/ledger.ts'
import { campaignContent, finishCampaigns, sendableCampaigns } from '../store/sending.ts'
import { transaction } from '../store/transaction.ts'
import { compileCampaign } from './compose/campaign.ts'
import { deliverRange, type Outage, type SendableContent } from './dispatch.ts'
import { fairShare } from './fair-share.ts'
import { planDueCampaign } from './plan.ts'
import { holdMs } from './retry.ts'
import type { Transport } from './transport.ts'

export interface SenderParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly transport: Transport
  readonly subscriptions: Pick<Subscriptions, 'bounceHard'>
  readonly log: Log
  readonly now?: () => Date
  /** Names this sender in its leases. */
  readonly owner: string
  /** Returned mail goes to `b+<token>@` this domain; the From address without one. */
  readonly bounceDomain?: string | undefined
  /** Numbers claimed at once. */
  readonly rangeSize?: number
  /** How long a silent sender keeps what it claimed. */
  readonly leaseMs?: number
  readonly pollMs?: number
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
  const { db, tokens, transport, subscriptions, log, owner, bounceDomain } = parts
  const { now = () => new Date(), rangeSize = 500, leaseMs = 60_000, pollMs = 1000 } = parts
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
    leaseMs,
    outage,
    stopping: stopping.signal,
    abandoned: abandoned.signal,
  }
  const ranges = new Set<Promise<void>>()
  /** Campaigns that have a range whose recipients are not all handed over. */
  const busy = new Set<number>()
  const compiled = new Map<number, Promise<SendableContent | undefined>>()
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
        while (!stopping.signal.aborted && (await planDueCampaign(db, now(), log)));
        await finish()
        if (outage.heldUntil(now()) === undefined) await startRanges()
      } catch (error) {
        log.error({ err: error }, 'the sender could not look for work; it tries again')
      }
    }
  }

  async function finish() {
    const ended = await transaction(db, async sql => {
      const campaigns = await finishCampaigns(sql, now())
      await enqueueAll(sql, 'sentNotice', [...campaigns])
      return campaigns
    })
    for (const { campaignId } of ended) compiled.delete(campaignId)
  }

  async function startRanges() {
    for (const campaign of await sendableCampaigns(db, now(), mostRanges * 2)) {
      if (ranges.size >= mostRanges || stopping.signal.aborted) return
      if (busy.has(campaign.campaignId)) continue
      busy.add(campaign.campaignId)
      const range = sendRange(campaign)
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
  async function sendRange(key: CampaignKey): Promise<boolean> {
    let counted = true
    const drained = () => {
      if (!counted) return
      counted = false
      busy.delete(key.campaignId)
    }
    try {
      const content = await contentOf(key)
      const lease = content && (await claim(key))
      if (!content || !lease) return false
      await deliverRange(dispatch, lease, content, () => {
        drained()
        wake()
      })
      return true
    } finally {
      drained()
    }
  }

  async function claim({ clientId, campaignId }: CampaignKey): Promise<Lease | undefined> {
    const at = now()
    const wanted = { clientId, campaignId, owner, at, expiresAt: new Date(at.getTime() + leaseMs) }
    return (await transaction(db, sql => claimLeftRange(sql, wanted))) ?? (await claimNewRange(db, wanted, rangeSize))
  }

  function contentOf(key: CampaignKey): Promise<SendableContent | undefined> {
    let content = compiled.get(key.campaignId)
    if (!content) {
      content = compile(key)
      content.catch(() => compiled.delete(key.campaignId))
      if (compiled.size >= mostCompiled) compiled.delete(compiled.keys().next().value!)
      compiled.set(key.campaignId, content)
    }
    return content
  }

  async function compile({ clientId, campaignId }: CampaignKey): Promise<SendableContent | undefined> {
    const content = await campaignContent(db, clientId, campaignId)
    if (!content?.startedAt) return undefined
    const { accountId, clientPublicId, campaignPublicId, timeZone, startedAt, atLeastOnce } = content
    return {
      client: { accountId, clientId, clientPublicId, timeZone },
      campaignId,
      campaignPublicId,
      startedAt,
      atLeastOnce,
      compiled: compileCampaign({ ...content, startedAt }, { tokens, bounceDomain }),
    }
  }

  const polling = setInterval(wake, pollMs)
  const listening = db.listen('campaign_due', wake).catch(error => {
    log.warn({ err: error }, 'no notifications from the database; the sender looks for work every second instead')
    return undefined
  })
  wake()

  return {
    wake,
    async stop(graceMs = 10_000) {
      stopping.abort()
      clearInterval(polling)
      const timer = setTimeout(() => abandoned.abort(), graceMs)
      await looking
      await Promise.all(ranges)
      clearTimeout(timer)
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
