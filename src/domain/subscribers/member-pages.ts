/** Members of a list or a segment in pages by number. */

import type { Database, Sql } from '../../store/connection/database.ts'
import { snapshot } from '../../store/connection/transaction.ts'
import { readListIds } from '../../store/lists/lists.ts'
import { readStoredSegment } from '../../store/lists/segments.ts'
import {
  countMembers,
  countMembersOfAudience,
  type MemberOrder,
  type MemberOrderKey,
  type MemberRow,
  type MembersAsked,
  type PageOfMembers,
  pageOfAudience,
  pageOfMembers,
  readingOf,
  readMembersRevision,
  type SegmentMemberRow,
} from '../../store/subscribers/member-pages.ts'
import type { ListRef, SegmentRef } from '../access/access.ts'
import { fewBefore, PageMarks } from '../paging/page-marks.ts'
import { readNumberedPage } from '../paging/paging.ts'
import { compileSegment } from '../segments/choosing.ts'
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

const marks = new PageMarks<MemberOrderKey>()

/** @throws Refusal InvalidParameter, InvalidDate */
export async function readMembersByPage(
  db: Database,
  list: ListRef,
  { state, changedAfter, page, pageSize, order, descending }: MembersRequest,
): Promise<{ readonly rows: readonly MemberRow[]; readonly total: number }> {
  const { offset, limit } = readNumberedPage({ page, pageSize })
  const asked = { ...list, state, changedAfter: readLocalTime('ChangedAfter', changedAfter) }
  const total = await countMembers(db, asked)
  const shown = { order, descending, offset, limit, total }
  if (offset >= total) return { rows: [], total }
  if (asked.changedAfter !== undefined || readingOf(shown).skipped <= fewBefore)
    return { rows: await pageOfMembers(db, asked, shown), total }
  return snapshot(db, sql => deepPage(sql, asked, shown))
}

/** A page of all members in a state that many come before, in a snapshot: marks and rows fit each other. */
async function deepPage(
  sql: Sql,
  asked: MembersAsked,
  shown: PageOfMembers,
): Promise<{ readonly rows: readonly MemberRow[]; readonly total: number }> {
  const total = await countMembers(sql, asked)
  if (shown.offset >= total) return { rows: [], total }
  const page = { ...shown, total }
  const { order } = page
  const { descending, skipped } = readingOf(page)
  const name = [asked.clientId, asked.listId, asked.state, order, descending].join(' ')
  const mark = await marks.before(name, await readMembersRevision(sql, asked), skipped, async (from, rows) => {
    const before = (from?.before ?? 0) + rows
    const place = { order, descending, offset: before, limit: 1, total: Number.MAX_SAFE_INTEGER }
    const [member] = await pageOfMembers(sql, asked, place, from)
    return member && { before, key: member.key }
  })
  return { rows: await pageOfMembers(sql, asked, page, mark), total }
}

/** The active members of a segment; of one of the client each person once, from the list that was created first. @throws Refusal UnknownSegment, InvalidParameter, InvalidDate */
export async function readSegmentByPage(
  sql: Sql,
  segment: SegmentRef,
  request: Omit<MembersRequest, 'state'>,
): Promise<{ readonly rows: readonly SegmentMemberRow[]; readonly total: number }> {
  const { offset, limit } = readNumberedPage(request)
  const { clientId, timeZone, list, segmentId } = segment
  const changedAfter = readLocalTime('ChangedAfter', request.changedAfter)
  const stored = await readStoredSegment(sql, clientId, segmentId)
  const tree = stored && (await compileSegment(sql, clientId, stored))
  if (tree === undefined) return { rows: [], total: 0 }
  const lists = list ? [list.listId] : await readListIds(sql, segment)
  const audience = { sources: lists.map(listId => ({ listId, tree })), exclusions: [] }
  const asked = { clientId, timeZone, changedAfter }
  const total = await countMembersOfAudience(sql, asked, audience)
  if (offset >= total) return { rows: [], total }
  const page = { order: request.order, descending: request.descending, offset, limit, total }
  return { rows: await pageOfAudience(sql, asked, audience, page), total }
}
