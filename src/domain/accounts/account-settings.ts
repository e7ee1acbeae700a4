/** What an account says of itself, and further accounts of an installation. */
import { Refusal } from '../../contract/refusals.ts'
import { allRights } from '../../contract/rights.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { accountRow, insertAccount, updateAccount } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { checkHoldsAll } from '../access/held-rights.ts'
import type { KeyRing } from '../access/keys.ts'
import type { Principal } from '../access/principal.ts'
import { type LinkBases, type SentInvitation, sendInvitation } from '../people/invitations.ts'
import { newToken } from '../people/mailed-tokens.ts'
import { parseAddress } from '../text-rules/address.ts'
import { parseLocalTime } from '../text-rules/dates.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { canonicalSiteUrl } from './logins.ts'
import { readTimeZone } from './time-zone.ts'

const longestName = 200
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
  const name = cleanLine('Name', given.name, longestName)
  if (name === '') throw new Refusal('NameRequired')
  const { timeZone } = await readTimeZone(db, given.timeZone)
  const wanted = given.factorRequiredFrom?.trim() ? parseLocalTime(given.factorRequiredFrom) : null
  if (wanted === undefined) {
    throw new Refusal('InvalidDate', 'FactorRequiredFrom must be a date YYYY-MM-DD HH:MM:SS, or empty for never.')
  }
  await transaction(db, async sql => {
    const present = await accountRow(sql, principal.accountId)
    const stays = wanted === present.factorRequiredFrom
    if (!stays) checkHoldsAll(principal, [{ clientId: null, rights: allRights }], () => ofOwners)
    await updateAccount(sql, principal.accountId, { name, timeZone, factorRequiredFrom: stays ? undefined : wanted })
  })
}

export interface NewAccount {
  readonly name: string
  readonly siteUrl: string
  /** The address of the person who is invited to be its Owner. */
  readonly owner: string
  /** IANA name or display string. */
  readonly timeZone: string
  /** Of the mail that invites. */
  readonly language: string
}

/**
 * Creates a further account: without a login, and with an invitation for its Owner.
 * @throws OperatorError for a site URL that is none, or another account's; Refusal NameRequired, InvalidEmail, InvalidTimezone, InvalidLanguage,
 *   ValueTooLong, InvalidCharacters
 */
export async function createAccount(
  { db, keys }: { readonly db: Database; readonly keys: KeyRing },
  given: NewAccount,
  bases: LinkBases,
): Promise<SentInvitation> {
  const name = cleanLine('Name', given.name, longestName)
  if (name === '') throw new Refusal('NameRequired')
  const siteUrl = canonicalSiteUrl(given.siteUrl)
  if (siteUrl === undefined) throw new OperatorError(`"${given.siteUrl}" is no web address.`)
  const address = parseAddress(given.owner)
  if (!address) throw new Refusal('InvalidEmail', 'The address of the Owner is not an email address.')
  const { timeZone } = await readTimeZone(db, given.timeZone)
  const language = readLanguage(given.language)
  const { token, hash } = newToken()
  return transaction(db, async sql => {
    const accountId = await insertAccount(sql, { name, siteUrl, timeZone })
    if (accountId === undefined) throw new OperatorError(`Another account has the site URL ${siteUrl}.`)
    const invitation = {
      ...address,
      accountId,
      name: '',
      language,
      grants: [{ clientId: null, role: 'Owner' as const, accessLevel: null }],
      tokenHash: hash,
      invitedBy: 'Lettershop',
      inviterId: null,
    }
    return sendInvitation(sql, keys, invitation, token, bases)
  })
}
