/** Opens and clicks as they come in: gathered, recorded raw, durable before the answer. */
import { isMachineAlone } from '../domain/bot-filter/verdicts.ts'
import { countSome } from '../domain/campaigns/reports/counting.ts'
import { type CoalesceOptions, coalesce } from '../lib/coalesce.ts'
import type { Log } from '../lib/log.ts'
import { networkOnly, type Truncation, truncateAddress } from '../lib/network-address.ts'
import { type Poller, startPoller } from '../lib/poller.ts'
import { remember } from '../lib/remember.ts'
import { storableText } from '../lib/storable-text.ts'
import type { Database, Sql } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import type { NamedCampaign, NamedRecipient } from '../store/keys.ts'
import {
  type DatedOpen,
  findHitCampaign,
  type Hit,
  type HitCampaign,
  recordDatedOpens,
  recordHits,
} from '../store/tracking/hits.ts'

/** The author of a hit: a recipient of a campaign, by the token of the link, and the data of the request. */
export interface Visit extends NamedRecipient {
  /** The network address as it is; only its beginning is kept, or nothing. */
  readonly remote: string
  readonly agent: string
  /** HEAD is kept raw and counted nowhere. Default: GET. */
  readonly method?: 'GET' | 'HEAD'
  /** The request said that it is a prefetch: the reader has not asked for it yet. */
  readonly prefetch?: boolean
}

export interface Hits {
  /** Records an open; durable when it resolves. Whether there is such a recipient. */
  open(visit: Visit): Promise<boolean>
  /** Overwrites the date of the recipient's last open, in hygiene mode and for a person's open; durable when it resolves. Nothing else is kept. */
  date(visit: Visit): Promise<void>
  /** Records a click; durable when it resolves. The link's target, or undefined when there is no such recipient or link. */
  click(visit: Visit, link: number): Promise<string | undefined>
}

export interface HitOptions {
  /** How much of a network address is kept. */
  readonly kept?: Truncation
  readonly now?: () => Date
  /** Most hits that wait to be recorded; more are refused with Overloaded. */
  readonly waiting?: number
  /** Receives a function that reads the figures of the queue, for metrics. */
  readonly onFigures?: CoalesceOptions['onFigures']
  /** There are hits to count. */
  readonly onRecorded?: () => void
}

/** A second's worth, and some megabytes. */
export const mostWaitingHits = 20_000

/** Hits that arrive together share a statement and a commit; two batches are under way at a time, so the next one grows meanwhile. */
export function createHits(
  db: Database,
  {
    kept = networkOnly,
    now = () => new Date(),
    waiting = mostWaitingHits,
    onFigures,
    onRecorded = () => {},
  }: HitOptions = {},
): Hits {
  const record = coalesce<Hit, boolean>(
    async batch => {
      const recorded = await writeTogether(db, batch, recordHits)
      onRecorded()
      return batch.map(({ campaignId }) => recorded.has(campaignId))
    },
    { most: 1000, concurrency: 2, waiting, onFigures },
  )
  const date = coalesce<DatedOpen, void>(
    async batch => {
      await writeTogether(db, batch, recordDatedOpens)
      return batch.map(() => undefined)
    },
    { most: 1000, concurrency: 1, waiting },
  )
  const campaigns = createCampaignCache(db)
  const truncate = remember(10_000, remote => truncateAddress(remote, kept))
  const machines = remember(2_000, agent => isMachineAlone({ agent, link: null, method: 'GET', prefetch: false }))

  async function hit(
    { clientId: named, campaignId, number, remote, agent, method = 'GET', prefetch = false }: Visit,
    link: number | null,
  ) {
    const campaign = await campaigns({ clientId: named, campaignId })
    if (!campaign || number < 1 || number > campaign.recipients) return undefined
    if (link !== null && (link < 1 || link > campaign.links.length)) return undefined
    const kept = { remote: truncate(remote), agent: boundAgent(agent) }
    const { clientId } = campaign
    const isMachine = isMachineVisit({ method, prefetch, agent })
    const recorded = await record({
      clientId,
      campaignId,
      number,
      link,
      at: now(),
      method,
      prefetch,
      isMachine,
      ...kept,
    })
    return recorded ? campaign : undefined
  }

  function isMachineVisit({ method, prefetch, agent }: Pick<Visit, 'method' | 'prefetch' | 'agent'>): boolean {
    return method === 'HEAD' || prefetch === true || machines(boundAgent(agent))
  }

  return {
    async date(visit) {
      const { campaignId, number } = visit
      const campaign = await campaigns(visit)
      if (!campaign || number < 1 || number > campaign.recipients || isMachineVisit(visit)) return
      await date({ clientId: campaign.clientId, campaignId, number, at: now() })
    },
    open: async visit => (await hit(visit, null)) !== undefined,
    click: async (visit, link) => (await hit(visit, link))?.links[link - 1],
  }
}

/** Writes a batch: in one statement for one client, else in a transaction with a statement for each. */
function writeTogether<Row extends { readonly clientId: number }, Written>(
  db: Database,
  batch: readonly Row[],
  write: (sql: Sql, batch: readonly Row[]) => Promise<Written>,
): Promise<Written> {
  const isOfOneClient = batch.every(({ clientId }) => clientId === batch[0]!.clientId)
  return isOfOneClient ? write(db, batch) : transaction(db, sql => write(sql, batch))
}

/** Hits of so many milliseconds are counted together, for less. */
const gatherMs = 25

/** Counts hits until stopped, half of the time at most: those that come in go first. Several processes may, one at a time does. */
export function startCounting(db: Database, log: Log): Poller {
  return startPoller({
    name: 'counting of opens and clicks',
    every: 5_000,
    rest: ({ workedMs }) => Math.max(gatherMs, workedMs),
    work: () => countSome(db),
    log,
  })
}

/** Campaigns that are remembered; beyond it the one looked up longest ago is looked up again. */
const mostCampaigns = 1000

/** Recipients and links are the same for ever once a campaign has started; whether it is deleted is asked with each batch. */
function createCampaignCache(db: Database): (named: NamedCampaign) => Promise<HitCampaign | undefined> | HitCampaign {
  const known = new Map<number, HitCampaign>()
  const ask = coalesce<NamedCampaign, HitCampaign | undefined>(asked => Promise.all(asked.map(named => look(named))))

  async function look(named: NamedCampaign) {
    const { campaignId } = named
    const campaign = known.get(campaignId) ?? (await findHitCampaign(db, named))
    if (!campaign) return undefined
    known.set(campaignId, campaign)
    for (const oldest of known.keys()) {
      if (known.size <= mostCampaigns) break
      known.delete(oldest)
    }
    return campaign
  }
  return named => known.get(named.campaignId) ?? ask(named)
}

/** The caller's own words: bounded, and free of control characters, which a column or a log line should not hold. */
export function boundAgent(agent: string): string {
  return storableText(agent, 500).replace(/[\x01-\x1f\x7f]/g, ' ')
}
