/** `lettershop keys`: the logins with their API keys' versions; shows, replaces and revokes a key. The service may run meanwhile. */
import { parseArgs } from 'node:util'
import { mostOverlapHours, rotateKey } from '../domain/accounts/api-keys.ts'
import { readKeyOf } from '../domain/accounts/logins.ts'
import { recordSystemChange } from '../domain/audit/system.ts'
import { type KeyHolder, readKeyHolders } from '../store/accounts/logins.ts'
import type { Database } from '../store/connection/database.ts'
import { findLogin } from './find-login.ts'
import { keysOf } from './reach.ts'
import { showUsage, withDatabase } from './run.ts'

const usage = `lettershop keys                                            the logins, and since when each has its API key
lettershop keys show <user name>                           prints the API key of a login
lettershop keys rotate <user name> [--overlap-hours <0 to ${mostOverlapHours}>]
                                                           prints a new key; the old one ends at once or after the overlap
lettershop keys revoke <user name>                         ends the key at once; User.GetApiKey yields the next one
--site-url <URL> says of which account, where several have a login of that name
`

interface Order {
  readonly what: 'list' | 'show' | 'rotate' | 'revoke'
  readonly username: string
  readonly siteUrl: string | undefined
  readonly overlapHours: number
}

/** @returns 0 when it is done, 1 when there is no such login, 2 when the command line is wrong */
export async function keys(args: readonly string[]): Promise<number> {
  const order = read(args)
  if (!order) return showUsage(args, usage)
  return withDatabase('lettershop keys', async db => {
    if (order.what !== 'list') return act(db, order, await findLogin(db, order.username, order.siteUrl))
    process.stdout.write((await readKeyHolders(db, null)).map(line).join(''))
    return 0
  })
}

async function act(db: Database, { what, overlapHours }: Order, login: KeyHolder): Promise<number> {
  const ring = await keysOf(db)
  if (what === 'show') {
    process.stdout.write(`${await readKeyOf(db, ring, login)}\n`)
    return 0
  }
  const key = await rotateKey(db, ring, login.loginId, overlapHours)
  await recordSystemChange(
    db,
    `lettershop keys ${what === 'revoke' ? 'revoke' : 'rotate'}`,
    `login ${login.username}`,
    login,
  )
  if (what === 'rotate') process.stdout.write(`${key}\n`)
  const old = overlapHours === 0 ? 'is refused from now on' : `works for another ${overlapHours} h`
  process.stderr.write(`The old key of ${login.username} ${old}.\n`)
  return 0
}

/** @returns undefined when the command line makes no sense */
function read(args: readonly string[]): Order | undefined {
  const found = parseFlags(args)
  if (!found) return undefined
  const { 'site-url': siteUrl, 'overlap-hours': hours } = found.values
  const [what = 'list', username, ...more] = found.positionals
  const known = what === 'list' || what === 'show' || what === 'rotate' || what === 'revoke'
  if (!known || more.length > 0 || (what === 'list') !== (username === undefined)) return undefined
  if ((siteUrl !== undefined && what === 'list') || (hours !== undefined && what !== 'rotate')) return undefined
  const overlapHours = Number(hours ?? '0')
  if (!/^\d{1,3}$/.test(hours ?? '0') || overlapHours > mostOverlapHours) return undefined
  return { what, username: username ?? '', siteUrl, overlapHours }
}

function parseFlags(args: readonly string[]) {
  const options = { 'site-url': { type: 'string' }, 'overlap-hours': { type: 'string' } } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    return undefined // an unknown flag, or one without its value
  }
}

function line({ username, client, siteUrl, keyVersion, keyRotatedAt, oldKeyEndsAt, withdrawn }: KeyHolder): string {
  const since = keyRotatedAt === null ? '' : ` since ${keyRotatedAt.toISOString()}`
  const old = oldKeyEndsAt === null ? '' : `, the one before until ${oldKeyEndsAt.toISOString()}`
  const whose = client === null ? `user of the account ${siteUrl}` : `login of the client ${client}`
  return `${username}  ${whose}  key ${keyVersion}${since}${old}${withdrawn ? '  access withdrawn' : ''}\n`
}
