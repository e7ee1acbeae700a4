/** Further accounts of an installation. */
import { Refusal } from '../../contract/refusals.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { insertAccount } from '../../store/accounts/accounts.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { KeyRing } from '../access/keys.ts'
import { longestAccountName } from '../accounts/account-settings.ts'
import { canonicalSiteUrl } from '../accounts/logins.ts'
import { readTimeZone } from '../accounts/time-zone.ts'
import { parseAddress } from '../text-rules/address.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { readLanguage } from '../texts/read-language.ts'
import { type LinkBases, type SentInvitation, sendInvitation } from './invitations.ts'
import { newToken } from './mailed-tokens.ts'

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
 * @throws OperatorError for a site URL that is invalid, or another account's; Refusal NameRequired, InvalidEmail, InvalidTimezone, InvalidLanguage,
 *   ValueTooLong, InvalidCharacters
 */
export async function createAccount(
  { db, keys }: { readonly db: Database; readonly keys: KeyRing },
  given: NewAccount,
  bases: LinkBases,
): Promise<SentInvitation> {
  const name = cleanLine('Name', given.name, longestAccountName)
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
