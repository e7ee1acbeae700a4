/**
 * The keys under which the suppression list of a client may hold an address: the one rule for every place that asks whether an
 * address is suppressed, in calls and in statements over sets. All keys are values of the column `suppressions.address`, so its
 * primary key serves them all.
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
 */
import { createHash } from 'node:crypto'
import type { Fragment, Sql } from '../connection/database.ts'
import { hashedAddressOf, hashedPrefix } from './address-hash.ts'

/** Hashes that a user's rule may hold, with the number of their hexadecimal digits. */
export const hashDigits = { md5: 32, sha1: 40, sha256: 64 } as const

/** SHA-1 of addresses: PostgreSQL has no function for it without an extension, so that callers bring it along. */
export function sha1Of(address: string): string {
  return createHash('sha1').update(address).digest('hex')
}

/**
 * Joins the entry of a client's list that stands against an address as `x`: null where there is none, a rule before the address itself,
 * because lifting the address would leave the rule. For batches: each address is looked up on its own.
 * @param sha1 of the address, as `sha1Of` writes it
 */
export function joinSuppression(sql: Sql, clientId: Fragment, address: Fragment, sha1: Fragment): Fragment {
  const { domain, md5, sha256, hmac } = ruleKeys(sql, address)
  return sql`
    left join lateral (
      select e.address, e.reason, e.evidence from suppressions e
      where e.client_id = ${clientId}
        and e.address = any(array[${address}, ${domain}, ${md5}, ${sha256}, ${hmac}, '@sha1:' || ${sha1}])
      order by e.address = ${address}
      limit 1
    ) x on true`
}

/**
 * The same for a set of any size, read from a table: joins the entries of a client's list that stand against an address, of which
 * `isSuppressed` looks for any. Each kind of key is a join of its own, which may be hashed: 10 times as fast for a million
 * addresses as to look up each.
 * Rules of SHA-1 are not seen here: they are when an address is added, and when its mail is handed over.
 */
export function joinSuppressions(sql: Sql, clientId: number, address: Fragment): Fragment {
  // that there are no rules of a kind is found once, and then no key is made
  const rules = Object.entries(ruleKeys(sql, address)).map(
    ([kind, key]) => sql`
    left join suppressions ${sql(`by_${kind}`)} on ${sql(`by_${kind}`)}.client_id = ${clientId}
      and ${isAmongRules(sql, sql`${sql(`by_${kind}.address`)}`, sql`${sql(`by_${kind}.reason`)}`)}
      and ${sql(`by_${kind}`)}.address = case when (select ${hasRulesOf(sql, clientId, kind)}) then ${key} end`,
  )
  return rules.reduce(
    (all, rule) => sql`${all} ${rule}`,
    sql`left join suppressions by_address on by_address.client_id = ${clientId} and by_address.address = ${address}`,
  )
}

/** Whether a row is suppressed that `joinSuppressions` joined. */
export function isSuppressed(sql: Sql): Fragment {
  return sql`(${suppressionReason(sql)} is not null)`
}

/** Whether the list holds the address of a row itself, whatever rules it has. */
export function isListed(sql: Sql): Fragment {
  return sql`(by_address.reason is not null)`
}

/** Why a row is suppressed that `joinSuppressions` joined; null where it is not. */
export function suppressionReason(sql: Sql): Fragment {
  return sql`coalesce(by_address.reason, by_domain.reason, by_md5.reason, by_sha256.reason, by_hmac.reason)`
}

/**
 * Whether a client's list holds rules that users gave. Hashes of erased contacts do not count: they cover no member, because erasing
 * ended the memberships and no operation adds the address again.
 */
export function hasRules(sql: Sql, clientId: number): Fragment {
  return sql`exists (
    select from suppressions r
    where r.client_id = ${clientId} and ${isAmongRules(sql, sql`r.address`, sql`r.reason`)}
      and not (r.address collate "C" >= ${hashedPrefix} and r.address collate "C" < ${endOf(hashedPrefix)}))`
}

/** Whether it holds rules whose keys begin so; for domains, which have no beginning of their own, whether it holds any. */
function hasRulesOf(sql: Sql, clientId: number, kind: string): Fragment {
  if (kind === 'domain') return hasRules(sql, clientId)
  const prefix = `@${kind}:`
  return sql`exists (
    select from suppressions r
    where r.client_id = ${clientId} and ${isAmongRules(sql, sql`r.address`, sql`r.reason`)}
      and r.address collate "C" >= ${prefix} and r.address collate "C" < ${endOf(prefix)})`
}

/** The first text after all that begin with a prefix that ends in a colon, by their bytes. */
function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)};`
}

/** As an index has it, so that the rules of a client are read without its addresses. */
function isAmongRules(sql: Sql, address: Fragment, reason: Fragment): Fragment {
  return sql`${reason} = 'manual' and ${address} collate "C" >= '@' and ${address} collate "C" < 'A'`
}

/** Which entries of the table are rules. */
export function isRule(sql: Sql): Fragment {
  return sql`address like '@%'`
}

/** The keys of an address that a rule may have, but for the one that PostgreSQL cannot make. */
function ruleKeys(sql: Sql, address: Fragment) {
  return {
    domain: sql`'@' || split_part(${address}, '@', 2)`,
    md5: sql`'@md5:' || md5(${address})`,
    sha256: sql`'@sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`,
    hmac: hashedAddressOf(sql, address),
  }
}
