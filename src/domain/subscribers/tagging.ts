/** Subscriber.SetTags: the tags of one contact. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { lockAddressed } from '../../store/subscribers/address-changes.ts'
import { type ContactTag, readContactTags } from '../../store/tags/contact-tags.ts'
import { mostTagsOfContact, tagContacts, untagContacts } from '../../store/tags/tagged.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { findTags } from '../tags/tags.ts'
import { readAddress } from './subscriptions.ts'

/** Absent is null. */
export interface TagChange {
  readonly email: string | null
  readonly add: readonly (string | null)[]
  readonly remove: readonly (string | null)[]
  /** The contact has no tags then but those of `add`. */
  readonly replace: boolean
  readonly createMissing: boolean
}

/**
 * @returns the tags that the contact has then
 * @throws Refusal InvalidEmail, NotInList for an address that is on no list, InvalidParameter, UnknownTag, TagNameEmpty, TooManyTags,
 *   TooManyTagsOfContact
 */
export async function setTags(
  db: Database,
  client: ClientRef,
  { email, add, remove, replace, createMissing }: TagChange,
  evidence: Evidence,
): Promise<readonly ContactTag[]> {
  const { clientId } = client
  const { address } = readAddress(email)
  if (replace && remove.length > 0) throw new Refusal('InvalidParameter', 'Replace goes without Remove.')
  const source = evidence.by === 'console' ? 'hand' : 'api'
  return transaction(db, async sql => {
    // the lock of the members: changes of one contact come one after the other, so the limit holds
    const members = await lockAddressed(sql, clientId, [address])
    if (members.length === 0) throw new Refusal('NotInList')
    const given = await findTags(sql, clientId, add, { createMissing })
    const taken = await findTags(sql, clientId, remove, { createMissing: false })
    const before = await readContactTags(sql, client, address)
    const keep = new Set(given.map(({ tagId }) => tagId))
    const gone = replace ? before.filter(({ tagId }) => !keep.has(tagId)) : taken
    const twice = taken.find(({ tagId }) => keep.has(tagId))
    if (twice) throw new Refusal('InvalidParameter', `The tag “${twice.name}” is in Add and in Remove.`)
    const goneIds = new Set(gone.map(({ tagId }) => tagId))
    const after = new Set([...before.map(({ tagId }) => tagId).filter(tagId => !goneIds.has(tagId)), ...keep])
    if (after.size > mostTagsOfContact) {
      throw new Refusal('TooManyTagsOfContact', `A contact has at most ${mostTagsOfContact} tags.`)
    }
    const rows = (tags: readonly { readonly tagId: number }[]) => tags.map(({ tagId }) => ({ address, tagId }))
    await untagContacts(sql, clientId, rows(gone), source)
    await tagContacts(
      sql,
      clientId,
      rows(given).map(row => ({ ...row, evidence })),
      source,
    )
    return readContactTags(sql, client, address)
  })
}
