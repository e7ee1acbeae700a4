/** The filters of the audit log as they stand in the address. */
import { oneOf, searchOf, textOf } from '../../lib/search.ts'

export const outcomes = ['Succeeded', 'Refused', 'Failed'] as const

export const readAuditSearch = searchOf({
  client: textOf,
  actor: textOf,
  operation: textOf,
  outcome: oneOf(outcomes),
  from: dayOf,
  until: dayOf,
})
export type AuditSearch = ReturnType<typeof readAuditSearch>

/** @returns `2026-03-20` */
function dayOf(given: unknown): string | undefined {
  const text = textOf(given)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}
