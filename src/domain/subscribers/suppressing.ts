/**
 * What a list and the suppression list of its client do for each other once, on request: who has left the list is suppressed, and who is
 * suppressed leaves the list. Both go through the list by address, in ranges that are durable by themselves, so that a job that is run
 * again goes on with what is left.
 */
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { readAddressesInState } from '../../store/subscribers/member-pages.ts'
import { changeStates, lockMemberships } from '../../store/subscribers/memberships.ts'
import { addToScope, readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import type { ListRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { readInPages } from '../paging/paging.ts'
import { move } from './membership.ts'
import { transitionsOf } from './transitions.ts'

/** Which list, and who asked for it. */
export interface SuppressionWork {
  readonly list: Pick<ListRef, 'clientId' | 'listId' | 'timeZone'>
  readonly evidence: Evidence
}

/** Members of one range. */
const range = 1_000

/** Has it done in the background. */
export async function askForSuppressing(
  sql: Sql,
  { clientId, listId, timeZone }: ListRef,
  wanted: { readonly suppressUnsubscribed: boolean; readonly removeSuppressed: boolean },
  evidence: Evidence,
): Promise<void> {
  const work = { list: { clientId, listId, timeZone }, evidence }
  if (wanted.suppressUnsubscribed) await enqueue(sql, 'suppressUnsubscribed', work)
  if (wanted.removeSuppressed) await enqueue(sql, 'removeSuppressed', work)
}

/** The job: who has unsubscribed from the list gets no mail of the client any more. */
export async function suppressUnsubscribed(db: Database, { list, evidence }: SuppressionWork): Promise<void> {
  for await (const members of ranges(db, list, 'Unsubscribed')) {
    const entries = members.map(({ address, email }) => ({ address, email, reason: 'unsubscribed' as const, evidence }))
    await transaction(db, sql => addToScope(sql, { kind: 'client', clientId: list.clientId }, entries))
  }
}

/** The job: active members who are suppressed become Deleted. */
export async function removeSuppressed(db: Database, { list, evidence }: SuppressionWork): Promise<void> {
  const { clientId, listId } = list
  for await (const members of ranges(db, list, 'Active')) {
    const keys = members.map(({ address }) => ({ clientId, listId, address }))
    await transaction(db, async sql => {
      const suppressed = (await readSuppressedAmong(sql, keys)).map(({ address }) => ({ clientId, listId, address }))
      if (suppressed.length === 0) return
      const leaving = (await lockMemberships(sql, suppressed)).flatMap(({ subscriberId, state: from }) => {
        const to = move(from, 'remove')
        return to ? [{ clientId, listId, subscriberId, from, to, cause: 'deleted', evidence }] : []
      })
      await changeStates(sql, leaving)
      await recordTransitions(sql, transitionsOf(leaving.map(({ from, to }) => ({ of: list, from, to }))))
    })
  }
}

async function* ranges(db: Database, list: SuppressionWork['list'], state: 'Active' | 'Unsubscribed') {
  const members = readInPages(
    (after: string, limit) => readAddressesInState(db, list, state, after, limit),
    '',
    ({ address }) => address,
    range,
  )
  let part: { readonly address: string; readonly email: string }[] = []
  for await (const member of members) {
    part.push(member)
    if (part.length < range) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
