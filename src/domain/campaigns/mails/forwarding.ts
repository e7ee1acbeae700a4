/**
 * A recipient sends a letter on to friends. Every holder of a mail holds its link, so this is a public form: it is safe by what
 * it can say, to how many, and how often.
 * See docs/decisions/content.md#forwarding-to-a-friend-sends-a-neutral-message.
 */

import { type ForwardedBy, readForwardedLately, recordForwards } from '../../../store/campaigns/forwards.ts'
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { enqueueAll } from '../../../store/jobs/jobs.ts'
import { readSuppressedForCampaign } from '../../../store/subscribers/suppressions.ts'
import { type Address, parseAddress } from '../../text-rules/address.ts'
import { line } from '../../text-rules/single-line.ts'

export const mostFriends = 5
export const longestName = 60
export const longestMessage = 500
/** Within a day: of one recipient, of one client, and to one address of an account, suppressed ones included. */
const mostByRecipient = 10
const mostOfClient = 2000
const mostToAddress = 2

export interface Forwarding {
  readonly friends: readonly Address[]
  /** Who says to have sent it. */
  readonly name: string
  readonly message: string
}

export type ForwardingFault = 'friends' | 'name' | 'message'

/**
 * Reads the form's fields. Addresses of web pages are refused in what goes into the mail as text, so that spammers cannot have
 * us mail theirs.
 */
export function readForwarding(given: {
  readonly friends: string
  readonly name: string
  readonly message: string
}): Forwarding | { readonly fault: ForwardingFault } {
  // longer than so many of the longest addresses can be
  if (given.friends.length > mostFriends * 300) return { fault: 'friends' }
  const parsed = given.friends
    .split(/[,;\s]+/)
    .filter(text => text !== '')
    .map(parseAddress)
  const friends = new Map(parsed.flatMap(address => (address ? [[address.address, address] as const] : [])))
  if (parsed.includes(undefined) || friends.size === 0 || friends.size > mostFriends) return { fault: 'friends' }
  const name = line(given.name, { max: longestName })
  if (!name || leadsAway(name) || /[@<>"]/.test(name)) return { fault: 'name' }
  const message = given.message.replace(/\r\n?/g, '\n').trim()
  if (message.length > longestMessage || leadsAway(message) || /[^\P{Cc}\n\t]/u.test(message))
    return { fault: 'message' }
  return { friends: [...friends.values()], name, message }
}

/** A bare domain too: mail programs make links of those by themselves. */
function leadsAway(text: string): boolean {
  return /:\/\/|\bwww\.|[\p{L}\p{N}-]{2,}[.\u3002\uff0e\uff61]\p{L}{2,}/iu.test(text)
}

export interface ForwardOrder {
  /** Base of the links for campaigns that have none of their own. */
  readonly publicUrl: string | undefined
  /** BCP 47: what the friend is written to in. */
  readonly language: string
}

/**
 * Has the friends mailed, each once. Addresses that are suppressed or were written to often enough are left out, and the
 * answer does not show it.
 * @returns false when this recipient, or the client, has sent on enough for today; nothing was done then
 */
export function forwardLetter(
  db: Database,
  { accountId, clientId, campaignId, number }: ForwardedBy,
  { friends, name, message }: Forwarding,
  { publicUrl, language }: ForwardOrder,
): Promise<boolean> {
  return transaction(db, async sql => {
    const by = { accountId, clientId, campaignId, number }
    const addresses = friends.map(({ address }) => address)
    const lately = await readForwardedLately(sql, by, addresses)
    if (lately.byRecipient + friends.length > mostByRecipient) return false
    if (lately.ofClient + friends.length > mostOfClient) return false
    const suppressed = await readSuppressedForCampaign(sql, { clientId, campaignId }, addresses)
    const mailed = friends.filter(
      ({ address }, index) => !suppressed.has(address) && lately.toAddresses[index]! < mostToAddress,
    )
    await recordForwards(sql, by, addresses, mailed.length)
    await enqueueAll(
      sql,
      'forwardedLetter',
      mailed.map(({ email, address }) => ({
        clientId,
        campaignId,
        email,
        address,
        name,
        message,
        publicUrl,
        language,
      })),
    )
    return true
  })
}
