/**
 * Removes opens and clicks of each person, by campaigns. What is counted of them stays: totals, links, hours, mail programs. A campaign is
 * marked first: from then on nothing more is counted for it, and who reads it knows that the persons are unknown. Then their days go, and the rows.
 */
import { countVariants } from '../campaigns/variant-counts.ts'
import type { Database, Sql } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { type Partition, readPartitions } from '../partitions.ts'
import { perClient } from '../per-client.ts'
import { forgetEngagedDays } from '../tracking/contact-engagement.ts'
import { type Horizons, isPast } from './horizons.ts'
import { removeRows, removeUnderLock } from './removing.ts'

/** So many days later than its time a campaign goes by itself; until then with the others of its partition. */
const waitingDays = 31

interface Ended extends CampaignKey {
  /** Its time is over. */
  readonly isOver: boolean
  /** Its time has been over for as long as a partition may take. */
  readonly isOverdue: boolean
  /** It was marked, and its rows may be there. */
  readonly isOpen: boolean
}

export async function removeEngagement(db: Database, horizons: Horizons, signal: AbortSignal): Promise<void> {
  for (const partition of await readPartitions(db)) {
    if (partition.table !== 'opens') continue
    signal.throwIfAborted()
    await removePartition(db, partition, horizons, signal)
  }
}

async function removePartition(db: Database, opens: Partition, horizons: Horizons, signal: AbortSignal): Promise<void> {
  const started = await startedCampaigns(db, opens, horizons)
  if (started.length === 0) return
  const isAll = started.every(({ isOver }) => isOver)
  const going = started.filter(({ isOver, isOverdue, isOpen }) => isOpen || isOverdue || (isAll && isOver))
  if (going.length === 0) return
  const marked = await markCampaigns(db, going)
  const ids = marked.map(({ campaignId }) => campaignId)
  const goes = db`campaign_id = any(${ids}::bigint[])`
  const parts = marked.map(({ clientId, campaignId }) => db`client_id = ${clientId} and campaign_id = ${campaignId}`)
  for (const campaign of marked) await forgetEngagedDays(db, campaign, signal)
  for (const table of ['opens', 'clicks']) {
    const name = opens.name.replace(/^opens/, table)
    await removeRows(db, name, { stays: db`campaign_id <> all(${ids}::bigint[])`, goes, parts }, signal)
  }
  await perClient(marked, (clientId, own) => {
    const done = own.map(({ campaignId }) => campaignId)
    return db`
      update retention_campaigns set is_done = true
      where client_id = ${clientId} and campaign_id = any(${done}::bigint[]) and not is_done`
  })
}

/** Campaigns of a range of ids that may have rows, those that are removed left out. */
async function startedCampaigns(sql: Sql, { from, until }: Partition, horizons: Horizons): Promise<Ended[]> {
  const isOver = (days: number) =>
    sql`coalesce(${isPast(sql, sql`m.finished_at + make_interval(days => ${days})`, sql`m.client_id`, horizons)}, false)`
  const first = from === 'MINVALUE' ? 0 : Number(from)
  return sql<Ended[]>`
    select m.client_id, m.id as campaign_id, r.campaign_id is not null as is_open,
      ${isOver(0)} as is_over, ${isOver(waitingDays)} as is_overdue
    from campaigns m
    left join retention_campaigns r on r.client_id = m.client_id and r.campaign_id = m.id
    where m.id >= ${first} and m.id < ${Number(until)} and m.started_at is not null and r.is_done is not true`
}

/** @returns those that are marked: a campaign that is being sent again meanwhile is not */
async function markCampaigns(db: Database, campaigns: readonly CampaignKey[]): Promise<CampaignKey[]> {
  // under the lock: a backup that began before knows no mark, and has all rows
  return removeUnderLock(db, sql =>
    perClient(campaigns, async (clientId, own) => {
      const ids = own.map(({ campaignId }) => campaignId)
      // by their people's opens and clicks, a last time
      for (const { campaignId } of own) await countVariants(sql, { clientId, campaignId })
      await sql`
        insert into retention_campaigns (client_id, campaign_id)
        select ${clientId}, m.id from campaigns m
        where m.client_id = ${clientId} and m.id = any(${ids}::bigint[]) and m.finished_at is not null
        on conflict do nothing`
      return sql<CampaignKey[]>`
        select client_id, campaign_id from retention_campaigns
        where client_id = ${clientId} and campaign_id = any(${ids}::bigint[]) and not is_done`
    }),
  )
}
