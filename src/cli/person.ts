/** `lettershop person`: what only an operator can do for a person of the console. The service may run meanwhile. */
import { parseArgs } from 'node:util'
import { parseAddress } from '../domain/text-rules/address.ts'
import { raiseEpoch, removeFactor } from '../store/accounts/factors.ts'
import { findPersonByAddress } from '../store/accounts/person-proof.ts'
import { findPersonOfLogin } from '../store/accounts/sign-in.ts'
import type { Database } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { findLogin } from './find-login.ts'
import { CommandFailed, say, showUsage, withDatabase } from './run.ts'

const usage = `lettershop person reset-factor <address or user name> [--site-url <URL>]
    ends the second factor of a person who lost both their app and their recovery codes, and all their sessions. The password
    stays as it is. Make sure that it is the person who asks. --site-url says of which account, where several have a user of
    that name.
`

/** @returns 0 when it is done, 1 when there is no such person or factor, 2 when the command line is wrong */
export async function person(args: readonly string[]): Promise<number> {
  const order = read(args)
  if (!order) return showUsage(args, usage)
  return withDatabase('lettershop person', db => resetFactor(db, order))
}

interface Order {
  /** An email address, or the user name of a person who has none. */
  readonly who: string
  readonly siteUrl: string | undefined
}

/** @returns undefined when the command line makes no sense */
function read(args: readonly string[]): Order | undefined {
  try {
    const options = { 'site-url': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [what, who, ...more] = positionals
    if (what !== 'reset-factor' || !who || more.length > 0) return undefined
    return { who, siteUrl: values['site-url'] }
  } catch {
    return undefined // an unknown flag, or one without its value
  }
}

async function resetFactor(db: Database, order: Order): Promise<number> {
  const personId = await findPerson(db, order)
  const isReset = await transaction(db, async sql => {
    if (!(await removeFactor(sql, personId))) return false
    await raiseEpoch(sql, personId)
    return true
  })
  if (!isReset) throw new CommandFailed(`${order.who} has no second factor. Nothing is changed.`)
  return say(`The second factor of ${order.who} is ended, and so are their sessions.`, 0)
}

/** @returns the person's id @throws CommandFailed */
async function findPerson(db: Database, { who, siteUrl }: Order): Promise<number> {
  const address = parseAddress(who)?.address
  const byAddress = address === undefined ? undefined : await findPersonByAddress(db, address)
  if (byAddress) return byAddress.personId
  const login = await findLogin(db, who, siteUrl).catch(error => {
    if (address === undefined || !(error instanceof CommandFailed)) throw error
    throw new CommandFailed(`There is no person with the address ${who}.`)
  })
  const personId = await findPersonOfLogin(db, login.loginId)
  if (personId === undefined) throw new CommandFailed(`"${who}" is the login of a client, which has no second factor.`)
  return personId
}
