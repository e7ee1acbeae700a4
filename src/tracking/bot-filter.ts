/**
 * Separates people's hits from machines'. A while after the last hit of a recipient all of its hits are classified together, and what
 * changed is added to the numbers of the campaign, its links and its hours. All of it can be done again, for all hits, when the
 * rules have changed. See docs/decisions/tracking.md#the-bot-filter-classifies-events-by-their-neighbours.
 */

import { addCounted, type Counted, count, nothingCounted } from '../domain/bot-filter/count.ts'
import { type Examination, examine } from '../domain/bot-filter/examine.ts'
import { type Rules, rules as rulesInForce } from '../domain/bot-filter/rules.ts'
import type { Log } from '../lib/log.ts'
import { type Poller, startPoller } from '../lib/poller.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { recordEvents } from '../store/events/events.ts'
import { tagClickers, untagClickers } from '../store/tags/link-tags.ts'
import {
  addEngagement,
  addHours,
  addLinks,
  addPrograms,
  findRedoneCampaign,
  type HitRecipient,
  hasNewerRules,
  leaveUnclassified,
  lockClassifying,
  markRedone,
  outdateRules,
  readNextRecipients,
  readStaleRecipients,
  rememberCounted,
} from '../store/tracking/classified.ts'
import { addEngagedHours, withdrawEngagedHours } from '../store/tracking/contact-engagement.ts'
import { mostClassified } from '../store/tracking/hit-counts.ts'
import { findEngagedHours, sumChanges } from './engagement-changes.ts'
import { eventsOf } from './engagement-events.ts'
import type { Examined } from './examined.ts'
import { tagChangesOf } from './link-tags.ts'

export interface BotFilterOptions {
  readonly rules?: Rules
  readonly now?: () => Date
  /** How long after the first unclassified hit of a recipient it is classified, in milliseconds; by then a burst is over. */
  readonly settleMs?: number
  /** Most recipients of a step. */
  readonly most?: number
}

export type Classify = () => Promise<boolean>

const defaultSettleMs = 10_000
/** Recipients, and hits, of one step: some tens of milliseconds. */
const mostRecipients = 200
const mostHits = 20_000

/** Classifies until stopped; several processes may, one at a time does. Works a quarter of the time: hits that come in go first. */
export function startBotFilter(db: Database, log: Log, options: BotFilterOptions = {}): Poller {
  return startPoller({
    name: 'classifying of opens and clicks',
    every: 2_000,
    rest: ({ workedMs }) => 3 * workedMs,
    work: botFilter(db, options),
    log,
  })
}

/** @returns a step, which does a bounded piece of work and yields whether there may be more */
export function botFilter(
  db: Database,
  {
    rules = rulesInForce,
    now = () => new Date(),
    settleMs = defaultSettleMs,
    most = mostRecipients,
  }: BotFilterOptions = {},
): Classify {
  let compared = false
  return async () => {
    if (!compared) await outdateRules(db, rules.version)
    compared = true
    return transaction(db, async sql => {
      if (!(await lockClassifying(sql))) return false
      // an older program beside a newer one leaves it to that
      if (await hasNewerRules(sql, rules.version)) return false
      const stale = limitToStep(await readStaleRecipients(sql, new Date(now().getTime() - settleMs), most))
      if (stale.length > 0) {
        await leaveUnclassified(
          sql,
          stale.filter(({ isSilent }) => isSilent),
        )
        await look(
          sql,
          stale.filter(({ isSilent }) => !isSilent),
          rules,
          true,
        )
        return true
      }
      const campaign = await findRedoneCampaign(sql)
      if (!campaign) return false
      const next = limitToStep(await readNextRecipients(sql, campaign, most))
      if (next.length > 0) await look(sql, next, rules, false)
      await markRedone(sql, campaign, next.at(-1)?.number ?? null, rules.version)
      return true
    })
  }
}

/** As many as have no more hits than a step may look at; always the first. */
function limitToStep(recipients: readonly HitRecipient[]): readonly HitRecipient[] {
  let hits = 0
  const end = recipients.findIndex(({ opens, clicks, heads }, place) => {
    hits += Math.min(opens + clicks + heads, mostClassified)
    return hits > mostHits && place > 0
  })
  return end < 0 ? recipients : recipients.slice(0, end)
}

async function look(
  sql: Transaction,
  recipients: readonly HitRecipient[],
  rules: Rules,
  publishes: boolean,
): Promise<void> {
  const found = await examine(sql, recipients, rules)
  const all = recipients.map((recipient, place): Examined => {
    const before = (recipient.counted as Counted | null) ?? nothingCounted // written below
    const { hits, verdicts } = newOf(recipient, found[place]!)
    const counted = count(hits, verdicts)
    return { recipient, hits, verdicts, before, after: recipient.isCut ? addCounted(before, counted) : counted }
  })
  const remembered = await rememberCounted(
    sql,
    recipients,
    all.map(({ after }) => after),
  )
  const looked = all.filter((_, place) => remembered.has(place))
  const { campaigns, ofLinks, ofHours, ofPrograms } = sumChanges(looked)
  if (publishes)
    await recordEvents(
      sql,
      all.flatMap((one, place) => (remembered.has(place) ? findEvents(one, found[place]!) : [])),
    )
  await addEngagement(sql, campaigns, rules.version)
  await addLinks(sql, ofLinks)
  await addHours(sql, ofHours)
  await addPrograms(sql, ofPrograms)
  const { found: foundHours, lost } = findEngagedHours(looked)
  await addEngagedHours(sql, foundHours)
  await withdrawEngagedHours(sql, lost)
  const { clicked, unclicked } = tagChangesOf(looked)
  await untagClickers(sql, unclicked)
  await tagClickers(sql, clicked)
}

/** Where earlier hits are removed, those that are left may be counted already, but for those since the first that is not. */
function newOf({ isCut, staleAt }: HitRecipient, { hits, verdicts }: Examination) {
  if (!isCut) return { hits, verdicts }
  const from = hits.findIndex(({ at }) => staleAt !== null && at >= staleAt)
  return from < 0 ? { hits: [], verdicts: [] } : { hits: hits.slice(from), verdicts: verdicts.slice(from) }
}

function findEvents(one: Examined, { setting, links }: Examination) {
  return setting ? eventsOf(one, setting, links) : []
}
