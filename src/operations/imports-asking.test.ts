import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { type Importer, importer } from '../../test/harness/imports.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { asksAtOnce, workOnAsk } from '../domain/imports/asking.ts'
import type { Database } from '../store/connection/database.ts'
import { imports } from './imports.ts'

let database: TestDatabase
let db: Database
let world: World
let it: Importer
before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())
beforeEach(async () => {
  const seeded = await seed(db)
  world = { ...seeded, list: await seedList(db, seeded.client, 'Double opt-in', true) }
  it = importer(db, world)
  await db`delete from graphile_worker._private_jobs`
})

const stopping = new AbortController().signal
const ask = (id: string, Recipients: number) => it.call('Import.AskUnconfirmed', { ...it.of(id), Recipients })
const count = (id: string) => it.call('Import.CountUnconfirmed', it.of(id))
/** As if a minute had passed. */
const passMinute = () =>
  db`update import_asks set claimed_until = '-infinity' where client_id = ${world.client.clientId}`
async function asked() {
  const rows = await db<{ address: string }[]>`
    select s.address from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'confirmationMail'
    join subscribers s on s.id = (j.payload ->> 'subscriberId')::bigint and s.client_id = ${world.client.clientId}
    order by s.address`
  return rows.map(({ address }) => address)
}

describe('people whom an import added and who have not confirmed', () => {
  test('are counted, and asked once each by the confirmation mail', async () => {
    const id = await it.committed(
      'email,state\na@x.example,\nb@x.example,\nc@x.example,Active\nd@x.example,Unsubscribed\n',
    )
    assert.deepEqual(await asked(), [], 'an import mails no one')
    assert.deepEqual(await count(id), { Recipients: 2, Asked: 0, IsAsking: false })
    await ask(id, 2)
    while (await workOnAsk(db, stopping));
    assert.deepEqual(await asked(), ['a@x.example', 'b@x.example'])
    assert.deepEqual(await count(id), { Recipients: 0, Asked: 2, IsAsking: false })
    await it.refused('Import.AskUnconfirmed', { ...it.of(id), Recipients: 2 }, 'ImportNotReady')
    await passMinute()
    while (await workOnAsk(db, stopping));
    assert.deepEqual(await asked(), ['a@x.example', 'b@x.example'])
  })

  test('are not asked when they are suppressed, left or confirmed since, or were members before', async () => {
    const before = await it.committed('email\nmember@x.example\n')
    const id = await it.committed(
      'email\nmember@x.example\nstays@x.example\nleft@x.example\nsure@x.example\nbarred@x.example\nany@barred.example\n',
    )
    const { clientId } = world.client
    await db`update subscribers set state = 'Unsubscribed' where client_id = ${clientId} and address = 'left@x.example'`
    await db`update subscribers set state = 'Active' where client_id = ${clientId} and address = 'sure@x.example'`
    assert.deepEqual(await count(id), { Recipients: 3, Asked: 0, IsAsking: false })
    for (const address of ['barred@x.example', '@barred.example']) {
      await db`insert into suppressions (client_id, address, email, reason, at) values (${clientId}, ${address}, ${address}, 'manual', now())`
    }
    await it.refused('Import.AskUnconfirmed', { ...it.of(id), Recipients: 3 }, 'AudienceNotConfirmed')
    await ask(id, 1)
    while (await workOnAsk(db, stopping));
    assert.deepEqual(await asked(), ['stays@x.example'])
    assert.deepEqual(await count(before), { Recipients: 1, Asked: 0, IsAsking: false })
  })

  test('are asked some each minute, and who leaves meanwhile is not', async () => {
    const people = Array.from({ length: asksAtOnce + 2 }, (_, n) => `p${String(n).padStart(4, '0')}@x.example`)
    const id = await it.committed(`email\n${people.join('\n')}\n`)
    await ask(id, people.length)
    while (await workOnAsk(db, stopping));
    assert.equal((await asked()).length, asksAtOnce)
    assert.equal(((await count(id)) as { IsAsking: boolean }).IsAsking, true)
    await db`update subscribers set state = 'Unsubscribed' where client_id = ${world.client.clientId} and address = ${people.at(-1)!}`
    await passMinute()
    while (await workOnAsk(db, stopping));
    assert.equal((await asked()).length, asksAtOnce + 1)
    assert.deepEqual(await count(id), { Recipients: 0, Asked: asksAtOnce + 1, IsAsking: false })
  })

  test('are not asked any more once the import is undone or the list deleted', async () => {
    const undone = await it.committed('email\na@x.example\n')
    await ask(undone, 1)
    await it.call('Import.Undo', it.of(undone))
    await it.work()
    const deleted = await it.committed('email\nb@x.example\n')
    await ask(deleted, 1)
    await db`update lists set deleted_at = now() where id = ${world.list.listId}`
    while (await workOnAsk(db, stopping));
    assert.deepEqual(await asked(), [])
  })

  test('are not asked before rows are written, nor without an address for the links', async () => {
    const id = await it.judged('email\na@x.example\n')
    await it.refused('Import.CountUnconfirmed', it.of(id), 'ImportNotReady')
    await it.refused('Import.AskUnconfirmed', { ...it.of(id), Recipients: 1 }, 'ImportNotReady')
    const unreachable = caller(db, imports, { mailLinks: { base: () => undefined, leaveThisMachine: true } })
    await unreachable.refused('Import.AskUnconfirmed', { ...it.of(id), Recipients: 1 }, 'PublicUrlRequired')
    const empty = await it.committed('email,state\nb@x.example,Unsubscribed\n')
    await it.refused('Import.AskUnconfirmed', { ...it.of(empty), Recipients: 0 }, 'ImportNotReady')
  })
})
