import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { copyLine } from './copy-line.ts'
import { connect, type Database } from './database.ts'

let it: TestDatabase
/** At most one connection without pipelining would do; the pool has four. */
let db: Database
before(async () => {
  it = await freshDatabase()
  db = connect(it.url, { max: 1 })
  await it.db`create table copied (id bigint primary key, text text, yes boolean)`
})
after(async () => {
  await db.end({ timeout: 5 })
  await it.drop()
})

const into = 'copy copied (id, text, yes) from stdin'
const count = async () => (await it.db<{ n: number }[]>`select count(*)::integer as n from copied`)[0]!.n
const states = async () =>
  (
    await it.db<{ state: string }[]>`
      select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  ).map(({ state }) => state)

async function* pieces(...texts: readonly string[]) {
  yield* texts
}

test('values of every kind come back as they went in', async () => {
  const texts = [
    'plain',
    'tab\there',
    'line\nfeed',
    'carriage\rreturn',
    'back\\slash',
    '\\N',
    '\\.',
    '',
    null,
    'ümläut 🙂',
  ]
  const lines = texts.map((text, id) => copyLine([id, text, id % 2 === 0]))
  assert.equal(await db.copyIn(into, pieces(lines.slice(0, 3).join(''), lines.slice(3).join(''))), texts.length)
  const rows = await it.db<{ text: string | null }[]>`select text from copied order by id`
  assert.deepEqual(
    [...rows].map(({ text }) => text),
    texts,
  )
  await it.db`truncate copied`
})

test('a malformed row rejects, leaves no row, and the connections go on', async () => {
  for (let round = 0; round < 10; round++) {
    const bad = pieces(copyLine([1, 'one', true]), 'two\tcolumns\n', copyLine([3, 'three', true]))
    await assert.rejects(db.copyIn(into, bad), { code: /^22/ })
  }
  assert.equal(await count(), 0)
  assert.deepEqual(await states(), [])
  assert.equal(await db.copyIn(into, pieces(copyLine([1, 'one', true]))), 1)
  await it.db`truncate copied`
})

test('a source that fails on the way leaves no row, and the connections go on', async () => {
  async function* failing() {
    for (let id = 0; id < 5000; id++) yield copyLine([id, 'x'.repeat(100), true])
    throw new Error('the file broke off')
  }
  for (let round = 0; round < 10; round++) await assert.rejects(db.copyIn(into, failing()), /the file broke off/)
  assert.equal(await count(), 0)
  assert.deepEqual(await states(), [])
  assert.equal(await db.copyIn(into, pieces(copyLine([1, 'one', true]))), 1)
  await it.db`truncate copied`
})

test('a copy that is cancelled leaves no row, and the connections go on', async () => {
  for (let round = 0; round < 6; round++) {
    const cancel = new AbortController()
    async function* endless() {
      for (let id = 0; ; id++) {
        if (id === 3000) cancel.abort()
        yield copyLine([id, 'x'.repeat(100), true])
      }
    }
    await assert.rejects(db.copyIn(into, endless(), cancel.signal), { name: 'AbortError' })
  }
  assert.equal(await count(), 0)
  assert.equal(await db.copyIn(into, pieces(copyLine([1, 'one', true]))), 1)
  await it.db`truncate copied`
})

test('a copy reads its source no faster than PostgreSQL takes it', async () => {
  let isTaken = 0
  const held = it.db.begin(async sql => {
    await sql`lock table copied in access exclusive mode`
    // the copy waits for the lock meanwhile
    for (let look = 0; look < 50; look++) await sql`select pg_sleep(0.02)`
    return isTaken
  })
  await new Promise(resolve => setTimeout(resolve, 100))
  async function* source() {
    for (let id = 0; id < 2000; id++) {
      isTaken++
      yield copyLine([id, 'x'.repeat(10_000), true])
    }
  }
  const copied = db.copyIn(into, source())
  assert.ok((await held) < 200)
  assert.equal(await copied, 2000)
  await it.db`truncate copied`
})

test('rows come out as text and as CSV, with values in the statement', async () => {
  await it.db`insert into copied values (1, 'a,"b', true), (2, ${`o'clock \\ $1`}, false), (3, null, null)`
  const read = async (options?: string) => {
    const all: Buffer[] = []
    const select = it.db`select id, text from copied where text is distinct from ${`'); drop table copied; --`} and id < ${3} order by id`
    for await (const piece of db.copyOut(select, options)) all.push(piece)
    return Buffer.concat(all).toString()
  }
  assert.equal(await read(), `1\ta,"b\n2\to'clock \\\\ $1\n`)
  assert.equal(await read('format csv'), `1,"a,""b"\n2,o'clock \\ $1\n`)
  await it.db`truncate copied`
})

test('a reader that stops early, or a statement that fails, leaves the pool usable', async () => {
  for (let round = 0; round < 8; round++) {
    for await (const piece of db.copyOut(it.db`select repeat('x', 1000) from generate_series(1, 100000)`)) {
      assert.ok(piece.length > 0)
      break
    }
    await assert.rejects(async () => {
      for await (const _ of db.copyOut(it.db`select 1 / (3 - n) from generate_series(1, 5) n`));
    }, /division by zero/)
  }
  const all: Buffer[] = []
  for await (const piece of db.copyOut(it.db`select 1`)) all.push(piece)
  assert.equal(Buffer.concat(all).toString(), '1\n')
})
