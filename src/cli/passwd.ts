/** `lettershop passwd`: gives a login another password, typed without echo or read from a pipe. The service may run meanwhile. */
import { parseArgs } from 'node:util'
import { Refusal } from '../contract/refusals.ts'
import { rotateKey } from '../domain/accounts/api-keys.ts'
import { checkPassword, hashPassword } from '../domain/accounts/passwords.ts'
import { recordSystemChange } from '../domain/audit/system.ts'
import { setPassword } from '../store/accounts/logins.ts'
import type { Database } from '../store/connection/database.ts'
import { findLogin } from './find-login.ts'
import { keysOf } from './reach.ts'
import { CommandFailed, say, showUsage, withDatabase } from './run.ts'
import { askSecret } from './secret-line.ts'

const usage = `lettershop passwd <user name> [--end-key] [--site-url <URL>]
    asks for a new password, or reads it from a pipe: its first line. --end-key ends the API key of the login as well;
    User.GetApiKey yields the next one. --site-url says of which account, where several have a login of that name.
`

/** @returns 0 when it is done, 1 when there is no such login or the password is refused, 2 when the command line is wrong */
export async function passwd(args: readonly string[]): Promise<number> {
  const order = read(args)
  if (!order) return showUsage(args, usage)
  return withDatabase('lettershop passwd', db => changePassword(db, order))
}

interface Order {
  readonly username: string
  readonly siteUrl: string | undefined
  readonly endKey: boolean
}

/** @returns undefined when the command line makes no sense */
function read(args: readonly string[]): Order | undefined {
  const options = { 'site-url': { type: 'string' }, 'end-key': { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [username, ...more] = positionals
    if (!username || more.length > 0) return undefined
    return { username, siteUrl: values['site-url'], endKey: values['end-key'] ?? false }
  } catch {
    return undefined // an unknown flag, or one without its value
  }
}

async function changePassword(db: Database, { username, siteUrl, endKey }: Order): Promise<number> {
  const login = await findLogin(db, username, siteUrl)
  const password = await askSecret('New password: ')
  try {
    checkPassword(password, login.username)
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(`${error.message} Nothing is changed.`) : error
  }
  if (process.stdin.isTTY && (await askSecret('Again: ')) !== password)
    throw new CommandFailed('The two are not the same. Nothing is changed.')
  await setPassword(db, login.loginId, await hashPassword(password))
  await recordSystemChange(db, 'lettershop passwd', `login ${login.username}`, login)
  if (!endKey) return say(`${login.username} has a new password. The API key is as before; --end-key ends it.`, 0)
  await rotateKey(db, await keysOf(db), login.loginId, 0)
  await recordSystemChange(db, 'lettershop keys revoke', `login ${login.username}`, login)
  return say(`${login.username} has a new password. The old API key is refused from now on.`, 0)
}
