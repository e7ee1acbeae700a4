/** `lettershop person`: what only an operator can do for a person of the console. The service may run meanwhile. */
import { parseArgs } from 'node:util'
import { parseAddress } from '../domain/text-rules/address.ts'
import { raiseEpoch, removeFactor } from '../store/accounts/factors.ts'
import { personByAddress } from '../store/accounts/person-proof.ts'
import { personOfLogin } from '../store/accounts/sign-in.ts'
import type { Database } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { findLogin } from './find-login.ts'
import { reach } from './reach.ts'

const usage = `lettershop person reset-factor <address or user name> [--site-url <URL>]
    ends the second factor of a person who lost both their app and their recovery codes, and all their sessions. The password
    stays as it is. Make sure that it is the person who asks. --site-url says of which account, where several have a user of
    that name.
`

/** @returns 0 when it is done, 1 when there is no such person or factor, 2 when the command line is wrong */
export async function person(args: readonly string[]): Promise<number> {
  const order = read(args)
  if (!order) {
    const asked = args.length === 1 && args[0] === '--help'
    ;(asked ? process.stdout : process.stderr).write(usage)
    return asked ? 0 : 2
  }
  const { db, close } = await reach('lettershop person')
  try {
    const said = await resetFactor(db, order)
    process.stderr.write(`${said.sentence}\n`)
    return said.code
  } finally {
    await close()
  }
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

async function resetFactor(db: Database, order: Order) {
  const personId = await find(db, order)
  if (typeof personId === 'string') return { code: 1, sentence: personId }
  const isReset = await transaction(db, async sql => {
    if (!(await removeFactor(sql, personId))) return false
    await raiseEpoch(sql, personId)
    return true
  })
  if (!isReset) return { code: 1, sentence: `${order.who} has no second factor. Nothing is changed.` }
  return { code: 0, sentence: `The second factor of ${order.who} is ended, and so are their sessions.` }
}

/** @returns the person's id, or a sentence that says why it was not found */
async function find(db: Database, { who, siteUrl }: Order): Promise<number | string> {
  const address = parseAddress(who)?.address
  const byAddress = address === undefined ? undefined : await personByAddress(db, address)
  if (byAddress) return byAddress.personId
  const login = await findLogin(db, who, siteUrl)
  if (typeof login === 'string') return address === undefined ? login : `There is no person with the address ${who}.`
  return (await personOfLogin(db, login.loginId)) ?? `"${who}" is the login of a client, which has no second factor.`
}
