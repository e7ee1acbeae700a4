/** Members of a list or a segment in pages by number. */

import type { Sql } from '../../store/connection/database.ts'
import {
  countMembers,
  countMembersOfSource,
  type MemberOrder,
  type MemberRow,
  pageOfMembers,
  pageOfSource,
} from '../../store/subscribers/member-pages.ts'
import type { ListRef, SegmentRef } from '../access/access.ts'
import { conditionsOfSegment } from '../lists/segments.ts'
import { readNumberedPage } from '../paging/paging.ts'
import { readLocalTime } from '../text-rules/dates.ts'
import type { State } from './membership.ts'

export interface MembersRequest {
  readonly state: State
  /** Local time of the client; null or empty for all. */
  readonly changedAfter: string | null
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly order: MemberOrder
  readonly descending: boolean
}

/** @throws Refusal InvalidParameter, InvalidDate */
export async function membersByPage(
  sql: Sql,
  list: ListRef,
  { state, changedAfter, page, pageSize, order, descending }: MembersRequest,
): Promise<{ readonly rows: readonly MemberRow[]; readonly total: number }> {
  const { offset, limit } = readNumberedPage({ page, pageSize })
  const asked = { ...list, state, changedAfter: readLocalTime('ChangedAfter', changedAfter) }
  const total = await countMembers(sql, asked)
  if (offset >= total) return { rows: [], total }
  return { rows: await pageOfMembers(sql, asked, { order, descending, offset, limit, total }), total }
}

/** The active members of a segment. @throws Refusal UnknownSegment, InvalidParameter, InvalidDate */
export async function segmentByPage(
  sql: Sql,
  segment: SegmentRef,
  request: Omit<MembersRequest, 'state'>,
): Promise<{ readonly rows: readonly MemberRow[]; readonly total: number }> {
  const { offset, limit } = readNumberedPage(request)
  const conditions = await conditionsOfSegment(sql, segment, segment.segmentName)
  if (conditions === undefined) return { rows: [], total: 0 }
  const changedAfter = readLocalTime('ChangedAfter', request.changedAfter)
  const asked = { ...segment, state: 'Active' as const, changedAfter }
  const source = { listId: segment.listId, conditions }
  const total = await countMembersOfSource(sql, asked, source)
  if (offset >= total) return { rows: [], total }
  const page = { order: request.order, descending: request.descending, offset, limit, total }
  return { rows: await pageOfSource(sql, asked, source, page), total }
}
