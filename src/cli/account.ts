/** `lettershop account create`: a further account, and an invitation for its Owner. The service may run meanwhile. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { Refusal } from '../contract/refusals.ts'
import { createAccount, type NewAccount } from '../domain/people/new-account.ts'
import { invitationDays } from '../store/accounts/invitations.ts'
import { keysOf, reach } from './reach.ts'

const usage = `lettershop account create --name <name> --site-url <URL> --owner <address> [--time-zone <zone>] [--language <en|de|fr|es>]
    makes a further account, invites the owner by mail, and prints the link of the invitation, which works once and for
    ${invitationDays} days. --site-url is what logins of the account sign in at, and no other account has it. The time zone is
    that of LETTERSHOP_TIME_ZONE unless given, the language of the mail English.
`

/** @returns 0 when it is done, 1 when something given is refused, 2 when the command line is wrong */
export async function account(args: readonly string[]): Promise<number> {
  const order = read(args)
  if (!order) {
    const asked = args.length === 1 && args[0] === '--help'
    ;(asked ? process.stdout : process.stderr).write(usage)
    return asked ? 0 : 2
  }
  const { db, close } = await reach('lettershop account')
  try {
    const keys = await keysOf(db)
    const sent = await createAccount({ db, keys }, order, {
      mail: publicUrl() ?? undefined,
      answer: publicUrl() ?? here(),
    })
    process.stdout.write(`${sent.link}\n`)
    process.stderr.write(
      `The account ${order.name} is made. ${order.owner} can accept the invitation until ${sent.expiresAt}.\n`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}. Nothing is changed.\n`.replace('..', '.'))
    return 1
  } finally {
    await close()
  }
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

function publicUrl(): string | null {
  return readConfig().LETTERSHOP_PUBLIC_URL
}

/** The service's address on this machine by its settings; a service without a public URL prints it at its start. */
function here(): string {
  const { LETTERSHOP_HOST: host, LETTERSHOP_PORT: port } = readConfig()
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
