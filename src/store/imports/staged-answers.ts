/**
 * What rows of an import say of consent and of the basis. Of answers that contradict each other, within the file or with what is recorded,
 * the refusal counts: an import never turns Denied into Granted.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import { consentColumns, consentPreferences, type Purpose, purposes } from '../subscribers/purposes.ts'

/** How rows change the values of existing members. */
export type ValuePolicy = 'overwrite' | 'fill' | 'add'

/** The target of a column for each purpose, by which losses name it. */
export const consentTargets: Readonly<Record<Purpose, string>> = {
  measuring: 'MeasuringConsent',
  personalising: 'PersonalisingConsent',
  hygiene: 'HygieneConsent',
}

/** The answer that consents have for a purpose. @param consents the column of a row */
export function answerIn(sql: Sql, consents: Fragment, purpose: Purpose): Fragment {
  return sql`(${consents} ->> ${consentPreferences[purpose]}::text)::boolean`
}

/** The answer of a member `s` after a row `r`: a refusal always counts, consent where nothing is recorded. */
export function mergedAnswer(sql: Sql, values: ValuePolicy, purpose: Purpose): Fragment {
  const present = sql(`s.${consentColumns[purpose]}`)
  const given = answerIn(sql, sql`r.consents`, purpose)
  const granted = values === 'add' ? sql`` : sql`when ${given} then coalesce(${present}, true)`
  return sql`case when ${given} is false then false ${granted} else ${present} end`
}

/** The basis of a member `s` and its end after a row `r`, by the policy for values. */
export function mergedBasis(sql: Sql, values: ValuePolicy): { readonly basis: Fragment; readonly until: Fragment } {
  const given = { basis: sql`r.consents ->> 'basis'`, until: sql`(r.consents ->> 'basisUntil')::date` }
  switch (values) {
    case 'overwrite':
      return {
        basis: sql`coalesce(${given.basis}, s.basis)`,
        until: sql`case when ${given.basis} is null then s.basis_until else ${given.until} end`,
      }
    case 'fill':
      return {
        basis: sql`coalesce(s.basis, ${given.basis})`,
        until: sql`case when s.basis is null then ${given.until} else s.basis_until end`,
      }
    case 'add':
      return { basis: sql`s.basis`, until: sql`s.basis_until` }
  }
}

/** What a row changes of the answers of a member: whether it does, and the names of the changes as a list. */
export function readChangedAnswers(sql: Sql, values: ValuePolicy) {
  const { basis, until } = mergedBasis(sql, values)
  const changes = [
    ...purposes.map(purpose => ({
      name: consentTargets[purpose],
      isChanged: sql`${mergedAnswer(sql, values, purpose)} is distinct from ${sql(`s.${consentColumns[purpose]}`)}`,
    })),
    { name: 'Basis', isChanged: sql`(${basis}, ${until}) is distinct from (s.basis, s.basis_until)` },
  ]
  return {
    isAny: changes.map(({ isChanged }) => isChanged).reduce((all, one) => sql`${all} or ${one}`),
    names: sql`array_to_string(array[${changes
      .map(({ name, isChanged }) => sql`case when ${isChanged} then ${name}::text end`)
      .reduce((all, one) => sql`${all}, ${one}`)}], ', ')`,
  }
}

/** The answers that all rows of an address give together, for the row that counts. @param order a window over the rows of the address */
export function strictestAnswers(sql: Sql): Fragment {
  const parts = purposes.map(
    purpose =>
      sql`${consentPreferences[purpose]}::text, bool_and(${answerIn(sql, sql`r.consents`, purpose)}) over (partition by r.address)`,
  )
  return sql`nullif(jsonb_strip_nulls(coalesce(r.consents, '{}') || jsonb_build_object(${parts.reduce((all, one) => sql`${all}, ${one}`)})), '{}')`
}

/**
 * Assignments that record consent of a row `r` as lost.
 * @param isRefused whether the purpose is refused elsewhere
 */
export function lostConsents(sql: Sql, isRefused: (purpose: Purpose) => Fragment): Fragment {
  const names = sql`array_remove(array[${purposes
    .map(
      purpose =>
        sql`case when ${answerIn(sql, sql`r.consents`, purpose)} and ${isRefused(purpose)} then ${consentTargets[purpose]}::text end`,
    )
    .reduce((all, one) => sql`${all}, ${one}`)}], null)`
  return sql`
    dropped = nullif(coalesce(r.dropped, '{}') || ${names}, '{}'),
    losses = nullif(coalesce(r.losses, '{}') || (
      select coalesce(jsonb_object_agg(n.name, '["ConsentRefused", "Granted"]'::jsonb), '{}') from unnest(${names}) n (name)), '{}')`
}

/** Columns of a new member, and the values of a row `r` for them. */
export function answersOfNew(sql: Sql): { readonly columns: Fragment; readonly values: Fragment } {
  return {
    columns: sql`tracking_consent, personalising_consent, hygiene_consent, basis, basis_until`,
    values: sql`${purposes.map(purpose => answerIn(sql, sql`consents`, purpose)).reduce((all, one) => sql`${all}, ${one}`)},
      consents ->> 'basis', (consents ->> 'basisUntil')::date`,
  }
}
