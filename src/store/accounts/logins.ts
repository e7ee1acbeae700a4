/** Accounts and their logins: users of the account, and the logins of clients. */
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { localTime } from '../local-time.ts'

export interface LoginRow {
  readonly loginId: number
  readonly username: string
  readonly passwordHash: string
  readonly keyVersion: number
  readonly keyHash: Buffer | null
}

/** A login with the fields that signing in needs. */
export interface LoginOfSite extends LoginRow {
  readonly accountId: number
  /** Null for a user of the account. */
  readonly clientId: number | null
  readonly epoch: number
  /** The person who uses this login; null for the login of a client. */
  readonly personId: number | null
  /** True if the person has a second factor or the account requires one now: a password alone then gives no key. */
  readonly needsFactor: boolean
}

/**
 * Finds the login of this name in the account of this site, without withdrawn logins and those of deleted clients. Also returns the name
 * folded by the database's comparison rules, even if no such login exists.
 */
export async function readLoginOfSite(
  sql: Sql,
  siteUrl: string,
  username: string,
): Promise<{
  readonly folded: string
  /** Null if no account has the site. */
  readonly accountId: number | null
  readonly login: LoginOfSite | undefined
}> {
  const [row] = await sql<
    ({ readonly folded: string; readonly siteAccountId: number | null } & (
      | LoginOfSite
      | { readonly loginId: null; readonly accountId: null }
    ))[]
  >`
    select asked.folded, site.id as site_account_id, found.*
    from (select lower(${username}::text) as folded) asked
    left join accounts site on site.site_url = ${siteUrl}
    left join lateral (
      select l.id as login_id, l.username, l.password_hash, l.key_version, l.key_hash, l.account_id, l.client_id, l.epoch,
        p.id as person_id, p.totp_since is not null or coalesce(site.factor_required_from <= now(), false) as needs_factor
      from logins l
      left join people p on p.login_id = l.id and p.removed_at is null
      left join clients c on c.id = l.client_id
      where l.account_id = site.id and lower(l.username) = asked.folded and l.withdrawn_at is null
        and (l.client_id is null or (c.deleted_at is null and c.access_level > 0))
    ) found on true`
  const { folded, siteAccountId, ...login } = row! // the statement always returns one row for the name
  return { folded, accountId: siteAccountId, login: login.loginId === null ? undefined : login }
}

/** The login of a client that has access, with its key version. */
export async function readKeyOfClient(sql: Sql, clientId: number) {
  const [login] = await sql<{ loginId: number; keyVersion: number }[]>`
    select l.id as login_id, l.key_version
    from logins l
    join clients c on c.id = l.client_id
    where l.client_id = ${clientId} and l.withdrawn_at is null and c.access_level > 0`
  return login
}

/** Stores the hash that looks up a key, unless the key was rotated meanwhile. */
export async function storeKeyHash(sql: Sql, loginId: number, keyVersion: number, keyHash: Buffer): Promise<void> {
  await sql`
    update logins set key_hash = ${keyHash}
    where id = ${loginId} and key_version = ${keyVersion} and key_hash is distinct from ${keyHash}`
}

/**
 * Gives a login the next version of its key.
 * @param overlapHours how long the present key keeps working; older keys end in any case
 * @param hashOf returns the look-up hash of a key version
 * @returns the new version
 */
export async function replaceKey(
  db: Database,
  loginId: number,
  overlapHours: number,
  hashOf: (version: number) => Buffer,
): Promise<number> {
  return transaction(db, async sql => {
    const [login] = await sql<{ keyVersion: number; now: Date; oldKeyEndsAt: Date }[]>`
      select key_version, now() as now, now() + make_interval(hours => ${overlapHours}::integer) as old_key_ends_at
      from logins where id = ${loginId} for update`
    const version = login!.keyVersion + 1
    await sql`
      update logins set key_version = ${version}, key_hash = ${hashOf(version)}, key_rotated_at = ${login!.now},
        old_key_hash = case when ${overlapHours}::integer > 0 then key_hash end,
        old_key_ends_at = case
          when ${overlapHours}::integer > 0 and key_hash is not null then ${login!.oldKeyEndsAt}::timestamptz
        end
      where id = ${loginId}`
    return version
  })
}

/** The login of a client; undefined if the client never had one. */
export async function readLoginOfClient(sql: Sql, clientId: number) {
  const [login] = await sql<{ loginId: number; accessLevel: number }[]>`
    select l.id as login_id, c.access_level from logins l join clients c on c.id = l.client_id where c.id = ${clientId}`
  return login
}

/** Sets another password for a login. Ends its sessions and those of the person who uses this login. */
export async function setPassword(sql: Sql, loginId: number, passwordHash: string): Promise<void> {
  await sql`
    with changed as (
      update logins set password_hash = ${passwordHash}, epoch = epoch + 1 where id = ${loginId} returning id
    )
    update people set epoch = epoch + 1 where login_id = (select id from changed)`
}

