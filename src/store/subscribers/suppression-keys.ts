/**
 * The keys under which suppression lists store an address, and the lists that apply: one rule for all code that checks
 * whether an address is suppressed, in calls and in statements over sets. All keys are values of the column `address`, so the primary
 * key of a table serves all of them.
 *
 * | key                         | holds                                                         |
 * |-----------------------------|---------------------------------------------------------------|
 * | `ann@x.example`             | the address                                                   |
 * | `@x.example`                | every address of exactly this domain                          |
 * | `@md5:…` `@sha1:…` `@sha256:…` | the address with this hash of its normal form, in lower-case hexadecimal digits |
 * | `@hmac:…`                   | the address of an erased contact, by its keyed hash (address-hash.ts); created by erasures only |
 *
 * No address begins with `@`, and no domain contains a colon. All keys except addresses are called rules.
 * See docs/decisions/unsubscribing.md#suppression-by-domain-and-by-hash.
 *
 * An entry belongs to an account, a client or a list. Scopes are checked in this order, and the first entry applies:
 *
 * | scope     | its entries are in     | they apply to                     |
 * |-----------|------------------------|-----------------------------------|
 * | `account` | `account_suppressions` | every client of the account       |
 * | `client`  | `suppressions`         | the client                        |
 * | `list`    | `list_suppressions`    | mail of the list, and joining it  |
 *
 * See docs/decisions/unsubscribing.md#suppression-lists-of-an-account-a-client-and-a-list.
 */
import { hash } from 'node:crypto'
import type { Fragment, Sql } from '../connection/database.ts'
import { hashedAddressOf, hashedPrefix } from './address-hash.ts'

export type ScopeKind = 'account' | 'client' | 'list'

/** Hashes that a user's rule may contain, with the number of their hexadecimal digits. */
export const hashDigits = { md5: 32, sha1: 40, sha256: 64 } as const

/** SHA-1 of an address: PostgreSQL has no function for it without an extension, so callers compute it. */
export function sha1Of(address: string): string {
  return hash('sha1', address)
}

/** An address, and the scopes to check. */
export interface Asked {
  readonly clientId: Fragment
  /** Ids of the lists whose entries apply, as an array; null for all lists of the client. */
  readonly lists: Fragment | null
  readonly address: Fragment
  /** In the format of `sha1Of`. */
  readonly sha1: Fragment
}

/**
 * Joins the entry that applies to an address as `x`; null without an entry. Within a scope a rule precedes the address itself,
 * because lifting the address would leave the rule in force. For batches: each address is looked up on its own.
 */
export function joinSuppression(sql: Sql, asked: Asked): Fragment {
  return sql`left join lateral (${entriesAgainst(sql, asked)} limit 1) x on true`
}

/**
 * A `select` of all entries that apply to an address, in order of precedence: place, scope, list_id, address, email, reason, at,
 * evidence.
 */
export function entriesAgainst(sql: Sql, { clientId, lists, address, sha1 }: Asked): Fragment {
  const { domain, md5, sha256, hmac } = ruleKeys(sql, address)
  const columns = sql`e.address, e.email, e.reason, e.at, e.evidence`
  return sql`
    select f.*
    -- hashed once for all scopes
    from (select array[${address}, ${domain}, ${md5}, ${sha256}, ${hmac}, '@sha1:' || ${sha1}] as keys offset 0) w
    cross join lateral (
      select 1 as place, 'account' as scope, null::bigint as list_id, ${columns}
      from account_suppressions e
      where e.account_id = (select account_id from clients where id = ${clientId}) and e.address = any(w.keys)
      union all
      select 2, 'client', null, ${columns}
      from suppressions e
      where e.client_id = ${clientId} and e.address = any(w.keys)
      union all
      select 3, 'list', e.list_id, ${columns}
      from list_suppressions e
      where e.client_id = ${clientId} and e.address = any(w.keys) ${lists === null ? sql`` : sql`and e.list_id = any(${lists})`}
    ) f
    order by f.place, f.address = ${address}, f.list_id`
}

/** Parts of statements over sets of addresses, for one client and some of its lists. */
export interface SuppressionJoins {
  /**
   * Joins the entries that apply to each row's address. SHA-1 rules are not checked here: they are checked when an address is added and
   * before its mail is sent.
   */
  readonly join: (address: Fragment) => Fragment
  /** Whether a joined row is suppressed. */
  readonly isSuppressed: Fragment
  /** The reason of a joined row's suppression; null if it is not suppressed. */
  readonly reason: Fragment
  /** Whether the client's own list contains the address of a row, whatever else suppresses it. */
  readonly isListed: Fragment
  /**
   * A `select` of the distinct addresses on the lists; undefined if rules of users cover further addresses. Hashes of erased
   * contacts do not count: no member has such an address, because erasing ended the memberships and no operation adds it again.
   */
  readonly addresses: Fragment | undefined
}

/**
 * Looks up which kinds of entries exist, and returns joins for these. Each kind of each scope is a separate join. Addresses of the
 * client and the account may be hashed: for a million addresses this is 10 times as fast as single look-ups. Entries of lists and rules
 * are looked up: for a list without statistics the planner expects one entry, and would read all of them for each address. Even a join
 * with an empty table costs 0.1 s for a million rows, so it is left out. The first entry of a kind is seen by the next statement.
 * @param lists lists whose entries apply
 */
