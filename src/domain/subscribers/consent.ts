/**
 * Whether a member agreed to be tracked: asked for where the list wants consent, and a refusal counts everywhere.
 * See docs/decisions/tracking.md#tracking-consent-decides-before-each-hand-over.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { consentOfAddress, writeConsent } from '../../store/subscribers/consent.ts'
import type { ListRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { parseAddress } from '../text-rules/address.ts'

/** Which list of which client. */
type ListKey = Pick<ListRef, 'clientId' | 'listId'>

/**
 * One member's answer, durable with its evidence when it resolves; idempotent. Mails composed from now on go by it, those of
 * campaigns under way too.
 * @param consent null: not known (any more)
 * @returns whether it was another before
 */
export function setTrackingConsent(
  db: Database,
  { clientId, listId }: ListKey,
  subscriberId: number,
  consent: boolean | null,
  evidence: Evidence,
): Promise<boolean> {
  return writeConsent(db, { clientId, listId, subscriberId }, consent, evidence)
}

/** The same by address. @throws Refusal InvalidEmail, NotInList */
export async function setConsentOfAddress(
  db: Database,
  list: ListKey,
  email: string | null,
  consent: boolean | null,
  evidence: Evidence,
): Promise<void> {
  const { subscriberId } = await find(db, list, email)
  await setTrackingConsent(db, list, subscriberId, consent, evidence)
}

/** @throws Refusal InvalidEmail, NotInList */
export async function trackingConsent(db: Database, list: ListKey, email: string | null): Promise<boolean | null> {
  return (await find(db, list, email)).trackingConsent
}

async function find(db: Database, list: ListKey, email: string | null) {
  const parsed = parseAddress(email)
  if (!parsed) throw new Refusal('InvalidEmail')
  const member = await consentOfAddress(db, list, parsed.address)
  if (!member) throw new Refusal('NotInList')
  return member
}
