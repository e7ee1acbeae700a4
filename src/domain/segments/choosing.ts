/** Segments as they choose members: for campaigns, exports, bulk changes and pages of members. */
import { Refusal } from '../../contract/refusals.ts'
import { consentOf, type SegmentTree } from '../../store/campaigns/audience.ts'
import type { Sql } from '../../store/connection/database.ts'
import { findSegmentsOfClient, readStoredSegment, type StoredSegment } from '../../store/lists/segments.ts'
import type { ListRef } from '../access/access.ts'
import { readCustomFields } from '../lists/custom-fields.ts'
import { readRules, segmentKey } from './rules.ts'
import type { LeafCondition } from '../../store/segments/conditions.ts'

/**
 * Makes the tree of a segment ready to be judged.
 * @returns undefined for one without conditions, or about something that does not exist any more: nobody matches
 */
export async function compileSegment(
  sql: Sql,
  clientId: number,
  { listId, rules }: Pick<StoredSegment, 'listId' | 'rules'>,
): Promise<SegmentTree | undefined> {
  const fields = listId === null ? [] : await readCustomFields(sql, { clientId, listId })
  const conditions = readRules(
    rules,
    fields.map(({ key }) => key),
  )
  if (!conditions) return undefined
  const parts = conditions.map(({ field, operator, value }): LeafCondition => {
    const purpose = consentOf(field)
    if (purpose) {
      const answers = (['granted', 'denied', 'unknown'] as const).filter(
        answer => (answer === value.toLowerCase()) === (operator === 'equals'),
      )
      return { is: 'consent', purpose, answers }
    }
    const place =
      field === 'email'
        ? ({ of: 'address' } as const)
        : field === 'name'
          ? ({ of: 'name' } as const)
          : ({ of: 'field', key: field } as const)
    const test = operator.endsWith('equals') ? 'equals' : operator.endsWith('contains') ? 'contains' : 'known'
    return { is: 'text', place, test, quantity: operator.includes('not') ? 'none' : 'any', values: value === '' ? [] : [value] }
  })
  const needs = conditions
    .map(({ field }) => field)
    .filter(field => fields.some(({ key }) => key === field))
    .map(key => ({ kind: 'field', listId, key }) as const)
  return { tree: { match: 'all', parts }, needs, listId }
}

/** A segment of a list by its name or, where the list has none of this name, of its client. @throws Refusal UnknownSegment */
export async function findSegmentOf(
  sql: Sql,
  list: Pick<ListRef, 'clientId' | 'listId'>,
  name: string | null,
): Promise<StoredSegment> {
  const key = segmentKey(name ?? '')
  const present = await findSegmentsOfClient(sql, list, [], [list.listId])
  const ofName = present.filter(segment => segmentKey(segment.name) === key)
  const found = ofName.find(({ listId }) => listId === list.listId) ?? ofName[0]
  const segment = found && (await readStoredSegment(sql, list.clientId, found.id))
  if (!segment) throw new Refusal('UnknownSegment', 'The list has no segment of this name.')
  return segment
}
