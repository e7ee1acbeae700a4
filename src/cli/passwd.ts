/** `lettershop passwd`: gives a login another password, typed without echo or read from a pipe. The service may run meanwhile. */
import { parseArgs } from 'node:util'
import { Refusal } from '../contract/refusals.ts'
import { rotateKey } from '../domain/accounts/api-keys.ts'
import { checkPassword, hashPassword } from '../domain/accounts/passwords.ts'
import { recordSystemChange } from '../domain/audit/system.ts'
import { setPassword } from '../store/accounts/logins.ts'
import type { Database } from '../store/connection/database.ts'
import { findLogin } from './find-login.ts'
import { keysOf, reach } from './reach.ts'
import { askSecret } from './secret-line.ts'

const usage = `lettershop passwd <user name> [--end-key] [--site-url <URL>]
    asks for a new password, or reads it from a pipe: its first line. --end-key ends the API key of the login as well;
    User.GetApiKey yields the next one. --site-url says of which account, where several have a login of that name.
`

/** @returns 0 when it is done, 1 when there is no such login or the password is refused, 2 when the command line is wrong */
export async function passwd(args: readonly string[]): Promise<number> {
  const order = read(args)
  if (!order) {
    const asked = args.length === 1 && args[0] === '--help'
    ;(asked ? process.stdout : process.stderr).write(usage)
    return asked ? 0 : 2
  }
  const { db, close } = await reach('lettershop passwd')
  try {
    const said = await change(db, order)
    process.stderr.write(`${said.sentence}\n`)
    return said.code
  } finally {
    await close()
  }
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

async function change(db: Database, { username, siteUrl, endKey }: Order) {
  const login = await findLogin(db, username, siteUrl)
  if (typeof login === 'string') return { code: 1, sentence: login }
  const password = await askSecret('New password: ')
  try {
    checkPassword(password, login.username)
  } catch (error) {
    if (error instanceof Refusal) return { code: 1, sentence: `${error.message} Nothing is changed.` }
    throw error
  }
  if (process.stdin.isTTY && (await askSecret('Again: ')) !== password) {
    return { code: 1, sentence: 'The two are not the same. Nothing is changed.' }
  }
  await setPassword(db, login.loginId, await hashPassword(password))
  await recordSystemChange(db, 'lettershop passwd', `login ${login.username}`, login)
  if (!endKey) {
    return { code: 0, sentence: `${login.username} has a new password. The API key is as before; --end-key ends it.` }
  }
  await rotateKey(db, await keysOf(db), login.loginId, 0)
  await recordSystemChange(db, 'lettershop keys revoke', `login ${login.username}`, login)
  return { code: 0, sentence: `${login.username} has a new password. The old API key is refused from now on.` }
}
