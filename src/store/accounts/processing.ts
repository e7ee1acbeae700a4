/** What the register of processing of a client is made of, where no other query reads it. */
import type { Database, Sql } from '../connection/database.ts'
import { giveUpAfter } from '../connection/giving-up.ts'
import type { ConsentRules } from '../lists/lists.ts'
import { localTime } from '../local-time.ts'
import type { ClientRef } from './access.ts'

export interface ControllerRow {
  readonly companyName: string
  readonly contactName: string
  readonly email: string
  readonly country: string
}

export async function readControllerOf(sql: Sql, { clientId }: ClientRef): Promise<ControllerRow> {
  const [row] = await sql<ControllerRow[]>`
    select company_name, contact_name, email, country from clients where id = ${clientId}`
  return row!
}

export interface RegisteredList extends ConsentRules {
  readonly listId: number
  readonly listPublicId: string
  readonly title: string
  readonly confirmOptIn: boolean
  /** Names of its custom fields. */
  readonly customFields: readonly string[]
  /** Active members. */
  readonly active: number
}

/** Lists that are not deleted, by title. */
export async function readRegisteredLists(sql: Sql, { clientId }: ClientRef): Promise<readonly RegisteredList[]> {
  return sql<RegisteredList[]>`
    select l.id as list_id, l.public_id as list_public_id, l.title, l.confirm_opt_in, l.law, l.tracking, l.personalising, l.hygiene,
      l.anonymous_opens, coalesce(t.active, 0) as active,
      array(
        select f.name from custom_fields f where f.client_id = ${clientId} and f.list_id = l.id order by f.position) as custom_fields
    from lists l
    left join list_totals t on t.client_id = ${clientId} and t.list_id = l.id
    where l.client_id = ${clientId} and l.deleted_at is null
    order by lower(l.title), l.id`
}

/** Active members of a list by what they answered, and by the basis on which they are mailed; null for what is not recorded. */
export interface MembersByAnswer {
  readonly listId: number
  readonly what: 'measuring' | 'personalising' | 'hygiene' | 'basis'
  /** `true`, `false`, a basis, or null. */
  readonly answer: string | null
  readonly members: number
}

const limitMs = 2_000

/** @returns undefined if counting takes too long */
export async function countMembersByAnswer(
  db: Database,
  { clientId }: ClientRef,
  listIds: readonly number[],
): Promise<readonly MembersByAnswer[] | undefined> {
  return giveUpAfter(
    db,
    limitMs,
    async sql => sql<MembersByAnswer[]>`
      with counted as materialized (
        select list_id, tracking_consent, personalising_consent, hygiene_consent, basis, count(*) as members
        from subscribers
        where client_id = ${clientId} and list_id = any(${listIds}::bigint[]) and state = 'Active'
        group by 1, 2, 3, 4, 5
      )
      select c.list_id, v.what, v.answer, sum(c.members)::bigint as members
      from counted c
      cross join lateral (
        values ('measuring', c.tracking_consent::text), ('personalising', c.personalising_consent::text),
          ('hygiene', c.hygiene_consent::text), ('basis', c.basis)
      ) as v (what, answer)
      group by 1, 2, 3`,
  )
}

/** Who reaches the data of a client. */
export interface AccessRow {
  readonly kind: 'person' | 'login' | 'key'
  /** Of people; null for all of them together, who may have several. */
  readonly role: string | null
  readonly count: number
  /** Of them with a second factor. */
  readonly withFactor: number
}

export async function readAccessTo(sql: Sql, { accountId, clientId }: ClientRef): Promise<readonly AccessRow[]> {
  return sql<AccessRow[]>`
    select 'person' as kind, g.role, count(distinct p.id)::integer as count,
      count(distinct p.id) filter (where p.totp_since is not null)::integer as with_factor
    from grants g
    join people p on p.id = g.person_id and p.removed_at is null
    where g.account_id = ${accountId} and (g.client_id is null or g.client_id = ${clientId})
    group by grouping sets ((g.role), ())
    union all
    select 'login', null, count(*)::integer, 0
    from logins l
    join clients c on c.id = l.client_id and c.access_level > 0
    where l.client_id = ${clientId} and l.withdrawn_at is null
    having count(*) > 0
    union all
    select 'key', null, count(*)::integer, 0
    from api_keys k
    where k.account_id = ${accountId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and (k.client_ids is null or ${clientId} = any(k.client_ids))
    having count(*) > 0
    order by kind, role`
}

/** Whether people of the account need a second factor at present. */
export async function requiresFactor(sql: Sql, accountId: number): Promise<boolean> {
  const [row] = await sql<{ isRequired: boolean }[]>`
    select coalesce(factor_required_from <= now(), false) as is_required from accounts where id = ${accountId}`
  return row!.isRequired
}

/** Addresses that events of the client are sent to. */
export async function readWebhookUrls(sql: Sql, { clientId }: ClientRef): Promise<readonly string[]> {
  const rows = await sql<{ url: string }[]>`select url from webhooks where client_id = ${clientId} order by id`
  return rows.map(({ url }) => url)
}

/** When the last backups of the installation were made and verified; local times. */
export async function readLastBackups(sql: Sql, timeZone: string) {
  const [row] = await sql<{ madeAt: string | null; verifiedAt: string | null }[]>`
    select ${localTime(sql, sql`max(ended_at) filter (where problem is null)`, timeZone)} as made_at,
      ${localTime(sql, sql`max(verified_at) filter (where verify_problem is null)`, timeZone)} as verified_at
    from backups
    where not anonymous`
  return row!
}
