/** Letters that recipients sent on to friends: how many lately, and how many of a campaign. */
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
  /** Letters of the last day: by this recipient, and of the client. */
  readonly byRecipient: number
  readonly ofClient: number
  /** To each of the addresses, in order. */
  readonly toAddresses: readonly number[]
}

/** What was forwarded within the last day. Forwards of one client wait for each other until the transaction ends. */
export async function forwardedLately(
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

/** Part of the transaction that sends them. @param asked every address that was asked for. @param sent how many are mailed */
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

/** Forgets what was counted of letters to an address. */
export function forgetForwardsTo(sql: Sql, accountId: number, address: string): Promise<number> {
  return forgetOccurrences(sql, [toAddress({ accountId }, address)])
}

/** How often a campaign was sent on. */
export async function campaignForwards(sql: Sql, clientId: number, campaignId: number): Promise<number> {
  const [row] = await sql<{ forwards: number }[]>`
    select forwards from campaign_totals where client_id = ${clientId} and campaign_id = ${campaignId}`
  return row?.forwards ?? 0
}
