/**
 * What a member agreed to, purpose by purpose. A refusal of measuring counts for letters that were sent before, too.
 * See docs/consent.md and docs/decisions/tracking.md#tracking-consent-decides-before-each-hand-over.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { readConsentOfAddress, writeConsent } from '../../store/subscribers/consent.ts'
import type { Purpose } from '../../store/subscribers/purposes.ts'
import type { ListRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { parseAddress } from '../text-rules/address.ts'

/** Which list of which client. */
type ListKey = Pick<ListRef, 'clientId' | 'listId'>

/**
 * One member's answer, durable with its evidence when it resolves; idempotent. Mails composed from now on go by it, those of
 * campaigns under way too; after a refusal of measuring nothing more is recorded from earlier letters, and what was recorded is removed.
 * @param consent null: not known (any more)
 * @returns whether it was another before
 */
export function setConsent(
  db: Database,
  { clientId, listId }: ListKey,
  subscriberId: number,
  purpose: Purpose,
  consent: boolean | null,
  evidence: Evidence,
): Promise<boolean> {
  return writeConsent(db, { clientId, listId, subscriberId }, purpose, consent, evidence)
}

/** The answer about measuring, by address. @throws Refusal InvalidEmail, NotInList */
export async function setTrackingConsent(
  db: Database,
  list: ListKey,
  email: string | null,
  consent: boolean | null,
  evidence: Evidence,
): Promise<void> {
  const { subscriberId } = await find(db, list, email)
  await setConsent(db, list, subscriberId, 'measuring', consent, evidence)
}

/** @throws Refusal InvalidEmail, NotInList */
export async function readTrackingConsent(db: Database, list: ListKey, email: string | null): Promise<boolean | null> {
  return (await find(db, list, email)).trackingConsent
}

async function find(db: Database, list: ListKey, email: string | null) {
  const parsed = parseAddress(email)
  if (!parsed) throw new Refusal('InvalidEmail')
  const member = await readConsentOfAddress(db, list, parsed.address)
  if (!member) throw new Refusal('NotInList')
  return member
}
