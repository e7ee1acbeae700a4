/** A small world to test in: an account with its user, a client with a login, a list. */
import { scryptSync } from 'node:crypto'
import type { ClientRef, ListRef } from '../../src/domain/access/access.ts'
import { type KeyRing, keyHash, keyRing } from '../../src/domain/access/keys.ts'
import type { Actor } from '../../src/domain/campaigns/lifecycle/lifecycle.ts'
import type { Database } from '../../src/store/connection/database.ts'

/** The person of the account who does what a test does. */
export const carla: Actor = { loginId: 1, username: 'carla', wire: 'json', remote: '192.0.2.1' }

export const testKeys: KeyRing = keyRing(Buffer.from('an installation secret of the tests, 32 bytes or more'))

export interface World {
  readonly accountId: number
  readonly accountKey: string
  readonly client: ClientRef
  readonly clientName: string
  readonly clientKey: string
  /** Of the client's login. */
  readonly clientUsername: string
  readonly list: ListRef
}

/**
 * A hash that is verified in a millisecond, for tests of what follows a right password: its parameters, which it carries, ask for
 * the least work. `hashPassword` takes a quarter of a second, and so does each check of its hash.
 */
export function quickHash(password: string): string {
  const salt = Buffer.alloc(16, 'salt')
  const hash = scryptSync(password.normalize('NFC'), salt, 32, { N: 16, r: 1, p: 1 })
  return `scrypt$ln=4,r=1,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

let worlds = 0

export async function seed(
  db: Database,
  {
    accessLevel = 63,
    timeZone = 'Europe/Berlin',
    confirmOptIn = false,
  }: { accessLevel?: number; timeZone?: string; confirmOptIn?: boolean } = {},
): Promise<World> {
  const n = ++worlds
  const [clientName, clientUsername] = [`Client ${n}`, `carla${n}`]
  const [account] = await db`
    insert into accounts (name, site_url) values (${`Agency ${n}`}, ${`http://agency${n}.example/`}) returning id`
  const accountId = account!.id as number
  const [client] = await db`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, access_level)
    values (${accountId}, ${clientName}, 'Carla Contact', ${`${clientUsername}@client.example`}, 'Germany', ${timeZone},
      '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', ${accessLevel})
    returning id, public_id`
  const clientId = client!.id as number
  const accountKey = await login(db, accountId, null, `admin${n}`)
  const clientKey = await login(db, accountId, clientId, clientUsername)
  const ref: ClientRef = { accountId, clientId, clientPublicId: client!.publicId as string, timeZone }
  const list = await seedList(db, ref, `List ${n}`, confirmOptIn)
  return { accountId, accountKey, client: ref, clientName, clientKey, clientUsername, list }
}

export async function seedList(db: Database, client: ClientRef, title: string, confirmOptIn = false): Promise<ListRef> {
  const [list] = await db`
    insert into lists (client_id, title, confirm_opt_in) values (${client.clientId}, ${title}, ${confirmOptIn})
    returning id, public_id`
  await db`insert into list_totals (client_id, list_id) values (${client.clientId}, ${list!.id})`
  return { ...client, listId: list!.id as number, listPublicId: list!.publicId as string, title, confirmOptIn }
}

async function login(db: Database, accountId: number, clientId: number | null, username: string): Promise<string> {
  const [row] = await db`
    insert into logins (account_id, client_id, username, password_hash) values (${accountId}, ${clientId}, ${username}, 'none')
    returning id`
  const key = testKeys.apiKey(row!.id as number, 1)
  await db`update logins set key_hash = ${keyHash(key)} where id = ${row!.id}`
  return key
}
