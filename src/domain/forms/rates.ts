/**
 * How often forms may be sent off: by form, by network (/24 or /48), by the domain and by the address that is given. Shared by all processes
 * through the database. Without a proof of work a quarter of each is allowed.
 */
import { Refusal } from '../../contract/refusals.ts'
import type { Log } from '../../lib/log.ts'
import { truncateAddress } from '../../lib/network-address.ts'
import type { Database } from '../../store/connection/database.ts'
import { hashedAddress } from '../../store/subscribers/address-hash.ts'
import type { Rate, RateLimit } from '../limits/rate-limit.ts'
import { sharedRateLimit } from '../limits/shared-limit.ts'

export type RateReason = 'FormRate' | 'NetworkRate' | 'DomainRate' | 'AddressRate'

/** A wave is held before a form's rate is reached; that of an address is over the whole installation. */
export const formRates: Readonly<Record<RateReason, Rate>> = {
  FormRate: { perSecond: 5, burst: 4000 },
  NetworkRate: { perSecond: 1 / 20, burst: 40 },
  DomainRate: { perSecond: 2, burst: 2000 },
  AddressRate: { perSecond: 5 / 86_400, burst: 5 },
}

export type FormLimits = Readonly<Record<RateReason, RateLimit>>

export function formLimits(db: Database, log: Log, rates: Readonly<Record<RateReason, Rate>> = formRates): FormLimits {
  const limit = (reason: RateReason) => sharedRateLimit(db, log, `form ${reason}`, rates[reason])
  return {
    FormRate: limit('FormRate'),
    NetworkRate: limit('NetworkRate'),
    DomainRate: limit('DomainRate'),
    AddressRate: limit('AddressRate'),
  }
}

/** What one submission takes of each rate. */
const withProof = 1
const withoutProof = 4

/** @returns the first rate that is used up, or undefined */
export function exceededRate(
  { secrets }: Pick<Database, 'secrets'>,
  limits: FormLimits,
  {
    formId,
    remote,
    address,
    isProven,
  }: { readonly formId: number; readonly remote: string; readonly address: string; readonly isProven: boolean },
): RateReason | undefined {
  const subjects: readonly (readonly [RateReason, string])[] = [
    ['NetworkRate', truncateAddress(remote) || remote],
    ['FormRate', String(formId)],
    ['DomainRate', address.slice(address.lastIndexOf('@') + 1)],
    ['AddressRate', hashedAddress({ secrets }, address)],
  ]
  for (const [reason, subject] of subjects) {
    // of an address: what is mailed to it is limited for all who ask
    const tokens = isProven || reason === 'AddressRate' ? withProof : withoutProof
    if (!take(limits[reason], subject, tokens)) return reason
  }
  return undefined
}

function take(limit: RateLimit, subject: string, tokens: number): boolean {
  try {
    for (let taken = 0; taken < tokens; taken++) limit(subject)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
