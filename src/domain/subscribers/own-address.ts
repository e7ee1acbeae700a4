/**
 * The person behind a letter changes the own address: asked for on the preference page, confirmed by who reads the new address, undone by who
 * reads the old one. The rules are those of Subscriber.UpdateEmail.
 * See docs/decisions/preferences.md#a-new-address-is-confirmed-there-and-undone-at-the-old-one.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { takeWithinHour } from '../../store/limits/occurrences.ts'
import {
  type AddressRequest,
  type AddressRequestKey,
  insertAddressRequest,
  readAddressRequest,
  recordAddressChanged,
  recordAddressUndone,
} from '../../store/subscribers/address-requests.ts'
import { readLeaversAmong } from '../../store/subscribers/opt-outs.ts'
import { readSuppressedAmong } from '../../store/subscribers/suppressions.ts'
import type { Evidence } from '../audit/evidence.ts'
import { parseAddress } from '../text-rules/address.ts'
import { asRefusal, changeWithin } from './address-change.ts'
import { mayMailOnce } from './ask-limits.ts'
import type { ContactRef } from './preferences.ts'

/** How long the link to the new address works. */
const confirmHours = 24
/** How long the link to the old address works after the change. */
export const undoAddressDays = 7
/** A link that was passed on must not mail many strangers. */
const mostAnHour = 3

/**
 * Mails the new address, if one may. Whatever becomes of it, the caller says the same.
 * @returns false for what is no address
 */
export async function askForAddress(
  db: Database,
  { client: { clientId }, listId, subscriberId }: ContactRef,
  email: string,
  { publicUrl, language }: { readonly publicUrl: string | undefined; readonly language: string },
): Promise<boolean> {
  const to = parseAddress(email)
  if (!to) return false
  const [from] = await readLeaversAmong(db, [{ clientId, listId, subscriberId }])
  if (!from || from.email === to.email) return true
  await transaction(db, async sql => {
    const asking = { kind: 'address change of member', subject: `${clientId} ${from.address}`, most: mostAnHour }
    if (await takeWithinHour(sql, [asking])) return
    const barred = await readSuppressedAmong(sql, [{ clientId, listId, address: to.address }])
    if (barred.length > 0 || !(await mayMailOnce(sql, to.address))) return
    const key = await insertAddressRequest(sql, { clientId, listId, subscriberId, from, to, language })
    await enqueue(sql, 'newAddressMail', { ...key, publicUrl })
  })
  return true
}

/** Which page a link leads to. `changed` and `undone` are so already. */
export type AddressLink = 'open' | 'changed' | 'undone' | 'over'

/** What the link to the new address can do now. */
export function confirmable({ state, at }: AddressRequest, now: Date): AddressLink {
  if (state !== 'asked') return state === 'changed' ? 'changed' : 'over'
  return now.getTime() - at.getTime() <= confirmHours * 3_600_000 ? 'open' : 'over'
}

/** What the link to the old address can do now. */
export function undoable({ state, changedAt }: AddressRequest, now: Date): AddressLink {
  if (state === 'undone') return 'undone'
  const isOpen =
    state === 'changed' && changedAt !== null && now.getTime() - changedAt.getTime() <= undoAddressDays * 86_400_000
  return isOpen ? 'open' : 'over'
}

export { readAddressRequest }

/** Who reads the new address confirms: every active membership of the old one changes. Pressed twice is once. */
export async function confirmAddress(
  db: Database,
  key: AddressRequestKey,
  publicUrl: string | undefined,
  evidence: Evidence,
  now: Date,
): Promise<'changed' | 'conflict' | 'over'> {
  return settle(db, async sql => {
    const request = await readAddressRequest(sql, key, { lock: true })
    const can = request && confirmable(request, now)
    if (!request || can !== 'open') return can === 'changed' ? 'changed' : 'over'
    const from = { address: request.address, email: request.email }
    const to = { address: request.newAddress, email: request.newEmail }
    const changed = await changeWithin(sql, request, { from, to, isChanging: () => true }, evidence)
    await recordAddressChanged(sql, key, changed, now)
    await enqueue(sql, 'oldAddressMail', { ...key, publicUrl })
    return 'changed'
  })
}

/** Who reads the old address undoes it, for the memberships that the confirmation changed. Pressed twice is once. */
export async function undoAddress(
  db: Database,
  key: AddressRequestKey,
  evidence: Evidence,
  now: Date,
): Promise<'undone' | 'over'> {
  const outcome = await settle(db, async sql => {
    const request = await readAddressRequest(sql, key, { lock: true })
    const can = request && undoable(request, now)
    if (!request || can !== 'open') return can === 'undone' ? 'undone' : 'over'
    const from = { address: request.newAddress, email: request.newEmail }
    const to = { address: request.address, email: request.email }
    const ids = new Set(request.changed)
    await changeWithin(sql, request, { from, to, isChanging: ({ subscriberId }) => ids.has(subscriberId) }, evidence)
    await recordAddressUndone(sql, key)
    return 'undone'
  })
  return outcome === 'conflict' ? 'over' : outcome
}

/** @returns `over` where the old address is no active member any more, and `conflict` where the new one cannot be taken */
async function settle<Outcome extends string>(
  db: Database,
  work: Parameters<typeof transaction<Outcome>>[1],
): Promise<Outcome | 'conflict' | 'over'> {
  try {
    return await transaction(db, work)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!(refusal instanceof Refusal)) throw error
    return refusal.refusal === 'AddressIsOnList' || refusal.refusal === 'InSuppressionList' ? 'conflict' : 'over'
  }
}
