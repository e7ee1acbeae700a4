import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { until } from '../../../test/harness/until.ts'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { allRights, rightsOfRole, rightsOfScopes } from '../../contract/rights.ts'
import { nestDatabase } from '../../store/connection/nested.ts'
import { type Authenticate, authentication, tokenHash } from './authentication.ts'
import { isKeySecret, newKeySecret } from './key-secrets.ts'
import { keyHash } from './keys.ts'

let it: TestDatabase
let world: World
let authenticate: Authenticate
const remote = '192.0.2.7'
before(async () => {
  it = await freshDatabase()
  world = await seed(it.db)
  authenticate = authentication(it.db)
})
after(() => it.drop())

const refuses = (credential: Parameters<Authenticate>[0], refusal: RefusalName) =>
  assert.rejects(authenticate(credential), error => error instanceof Refusal && error.refusal === refusal)

let made = 0
async function person(role: string, clientId: number | null = null): Promise<number> {
  const [row] = await it.db<{ id: number }[]>`
    insert into people (email, address, name, time_zone)
    values (${`p${++made}@x.example`}, ${`p${made}@x.example`}, ${`P ${made}`}, 'UTC') returning id`
  await it.db`
    insert into grants (person_id, account_id, client_id, role) values (${row!.id}, ${world.accountId}, ${clientId}, ${role})`
  return row!.id
}

async function session(whose: { personId?: number; loginId?: number }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await it.db`
    insert into sessions (token_hash, person_id, login_id, account_id, epoch, expires_at, remote, agent)
    values (${tokenHash(token)}, ${whose.personId ?? null}, ${whose.loginId ?? null}, ${world.accountId}, 1, now() + interval '30 days', ${remote}, '')`
  return token
}

async function key({
  networks = [],
  clientIds = null,
}: {
  networks?: readonly string[]
  clientIds?: readonly number[] | null
} = {}) {
  const publicId = randomBytes(16).toString('hex')
  const secret = newKeySecret(publicId)
  const [row] = await it.db<{ id: number }[]>`
    insert into api_keys (public_id, account_id, label, scopes, client_ids, networks, secret_hash, created_by)
    values (${publicId}, ${world.accountId}, 'Sync', '{Reports}', ${clientIds}, ${networks}, ${keyHash(secret)}, 'Carla')
    returning id`
  return { secret, id: row!.id, publicId }
}

test('a session is its person, with the rights of the grants in its account', async () => {
  const id = await person('Analyst', world.client.clientId)
  const principal = await authenticate({ apiKey: null, session: await session({ personId: id }), remote })
  assert.equal(principal.kind, 'person')
  assert.equal(principal.id, id)
  assert.equal(principal.loginId, 0)
  assert.deepEqual(principal.grants, [{ clientId: world.client.clientId, rights: rightsOfRole('Analyst') }])
})

test('a session of an earlier epoch, of a removed person, one that ended, lay idle or expired is over', async () => {
  const changes = [
    'update people set epoch = 2 where id = $1',
    'update people set removed_at = now() where id = $1',
    'update sessions set ended_at = now() where person_id = $1',
    "update sessions set last_used_at = now() - interval '13 hours' where person_id = $1",
    "update sessions set expires_at = now() - interval '1 second' where person_id = $1",
  ]
  for (const change of changes) {
    const id = await person('Owner')
    const token = await session({ personId: id })
    assert.equal((await authenticate({ apiKey: null, session: token, remote })).id, id)
    await it.db.unsafe(change.replace('$1', `${id}`))
    await refuses({ apiKey: null, session: token, remote }, 'SessionEnded')
  }
  await refuses({ apiKey: null, session: 'x'.repeat(43), remote }, 'SessionEnded')
  await refuses({ apiKey: null, session: 'x'.repeat(5000), remote }, 'SessionEnded')
})

test('a person without grants in the account has no right there', async () => {
  const id = await person('Owner')
  const token = await session({ personId: id })
  await it.db`delete from grants where person_id = ${id}`
  assert.deepEqual((await authenticate({ apiKey: null, session: token, remote })).grants, [])
})

test('a key has the rights of its scopes, on its clients or the account', async () => {
  const whole = await key()
  assert.deepEqual((await authenticate({ apiKey: whole.secret, remote })).grants, [
    { clientId: null, rights: rightsOfScopes(['Reports']) },
  ])
  const one = await key({ clientIds: [world.client.clientId] })
  const principal = await authenticate({ apiKey: one.secret.toUpperCase(), remote })
  assert.deepEqual([principal.kind, principal.id], ['key', one.id])
  assert.deepEqual(principal.grants, [{ clientId: world.client.clientId, rights: rightsOfScopes(['Reports']) }])
})

test('a key that was revoked, expired, or comes from another network is refused', async () => {
  const here = await key({ networks: ['192.0.2.0/24', '2001:db8::/32'] })
  for (const from of ['192.0.2.200', '2001:db8::1']) await authenticate({ apiKey: here.secret, remote: from })
  for (const from of ['192.0.3.1', '2001:db9::1', 'unknown', ''])
    await refuses({ apiKey: here.secret, remote: from }, 'InvalidApiKey')
  for (const change of ['revoked_at = now()', "expires_at = now() - interval '1 second'"]) {
    const { secret, id } = await key()
    await authenticate({ apiKey: secret, remote })
    await it.db.unsafe(`update api_keys set ${change} where id = ${id}`)
    await refuses({ apiKey: secret, remote }, 'InvalidApiKey')
  }
})

