/** One seed's clients, lists and campaigns in the shared database. */
import type { CampaignRef, ClientRef } from '../../src/domain/access/access.ts'
import { variantsBy } from '../../src/store/campaigns/variant-of.ts'
import { writeTest } from '../../src/store/campaigns/variants.ts'
import { waveOf } from '../../src/store/campaigns/waves.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { transaction } from '../../src/store/connection/transaction.ts'
import { completeDirectory } from '../../src/store/directory.ts'

export interface SimulatedCampaign extends CampaignRef {
  readonly listId: number
  readonly addresses: readonly string[]
  /** How it tests two variants, whose subjects are those of `subjects`; undefined for no test. */
  readonly division: Division | undefined
  /** In how many parts it goes out, five minutes after each other; undefined for all at once. */
  readonly parts: number | undefined
}

/** Percent of the audience. */
export interface Division {
  readonly share: number
  readonly holdout: number
}

/** Of the variants of each test; what people do decides nothing, so the rest gets the second. */
export const subjects = ['Hi', 'Hi from B'] as const

/** A scheduled campaign to a list of its own, due at once. */
export async function seedCampaign(
  db: Database,
  {
    of,
    nth,
    recipients,
    atLeastOnce,
    suppressed,
    dueAt,
    division,
    parts,
  }: {
    /** Whose it is; a new client's when absent. */
    readonly of?: ClientRef | undefined
    /** Addresses are of one campaign of the seed. */
    readonly nth: number
    readonly recipients: number
    readonly atLeastOnce: boolean
    /** The first so many were suppressed before. */
    readonly suppressed: number
    readonly dueAt: Date
    readonly division?: Division | undefined
    readonly parts?: number | undefined
  },
): Promise<SimulatedCampaign> {
  const addresses = Array.from({ length: recipients }, (_, n) => `r${n + 1}.c${nth}@people.example`)
  const [row] = await db<
    {
      accountId: number
      clientId: number
      clientPublicId: string
      listId: number
      campaignId: number
      campaignPublicId: string
    }[]
  >`
    with account as (
      insert into accounts (name, site_url)
      select 'Simulation', 'http://' || gen_random_uuid() || '.example/'
      where ${of === undefined}
      returning id
    ), made as (
      insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
      select id, 'Client', 'Carla', 'carla@client.example', 'Germany', 'Europe/Berlin', '(GMT+01:00) Berlin' from account
      returning account_id, id, public_id
    ), client as (
      select * from made
      union all
      select account_id, id, public_id from clients where id = ${of?.clientId ?? null}
    ), list as (
      insert into lists (client_id, title, confirm_opt_in) select id, ${`List ${nth}`}, false from client returning client_id, id
    ), counted as (
      insert into list_totals (client_id, list_id, active) select client_id, id, ${recipients} from list
    ), members as (
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      select client_id, id, a, a, 'Ada', 'Active', now(), now() from list, unnest(${addresses}::text[]) as a
    ), shut as (
      insert into suppressions (client_id, address, email, reason, at)
      select id, a, a, 'manual', now() from client, unnest(${addresses.slice(0, suppressed)}::text[]) as a
    ), campaign as (
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, text, at_least_once, state,
        due_at, confirmation_email, public_url)
      select id, ${`News ${nth}`}, 'Hi', 'Carla', 'carla@client.example', 'carla@client.example', 'https://x.example/',
        '<html><body><p>Hi</p><unsubscribe>out</unsubscribe></body></html>', 'Hi. [unsubscribe]', ${atLeastOnce}, 'scheduled',
        ${dueAt}, 'boss@client.example', 'https://mail.example'
      from client
      returning client_id, id, public_id
    ), goes as (
      insert into campaign_lists (client_id, campaign_id, list_id)
      select c.client_id, c.id, l.id from campaign c, list l
    )
    select c.account_id, c.id as client_id, c.public_id as client_public_id, l.id as list_id, m.id as campaign_id,
      m.public_id as campaign_public_id
    from client c, list l, campaign m`
  await completeDirectory(db)
  if (division) await transaction(db, sql => writeTest(sql, row!, { ...division, ...testSettings }, variants))
  if (parts !== undefined)
    await db`
      update campaigns set timing = ${db.json({ spreadHours: parts / 12 })}
      where client_id = ${row!.clientId} and id = ${row!.campaignId}`
  return { ...row!, timeZone: 'Europe/Berlin', addresses, division, parts }
}

/** Shorter than an hour, so that a seed does not consist of looks at clocks. */
const testSettings = { decides: 'clicks', waitMinutes: 1, otherwise: 2, usualRate: 200, hopedRate: 300 } as const
const variants = [
  { subject: null, fromName: null, content: undefined },
  { subject: subjects[1], fromName: null, content: undefined },
]

export const clientOf = ({ accountId, clientId, clientPublicId, timeZone }: SimulatedCampaign): ClientRef => ({
  accountId,
  clientId,
  clientPublicId,
  timeZone,
})

