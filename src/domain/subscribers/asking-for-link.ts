/**
 * People without a mail of the client ask for the link to their preferences: the address goes in, and the link out by mail, to the address alone.
 * See docs/decisions/preferences.md#leaving-without-a-mail.
 */
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { readLinkMember } from '../../store/subscribers/preferences.ts'
import { readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import { parseAddress } from '../text-rules/address.ts'
import { mayMailOnce } from './ask-limits.ts'

/**
 * Takes the wish; whether the address is known is found out later, so that neither the answer nor its time says so.
 * @returns false for what is no address
 */
export async function askForLink(
  db: Database,
  clientId: number,
  email: string,
  publicUrl: string | undefined,
): Promise<boolean> {
  const given = parseAddress(email)
  if (!given) return false
  await enqueue(db, 'preferencesAsked', { clientId, address: given.address, publicUrl })
  return true
}

/** Has the link mailed to an address that is on a list of the client, or was, and that may get mail of this service now. */
export async function answerLinkRequest(
  db: Database,
  { clientId, address, publicUrl }: { clientId: number; address: string; publicUrl?: string | undefined },
): Promise<void> {
  await transaction(db, async sql => {
    const member = await readLinkMember(sql, { clientId, address })
    if (!member) return
    const barred = await readSuppressedAmong(sql, [{ clientId, listId: null, address }])
    if (barred.length > 0 || !(await mayMailOnce(sql, address))) return
    await enqueue(sql, 'preferencesMail', { clientId, ...member, publicUrl })
  })
}
