import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type DatabaseProxy, databaseProxy } from '../../../test/harness/database-proxy.ts'
import { seen, until } from '../../../test/harness/until.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { connect, type Database, type Sql } from './database.ts'

let it: TestDatabase
let proxy: DatabaseProxy
/** One connection, through the proxy. */
let db: Database
before(async () => {
  it = await freshDatabase()
  proxy = await databaseProxy(it.url)
  db = connect(proxy.url, { max: 1 })
  await it.db`create table notes (id bigint primary key, text text, at timestamptz, tags text[], data jsonb)`
})
after(async () => {
  await db.end({ timeout: 5 })
  await proxy.close()
  await it.drop()
})

test('values come back as they were sent, by type and in arrays', async () => {
  const at = new Date('2024-03-31T01:30:00.123Z')
  const [row] = await it.db`
    select ${at} as at, ${[at, null]}::timestamptz[] as ats, ${true} as yes, ${[true, false]}::boolean[] as both,
      ${Buffer.from([0, 92, 255])} as bytes, ${[Buffer.from([0, 92]), Buffer.from([34])]}::bytea[] as many,
      ${2 ** 53 - 1}::bigint as big, ${[1, 2]}::bigint[] as bigs, ${'1.50'}::numeric as amount,
      ${'0e1f3c58-0000-4000-8000-0123456789ab'}::uuid as public_id, ${['0e1f3c58-0000-4000-8000-0123456789ab']}::uuid[] as public_ids,
      ${'2024-02-29'}::date as day, ${['a,b', '"', '\\', '', 'NULL', null]}::text[] as texts, ${undefined}::text as nothing,
      ${it.db.json({ a: [1, null] })} as object, ${it.db.json([1, 'two'])} as list, ${it.db.json('text')} as word, 1.5::float8 as float`
  assert.deepEqual(row, {
    at,
    ats: [at, null],
    yes: true,
    both: [true, false],
    bytes: Buffer.from([0, 92, 255]),
    many: [Buffer.from([0, 92]), Buffer.from([34])],
    big: 2 ** 53 - 1,
    bigs: [1, 2],
    amount: '1.50',
    publicId: '0e1f3c58000040008000' + '0123456789ab',
    publicIds: ['0e1f3c580000400080000123456789ab'],
    day: '2024-02-29',
    texts: ['a,b', '"', '\\', '', 'NULL', null],
    nothing: null,
    object: { a: [1, null] },
    list: [1, 'two'],
    word: 'text',
    float: 1.5,
  })
})

test('a template nests in another, runs once, and does not run as a part', async () => {
  const part = it.db`id = ${7}`
  const statement = it.db<{ id: number }[]>`select id from ${it.db('notes')} where ${part} or id = any(${[8, 9]})`
  await it.db`insert into notes ${it.db([
    { id: 7, text: 'seven' },
    { id: 8, text: null },
  ])}`
  assert.deepEqual([await statement.then(rows => rows.map(({ id }) => id)), (await statement).count], [[7, 8], 2])
  assert.equal((await it.db`update notes set ${it.db({ text: 'other' })} where ${part}`).count, 1)
  assert.equal((await it.db`delete from notes`).count, 2)
})

test('names are quoted and values are never text of the statement', async () => {
  const [row] = await it.db`select ${`'; drop table notes; --`}::text as ${it.db('a"b')}`
  assert.deepEqual(row, { 'a"b': `'; drop table notes; --` })
})

test('a plain object is refused as a parameter before anything is sent', async () => {
  await assert.rejects(async () => it.db`select ${{ a: 1 } as never}::jsonb`, TypeError)
})

test('statements are prepared once under one name; what depends on a user’s data is not', async () => {
  const own = connect(it.url, { max: 1 })
  const ask = (sql: Sql, id: number) => sql`select ${id}::bigint as prepared_once`
  for (const id of [1, 2, 3]) await ask(own, id)
  await own`select 1 as never_prepared where ${own`true`.unprepared()}`
  const rows = await own<{ statement: string }[]>`select statement from pg_prepared_statements`
  const texts = rows.map(({ statement }) => statement)
  assert.equal(texts.filter(text => text.includes('prepared_once')).length, 1)
  assert.equal(texts.filter(text => text.includes('never_prepared')).length, 0)
  await own.end()
})

