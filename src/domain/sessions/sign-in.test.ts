import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import { addPerson, personPassword, personPasswordHash } from '../../../test/harness/console.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seed, testKeys, type World } from '../../../test/harness/seed.ts'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { migrateJobs } from '../../store/jobs/jobs.ts'
import { authentication } from '../access/authentication.ts'
import { attemptLimit } from '../accounts/logins.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { reissueSession } from './sessions.ts'
import { type GivenSignIn, type SignInOrigin, signInToConsole } from './sign-in.ts'

let it: TestDatabase
let world: World
before(async () => {
  it = await freshDatabase()
  await migrateJobs(it.url)
  world = await seed(it.db)
})
after(() => it.drop())

const nothing: GivenSignIn = {
  emailAddress: null,
  siteUrl: null,
  username: null,
  password: null,
  code: null,
  device: null,
}
const here: SignInOrigin = { remote: '192.0.2.7', agent: 'curl/8', deviceToken: undefined, sessionToken: undefined }
const limit = attemptLimit({ most: 1000 })

const signIn = (given: Partial<GivenSignIn>, origin: Partial<SignInOrigin> = {}, counted = limit) =>
  signInToConsole(
    { db: it.db, keys: testKeys, now: () => new Date() },
    counted,
    { ...nothing, ...given },
    { ...here, ...origin },
    () => {},
  )
const refuses = (work: Promise<unknown>, refusal: RefusalName) =>
  assert.rejects(work, error => error instanceof Refusal && error.refusal === refusal)
const principalOf = (session: string) => authentication(it.db)({ apiKey: null, session, remote: here.remote })
const mails = async () =>
  it.db<{ payload: { agent: string; network: string } }[]>`
    select p.payload from graphile_worker._private_jobs p
    join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = 'newDeviceMail'`

test('a person signs in with address and password, whatever the case of the address', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  const { sessionToken } = await signIn({ emailAddress: ` ${email.toUpperCase()} `, password: personPassword })
  const principal = await principalOf(sessionToken)
  assert.deepEqual([principal.kind, principal.id, principal.accountId], ['person', id, world.accountId])
  const [row] = await it.db`select token_hash, agent, remote from sessions where person_id = ${id}`
  assert.equal((row!.tokenHash as Buffer).includes(sessionToken), false)
  assert.deepEqual([row!.agent, row!.remote], ['curl', here.remote])
})

test('a login signs in with its site: as its person where one has it, else as itself', async () => {
  const other = await seed(it.db)
  const [account] = await it.db`select site_url from accounts where id = ${other.accountId}`
  const logins = await it.db`
    update logins set password_hash = ${personPasswordHash} where account_id = ${other.accountId} returning id, username, client_id`
  const [user, client] = logins.toSorted((a, b) => Number(a.clientId !== null) - Number(b.clientId !== null))
  const [person] = await it.db`
    insert into people (name, time_zone, login_id) values ('U', 'UTC', ${user!.id}) returning id`
  await it.db`insert into grants (person_id, account_id, role) values (${person!.id}, ${other.accountId}, 'Owner')`
  const by = (login: Record<string, unknown>) => ({
    siteUrl: account!.siteUrl as string,
    username: login.username as string,
    password: personPassword,
  })
  const asPerson = await principalOf((await signIn(by(user!))).sessionToken)
  assert.deepEqual([asPerson.kind, asPerson.id], ['person', person!.id])
  const asLogin = await principalOf((await signIn(by(client!))).sessionToken)
  assert.deepEqual([asLogin.kind, asLogin.id], ['login', client!.id])
  assert.deepEqual(
    asLogin.grants.map(({ clientId }) => clientId),
    [other.client.clientId],
  )
})

test('whatever is wrong about name and password is refused in one way', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  const right = { emailAddress: email, password: personPassword }
  for (const wrong of [
    { ...right, password: 'wrong' },
    { ...right, password: '' },
    { ...right, password: null },
    { ...right, password: 'p'.repeat(60_000) },
    { ...right, emailAddress: 'absent@people.example' },
    { ...right, emailAddress: 'no address' },
    { password: personPassword },
    { username: 'absent', siteUrl: 'http://agency1.example', password: personPassword },
    { username: 'admin1', siteUrl: 'http://[::1', password: personPassword },
  ])
    await refuses(signIn(wrong), 'InvalidLogin')
  await it.db`update people set password_hash = null where id = ${id}`
  await refuses(signIn(right), 'InvalidLogin')
  const removed = await addPerson(it.db, { accountId: world.accountId })
  await it.db`update people set removed_at = now() where id = ${removed.id}`
  await refuses(signIn({ ...right, emailAddress: removed.email }), 'InvalidLogin')
  const without = await addPerson(it.db, { accountId: world.accountId })
  await it.db`delete from grants where person_id = ${without.id}`
  await refuses(signIn({ ...right, emailAddress: without.email }), 'InvalidLogin')
  const sessions = await it.db`select 1 from sessions where person_id = any(${[id, removed.id, without.id]}::bigint[])`
  assert.equal(sessions.length, 0)
})

