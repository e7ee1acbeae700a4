/**
 * Who a campaign leaves out because of consent: whose implied consent to be mailed has ended, and, where the campaign asks for consent, who
 * has answered or was asked lately. See docs/consent.md#asking-again.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { exclusion } from '../ledger/exclusion.ts'
import { consentColumns, consentPreferences } from '../subscribers/purposes.ts'

/** As `log.answer` and counts name them. */
export const consentReasons = [
  exclusion.consentExpired,
  exclusion.consentGranted,
  exclusion.askedBefore,
  exclusion.consentRefused,
] as const
export type ConsentReason = (typeof consentReasons)[number]

/** Who was asked, or refused, is not asked again before this. */
const monthsUntilAskedAgain = 6

/** What the rules compare with; columns or parameters. */
export interface ConsentTerms {
  /** The day in the time zone of the client. */
  readonly today: Fragment
  /** Who was asked after this day is not asked. */
  readonly askedAfter: Fragment
  /** Who refused from this instant on is not asked. */
  readonly refusedFrom: Fragment
  /** Whether the campaign asks for consent. */
  readonly asks: Fragment
}

/**
 * Columns `today`, `asked_after` and `refused_from` of a client `c`: terms of the rules.
 * @param at the time of the campaign's clock
 */
export function termColumns(sql: Sql, at: Fragment): Fragment {
  const today = sql`(${at} at time zone c.time_zone)::date`
  const before = sql`(${today} - make_interval(months => ${monthsUntilAskedAgain}))::date`
  return sql`${today} as today, ${before} as asked_after, (${before} + 1)::timestamp at time zone c.time_zone as refused_from`
}

/** Whether the consent to mail a subscriber `s` has ended; the last day counts. */
export function isConsentExpired(sql: Sql, today: Fragment): Fragment {
  return sql`(s.basis = 'implied' and s.basis_until < ${today})`
}

/**
 * Why a campaign leaves out a subscriber `s`, by its list_id, id, basis, basis_until, tracking_consent and consent_asked_on; null if it does not.
 * The last look before the hand-over passes no `askedAfter`: that the letter asks is recorded already.
 */
export function consentReason(
  sql: Sql,
  clientId: number,
  { today, asks, refusedFrom, askedAfter }: Omit<ConsentTerms, 'askedAfter'> & Partial<ConsentTerms>,
): Fragment {
  const answer = sql(`s.${consentColumns.measuring}`)
  return sql`case
    when ${isConsentExpired(sql, today)} then ${exclusion.consentExpired}::text
    when not ${asks} then null
    when ${answer} then ${exclusion.consentGranted}
    ${askedAfter ? sql`when s.consent_asked_on > ${askedAfter} then ${exclusion.askedBefore}` : sql``}
    when exists (
      select 1 from preference_history h
      where h.client_id = ${clientId} and h.list_id = s.list_id and h.subscriber_id = s.id
        and h.preference = ${consentPreferences.measuring} and h.to_value = 'denied' and h.at >= ${refusedFrom}
    ) then ${exclusion.consentRefused}
  end`
}

/** The terms of a client at a time, as parameters; now where none is given. */
export async function readConsentTerms(sql: Sql, clientId: number, asks: boolean, at?: Date): Promise<ConsentTerms> {
  const [row] = await sql<{ today: string; askedAfter: string; refusedFrom: Date }[]>`
    select t.today::text as today, t.asked_after::text as asked_after, t.refused_from
    from (select ${termColumns(sql, sql`coalesce(${at ?? null}::timestamptz, now())`)} from clients c where c.id = ${clientId}) t`
  return {
    today: sql`${row!.today}::date`,
    askedAfter: sql`${row!.askedAfter}::date`,
    refusedFrom: sql`${row!.refusedFrom}::timestamptz`,
    asks: sql`${asks}::boolean`,
  }
}