test('a plan the table outgrew and a statement the server forgot are prepared again', async () => {
  const own = connect(it.url, { max: 1 })
  const all = () => own`select * from notes where id < 0`
  await all()
  await it.db`alter table notes add column later text`
  assert.deepEqual([...(await all())], [])
  await own`deallocate all`
  assert.deepEqual([...(await all())], [])
  await own.end()
})

test('plans are made for the values of each statement, and are not compiled', async () => {
  const [row] = await db`select current_setting('plan_cache_mode') as plans, current_setting('jit') as jit`
  assert.deepEqual(row, { plans: 'force_custom_plan', jit: 'off' })
})

test('a transaction that failed is never reported as committed, and its cause is the first error', async () => {
  await assert.rejects(
    it.db.begin(async sql => {
      await sql`insert into notes (id) values (20)`
      await sql`select 1 / 0`.catch(() => {})
    }),
    /division by zero/,
  )
  await assert.rejects(
    it.db.begin(sql =>
      Promise.all([
        sql`insert into notes (id) values (21)`,
        sql`select 1 / 0`,
        sql`insert into notes (id) values (22)`,
      ]),
    ),
    /division by zero/,
  )
  await assert.rejects(
    it.db.begin(async sql => {
      await sql`select 1 / 0`.catch(() => {})
      await sql`select 2`
    }),
    /division by zero/,
  )
  assert.equal((await it.db`select 1 from notes where id in (20, 21, 22)`).length, 0)
})

test('a statement after the end of its transaction is refused', async () => {
  let kept: Sql | undefined
  await it.db.begin(sql => {
    kept = sql
  })
  await assert.rejects(async () => kept!`insert into notes (id) values (30)`, /after the end of its transaction/)
  assert.equal((await it.db`select 1 from notes where id = 30`).length, 0)
})

test('a notification is heard again after its connection was cut', async () => {
  let heard = 0
  const listening = await db.listen('spoken', () => heard++)
  await it.db`notify spoken`
  await seen(
    'the first',
    async () => heard,
    count => count === 1,
  )
  proxy.cutAll()
  await seen(
    'that it came back',
    async () => heard,
    count => count >= 2,
  )
  const before = heard
  await it.db`notify spoken`
  await seen(
    'the next',
    async () => heard,
    count => count > before,
  )
  listening.unlisten()
})

test('channels share a connection, which is closed with the last of them', async () => {
  const own = connect(it.url, { name: 'listens' })
  const count = async () => {
    const [row] = await it.db<{ count: number }[]>`
      select count(*)::int from pg_stat_activity where application_name = 'listens'`
    return row!.count
  }
  const heard: string[] = []
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  const listening = await Promise.all(
    ['one', 'two', 'two'].map((channel, n) => own.listen(channel, payload => heard.push(`${channel} ${n} ${payload}`))),
  )
  assert.equal(await count(), 1)
  await it.db`select pg_notify('one', 'a'), pg_notify('two', 'b')`
  await seen(
    'both are heard',
    async () => heard.toSorted(),
    all => all.length === 3,
  )
  assert.deepEqual(heard.toSorted(), ['one 0 a', 'two 1 b', 'two 2 b'])
  listening[1]!.unlisten()
  await it.db`select pg_notify('two', 'c')`
  await seen(
    'the other one goes on',
    async () => heard.at(-1),
    last => last === 'two 2 c',
  )
  assert.equal(heard.length, 4)
  for (const one of listening) one.unlisten()
  await seen('the connection is closed', count, left => left === 0)
  // and another is made for the next
  const again = await own.listen('three', payload => heard.push(`three ${payload}`))
  await it.db`select pg_notify('three', 'd')`
  await seen(
    'the next is heard',
    async () => heard.at(-1),
    last => last === 'three d',
  )
  again.unlisten()
  await own.end()
  process.off('warning', onWarning)
  assert.deepEqual(warnings, [], 'the driver is given one statement after the other')
})

