/**
 * Who a campaign goes to is frozen when it begins: the active subscribers of its sources, one per address, numbered densely from 1. The
 * suppressed are numbered too and excluded at once, so that recipients = the sum of the states. A large audience is frozen in ranges of
 * ids, each in a transaction of its own: no transaction is long, and what subscribers do between two ranges counts. A row of
 * `campaign_freezes` states how far it is; it is gone when all is frozen, or the campaign is cancelled. Nothing is sent before: a database that
 * loses its last commits in a fail-over would give the numbers of its last range to others.
 * See docs/decisions/campaigns.md#large-audiences-are-frozen-in-ranges.
 */
import type { Fragment, Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { addRecipients, beginTotals } from '../ledger/totals.ts'
import { makePartitionsOf } from '../partitions.ts'
import {
  type Audience,
  countMembers,
  type IdRange,
  type IdSet,
  isTracked,
  listsOf,
  readTraits,
  recipientsOf,
  type SegmentTree,
  type Source,
  todayIn,
} from './audience.ts'
import {
  type Counted,
  excludeCapped,
  excludeExpired,
  excludePaused,
  excludeSuppressed,
  excludeUnasked,
  recordAsked,
} from './freeze-exclusions.ts'
import { isRecipient, withoutSorts } from './frozen-rows.ts'
import { addTested } from './variants.ts'
import { excludeLeftOut, holdWaves, spansOf, type WaveCount, type WaveSpan, waveOf } from './waves.ts'

/** Whether an audience has more members than are frozen at once. */
export async function isLarge(
  sql: Sql,
  { clientId }: CampaignKey,
  audience: Audience,
  freezeSize: number,
): Promise<boolean> {
  // the lists alone first: judging a segment costs as much as freezing it
  const whole = { sources: audience.sources.map(({ listId }) => ({ listId, tree: null })), exclusions: [] }
  const isMore = async (counted: Audience) => (await countMembers(sql, clientId, counted, freezeSize + 1)) > freezeSize
  return (await isMore(whole)) && (await isMore(audience))
}

/** Freezes an audience at once. @returns how many recipients it has */
export async function freezeAudience(
  sql: Transaction,
  key: CampaignKey,
  audience: Audience,
  at: Date,
): Promise<number> {
  await makePartitionsOf(sql, key.campaignId)
  const frozen = await freezeMembers(sql, key, audience, at, 0)
  await beginTotals(sql, key, frozen)
  await holdWaves(sql, key, frozen.spans, at)
  await addTested(sql, key, frozen.spans)
  return frozen.recipients
}

/** The audience of a campaign is frozen in ranges from now on, by the rules of now. */
export async function beginFreezing(sql: Transaction, key: CampaignKey, audience: Audience): Promise<void> {
  await sql`
    insert into campaign_freezes (client_id, campaign_id, audience)
    select ${key.clientId}::bigint, ${key.campaignId}::bigint, ${sql.json(kept(audience) as never)}::jsonb || jsonb_build_object('today', ${todayIn(sql, sql`c.time_zone`)})
    from clients c where c.id = ${key.clientId}`
  await makePartitionsOf(sql, key.campaignId)
  await beginTotals(sql, key, { recipients: 0, excluded: 0 })
}

/**
 * The audience of a campaign of a series is empty when it begins, and grows (`growAudience`).
 * @param audience its traits are those of each recipient
 */
export async function beginGrowing(sql: Transaction, key: CampaignKey, { traits }: Audience): Promise<void> {
  await makePartitionsOf(sql, key.campaignId)
  await beginTotals(sql, key, { recipients: 0, excluded: 0 })
  await sql`
    update campaigns set rolling_traits = ${traits ? sql.json(traits) : null}
    where client_id = ${key.clientId} and id = ${key.campaignId}`
}

/**
 * Appends members to an audience that grows, as a freeze does: the active ones, each address once, those that are left out excluded at
 * once. Who is in the audience already does not come again. The caller holds the row of the campaign, which is being sent.
 * @param listId their list
 * @returns the last number before
 */
export async function growAudience(
  sql: Transaction,
  key: CampaignKey,
  listId: number,
  subscriberIds: readonly number[],
  at: Date,
): Promise<number> {
  const { clientId, campaignId } = key
  const [present] = await sql<{ recipients: number; traits: Audience['traits'] | null }[]>`
    select t.recipients, m.rolling_traits as traits
    from campaign_totals t
    join campaigns m on m.client_id = ${clientId} and m.id = t.campaign_id
    where t.client_id = ${clientId} and t.campaign_id = ${campaignId}
    for no key update of t`
  const { recipients: before, traits } = present!
  const audience: Audience = { sources: [{ listId, tree: null }], exclusions: [], ...(traits && { traits }) }
  await addRecipients(sql, key, await freezeMembers(sql, key, audience, at, before, { only: subscriberIds }))
  return before
}

/** Of a campaign `m`, as a condition: its audience is not all frozen yet. @param clientId a value, or `m.client_id` for campaigns of all clients */
export function isFreezing(sql: Sql, clientId: number | Fragment = sql`m.client_id`): Fragment {
  return sql`exists (
    select 1 from campaign_freezes z where z.client_id = ${clientId} and z.campaign_id = m.id)`
}

/** The campaign whose audience has waited longest for its next range, without those that are paused. */
export async function findNextFreeze(sql: Sql, at: Date): Promise<CampaignKey | undefined> {
  const [next] = await sql<CampaignKey[]>`
    select z.client_id, z.campaign_id from campaign_freezes z
    join campaigns m on m.client_id = z.client_id and m.id = z.campaign_id
    where z.next_at <= ${at} and m.state <> 'paused'
    order by z.next_at, z.campaign_id
    limit 1`
  return next
}

/**
 * Freezes the next range of an audience, and ends the freeze behind the last one, or when the campaign is no longer sent. Another process
 * that is at the same audience is not waited for.
 * @param size ids of a range
 * @returns false when another process is at it, or the campaign is paused
 */
export async function freezeRange(
  sql: Transaction,
  key: CampaignKey,
  at: Date,
  size: number,
  readOldRules: ReadOldRules,
): Promise<boolean> {
  const { clientId, campaignId } = key
  const cursor = await lockFreeze(sql, key)
  const state = await stateOf(sql, key)
  if (!cursor || state === 'paused') return false
  const upTo = state === 'sending' ? await lastIdOf(sql, clientId, cursor.lastId, size) : undefined
  if (upTo === undefined) {
    await sql`delete from campaign_freezes where client_id = ${clientId} and campaign_id = ${campaignId}`
    return true
  }
  const ids = { after: cursor.lastId, upTo }
  const audience = await readKept(sql, clientId, cursor.audience, readOldRules)
  const frozen = await freezeMembers(sql, key, audience, at, cursor.numbered, ids)
  await addRecipients(sql, key, frozen)
  await holdWaves(sql, key, frozen.spans, at)
  await addTested(sql, key, frozen.spans)
  await sql`
    update campaign_freezes
    set last_id = ${upTo}, numbered = numbered + ${frozen.recipients}, attempts = 0, next_at = ${at}
    where client_id = ${clientId} and campaign_id = ${campaignId}`
  return true
}

/** @throws Error for rules that cannot be judged */
async function readKept(
  sql: Sql,
  clientId: number,
  { sources, exclusions, ...audience }: KeptAudience,
  readOldRules: ReadOldRules,
): Promise<Audience> {
  const read = async (source: Source | OldSource): Promise<Source> => {
    if ('tree' in source) return source
    const { listId } = source
    if (source.conditions.length === 0) return { listId, tree: null }
    const tree = await readOldRules(sql, clientId, source)
    if (!tree) throw new Error(`a segment of list ${listId} cannot be judged`)
    return { listId, tree }
  }
  const all = async (places: KeptAudience['sources']) => {
    const judged: Source[] = []
    for (const place of places) judged.push(await read(place))
    return judged
  }
  return { ...audience, sources: await all(sources), exclusions: await all(exclusions) }
}

/** A range that could not be frozen is tried again then. @returns how many attempts have failed in a row */
export async function postponeFreeze(sql: Sql, { clientId, campaignId }: CampaignKey, until: Date): Promise<number> {
  const [row] = await sql<{ attempts: number }[]>`
    update campaign_freezes set attempts = attempts + 1, next_at = ${until}
    where client_id = ${clientId} and campaign_id = ${campaignId}
    returning attempts`
  return row?.attempts ?? 0
}

/** Attempts are counted anew. */
export async function forgetFreezeAttempts(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<void> {
  await sql`update campaign_freezes set attempts = 0 where client_id = ${clientId} and campaign_id = ${campaignId}`
}

/** As the version before kept it: flat rules in the place of trees. */
type KeptAudience = Omit<Audience, 'sources' | 'exclusions'> & {
  readonly [Kind in 'sources' | 'exclusions']: readonly (Source | OldSource)[]
}

export interface OldSource {
  readonly listId: number
  readonly conditions: readonly object[]
}

/** Makes the tree of flat rules that the version before kept. @returns undefined if no one can match */
export type ReadOldRules = (sql: Sql, clientId: number, source: OldSource) => Promise<SegmentTree | undefined>

interface Cursor {
  readonly audience: KeptAudience
  /** Ids up to this one are frozen. */
  readonly lastId: number
  /** Recipients that have a number. */
  readonly numbered: number
}

/** @returns undefined when all is frozen, or another process is at it */
async function lockFreeze(sql: Transaction, { clientId, campaignId }: CampaignKey): Promise<Cursor | undefined> {
  const [cursor] = await sql<Cursor[]>`
    select audience, last_id, numbered from campaign_freezes
    where client_id = ${clientId} and campaign_id = ${campaignId}
    for update skip locked`
  return cursor
}

/** @returns undefined for a campaign that is deleted */
async function stateOf(sql: Sql, { clientId, campaignId }: CampaignKey): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`
    select state from campaigns where client_id = ${clientId} and id = ${campaignId} and deleted_at is null`
  return row?.state
}

/** The last of the next ids of a client's subscribers; undefined behind the last one. */
async function lastIdOf(sql: Sql, clientId: number, after: number, most: number): Promise<number | undefined> {
  const [row] = await sql<{ last: number | null }[]>`
    select max(id) as last from (
      select id from subscribers where client_id = ${clientId} and id > ${after} order by id limit ${most}) next`
  return row?.last ?? undefined
}

/** Complete lists also as the version before reads them. */
function kept({ sources, exclusions, ...audience }: Audience): object {
  const old = (source: Source) => (source.tree ? source : { ...source, conditions: [] })
  return { ...audience, sources: sources.map(old), exclusions: exclusions.map(old) }
}

interface Frozen extends Counted {
  /** Numbers that wait for their time; without waves all are claimed as new numbers. */
  readonly spans: readonly WaveSpan[]
}

/**
 * @param numbered recipients that have a number already
 * @param ids only members with these; an address that has a number does not come again, whatever happened since
 */
async function freezeMembers(
  sql: Transaction,
  key: CampaignKey,
  audience: Audience,
  at: Date,
  numbered: number,
  ids?: IdRange | IdSet,
): Promise<Frozen> {
  return withoutSorts(sql, async () => {
    const isNew = numbered === 0 ? sql`true` : sql`not ${isRecipient(sql, key)}`
    const members = sql`${recipientsOf(sql, key.clientId, audience, ids)} and ${isNew}`
    const spans = await numberMembers(sql, key, audience, members, numbered)
    const range = { ...{ ...key, at, numbered }, ids }
    const { recipients, excluded: suppressed } = await excludeSuppressed(sql, range, listsOf(audience))
    const unasked = audience.asksForConsent
      ? await excludeUnasked(sql, range)
      : await excludeExpired(sql, range, listsOf(audience))
    const paused = await excludePaused(sql, range)
    const capped = await excludeCapped(sql, range)
    const leftOut = await excludeLeftOut(sql, key, spans, at)
    if (audience.asksForConsent) await recordAsked(sql, range)
    return { recipients, excluded: suppressed + unasked + paused + capped + leftOut, spans }
  })
}

/**
 * Inserts recipients with the next numbers.
 * @param members the rest of a `select` of the recipients `s`, with the list `l`
 * @returns the numbers of each wave; none without waves
 */
async function numberMembers(
  sql: Transaction,
  key: CampaignKey,
  audience: Audience,
  members: Fragment,
  numbered: number,
): Promise<readonly WaveSpan[]> {
  const { clientId, campaignId } = key
  const tracked = audience.asksForConsent ? sql`false` : isTracked(sql, sql`l.tracking`)
  const traits = readTraits(sql, clientId, audience.traits)
  const columns = sql`client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields, tracked, traits`
  if (!audience.waves) {
    await sql`
      insert into audience (${columns})
      select ${clientId}, ${campaignId}, ${numbered}::integer + row_number() over (order by s.list_id, s.id), s.list_id, s.id, s.email,
        s.address, s.name, s.fields, ${tracked}, ${traits}
      ${members}`
    return []
  }
  // the recipients of a chunk are sorted in memory, by one number: wave, then id
  await sql`select set_config('work_mem', '96MB', true)`
  const wave = waveOf(sql, key, audience.waves)
  const counts = await sql<WaveCount[]>`
    -- read once: a distributed database inserts before it counts, and those who were inserted are not found again
    with members as materialized (
      select ${wave} as wave, s.list_id, s.id, s.email, s.address, s.name, s.fields, ${tracked} as tracked, ${traits} as traits
      ${members}
    ), numbered as (
      insert into audience (${columns})
      select ${clientId}::bigint, ${campaignId}::bigint, ${numbered}::integer + row_number() over (order by (wave::bigint << 42) + id), list_id, id,
        email, address, name, fields, tracked, traits
      from members
    )
    select wave, count(*)::integer as recipients from members group by wave order by wave`
  return spansOf(audience.waves, counts, numbered)
}