/** The password hash of a login, its site, its name, and its folded name. */
export async function readLoginPassword(sql: Sql, loginId: number) {
  const [login] = await sql<{ passwordHash: string; username: string; folded: string; siteUrl: string }[]>`
    select l.password_hash, l.username, lower(l.username) as folded, a.site_url
    from logins l
    join accounts a on a.id = l.account_id
    where l.id = ${loginId}`
  return login!
}

/** A login as the operator sees it. */
export interface KeyHolder extends LoginRow {
  readonly accountId: number
  readonly clientId: number | null
  readonly siteUrl: string
  /** Null for a user of the account. */
  readonly client: string | null
  /** True if its key no longer works: the client was deleted or has no access, or the user is no longer an Owner. */
  readonly withdrawn: boolean
  readonly keyRotatedAt: Date | null
  /** End of the overlap in which the previous key works too; null if it does not work. */
  readonly oldKeyEndsAt: Date | null
}

/** All logins, or those of one name: users of accounts first, then logins of clients. */
export async function readKeyHolders(sql: Sql, username: string | null): Promise<readonly KeyHolder[]> {
  return sql<KeyHolder[]>`
    select l.id as login_id, l.account_id, l.client_id, l.username, l.password_hash, l.key_version, l.key_hash, a.site_url,
      c.company_name as client,
      l.withdrawn_at is not null or c.id is not null and (c.deleted_at is not null or c.access_level = 0) as withdrawn, l.key_rotated_at,
      case when l.old_key_ends_at > now() then l.old_key_ends_at end as old_key_ends_at
    from logins l
    join accounts a on a.id = l.account_id
    left join clients c on c.id = l.client_id
    where ${username}::text is null or lower(l.username) = lower(${username})
    order by a.id, l.client_id is not null, lower(l.username), l.id`
}

export interface AccountUser extends LoginRow {
  readonly siteUrl: string
  readonly timeZone: string
}

/** The first user of the first account with a user; undefined if all Owners are persons without a login. */
export async function findFirstAccountUser(sql: Sql): Promise<AccountUser | undefined> {
  const [user] = await sql<AccountUser[]>`
    select l.id as login_id, l.username, l.password_hash, l.key_version, l.key_hash, a.site_url, a.time_zone
    from accounts a
    join logins l on l.account_id = a.id and l.client_id is null and l.withdrawn_at is null
    order by a.id, l.id
    limit 1`
  return user
}

export async function hasAccount(sql: Sql): Promise<boolean> {
  const [found] = await sql`select 1 from accounts limit 1`
  return found !== undefined
}

export interface NewAccount {
  readonly name: string
  readonly siteUrl: string
  readonly timeZone: string
  readonly username: string
  readonly passwordHash: string
}

/**
 * Creates the first account with its user, who is a person and the Owner, unless an account exists. Several processes may call it at
 * once.
 */
export async function insertFirstAccount(db: Database, account: NewAccount): Promise<boolean> {
  return transaction(db, async sql => {
    await sql`lock table accounts in share row exclusive mode`
    if (await hasAccount(sql)) return false
    await sql`
      with account as (
        insert into accounts (name, site_url, time_zone)
        values (${account.name}, ${account.siteUrl}, ${account.timeZone})
        returning id
      ), login as (
        insert into logins (account_id, username, password_hash)
        select id, ${account.username}, ${account.passwordHash} from account
        returning id, account_id
      ), person as (
        insert into people (name, login_id, time_zone)
        select ${account.username}, id, ${account.timeZone} from login
        returning id
      )
      insert into grants (person_id, account_id, role)
      select person.id, login.account_id, 'Owner' from person, login`
    return true
  })
}

/** The account's local date and time at an instant, in the wires' format. */
export async function readAccountTime(sql: Sql, accountId: number, at: Date): Promise<string> {
  const [row] = await sql<{ local: string }[]>`
    select ${localTime(sql, sql`${at}::timestamptz`, sql`time_zone`)} as local
    from accounts
    where id = ${accountId}`
  return row!.local
}

/**
 * Creates or changes the login of a client. Without a password hash the password is unchanged; with one the login's sessions end. If
 * a deleted
 * client's login has the name, it loses the name.
 * @returns false if another login of the account has the name
 */
export async function putClientLogin(
  sql: Sql,
  accountId: number,
  clientId: number,
  username: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  await sql`
    delete from logins l
    using clients c
    where l.account_id = ${accountId} and lower(l.username) = lower(${username}) and l.client_id <> ${clientId}
      and c.id = l.client_id and c.deleted_at is not null`
  try {
    if (passwordHash === undefined) {
      await sql`update logins set username = ${username} where client_id = ${clientId}`
    } else {
      await sql`
        insert into logins (account_id, client_id, username, password_hash)
        values (${accountId}, ${clientId}, ${username}, ${passwordHash})
        on conflict (client_id) where client_id is not null
        do update set username = excluded.username, password_hash = excluded.password_hash, epoch = logins.epoch + 1`
    }
    return true
  } catch (error) {
    if (isUniqueViolation(error, 'logins_username')) return false
    throw error
  }
}
