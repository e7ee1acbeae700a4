/** The login a command names. */
import { canonicalSiteUrl } from '../domain/accounts/logins.ts'
import { type KeyHolder, readKeyHolders } from '../store/accounts/logins.ts'
import type { Database } from '../store/connection/database.ts'
import { CommandFailed } from './run.ts'

/**
 * @param siteUrl of the account, needed where several have a login of that name
 * @throws CommandFailed if it is not found
 */
export async function findLogin(db: Database, username: string, siteUrl: string | undefined): Promise<KeyHolder> {
  const site = siteUrl === undefined ? undefined : canonicalSiteUrl(siteUrl)
  if (siteUrl !== undefined && site === undefined) throw new CommandFailed(`"${siteUrl}" is no web address.`)
  const named = await readKeyHolders(db, username.trim().normalize('NFC'))
  const found = named.filter(login => site === undefined || login.siteUrl === site)
  if (found.length === 0) throw new CommandFailed(`There is no login "${username}". "lettershop keys" lists them.`)
  if (found.length > 1) {
    const sites = found.map(login => login.siteUrl).join(', ')
    throw new CommandFailed(`Several accounts have a login "${username}". Say which with --site-url: ${sites}`)
  }
  return found[0]!
}
