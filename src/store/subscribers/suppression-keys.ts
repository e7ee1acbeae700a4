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
 *
 * No address begins with `@`, and no domain holds a colon. All keys but addresses are called rules.
 * See docs/decisions/unsubscribing.md#suppression-by-domain-and-by-hash.
 */
import { createHash } from 'node:crypto'
import type { Fragment, Sql } from '../connection/database.ts'

/** Hashes that a rule may hold, with the number of their hexadecimal digits. */
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
  return sql`
    left join lateral (
      select e.address, e.reason, e.evidence from suppressions e
      where e.client_id = ${clientId}
        and e.address = any(array[${address}, ${ruleKeys(sql, address)}, '@sha1:' || ${sha1}])
      order by e.address = ${address}
      limit 1
    ) x on true`
}

/**
 * The same for a set of any size, read from a table: joins `suppression` (the address) and `suppression_rule`, of which `isSuppressed` looks for either.
 * Rules of SHA-1 are not seen here: they are when an address is added, and when its mail is handed over.
 */
export function joinSuppressions(sql: Sql, clientId: number, address: Fragment): Fragment {
  // that there are no rules is found once, and then no row is looked up twice
  return sql`
    left join suppressions suppression on suppression.client_id = ${clientId} and suppression.address = ${address}
    left join lateral (
      select e.address, e.reason from suppressions e
      where e.client_id = ${clientId} and e.address = any(array[${ruleKeys(sql, address)}])
        and exists (
          select from suppressions a
          where a.client_id = ${clientId} and a.reason = 'manual' and a.address collate "C" >= '@' and a.address collate "C" < 'A'
        )
      limit 1
    ) suppression_rule on true`
}

/** Whether a row is suppressed that `joinSuppressions` joined. */
export function isSuppressed(sql: Sql): Fragment {
  return sql`(suppression.address is not null or suppression_rule.address is not null)`
}

/** Why a row is suppressed that `joinSuppressions` joined; null where it is not. */
export function suppressionReason(sql: Sql): Fragment {
  return sql`coalesce(suppression.reason, suppression_rule.reason)`
}

/** Which entries of the table are rules. */
export function isRule(sql: Sql): Fragment {
  return sql`address like '@%'`
}

function ruleKeys(sql: Sql, address: Fragment): Fragment {
  return sql`
    '@' || split_part(${address}, '@', 2), '@md5:' || md5(${address}),
    '@sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`
}