test('an address that exists costs a check of a password like one that does not', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  await it.db`update people set password_hash = ${await hashPassword(personPassword)} where id = ${id}`
  let checks = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'SCRYPTREQUEST') checks++
    },
  })
  hook.enable()
  try {
    await refuses(signIn({ emailAddress: email, password: 'wrong' }), 'InvalidLogin')
    assert.equal(checks, 1)
    await refuses(signIn({ emailAddress: 'absent@people.example', password: 'wrong' }), 'InvalidLogin')
    assert.equal(checks, 2)
  } finally {
    hook.disable()
  }
})

test('of a thousand attempts of one network at one address, ten are looked at', async () => {
  const { email } = await addPerson(it.db, { accountId: world.accountId })
  const counted = attemptLimit()
  const attempt = () => signIn({ emailAddress: email, password: 'wrong' }, {}, counted)
  const reasons: string[] = []
  // more at once would wait longer for one of eight connections than a slow machine gives them
  for (let wave = 0; wave < 10; wave++)
    for (const result of await Promise.allSettled(Array.from({ length: 100 }, attempt)))
      reasons.push(
        result.status === 'rejected' ? ((result.reason as Refusal).refusal ?? String(result.reason)) : 'through',
      )
  assert.deepEqual(
    [...new Set(reasons)].filter(reason => reason !== 'InvalidLogin' && reason !== 'TooManyRequests'),
    [],
  )
  // those that found the queue of their network full were not looked at, and gave their attempt back
  const exhausted = async () => {
    for (let n = 0; n < 10; n++)
      await refuses(signIn({ emailAddress: email, password: 'wrong' }, {}, counted), 'InvalidLogin')
  }
  await exhausted()
  await refuses(signIn({ emailAddress: email, password: personPassword }, {}, counted), 'InvalidLogin')
  await signIn({ emailAddress: email, password: personPassword }, { remote: '198.51.100.1' }, counted)
})

test('of a thousand attempts of a thousand networks, those that would wait long are refused', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  // a quarter of the work of a real one, so that the test ends soon
  const salt = Buffer.alloc(16).toString('base64url')
  await it.db`update people set password_hash = ${`scrypt$ln=13,r=8,p=3$${salt}$${salt}`} where id = ${id}`
  const counted = attemptLimit()
  const remote = (n: number) => `203.0.${n >> 8}.${n & 255}`
  const attempts = Array.from({ length: 1000 }, (_, n) =>
    signIn({ emailAddress: email, password: 'wrong' }, { remote: remote(n) }, counted).catch(
      error => (error as Refusal).refusal,
    ),
  )
  const reasons = await Promise.all(attempts)
  const checked = reasons.filter(reason => reason === 'InvalidLogin').length
  assert.ok(checked < 500, `${checked} passwords were checked; a hundred wait at a time`)
  assert.equal(reasons.filter(reason => reason === 'TooManyRequests').length, 1000 - checked)
})

test('a new password while the old one is checked leaves no session', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  const signingIn = signIn({ emailAddress: email, password: personPassword })
  const { sessionToken } = await signingIn
  await it.db`update people set password_hash = 'another', epoch = epoch + 1 where id = ${id}`
  await refuses(principalOf(sessionToken), 'SessionEnded')
})

test('who signs in again ends the session that the browser had, and no other', async () => {
  const { email } = await addPerson(it.db, { accountId: world.accountId })
  const given = { emailAddress: email, password: personPassword }
  const elsewhere = await signIn(given)
  const first = await signIn(given)
  const second = await signIn(given, { sessionToken: first.sessionToken, deviceToken: first.deviceToken })
  assert.notEqual(second.sessionToken, first.sessionToken)
  assert.notEqual(second.deviceToken, first.deviceToken)
  await refuses(principalOf(first.sessionToken), 'SessionEnded')
  await principalOf(elsewhere.sessionToken)
})

