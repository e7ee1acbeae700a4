/** How long people can stop what they send at once. See docs/decisions/campaigns.md#people-can-stop-what-they-send-at-once. */
import { Refusal } from '../../contract/refusals.ts'
import { updateStopSeconds } from '../../store/accounts/clients.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ClientRef } from '../access/access.ts'

const mostStopSeconds = 600

/** @param seconds 0 to 600; with 0 campaigns begin at once, also when a person sends them @throws Refusal InvalidParameter */
export async function changeStopSeconds(db: Database, client: ClientRef, seconds: number): Promise<void> {
  if (seconds < 0 || seconds > mostStopSeconds)
    throw new Refusal('InvalidParameter', `StopSeconds is a number from 0 to ${mostStopSeconds}.`)
  await updateStopSeconds(db, client, seconds)
}
