/** `lettershop account create`: a further account, and an invitation for its Owner. The service may run meanwhile. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { Refusal } from '../contract/refusals.ts'
import { createAccount, type NewAccount } from '../domain/people/new-account.ts'
import { invitationDays } from '../store/accounts/invitations.ts'
import { keysOf } from './reach.ts'
import { CommandFailed, say, serviceUrl, showUsage, withDatabase } from './run.ts'

const usage = `lettershop account create --name <name> --site-url <URL> --owner <address> [--time-zone <zone>] [--language <en|de|fr|es>]
    makes a further account, invites the owner by mail, and prints the link of the invitation, which works once and for
    ${invitationDays} days. --site-url is what logins of the account sign in at, and no other account has it. The time zone is
    that of LETTERSHOP_TIME_ZONE unless given, the language of the mail English.
`

/** @returns 0 when it is done, 1 when something given is refused, 2 when the command line is wrong */
export async function account(args: readonly string[]): Promise<number> {
  const order = read(args)
  if (!order) return showUsage(args, usage)
  return withDatabase('lettershop account', async db => {
    const keys = await keysOf(db)
    try {
      const mail = readConfig().LETTERSHOP_PUBLIC_URL ?? undefined
      const { link, expiresAt } = await createAccount({ db, keys }, order, { mail, answer: serviceUrl() })
      process.stdout.write(`${link}\n`)
      return say(`The account ${order.name} is made. ${order.owner} can accept the invitation until ${expiresAt}.`, 0)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new CommandFailed(`${error.message}. Nothing is changed.`.replace('..', '.'))
    }
  })
}

/** @returns undefined when the command line makes no sense */
function read(args: readonly string[]): NewAccount | undefined {
  const text = { type: 'string' } as const
  const options = { name: text, 'site-url': text, owner: text, 'time-zone': text, language: text }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const { name, 'site-url': siteUrl, owner } = values
    if (positionals.join(' ') !== 'create' || !name || !siteUrl || !owner) return undefined
    const timeZone = values['time-zone'] ?? readConfig().LETTERSHOP_TIME_ZONE
    return { name, siteUrl, owner, timeZone, language: values.language ?? 'en' }
  } catch {
    return undefined // an unknown flag, or one without its value
  }
}