test('of more than 50 sessions the oldest end', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  await it.db`
    insert into sessions (token_hash, person_id, account_id, epoch, expires_at, remote, agent)
    select ('s' || ${id}::text || '/' || n)::bytea, ${id}, ${world.accountId}, 1, now() + interval '30 days', '', '' from generate_series(1, 80) n`
  const { sessionToken } = await signIn({ emailAddress: email, password: personPassword })
  await principalOf(sessionToken)
  const [{ open }] = (await it.db`
    select count(*)::integer as open from sessions where person_id = ${id} and ended_at is null`) as unknown as [
    { open: number },
  ] // one row
  assert.equal(open, 50)
})

test('a new browser is mailed, but not the first one, one that is known, or a crowd of them', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  const given = { emailAddress: email, password: personPassword }
  const before = (await mails()).length
  const first = await signIn(given)
  await signIn(given, { deviceToken: first.deviceToken })
  assert.equal((await mails()).length, before)
  await signIn(given, { agent: 'Mozilla/5.0 (X11; Linux) Firefox/133.0', remote: '2001:db8:1:2:3::4' })
  const sent = (await mails()).slice(before)
  assert.equal(sent.length, 1)
  assert.deepEqual([sent[0]!.payload.agent, sent[0]!.payload.network], ['Firefox, Linux', '2001:db8:1:2::'])
  for (const deviceToken of ['', 'x', `${'x'.repeat(42)};`, 'y'.repeat(43)]) await signIn(given, { deviceToken })
  for (let n = 0; n < 4; n++) await signIn(given)
  assert.ok((await mails()).length - before <= 5, 'five mails an hour')
  const [{ kept }] =
    (await it.db`select count(*)::integer as kept from devices where person_id = ${id}`) as unknown as [
      { kept: number },
    ] // one row
  assert.ok(kept <= 50)
})

test('a browser gets another token at each sign-in, by which it is known to all who use it, and the former is a new one', async () => {
  const [ada, bea] = await Promise.all([1, 2].map(() => addPerson(it.db, { accountId: world.accountId })))
  const as = ({ email }: { readonly email: string }, deviceToken?: string) =>
    signIn({ emailAddress: email, password: personPassword }, { deviceToken })
  const mailed = async () => (await mails()).length
  const first = await as(ada!)
  const second = await as(bea!, first.deviceToken)
  const before = await mailed()
  const third = await as(ada!, second.deviceToken)
  const fourth = await as(bea!, third.deviceToken)
  const tokens = [first, second, third, fourth].map(({ deviceToken }) => deviceToken)
  assert.equal(new Set(tokens).size, 4)
  assert.equal(await mailed(), before)
  await as(ada!, first.deviceToken)
  assert.equal(await mailed(), before + 1, 'a copy of an earlier token')
  const [{ kept }] =
    (await it.db`select count(*)::integer as kept from devices where person_id = ${ada!.id}`) as unknown as [
      { kept: number },
    ] // one row
  assert.equal(kept, 2)
})

test('the session works in the account used last, and in that of the login', async () => {
  const other = await seed(it.db)
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  await it.db`insert into grants (person_id, account_id, role) values (${id}, ${other.accountId}, 'Analyst')`
  const given = { emailAddress: email, password: personPassword }
  const { sessionToken } = await signIn(given)
  await it.db`update sessions set account_id = ${other.accountId} where person_id = ${id}`
  assert.equal((await principalOf(sessionToken)).accountId, other.accountId)
  assert.equal((await principalOf((await signIn(given)).sessionToken)).accountId, other.accountId)
  await it.db`delete from grants where person_id = ${id} and account_id = ${other.accountId}`
  assert.equal((await principalOf((await signIn(given)).sessionToken)).accountId, world.accountId)
})

test('the session of who sets a new password goes on under another token, and all others end', async () => {
  const { id, email } = await addPerson(it.db, { accountId: world.accountId })
  const given = { emailAddress: email, password: personPassword }
  const [mine, other] = [await signIn(given), await signIn(given)]
  const principal = await principalOf(mine.sessionToken)
  const token = await transaction(it.db, async sql => {
    await sql`update people set epoch = epoch + 1 where id = ${id}`
    return reissueSession(sql, principal)
  })
  await refuses(principalOf(mine.sessionToken), 'SessionEnded')
  await refuses(principalOf(other.sessionToken), 'SessionEnded')
  assert.equal((await principalOf(token!)).sessionId, principal.sessionId)
  const { sessionId: _, ...withKey } = principal
  assert.equal(await reissueSession(it.db, withKey), undefined)
})
