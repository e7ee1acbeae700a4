/** Single recipients of a campaign: found by their address, and with everything that happened to their mail. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Database } from '../../../store/connection/database.ts'
import { readNumbersByAddress, readRecipientSteps, type StoredStep } from '../../../store/ledger/recipient-steps.ts'
import { type LedgerRow, readLedgerRows } from '../../../store/ledger/recipients-of.ts'
import type { CampaignRef } from '../../access/access.ts'
import { type WithReader, withReaders } from '../../bot-filter/readers.ts'
import { readAddressSearch } from '../../text-rules/filters.ts'
import { readRecipients, type WantedPage } from './recipients.ts'

export type { StoredStep, StoredStepKind } from '../../../store/ledger/recipient-steps.ts'

const mostFound = 50

/**
 * Those whose address begins with a text, in the order of their numbers; without a text a page of all.
 * @throws Refusal InvalidParameter
 */
export async function findRecipients(
  db: Database,
  campaign: CampaignRef,
  search: string | null,
  page: WantedPage,
): Promise<readonly LedgerRow[]> {
  const beginning = readAddressSearch(search)
  if (beginning === '') return readRecipients(db, campaign, page)
  const numbers = await readNumbersByAddress(db, campaign, beginning, mostFound)
  if (numbers.length === 0) return []
  const { clientId, campaignId, timeZone } = campaign
  return readLedgerRows(db, { clientId, campaignId, numbers, state: page.state, timeZone })
}

/** @throws Refusal UnknownRecipient */
export async function readRecipientHistory(
  db: Database,
  campaign: CampaignRef,
  number: number,
): Promise<{ readonly recipient: LedgerRow; readonly steps: readonly (StoredStep & WithReader)[] }> {
  const { clientId, campaignId, timeZone } = campaign
  const [recipient] = await readLedgerRows(db, { clientId, campaignId, numbers: [number], state: null, timeZone })
  if (!recipient) throw new Refusal('UnknownRecipient')
  const key = { clientId, campaignId, number }
  return { recipient, steps: await withReaders(db, await readRecipientSteps(db, key, timeZone), () => key) }
}
