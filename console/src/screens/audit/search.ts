/** The filters of the audit log as they stand in the address. */
import { oneOf, searchOf, textOf } from '../../lib/search.ts'

export const outcomes = ['Succeeded', 'Refused', 'Failed'] as const

export const readAuditSearch = searchOf({
  client: textOf,
  actor: textOf,
  about: textOf,
  operation: textOf,
  outcome: oneOf(outcomes),
  from: dayOf,
  until: dayOf,
})
export type AuditSearch = ReturnType<typeof readAuditSearch>

/** @returns `2026-03-20` */
export function dayOf(given: unknown): string | undefined {
  const text = textOf(given)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

/** @returns `2026-03-21` of `2026-03-20` */
export function dayAfter(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : new Date(at + 86_400_000).toISOString().slice(0, 10)
}
