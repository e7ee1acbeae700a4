/** How many mails of campaigns a person gets of a client at most, and in how many days. */
import { Refusal } from '../../contract/refusals.ts'
import { type FrequencyCap, storeFrequencyCap } from '../../store/campaigns/frequency-cap.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ClientRef } from '../access/access.ts'

const most: FrequencyCap = { mails: 50, days: 30 }

/** @param cap 0 mails remove the cap @throws Refusal InvalidParameter */
export async function setFrequencyCap(db: Database, { clientId }: ClientRef, cap: FrequencyCap): Promise<void> {
  const { mails, days } = cap
  if (mails < 0 || mails > most.mails)
    throw new Refusal('InvalidParameter', `Mails is 1 to ${most.mails}, or 0 for no cap.`)
  if (mails > 0 && (days < 1 || days > most.days)) throw new Refusal('InvalidParameter', `Days is 1 to ${most.days}.`)
  await storeFrequencyCap(db, clientId, mails === 0 ? undefined : cap)
}