export async function readSuppressionJoins(
  sql: Sql,
  clientId: number,
  lists: readonly number[],
): Promise<SuppressionJoins> {
  const { accountId, held } = await entriesHeld(sql, clientId, lists)
  const joined = held.map(({ scope, kind }) => ({
    scope,
    kind,
    alias: `${scope}_${kind}`,
    entries: entriesOf(sql, { scope, accountId, clientId, lists }, kind),
    keyOf: (address: Fragment) => (kind === 'address' ? address : ruleKeys(sql, address)[kind]),
  }))
  const reasons = joined.map(({ alias }) => sql`${sql(`${alias}.reason`)}`)
  const reason = sql`coalesce(${reasons.reduce((all, one) => sql`${all}, ${one}`)})`
  return {
    join: address =>
      joined.reduce(
        (all, { scope, kind, alias, entries, keyOf }) =>
          scope === 'list' || kind !== 'address'
            ? sql`
          ${all} left join lateral (
            select x.address, x.reason from ${entriesOf(sql, { scope, accountId, clientId, lists }, kind, keyOf(address))} x offset 0
          ) ${sql(alias)} on true`
            : sql`
          ${all} left join ${entries} ${sql(alias)} on ${sql(`${alias}.address`)} = ${keyOf(address)}`,
        sql``,
      ),
    isSuppressed: sql`(${reason} is not null)`,
    reason,
    isListed: sql`(client_address.reason is not null)`,
    addresses: held.some(({ kind }) => kind !== 'address' && kind !== 'hmac')
      ? undefined
      : joined
          .filter(({ kind }) => kind === 'address')
          .map(({ entries }) => sql`select e.address from ${entries} e`)
          .reduce((all, one) => sql`${all} union ${one}`),
  }
}

type RuleKind = keyof ReturnType<typeof ruleKeys>
type Kind = 'address' | RuleKind

/** The kinds of entries that exist in each scope, in the order of precedence; always includes the addresses of the client. */
async function entriesHeld(sql: Sql, clientId: number, lists: readonly number[]) {
  const scopes: readonly ScopeKind[] = ['account', 'client', 'list']
  const kinds: readonly Kind[] = [...ruleKinds, 'address']
  const all = scopes.flatMap(scope => kinds.map(kind => ({ scope, kind })))
  const [client] = await sql<{ accountId: number }[]>`select account_id from clients where id = ${clientId}`
  const accountId = client?.accountId ?? 0
  const found = all.map(({ scope, kind }) =>
    scope === 'client' && kind === 'address'
      ? sql`true`
      : sql`exists (select 1 from ${entriesOf(sql, { scope, accountId, clientId, lists }, kind)} e)`,
  )
  const [row] = await sql<{ found: readonly boolean[] }[]>`
    select array[${found.reduce((before, one) => sql`${before}, ${one}`)}] as found`
  return { accountId, held: all.filter((_, n) => row!.found[n]) }
}

interface Owner {
  readonly scope: ScopeKind
  readonly accountId: number
  readonly clientId: number
  readonly lists: readonly number[]
}

/**
 * The `from` clause for the entries of a scope, each address once. Either rules of one kind, or addresses with all rules.
 * @param key only the entry with this key
 */
function entriesOf(sql: Sql, { scope, accountId, clientId, lists }: Owner, kind: Kind, key?: Fragment): Fragment {
  // the key of a rule contains its kind; another condition beside the key could make PostgreSQL read all rules by another index
  const ofKind = kind === 'address' ? sql`` : isRuleOf(sql, kind)
  const chosen = key ? sql`and address = ${key}` : ofKind
  switch (scope) {
    case 'account':
      return sql`(select address, reason from account_suppressions where account_id = ${accountId} ${chosen})`
    case 'client':
      return sql`(select address, reason from suppressions where client_id = ${clientId} ${chosen})`
    case 'list': {
      // by client and address alone: with the list as well, PostgreSQL could read all entries of the list by another index
      const entries = key
        ? sql`(select address, reason, list_id from list_suppressions where client_id = ${clientId} ${chosen} offset 0) e where`
        : sql`list_suppressions where client_id = ${clientId} ${chosen} and`
      const [one, ...others] = lists
      return others.length === 0
        ? sql`(select address, reason from ${entries} list_id = ${one ?? 0})`
        : sql`(
            select address, min(reason) as reason from ${entries} list_id = any(${lists as number[]}::bigint[]) group by address)`
    }
  }
}

/** Prefixes of rules with hashes, in the order of their bytes; rules without such a prefix are domains. */
const prefixes = { hmac: hashedPrefix, md5: '@md5:', sha1: '@sha1:', sha256: '@sha256:' } as const

/** In the form of the indexes, so that rules of one kind are read without addresses and other rules. */
function isRuleOf(sql: Sql, kind: RuleKind): Fragment {
  const between = (from: string, to: string) => sql`(address collate "C" >= ${from} and address collate "C" < ${to})`
  const parts =
    kind === 'domain'
      ? [...Object.values(prefixes).map(endOf), '@']
          .sort()
          .map((from, n) => between(from, [...Object.values(prefixes), 'A'][n]!))
      : [between(prefixes[kind], endOf(prefixes[kind]))]
  return sql`and reason = 'manual' and (${parts.reduce((all, one) => sql`${all} or ${one}`)})`
}

/** The first text after all texts with a prefix that ends in a colon, by their bytes. */
function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)};`
}

/** Whether an entry is a rule. */
export function isRule(sql: Sql): Fragment {
  return sql`address like '@%'`
}

const ruleKinds = ['domain', 'md5', 'sha256', 'hmac'] as const

/** The keys of an address that a rule may have, except the SHA-1, which PostgreSQL cannot compute. */
function ruleKeys(sql: Sql, address: Fragment) {
  return {
    domain: sql`'@' || split_part(${address}, '@', 2)`,
    md5: sql`'@md5:' || md5(${address})`,
    sha256: sql`'@sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`,
    hmac: hashedAddressOf(sql, address),
  } satisfies Record<(typeof ruleKinds)[number], Fragment>
}
