/** Saved senders of a client: names and addresses that its drafts are sent from. */
import { Refusal } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import { deleteSender, readSendersOf, upsertSender } from '../../../store/campaigns/senders.ts'
import type { Database, Sql } from '../../../store/connection/database.ts'
import type { ClientRef } from '../../access/access.ts'
import { cutPage, readCursorPage, type SortKey } from '../../paging/cursors.ts'
import { parseAddress } from '../../text-rules/address.ts'
import { cleanLine } from '../../text-rules/single-line.ts'

export const mostSenders = 100
const longestName = 250

/** Absent is null. */
export interface GivenSender {
  readonly fromName: string | null
  readonly fromEmail: string | null
  readonly replyTo: string | null
}

/**
 * Saves a sender; saved again it is the same one, with the new Reply-To address.
 * @returns the SenderID
 * @throws Refusal FromNameRequired, InvalidFromEmail, InvalidReplyTo, TooManySenders, ValueTooLong, InvalidCharacters
 */
export async function saveSender(db: Database, client: ClientRef, given: GivenSender): Promise<string> {
  const fromName = cleanLine('FromName', given.fromName, longestName)
  if (fromName === '') throw new Refusal('FromNameRequired')
  const from = parseAddress(given.fromEmail)
  if (!from) throw new Refusal('InvalidFromEmail')
  const hasReplyTo = (given.replyTo ?? '').trim() !== ''
  const replyTo = hasReplyTo ? parseAddress(given.replyTo) : from
  if (!replyTo) throw new Refusal('InvalidReplyTo')
  const saved = await upsertSender(db, client, { fromName, fromEmail: from.email, replyTo: replyTo.email }, mostSenders)
  if (saved === 'too many') throw new Refusal('TooManySenders', `A client has at most ${mostSenders} saved senders.`)
  return saved.publicId
}

/** A page of senders by address. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listSenders(
  sql: Sql,
  client: ClientRef,
  request: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(request, isSender)
  const rows = await readSendersOf(sql, client, { after, limit: limit + 1 })
  return cutPage(rows, limit, ({ sortEmail, fromName }) => [sortEmail, fromName])
}

function isSender(values: SortKey): values is readonly [string, string] {
  return values.length === 2 && values.every(value => typeof value === 'string' && !value.includes('\0'))
}

/** @throws Refusal UnknownSender */
export async function removeSender(sql: Sql, client: ClientRef, id: string | null): Promise<void> {
  if (!isPublicId(id) || !(await deleteSender(sql, client, id))) {
    throw new Refusal('UnknownSender', 'The client has no saved sender of this SenderID.')
  }
}
