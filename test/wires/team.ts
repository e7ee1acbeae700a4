/** People, keys and another account that is full of them: what the cases of people and keys find. */
import { createHash, randomBytes } from 'node:crypto'
import { tokenHash } from '../../src/domain/access/authentication.ts'
import { keyHash } from '../../src/domain/access/keys.ts'
import { hashPassword } from '../../src/domain/accounts/passwords.ts'
import type { Database } from '../../src/store/connection/database.ts'

/** Of the people below. */
export const password = 'green lantern'

/** @returns ids, keys and tokens by the names the scenario has for them */
export async function insertTeam(db: Database, accountId: number): Promise<Readonly<Record<string, string>>> {
  const passwordHash = await hashPassword(password)
  const [owner] = await db`select replace(public_id::text, '-', '') as id from people where login_id is not null`
  const mia = await insertPerson(db, 'mia', passwordHash)
  const nora = await insertPerson(db, 'nora', passwordHash)
  for (const { id } of [mia, nora])
    await db`insert into grants (person_id, account_id, role) values (${id}, ${accountId}, 'Manager')`
  const resetToken = randomBytes(32).toString('base64url')
  await db`
    insert into password_resets (token_hash, person_id, expires_at)
    values (${tokenHash(resetToken)}, ${nora.id}, now() + interval '1 hour')`
  await db`
    insert into occurrences (kind, subject)
    select 'invitation of address', 'pestered@team.example' from generate_series(1, 3)`
  const full = await insertFullAccount(db, passwordHash)
  return { owner: owner!.id, mia: mia.publicId, nora: nora.publicId, resetToken, ...full }
}

async function insertPerson(db: Database, name: string, passwordHash: string) {
  const address = `${name}@team.example`
  const [person] = await db<{ id: number; publicId: string }[]>`
    insert into people (email, address, name, time_zone, password_hash)
    values (${address}, ${address}, ${name}, 'UTC', ${passwordHash}) returning id, public_id`
  return person!
}

/** With as many keys and invitations as an account may have. Its user has a second factor, and so has Fay, whose guesses are used up. */
async function insertFullAccount(db: Database, passwordHash: string) {
  const [account] = await db<{ id: number }[]>`
    insert into accounts (name, site_url, time_zone) values ('Full house', 'http://full.example/', 'UTC') returning id`
  const { id: accountId } = account!
  const fullKey = randomBytes(16).toString('hex')
  const [login] = await db<{ id: number }[]>`
    insert into logins (account_id, username, password_hash, key_hash)
    values (${accountId}, 'full', ${passwordHash}, ${keyHash(fullKey)}) returning id`
  const [user] = await db<{ id: number }[]>`
    insert into people (name, login_id, time_zone, totp_secret, totp_since)
    values ('full', ${login!.id}, 'UTC', '', now()) returning id`
  const fay = await insertPerson(db, 'fay', passwordHash)
  await db`update people set totp_secret = '', totp_since = now() where id = ${fay.id}`
  await db`insert into factor_attempts (person_id, attempts, since) values (${fay.id}, 10, now())`
  for (const { id } of [user!, fay])
    await db`insert into grants (person_id, account_id, role) values (${id}, ${accountId}, 'Owner')`
  const hashes = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => createHash('sha256').update(`${kind} ${n}`).digest())
  await db`
    insert into api_keys ${db(
      hashes('key', 200).map(secretHash => ({
        accountId,
        label: 'One of many',
        scopes: ['Reports'],
        secretHash,
        createdBy: 'full',
      })),
    )}`
  await db`
    insert into invitations (account_id, email, address, name, language, grants, token_hash, invited_by, expires_at)
    select ${accountId}, 'invited' || n || '@full.example', 'invited' || n || '@full.example', '', 'en',
      '[{"clientId": null, "role": "Analyst"}]', sha256(('invitation ' || n)::bytea), 'full', now() + interval '1 day'
    from generate_series(1, 1000) n`
  return { fullKey }
}
