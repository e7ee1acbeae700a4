/** Accounts: names, time zones, and the second factor they require from their users. */
import type { Sql } from '../connection/database.ts'
import { isUniqueViolation } from '../connection/violations.ts'
import { localTime } from '../local-time.ts'

export interface AccountRow {
  readonly name: string
  readonly siteUrl: string
  /** IANA name. */
  readonly timeZone: string
  /** Local time of the account; null if a second factor is not required. */
  readonly factorRequiredFrom: string | null
  readonly createdAt: string
}

export async function readAccountRow(sql: Sql, accountId: number): Promise<AccountRow> {
  const [row] = await sql<AccountRow[]>`
    select name, site_url, time_zone, ${localTime(sql, 'factor_required_from', sql`time_zone`)} as factor_required_from,
      ${localTime(sql, 'created_at', sql`time_zone`)} as created_at
    from accounts
    where id = ${accountId}`
  return row!
}

/** The site of the account if the installation has exactly one account, otherwise null. */
export async function readOnlySiteUrl(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ siteUrl: string }[]>`select min(site_url) as site_url from accounts having count(*) = 1`
  return row?.siteUrl ?? null
}

export interface AccountChange {
  readonly name: string
  readonly timeZone: string
  /** Local time of the account; null for never, undefined to leave it unchanged. */
  readonly factorRequiredFrom: string | null | undefined
}

export async function updateAccount(sql: Sql, accountId: number, change: AccountChange): Promise<void> {
  const { name, timeZone, factorRequiredFrom } = change
  await sql`
    update accounts set name = ${name}, time_zone = ${timeZone},
      factor_required_from = case
        when ${factorRequiredFrom === undefined} then factor_required_from
        else ${factorRequiredFrom ?? null}::timestamp at time zone ${timeZone}
      end
    where id = ${accountId}`
}

export interface AccountWithoutPeople {
  readonly name: string
  /** Normalised by `canonicalSiteUrl`. */
  readonly siteUrl: string
  /** IANA name. */
  readonly timeZone: string
}

/** Inserts an account without logins and people. @returns its id, or undefined if another account has the site */
export async function insertAccount(sql: Sql, account: AccountWithoutPeople): Promise<number | undefined> {
  try {
    const [row] = await sql<{ id: number }[]>`insert into accounts ${sql({ ...account })} returning id`
    return row!.id
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_site_url_key')) return undefined
    throw error
  }
}

/** Whether the installation has one account; its owner is then the operator of the installation. */
export async function hasOneAccount(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ accounts: number }[]>`
    select count(*)::integer as accounts from (select 1 from accounts limit 2) a`
  return row!.accounts === 1
}
