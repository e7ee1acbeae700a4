/** Settings of an account: its name, its time zone, and since when its people need a second factor. */
import { Refusal } from '../../contract/refusals.ts'
import { allRights } from '../../contract/rights.ts'
import { readAccountRow, updateAccount } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { checkHoldsAll } from '../access/held-rights.ts'
import type { Principal } from '../access/principal.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readTimeZone } from './time-zone.ts'

/** Longest name of an account, in UTF-16 units. */
export const longestAccountName = 200
const ofOwners = 'Since when people need a second factor is changed by an Owner: ask one.'

export interface GivenAccount {
  readonly name: string | null
  readonly timeZone: string | null
  /** A date and time of the account, as wires write it; empty for never. */
  readonly factorRequiredFrom: string | null
}

/**
 * Replaces the settings of the principal's account. Since when people need a second factor protects its Owners too: another moment needs
 * all that an Owner may do.
 * @throws Refusal NameRequired, InvalidTimezone, InvalidDate, AccessDenied, ValueTooLong, InvalidCharacters
 */
export async function changeAccount(db: Database, principal: Principal, given: GivenAccount): Promise<void> {
  const name = cleanLine('Name', given.name, longestAccountName)
  if (name === '') throw new Refusal('NameRequired')
  const { timeZone } = await readTimeZone(db, given.timeZone)
  const wanted = given.factorRequiredFrom?.trim() ? parseLocalTime(given.factorRequiredFrom) : null
  if (wanted === undefined) {
    throw new Refusal('InvalidDate', 'FactorRequiredFrom must be a date YYYY-MM-DD HH:MM:SS, or empty for never.')
  }
  await transaction(db, async sql => {
    const present = await readAccountRow(sql, principal.accountId)
    const stays = wanted === present.factorRequiredFrom
    if (!stays) checkHoldsAll(principal, [{ clientId: null, rights: allRights }], () => ofOwners)
    await updateAccount(sql, principal.accountId, { name, timeZone, factorRequiredFrom: stays ? undefined : wanted })
  })
}