test('a rotated key works until its overlap ends, and the caller knows that it was replaced', async () => {
  const { secret, id, publicId } = await key()
  const next = newKeySecret(publicId)
  await it.db`
    update api_keys set old_hash = secret_hash, old_ends_at = now() + interval '1 hour', secret_hash = ${keyHash(next)} where id = ${id}`
  assert.equal((await authenticate({ apiKey: secret, remote })).keyIsReplaced, true)
  assert.equal((await authenticate({ apiKey: next, remote })).keyIsReplaced, undefined)
  await it.db`update api_keys set old_ends_at = now() - interval '1 second' where id = ${id}`
  await refuses({ apiKey: secret, remote }, 'InvalidApiKey')
})

test('a session counts only without a key, and calls that arrive together keep their own principals', async () => {
  const id = await person('Owner')
  const token = await session({ personId: id })
  const { secret, id: keyId } = await key()
  const [both, alone] = await Promise.all([
    authenticate({ apiKey: secret, session: token, remote }),
    authenticate({ apiKey: '', session: token, remote }),
    refuses({ apiKey: newKeySecret('0'.repeat(32)), session: token, remote }, 'InvalidApiKey'),
    refuses({ apiKey: null, remote }, 'InvalidApiKey'),
    refuses({ apiKey: `ls_${'0'.repeat(5000)}`, remote }, 'InvalidApiKey'),
  ])
  assert.deepEqual([both.kind, both.id], ['key', keyId])
  assert.deepEqual([alone.kind, alone.id], ['person', id])
  assert.equal(alone.grants[0]!.rights, allRights)
})

test('the checksum of a key finds a typing error without the database', async () => {
  const { secret } = await key()
  const other = secret.endsWith('0') ? '1' : '0'
  const wrong = [
    secret.slice(0, -1),
    `${secret}0`,
    secret.slice(0, -1) + other,
    secret.replace(/_([0-9a-f])/, (_, digit) => `_${digit === 'a' ? 'b' : 'a'}`),
    'ls_',
    `LS_${'0'.repeat(32)}`,
    `ls_${'0'.repeat(5000)}`,
    `${secret} `,
  ]
  const without = authentication((() => assert.fail('the database was asked')) as never)
  for (const apiKey of wrong) {
    assert.ok(!isKeySecret(apiKey), apiKey.slice(0, 100))
    await assert.rejects(without({ apiKey, remote }), { refusal: 'InvalidApiKey', message: /typing error/ })
  }
  assert.ok(isKeySecret(secret.toUpperCase()))
})

test('the last use of a key is noted with its address, at most once a minute, each secret by itself', async () => {
  const { secret, id, publicId } = await key()
  const used = async () => {
    const [row] = await it.db`
      select last_used_from, last_used_at, old_last_used_from, old_last_used_at from api_keys where id = ${id}`
    return row!
  }
  await Promise.all(Array.from({ length: 20 }, () => authenticate({ apiKey: secret, remote: '192.0.2.50' })))
  await until(async () => (await used()).lastUsedFrom === '192.0.2.50', 'the use is noted')
  const first = await used()
  await authenticate({ apiKey: secret, remote: '192.0.2.51' })
  await it.db`update api_keys set last_used_at = last_used_at - interval '2 minutes' where id = ${id}`
  assert.equal((await used()).lastUsedFrom, '192.0.2.50', 'within the minute nothing is written')
  await authenticate({ apiKey: secret, remote: '192.0.2.52' })
  await until(async () => (await used()).lastUsedFrom === '192.0.2.52', 'the use is noted')
  assert.ok(first.lastUsedAt < (await used()).lastUsedAt)
  await it.db`
    update api_keys set old_hash = secret_hash, old_ends_at = now() + interval '1 hour',
      secret_hash = ${keyHash(newKeySecret(publicId))}, last_used_at = null, last_used_from = null where id = ${id}`
  await authenticate({ apiKey: secret, remote: '192.0.2.53' })
  await until(async () => (await used()).oldLastUsedFrom === '192.0.2.53', 'the use is noted')
  assert.equal((await used()).lastUsedAt, null, 'the new secret was not used')
})

test('a session is looked up by indexes alone, also on a connection that looked up when there was none', async () => {
  const own = await freshDatabase()
  try {
    // one transaction has one connection, and counts of its own
    await own.db.begin(async sql => {
      const look = authentication(nestDatabase(sql))
      const ended = () => look({ apiKey: null, session: 'none', remote }).catch(() => undefined)
      for (let n = 0; n < 8; n++) await ended()
      await sql`insert into accounts (name, site_url) values ('Agency', 'http://agency.example/')`
      await sql`
        with made as (
          insert into people (email, address, name, time_zone)
          select n || '@x.example', n || '@x.example', 'P', 'UTC' from generate_series(1, 2000) n returning id
        ), granted as (
          insert into grants (person_id, account_id, role) select m.id, a.id, 'Owner' from made m, accounts a
        )
        insert into sessions (token_hash, person_id, account_id, epoch, expires_at, remote, agent)
        select sha256(m.id::text::bytea), m.id, a.id, 1, now() + interval '1 day', '', '' from made m, accounts a`
      const [first] = await sql<{ id: number }[]>`select min(id) as id from people`
      const readAll = async () => {
        const [row] = await sql<{ scans: number; found: number }[]>`
          select sum(seq_scan)::integer as scans, sum(idx_scan)::integer as found from pg_stat_xact_user_tables
          where relname in ('sessions', 'people', 'accounts', 'grants', 'clients', 'logins')`
        return row!
      }
      const before = await readAll()
      for (let n = 0; n < 20; n++) {
        const { kind, grants } = await look({ apiKey: null, session: `${first!.id}`, remote })
        assert.deepEqual([kind, grants.length], ['person', 1])
      }
      const { scans, found } = await readAll()
      assert.equal(scans, before.scans)
      assert.ok(found >= before.found + 20 * 4, 'the counts are of these look-ups')
    })
  } finally {
    await own.drop()
  }
})
