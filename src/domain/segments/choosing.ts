/** Segments as they choose members: for campaigns, exports, bulk changes and pages of members. */
import { Refusal } from '../../contract/refusals.ts'
import type { SegmentTree } from '../../store/campaigns/audience.ts'
import type { Sql } from '../../store/connection/database.ts'
import { findSegmentsOfClient, readStoredSegment, type StoredSegment } from '../../store/lists/segments.ts'
import type { ListRef } from '../access/access.ts'
import { segmentKey } from './names.ts'
import { compileStored } from './trees.ts'

/**
 * Makes the tree of a segment ready to be judged.
 * @returns undefined for one without conditions, or about something that does not exist any more: no member matches
 */
export async function compileSegment(
  sql: Sql,
  clientId: number,
  { listId, rules }: Pick<StoredSegment, 'listId' | 'rules'>,
): Promise<SegmentTree | undefined> {
  const { compiled, problems } = await compileStored(sql, clientId, { listId, rules })
  return problems.length > 0 ? undefined : { ...compiled, listId }
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