export interface State {
  readonly state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'cancelled' | 'sent'
  readonly finished: boolean
  readonly open: number | null
  /** When the next range is due, as far as it is known: under a daily limit the day after, also where no range is claimed yet. */
  readonly nextAt: Date | null
}

export async function stateOf(db: Database, { clientId, campaignId }: CampaignRef): Promise<State> {
  const [row] = await db<State[]>`
    select m.state, m.finished_at is not null as finished, t.planned + t.handing_over + t.deferred as open,
      coalesce((
        select min(greatest(l.expires_at, l.due_at, c.limited_until)) from leases l
        where l.client_id = m.client_id and l.campaign_id = m.id and not l.done and l.due_at < 'infinity'
      ), case when m.state = 'sending' then c.limited_until end) as next_at
    from campaigns m
    join clients c on c.id = m.client_id
    left join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.client_id = ${clientId} and m.id = ${campaignId}`
  return row!
}

export interface Ending {
  readonly address: string
  readonly kind: string | null
  readonly attempts: number
}

/** What the log says last of each recipient of the audience. */
export async function endings(db: Database, { clientId, campaignId }: CampaignRef): Promise<Ending[]> {
  return db<Ending[]>`
    select a.address, e.kind, coalesce(e.attempt, 0) as attempts
    from audience a
    left join lateral (
      select kind, attempt from log g
      where g.client_id = a.client_id and g.campaign_id = a.campaign_id and g.number = a.number and g.kind <> 'handing over'
      order by attempt desc, at desc
      limit 1
    ) e on true
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId}
    order by a.number`
}

/** Who these numbers are. */
export async function addressesOf(db: Database, { clientId, campaignId }: CampaignRef, numbers: readonly number[]) {
  if (numbers.length === 0) return []
  return db<{ number: number; address: string }[]>`
    select number, address from audience
    where client_id = ${clientId} and campaign_id = ${campaignId} and number = any(${numbers as number[]}::integer[])`
}

/** Numbers of a range that may be being handed over, as far as its mark says. */
export async function belowMark(db: Database, { clientId, campaignId }: CampaignRef, low: number): Promise<number[]> {
  const rows = await db<{ number: number }[]>`
    select a.number
    from leases r
    join audience a on a.client_id = r.client_id and a.campaign_id = r.campaign_id and a.number between r.low and r.handed
    left join lateral (
      select kind, retry_at from log g
      where g.client_id = a.client_id and g.campaign_id = a.campaign_id and g.number = a.number and g.kind <> 'handing over'
      order by attempt desc, at desc
      limit 1
    ) e on true
    where r.client_id = ${clientId} and r.campaign_id = ${campaignId} and r.low = ${low}
      and (e.kind is null or (e.kind = 'deferred' and e.retry_at <= r.opened_at))`
  return rows.map(({ number }) => number)
}

/** Nothing of it is left for the senders of the next seed. */
export async function putAway(db: Database, { clientId, campaignId }: CampaignRef): Promise<void> {
  await db`
    update campaigns set state = 'cancelled', finished_at = coalesce(finished_at, now())
    where client_id = ${clientId} and id = ${campaignId}`
  await db`
    update campaign_tests set ended_at = now()
    where client_id = ${clientId} and campaign_id = ${campaignId} and ended_at is null`
  await db`update leases set done = true where client_id = ${clientId} and campaign_id = ${campaignId}`
}

/** The subjects that recipients of a test must have got, by address. */
export async function expectedSubjects(
  db: Database,
  { clientId, campaignId }: CampaignRef,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ address: string; number: number; isTested: boolean }[]>`
    select a.address, a.number, a.number <@ t.tested as is_tested
    from audience a
    join campaign_tests t on t.client_id = a.client_id and t.campaign_id = a.campaign_id
    where a.client_id = ${clientId} and a.campaign_id = ${campaignId}`
  const by = variantsBy(campaignId, subjects.length)
  return new Map(rows.map(({ address, number, isTested }) => [address, subjects[isTested ? by(number) - 1 : 1]!]))
}

/** Before when no recipient of a spread campaign may have got it, by address, in milliseconds. */
export async function earliestTimes(
  db: Database,
  key: SimulatedCampaign,
  parts: number,
): Promise<ReadonlyMap<string, number>> {
  const shares = Array<number>(parts).fill(1)
  const rows = await db<{ address: string; part: number; startedAt: Date }[]>`
    select s.address, ${waveOf(db, key, { waves: [], shares })} as part, m.started_at
    from (select subscriber_id as id, address from audience where client_id = ${key.clientId} and campaign_id = ${key.campaignId}) s
    join campaigns m on m.client_id = ${key.clientId} and m.id = ${key.campaignId}`
  return new Map(rows.map(({ address, part, startedAt }) => [address, startedAt.getTime() + part * 300_000]))
}
