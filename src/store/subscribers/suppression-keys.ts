/**
 * The keys under which suppression lists may hold an address, and the lists that are asked: the one rule for every place that asks
 * whether an address is suppressed, in calls and in statements over sets. All keys are values of the column `address`, so the primary
 * key of a table serves them all.
 *
 * | key                         | holds                                                         |
 * |-----------------------------|---------------------------------------------------------------|
 * | `ann@x.example`             | the address                                                   |
 * | `@x.example`                | every address of exactly this domain                          |
 * | `@md5:…` `@sha1:…` `@sha256:…` | the address with this hash of its normal form, in lower-case hexadecimal digits |
 * | `@hmac:…`                   | the address of a contact that was erased, by its keyed hash (address-hash.ts); made by erasing only |
 *
 * No address begins with `@`, and no domain holds a colon. All keys but addresses are called rules.
 * See docs/decisions/unsubscribing.md#suppression-by-domain-and-by-hash.
 *
 * An entry belongs to an account, a client or a list. They are asked in this order, and the first that is found stands:
 *
 * | scope     | its entries are in     | they hold for                     |
 * |-----------|------------------------|-----------------------------------|
 * | `account` | `account_suppressions` | every client of the account       |
 * | `client`  | `suppressions`         | the client                        |
 * | `list`    | `list_suppressions`    | mail of the list, and joining it  |
 *
 * See docs/decisions/unsubscribing.md#suppression-lists-of-an-account-a-client-and-a-list.
 */
import { createHash } from 'node:crypto'
import type { Fragment, Sql } from '../connection/database.ts'
import { hashedAddressOf, hashedPrefix } from './address-hash.ts'

export type ScopeKind = 'account' | 'client' | 'list'

/** Hashes that a user's rule may hold, with the number of their hexadecimal digits. */
export const hashDigits = { md5: 32, sha1: 40, sha256: 64 } as const

/** SHA-1 of addresses: PostgreSQL has no function for it without an extension, so that callers bring it along. */
export function sha1Of(address: string): string {
  return createHash('sha1').update(address).digest('hex')
}

/** Whose entries are asked about one address. */
export interface Asked {
  readonly clientId: Fragment
  /** Ids of the lists whose entries count, as an array; null for every list of the client. */
  readonly lists: Fragment | null
  readonly address: Fragment
  /** As `sha1Of` writes it. */
  readonly sha1: Fragment
}

/**
 * Joins the entry that stands against an address as `x`: null where there is none. Within a scope a rule goes before the address itself,
 * because lifting the address would leave the rule. For batches: each address is looked up on its own.
 */
export function joinSuppression(sql: Sql, asked: Asked): Fragment {
  return sql`left join lateral (${entriesAgainst(sql, asked)} limit 1) x on true`
}

/** A `select` of all entries against one address: place, scope, list_id, address, email, reason, at, evidence; that which stands first. */
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

/** What statements over sets of addresses are made of, for one client and some of its lists. */
export interface SuppressionJoins {
  /**
   * Joins the entries against an address of each row. Rules of SHA-1 are not seen: they are when an address is added, and when its
   * mail is handed over.
   */
  readonly join: (address: Fragment) => Fragment
  /** Whether a joined row is suppressed. */
  readonly isSuppressed: Fragment
  /** Why a joined row is suppressed; null where it is not. */
  readonly reason: Fragment
  /** Whether the client's own list holds the address of a row itself, whatever else suppresses it. */
  readonly isListed: Fragment
  /**
   * A `select` of the addresses that the lists hold, each once; undefined where rules of users cover further ones. Hashes of erased
   * contacts do not count: they cover no member, because erasing ended the memberships and no operation adds the address again.
   */
  readonly addresses: Fragment | undefined
}

/**
 * Looks up which kinds of entries there are, and makes the joins for these: each kind of each scope is a join of its own. Addresses of the
 * client and the account may be hashed, 10 times as fast for a million as to look up each. Those of lists and rules are looked up: of a list
 * without statistics the planner expects one entry, and would read all of them for each address. A join with a table that holds nothing still costs 0.1 s for a
 * million rows, so that there are none. An entry of a kind that there was none of before is seen by the next statement.
 * @param lists whose entries count
 */
export async function suppressionJoins(
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

/** Which kinds of entries there are in which scope, in the order in which they are asked; always the addresses of the client. */
async function entriesHeld(sql: Sql, clientId: number, lists: readonly number[]) {
  const scopes: readonly ScopeKind[] = ['account', 'client', 'list']
  const kinds: readonly Kind[] = [...ruleKinds, 'address']
  const all = scopes.flatMap(scope => kinds.map(kind => ({ scope, kind })))
  const [client] = await sql<{ accountId: number }[]>`select account_id from clients where id = ${clientId}`
  const accountId = client?.accountId ?? 0
  const found = all.map(({ scope, kind }) =>
    scope === 'client' && kind === 'address'
      ? sql`true`
      : sql`exists (select from ${entriesOf(sql, { scope, accountId, clientId, lists }, kind)} e)`,
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
 * What stands after `from` for the entries of a scope, each address once. Rules of one kind only; with addresses come all rules.
 * @param key the one that is looked up
 */
function entriesOf(sql: Sql, { scope, accountId, clientId, lists }: Owner, kind: Kind, key?: Fragment): Fragment {
  const looked = key ? sql`and address = ${key}` : sql``
  // a key of a rule tells its kind
  const ofRules = (rule: RuleKind) => (key ? sql`and reason = 'manual'` : isRuleOf(sql, rule))
  const chosen = sql`${looked} ${kind === 'address' ? sql`` : ofRules(kind)}`
  switch (scope) {
    case 'account':
      return sql`(select address, reason from account_suppressions where account_id = ${accountId} ${chosen})`
    case 'client':
      return sql`(select address, reason from suppressions where client_id = ${clientId} ${chosen})`
    case 'list': {
      const [one, ...others] = lists
      return others.length === 0
        ? sql`(select address, reason from list_suppressions where client_id = ${clientId} and list_id = ${one ?? 0} ${chosen})`
        : sql`(
            select address, min(reason) as reason from list_suppressions
            where client_id = ${clientId} and list_id = any(${lists as number[]}::bigint[]) ${chosen}
            group by address)`
    }
  }
}

/** What rules of hashes begin with, in the order of their bytes; what begins otherwise is a domain. */
const prefixes = { hmac: hashedPrefix, md5: '@md5:', sha1: '@sha1:', sha256: '@sha256:' } as const

/** As indexes have it, so that rules of one kind are read without addresses and without other rules. */
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

/** The first text after all that begin with a prefix that ends in a colon, by their bytes. */
function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)};`
}

/** Which entries of a table are rules. */
export function isRule(sql: Sql): Fragment {
  return sql`address like '@%'`
}

const ruleKinds = ['domain', 'md5', 'sha256', 'hmac'] as const

/** The keys of an address that a rule may have, but for the one that PostgreSQL cannot make. */
function ruleKeys(sql: Sql, address: Fragment) {
  return {
    domain: sql`'@' || split_part(${address}, '@', 2)`,
    md5: sql`'@md5:' || md5(${address})`,
    sha256: sql`'@sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`,
    hmac: hashedAddressOf(sql, address),
  } satisfies Record<(typeof ruleKinds)[number], Fragment>
}
