/** Erasure.*: a contact's right to be forgotten. See docs/personal-data.md#erase-a-contact. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { eraseMemberships, eraseRecipients, eraseSuppressions } from '../../store/erasures/contact-rows.ts'
import {
  type ErasureRow,
  insertErasure,
  lockLastErasure,
  readErasureByPublicId,
  readErasuresOf,
} from '../../store/erasures/erasures.ts'
import { hashedAddress } from '../../store/subscribers/address-hash.ts'
import { isKnownContact } from '../../store/subscribers/contact-timeline.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { readNewestPage } from '../paging/cursors.ts'
import { readAddress } from '../subscribers/subscriptions.ts'
import type { ErasureMemory } from './remembering.ts'

/**
 * Erases a contact of a client. From the moment it resolves the contact is on no list, no recipient of a campaign, and suppressed by its
 * keyed hash; what else names it is removed in the background (worker.ts). Asked again, the receipt is the same
 * unless something of the contact is known again.
 * @param requestedBy the name of who asks
 * @returns the id of the receipt
 * @throws Refusal InvalidEmail, NotInList for an address that nothing is known of
 */
export async function eraseContact(
  { db, erasures }: { readonly db: Database; readonly erasures: Pick<ErasureMemory, 'remember'> },
  client: ClientRef,
  email: string | null,
  requestedBy: string,
  evidence: Evidence,
): Promise<string> {
  const { clientId, accountId, timeZone } = client
  const { address } = readAddress(email)
  const hash = hashedAddress(db, address)
  const id = await transaction(db, async sql => {
    const last = await lockLastErasure(sql, clientId, hash)
    if (last?.state === 'waiting') return last.publicId
    if (!(await isKnownContact(sql, { accountId, clientId, address }))) {
      if (last) return last.publicId
      throw new Refusal('NotInList', 'Nothing is known of this address.')
    }
    const { erasureId, publicId } = await insertErasure(sql, { clientId, hash, requestedBy }, address)
    const erasing = { clientId, accountId, timeZone, erasureId, address, hash }
    // first: from here on no other transaction adds the address
    await eraseSuppressions(sql, erasing, evidence)
    await eraseMemberships(sql, erasing)
    await eraseRecipients(sql, erasing)
    return publicId
  })
  await erasures.remember()
  return id
}

/** @throws Refusal UnknownErasure */
export async function findErasure(sql: Sql, client: ClientRef, id: string | null): Promise<ErasureRow> {
  const found = isPublicId(id) ? await readErasureByPublicId(sql, client, id) : undefined
  if (!found) throw new Refusal('UnknownErasure')
  return found
}

/** A page of receipts, the newest first. @throws Refusal InvalidParameter */
export function listErasures(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  return readNewestPage(
    given,
    page => readErasuresOf(sql, client, page),
    ({ erasureId }) => erasureId,
  )
}
