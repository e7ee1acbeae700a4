import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contents } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { bounceMember, history, member, place } from '../../../test/harness/members.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { subscriptions } from '../subscribers/subscriptions.ts'
import { clientScope } from './suppression-scopes.ts'
import { addSuppression, removeSuppression } from './suppressions.ts'

let database: TestDatabase
let db: Database
let world: World
before(async () => {
  database = await freshDatabase()
  db = database.db
  world = await seed(db)
})
after(() => database.drop())

const evidence = { by: 'api', wire: 'json', loginId: 7 }
const is = (refusal: RefusalName) => (error: unknown) => error instanceof Refusal && error.refusal === refusal

async function steps(address: string) {
  const rows = await db`
    select from_reason, to_reason, evidence from suppression_history
    where client_id = ${world.client.clientId} and address = ${address} order by at`
  return rows.map(row => `${row.fromReason}>${row.toReason} by ${row.evidence.by}`)
}

test('an address is put on the list once and taken off once, each with its evidence', async () => {
  const email = 'Barred@X.example'
  const address = 'barred@x.example'
  await addSuppression(db, clientScope(world.client), email, evidence)
  const was = await contents(db)
  await addSuppression(db, clientScope(world.client), email, evidence)
  assert.deepEqual(await contents(db), was)
  await assert.rejects(
    subscriptions(db).add(world.list, { email, name: '' }, { resubscribe: true, publicUrl: '' }, evidence),
    is('InSuppressionList'),
  )
  await removeSuppression(db, clientScope(world.client), email, false, evidence)
  await assert.rejects(removeSuppression(db, clientScope(world.client), email, true, evidence), is('NotSuppressed'))
  assert.deepEqual(await steps(address), ['null>manual by api', 'manual>null by api'])
  await subscriptions(db).add(world.list, { email, name: '' }, { resubscribe: true, publicUrl: '' }, evidence)
})

for (const reason of ['unsubscribed', 'bounced', 'complained'] as const)
  test(`what is there because it ${reason} goes only deliberately, and the membership stays as it was`, async () => {
    const subject = subscriptions(db)
    const { address, subscriberId } = await place(db, world.list, 'Active')
    const { listId } = world.list
    await db`update lists set unsubscribe_scope = 'client' where id = ${listId}`
    if (reason === 'bounced') await bounceMember(db, world.client, address)
    else {
      const by = reason === 'complained' ? 'complaint' : 'page'
      await subject.unsubscribeMember(world.client, listId, subscriberId, { by })
    }
    // by hand nothing is added to what is there
    await addSuppression(db, clientScope(world.client), address, evidence)
    const was = await contents(db)
    await assert.rejects(
      removeSuppression(db, clientScope(world.client), address, false, evidence),
      is('RemovalNotDeliberate'),
    )
    assert.deepEqual(await contents(db), was)
    const state = (await member(db, world.list, address))!.state
    const changes = await history(db, world.list, address)
    await removeSuppression(db, clientScope(world.client), address, true, evidence)
    assert.equal((await member(db, world.list, address))!.state, state)
    assert.deepEqual(await history(db, world.list, address), changes)
    assert.equal((await steps(address)).at(-1), `${reason}>null by api`)
  })

test('a complaint that replaces another reason is a step of the history', async () => {
  const { address, subscriberId } = await place(db, world.list, 'Active')
  await addSuppression(db, clientScope(world.client), address, evidence)
  const { listId } = world.list
  await subscriptions(db).unsubscribeMember(world.client, listId, subscriberId, { by: 'complaint' })
  assert.deepEqual(await steps(address), ['null>manual by api', 'manual>complained by complaint'])
})

test('another client has a list of its own, and what is no address is on none', async () => {
  const stranger = (await seed(db)).client
  await addSuppression(db, clientScope(world.client), 'here@x.example', evidence)
  const was = await contents(db)
  await assert.rejects(
    removeSuppression(db, clientScope(stranger), 'here@x.example', true, evidence),
    is('NotSuppressed'),
  )
  for (const email of [null, '', 'nonsense', 'a@x.example\r\nRCPT TO:<b@x.example>']) {
    await assert.rejects(addSuppression(db, clientScope(world.client), email, evidence), is('InvalidEmail'))
    await assert.rejects(removeSuppression(db, clientScope(world.client), email, true, evidence), is('InvalidEmail'))
  }
  assert.deepEqual(await contents(db), was)
})
