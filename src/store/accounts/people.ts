/**
 * People: the users of an account and their preferences. The logins of clients are listed beside them. Grants are shown for clients that
 * are not deleted.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { localTime } from '../local-time.ts'
import type { StoredRole } from './access.ts'

/** The clients that a caller may see; null for the whole account. */
export type Part = readonly number[] | null

export interface ShownGrant extends StoredRole {
  /** Null for the whole account, as are the next two fields. */
  readonly clientId: number | null
  readonly clientPublicId: string | null
  readonly clientName: string | null
}

export interface PersonRow {
  readonly personId: number
  readonly publicId: string
  /** Null for an account user without an address. */
  readonly email: string | null
  readonly name: string
  /** The login name of an account user. */
  readonly username: string | null
  readonly language: string
  readonly timeZone: string
  readonly notifications: readonly string[]
  readonly hasFactor: boolean
  /** Local time of the account. */
  readonly createdAt: string
  readonly grants: readonly ShownGrant[]
}

/** People of an account who have a grant within `part`, in order of creation, after the given id. */
export async function readPeopleAfter(sql: Sql, accountId: number, part: Part, after: number, most: number) {
  return sql<PersonRow[]>`
    with page as (
      select distinct person_id
      from grants
      where account_id = ${accountId} and person_id > ${after} and ${isWithin(sql, part)}
      order by person_id
      limit ${most}
    )
    ${shown(sql, accountId, part)}
    where p.id in (select person_id from page)
    order by p.id`
}

/** @returns undefined for a person without a grant within the part */
export async function findPersonOf(
  sql: Sql,
  accountId: number,
  part: Part,
  publicId: string,
): Promise<PersonRow | undefined> {
  const [row] = await sql<PersonRow[]>`
    ${shown(sql, accountId, part)}
    where p.public_id = ${publicId}::uuid and p.removed_at is null and exists (
      select 1 from grants where person_id = p.id and account_id = ${accountId} and ${isWithin(sql, part)}
    )`
  return row
}

/** A person's own view of itself in an account. */
export async function readOwnPerson(sql: Sql, accountId: number, personId: number): Promise<PersonRow> {
  const [row] = await sql<PersonRow[]>`${shown(sql, accountId, null)} where p.id = ${personId}`
  return row!
}

function shown(sql: Sql, accountId: number, part: Part): Fragment {
  return sql`
    select p.id as person_id, p.public_id, p.email, p.name, l.username, p.language, p.time_zone, p.notifications,
      p.totp_since is not null as has_factor, ${localTime(sql, 'p.created_at', sql`a.time_zone`)} as created_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('clientId', g.client_id, 'clientPublicId', replace(c.public_id::text, '-', ''),
          'clientName', c.company_name, 'role', g.role, 'accessLevel', g.access_level) order by g.client_id nulls first)
        from grants g
        left join clients c on c.id = g.client_id
        where g.person_id = p.id and g.account_id = a.id and c.deleted_at is null and ${isWithin(sql, part, 'g.client_id')}
      ), '[]') as grants
    from people p
    join accounts a on a.id = ${accountId}
    left join logins l on l.id = p.login_id and l.withdrawn_at is null`
}

/** Whether a grant is on a client of `part`. */
export function isWithin(sql: Sql, part: Part, column = 'client_id'): Fragment {
  return sql`(${part as number[] | null}::bigint[] is null or ${sql(column)} = any(${part as number[] | null}::bigint[]))`
}

export interface ClientLoginRow {
  readonly loginId: number
  readonly username: string
  /** AccessLevel bits; 0 if the access was withdrawn. */
  readonly level: number
  readonly clientPublicId: string
  readonly clientName: string
  /** IANA name, of the client. */
  readonly timeZone: string
  /** Local time of the account. */
  readonly createdAt: string
}

/** The logins of clients within `part`, in order of creation, after the given id. */
export async function readClientLoginsAfter(sql: Sql, accountId: number, part: Part, after: number, most: number) {
  return sql<ClientLoginRow[]>`
    select l.id as login_id, l.username, c.access_level as level, c.public_id as client_public_id,
      c.company_name as client_name, c.time_zone, ${localTime(sql, 'l.created_at', sql`a.time_zone`)} as created_at
    from logins l
    join clients c on c.id = l.client_id and c.deleted_at is null
    join accounts a on a.id = l.account_id
    where l.account_id = ${accountId} and l.client_id is not null and l.id > ${after}
      and ${isWithin(sql, part, 'l.client_id')}
    order by l.id
    limit ${most}`
}

/** The recipient for a mail to the person of an address. */
export async function readPersonToMail(sql: Sql, address: string) {
  const [row] = await sql<{ personId: number; publicId: string; email: string; name: string; language: string }[]>`
    select id as person_id, public_id, email, name, language
    from people
    where address = ${address} and removed_at is null`
  return row
}

/** The person behind a principal: a person, the user of an account by login, or the creator of a key. */
export async function readCallingPerson(
  sql: Sql,
  { kind, id }: { readonly kind: 'login' | 'person' | 'key'; readonly id: number },
): Promise<number | null> {
  if (kind === 'person') return id
  const [row] =
    kind === 'login'
      ? await sql<{ id: number | null }[]>`select id from people where login_id = ${id}`
      : await sql<{ id: number | null }[]>`select person_id as id from api_keys where id = ${id}`
  return row?.id ?? null
}

export interface NewPerson {
  readonly email: string
  readonly address: string
  readonly name: string
  readonly language: string
  /** IANA name. */
  readonly timeZone: string
  readonly passwordHash: string
}

/** @throws the unique violation `people_address` if another person has the address */
export async function insertPerson(sql: Sql, person: NewPerson): Promise<number> {
  const [row] = await sql<{ id: number }[]>`insert into people ${sql({ ...person })} returning id`
  return row!.id
}

export interface Preferences {
  readonly email: string | null
  readonly address: string | null
  readonly name: string
  readonly language: string
  readonly timeZone: string
  readonly notifications: readonly string[]
}

/** Also invalidates password links that were sent to another address. @throws the unique violation `people_address` */
export async function updatePreferences(sql: Sql, personId: number, preferences: Preferences): Promise<void> {
  const { email, address, name, language, timeZone, notifications } = preferences
  await sql`
    delete from password_resets r using people p
    where r.person_id = ${personId} and p.id = r.person_id and p.address is distinct from ${address}::text`
  await sql`
    update people set email = ${email}, address = ${address}, name = ${name}, language = ${language}, time_zone = ${timeZone},
      notifications = ${notifications}::text[]
    where id = ${personId}`
}
