/** Subscribers.Page: members of a list in pages by number. */
import type { Sql } from '../../store/connection/database.ts'
import { countMembers, type MemberOrder, type MemberRow, pageOfMembers } from '../../store/subscribers/member-pages.ts'
import type { ListRef } from '../access/access.ts'
import { readNumberedPage } from '../paging/paging.ts'
import type { State } from './membership.ts'
import { readDate } from './subscriber-list.ts'

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
  const asked = { ...list, state, changedAfter: readDate('ChangedAfter', changedAfter) }
  const total = await countMembers(sql, asked)
  if (offset >= total) return { rows: [], total }
  return { rows: await pageOfMembers(sql, asked, { order, descending, offset, limit, total }), total }
}