/** Uses of a connection; each inserts the row `id` or nothing. */
const kinds: Record<string, (sql: Database, id: number) => Promise<unknown>> = {
  'one statement': (sql, id) => sql`insert into notes (id) values (${id})`.then(),
  'a transaction': (sql, id) =>
    sql.begin(async tx => {
      await tx`insert into notes (id) values (${id})`
      await tx`update notes set text = 'a' where id = ${id}`
    }),
  'a long transaction': (sql, id) => sql.begin(async tx => tx`insert into notes (id) values (${id})`.then(), 'long'),
  'a transaction sent together': (sql, id) =>
    sql.begin(tx =>
      Promise.all([tx`insert into notes (id) values (${id})`, tx`select pg_sleep(0.01)`, tx`select ${id}::int`]),
    ),
  'a transaction that pauses': (sql, id) =>
    sql.begin(async tx => {
      await tx`insert into notes (id) values (${id})`
      await new Promise(resolve => setTimeout(resolve, 60)) // longer than the cut takes
      await tx`select 1`
    }),
  'a reserved connection': async (sql, id) => {
    const own = await sql.reserve()
    try {
      await own`insert into notes (id) values (${id})`
    } finally {
      own.release()
    }
  },
}

async function works(sql: Database): Promise<boolean> {
  try {
    const [row] = await sql`select 1 as one`
    return row!.one === 1
  } catch (error) {
    assert.ok(error instanceof Unavailable, String(error))
    return false
  }
}

let nextId = 1_000
for (const [kind, work] of Object.entries(kinds))
  for (const when of ['before', 'after'] as const)
    test(`${kind}: a connection cut ${when} any of its pieces fails as unavailable, and the next one works`, async () => {
      for (let piece = 1; ; piece++) {
        const id = nextId++
        proxy.cutAt(piece, when)
        const failure = await work(db, id).then(
          () => undefined,
          error => error,
        )
        const cut = proxy.hasCut
        await new Promise(resolve => setTimeout(resolve, cut ? 60 : 0)) // a cut after a piece comes a little later
        proxy.cutAt(0, when)
        const [row] = await it.db`select 1 from notes where id = ${id}`
        if (failure === undefined) assert.ok(row, `piece ${piece}: said to be written`)
        else assert.ok(failure instanceof Unavailable, `piece ${piece}: ${failure}`)
        // on a slow machine the cut comes later still, and the first that takes the connection finds it
        await until(() => works(db), 'the next one works')
        if (!cut) break
        assert.ok(piece < 50)
      }
    })

test('terminated backends in a statement, in a transaction and at rest harm nothing else', async () => {
  const own = connect(it.url, { max: 3, name: 'victim' })
  const end = () => it.db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'`
  for (let round = 0; round < 5; round++) {
    const asleep = own`select pg_sleep(120)`.then(
      () => 'woke up',
      error => error,
    )
    const idle = own
      .begin(async sql => {
        await sql`select 1`
        await seen(
          'the other sleeps',
          () =>
            it.db`select 1 from pg_stat_activity where application_name = 'victim' and query like '%sleep%' and state = 'active'`.then(
              rows => rows.length,
            ),
          count => count > 0,
        )
        await end()
        await new Promise(resolve => setTimeout(resolve, 200))
        await sql`select 2`
      })
      .catch(error => error)
    assert.ok((await idle) instanceof Unavailable)
    assert.ok((await asleep) instanceof Unavailable)
    assert.equal((await own`select 1 as one`)[0]!.one, 1)
  }
  await own.end()
})

test('a database that freezes ends every wait with an error, and works again when it thaws', async () => {
  const own = connect(proxy.url, { max: 2 })
  await own`select 1`
  proxy.freeze()
  const waits = [
    own`select 1`.then(),
    own.begin(sql => sql`select 1`.then()),
    own`select 2`.then(), // waits for a connection
    own.reserve().then(() => {}),
  ]
  for (const result of await Promise.allSettled(waits)) {
    assert.equal(result.status, 'rejected')
    assert.ok(result.status === 'rejected' && result.reason instanceof Unavailable, String(result))
  }
  proxy.thaw()
  assert.equal((await own`select 1 as one`)[0]!.one, 1)
  await own.end()
})

test('a slow statement on a server that answers is not failed', async () => {
  const [row] = await it.db`select pg_sleep(8), 1 as one`
  assert.equal(row!.one, 1)
})
