/** People with grants, their sessions, and keys with scopes, as rows: for tests that are about something else. */
import { randomBytes } from 'node:crypto'
import type { Role, Scope } from '../../src/contract/rights.ts'
import { tokenHash } from '../../src/domain/access/authentication.ts'
import { newKeySecret } from '../../src/domain/access/key-secrets.ts'
import { keyHash } from '../../src/domain/access/keys.ts'
import type { Database } from '../../src/store/connection/database.ts'

let made = 0

/** A person with a role on the account, or on one client of it, and a session. */
export async function seedPerson(db: Database, accountId: number, role: Role, clientId: number | null = null) {
  // others may be made meanwhile
  const name = `Person ${++made}`
  const address = `person${made}@people.example`
  const [person] = await db<{ id: number; publicId: string }[]>`
    insert into people (email, address, name, time_zone) values (${address}, ${address}, ${name}, 'UTC')
    returning id, public_id`
  const { id, publicId } = person!
  await db`insert into grants (person_id, account_id, client_id, role) values (${id}, ${accountId}, ${clientId}, ${role})`
  const session = randomBytes(32).toString('base64url')
  await db`
    insert into sessions (token_hash, person_id, account_id, epoch, expires_at, remote, agent)
    values (${tokenHash(session)}, ${id}, ${accountId}, 1, now() + interval '30 days', '192.0.2.1', '')`
  return { id, publicId, name, session }
}

/** A key with scopes. @param clientIds null for the whole account */
export async function seedKey(
  db: Database,
  accountId: number,
  scopes: readonly Scope[],
  clientIds: readonly number[] | null = null,
) {
  const publicId = randomBytes(16).toString('hex')
  const secret = newKeySecret(publicId)
  const [key] = await db<{ id: number }[]>`
    insert into api_keys (public_id, account_id, label, scopes, client_ids, secret_hash, created_by)
    values (${publicId}, ${accountId}, 'Shop', ${scopes as Scope[]}, ${clientIds as number[] | null}, ${keyHash(secret)}, 'Carla')
    returning id`
  return { id: key!.id, publicId, secret }
}
