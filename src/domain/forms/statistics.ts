/** What came of forms, in numbers. */
import { Refusal } from '../../contract/refusals.ts'
import type { Sql } from '../../store/connection/database.ts'
import { type DayCount, type RefusalReason, readCounts } from '../../store/forms/counts.ts'
import { countHeld, countSignUps } from '../../store/forms/sign-ups.ts'
import { readWaves, type WaveRow } from '../../store/forms/waves.ts'
import type { ClientRef } from '../access/access.ts'
import { findOwnForm } from './forms.ts'

export interface FormSums {
  readonly shown: number
  readonly submitted: number
  readonly refused: number
  readonly mailed: number
  readonly confirmed: number
  readonly abandoned: number
}

const longestPeriod = 400
const mostWaves = 10
/** Days of the numbers in lists of forms. */
const listedDays = 30

export function sumsOf(counts: readonly DayCount[]): FormSums {
  const sums = { shown: 0, submitted: 0, refused: 0, mailed: 0, confirmed: 0, abandoned: 0 }
  for (const { kind, count } of counts) sums[isRefused(kind) ? 'refused' : kind] += count
  return sums
}

function isRefused(kind: DayCount['kind']): kind is `refused ${RefusalReason}` {
  return kind.startsWith('refused ')
}

export interface FormStatistics {
  readonly publicId: string
  readonly sums: FormSums
  readonly waiting: number
  readonly held: number
  readonly refusedBy: readonly { readonly reason: RefusalReason; readonly count: number }[]
  readonly days: readonly (FormSums & { readonly day: string })[]
  readonly waves: readonly WaveRow[]
}

/** @throws Refusal UnknownForm, InvalidParameter */
export async function readStatistics(
  sql: Sql,
  client: ClientRef,
  id: string | null,
  days: number,
): Promise<FormStatistics> {
  if (days < 1 || days > longestPeriod) throw new Refusal('InvalidParameter', `Days is 1 to ${longestPeriod}.`)
  const form = await findOwnForm(sql, client, id)
  const [counts, present, waves] = await Promise.all([
    readCounts(sql, client.clientId, form.formId, days),
    countSignUps(sql, form),
    readWaves(sql, form, client.timeZone, mostWaves),
  ])
  const byReason = new Map<RefusalReason, number>()
  for (const { kind, count } of counts) {
    if (!isRefused(kind)) continue
    const reason = kind.slice('refused '.length) as RefusalReason // as it is written
    byReason.set(reason, (byReason.get(reason) ?? 0) + count)
  }
  const byDay = new Map<string, DayCount[]>()
  for (const one of counts) byDay.set(one.day, [...(byDay.get(one.day) ?? []), one])
  return {
    publicId: form.publicId,
    sums: sumsOf(counts),
    waiting: present.get('asked') ?? 0,
    held: present.get('held') ?? 0,
    refusedBy: [...byReason]
      .map(([reason, count]) => ({ reason, count }))
      .sort((one, other) => other.count - one.count),
    days: [...byDay].map(([day, own]) => ({ day, ...sumsOf(own) })),
    waves,
  }
}

/** The numbers of the last 30 days and the held sign-ups of all forms of a client, by form. */
export async function readSumsOfForms(sql: Sql, { clientId }: ClientRef) {
  const [counts, held] = await Promise.all([readCounts(sql, clientId, null, listedDays), countHeld(sql, clientId)])
  const byForm = new Map<number, DayCount[]>()
  for (const one of counts) byForm.set(one.formId, [...(byForm.get(one.formId) ?? []), one])
  return (formId: number) => ({ ...sumsOf(byForm.get(formId) ?? []), held: held.get(formId) ?? 0 })
}
