/** Mails that recipients forwarded to friends: recent numbers for limits, and the number per campaign. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { RecipientKey } from '../keys.ts'
import { addToTotal } from '../ledger/totals.ts'
import { countOccurrences, forgetOccurrences, recordOccurrences, type Subject } from '../limits/occurrences.ts'

export interface ForwardedBy extends RecipientKey {
  readonly accountId: number
}

const byRecipient = ({ campaignId, number }: ForwardedBy): Subject => ({
  kind: 'letter forwarded by recipient',
  subject: `${campaignId} ${number}`,
})
const ofClient = ({ clientId }: ForwardedBy): Subject => ({
  kind: 'letter forwarded of client',
  subject: String(clientId),
})
const toAddress = ({ accountId }: Pick<ForwardedBy, 'accountId'>, address: string): Subject => ({
  kind: 'letter forwarded to address',
  subject: `${accountId} ${address}`,
})

export interface Forwarded {
  /** Mails of the last day: by this recipient, and of the client. */
  readonly byRecipient: number
  readonly ofClient: number
  /** For each address, in order. */
  readonly toAddresses: readonly number[]
}

/** Counts forwards of the last day. Forwards of one client are serialised until the transaction ends. */
export async function readForwardedLately(
  sql: Transaction,
  by: ForwardedBy,
  addresses: readonly string[],
): Promise<Forwarded> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`forwards of ${by.clientId}`}, 0))`
  const subjects = [byRecipient(by), ofClient(by), ...addresses.map(address => toAddress(by, address))]
  const [recipient, client, ...toAddresses] = await countOccurrences(
    sql,
    subjects.map(subject => ({ ...subject, withinMinutes: 24 * 60 })),
  )
  return { byRecipient: recipient!, ofClient: client!, toAddresses }
}

/** Called in the transaction that enqueues the mails. @param asked all requested addresses. @param sent number of enqueued mails */
export async function recordForwards(
  sql: Transaction,
  by: ForwardedBy,
  asked: readonly string[],
  sent: number,
): Promise<void> {
  await recordOccurrences(sql, [
    ...asked.map(address => toAddress(by, address)),
    { ...byRecipient(by), times: asked.length },
    { ...ofClient(by), times: asked.length },
  ])
  if (sent > 0) await addToTotal(sql, by, 'forwards', sent)
}

/** Deletes the counts of an address. */
export function forgetForwardsTo(sql: Sql, accountId: number, address: string): Promise<number> {
  return forgetOccurrences(sql, [toAddress({ accountId }, address)])
}

/** Number of forwards of a campaign. */
export async function readCampaignForwards(sql: Sql, clientId: number, campaignId: number): Promise<number> {
  const [row] = await sql<{ forwards: number }[]>`
    select forwards from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row?.forwards ?? 0
}
