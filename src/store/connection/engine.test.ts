/** What is tried at the start, on servers that lack it: a schema in front of PostgreSQL's, or a proxy that changes statements. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { databaseProxy } from '../../../test/harness/database-proxy.ts'
import { until } from '../../../test/harness/until.ts'
import { createLog, type Log } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { connect, type Database } from './database.ts'
import { checkEngine, type EngineFacts, type Guarantee, type Missing, tryEngine, tryRowLocks } from './engine.ts'

const log = createLog('silent')
const pauseMs = () => 10

async function using<Value>(url: string, work: (db: Database) => Promise<Value>): Promise<Value> {
  const db = connect(url, { max: 2 })
  try {
    return await work(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}

describe('a server with all of it', () => {
  let it: TestDatabase
  before(async () => {
    it = await freshDatabase()
  })
  after(() => it.drop())

  test('lacks nothing, also for ten processes that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => using(it.url, tryEngine)))
    for (const facts of all) assert.deepEqual(facts, { missing: [], untried: [] })
  })

  test('is left as it was: no lock, no connection, no row', async () => {
    const before = await it.db`select * from migrations order by number`
    await using(it.url, tryEngine)
    assert.deepEqual(await it.db`select * from migrations order by number`, before)
    // of this database: other tests use the server; a connection ends a moment after it is closed
    const isClean = async () => {
      const locks = await it.db`
        select 1 from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())`
      const others = await it.db`
        select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and (query like '%lettershop_check%' or query like '%advisory%')`
      return locks.length === 0 && others.length === 0
    }
    await until(isClean, 'no lock and no connection is left')
  })

  test('without our tables has row locks tried later', async () => {
    const empty = await emptyDatabase()
    assert.deepEqual(await using(empty.url, tryEngine), { missing: [], untried: ['row locks'] })
    assert.equal((await empty.db`select 1 from pg_tables where schemaname = 'public'`).length, 0)
    await empty.drop()
    assert.deepEqual(await using(it.url, tryRowLocks), { missing: [], untried: [] })
  })

  test('is asked for long enough while it does not answer', async () => {
    const proxy = await databaseProxy(it.url)
    for (let piece = 1; piece <= 60; piece += 7) {
      proxy.cutAt(piece, 'after')
      assert.deepEqual(await using(proxy.url, db => checkEngine(db, { log, pauseMs })), [], `cut at piece ${piece}`)
    }
    await proxy.close()
  })

  test('is asked again while it is frozen', async () => {
    const proxy = await databaseProxy(it.url)
    await using(proxy.url, async db => {
      await db`select 1`
      const said: string[] = []
      const heard = { ...log, warn: (sentence: string) => said.push(sentence) } as unknown as Log // only warn is called
      proxy.freeze()
      const checked = checkEngine(db, { log: heard, pauseMs })
      setTimeout(() => proxy.thaw(), 8_000)
      assert.deepEqual(await checked, [])
      assert.match(said[0]!, /^The database could not be checked yet: .*This is tried again\.$/)
    })
    await proxy.close()
  })
})

const noOp = (name: string, result: 'boolean' | 'void') =>
  `create function fake.${name}(bigint) returns ${result} language sql as 'select ${result === 'void' ? '' : 'true'}';`

/** Functions in a schema that new connections find before PostgreSQL's own. */
const lacking: readonly (readonly [what: string, functions: string, guarantee: Guarantee, seen: RegExp])[] = [
  [
    'pg_try_advisory_lock does nothing',
    noOp('pg_try_advisory_lock', 'boolean'),
    'advisory locks',
    /a session lock that one connection holds is given to another as well$/,
  ],
  [
    'pg_try_advisory_lock_shared does nothing',
    noOp('pg_try_advisory_lock_shared', 'boolean'),
    'advisory locks',
    /a shared lock that one connection holds is given to another as well$/,
  ],
  [
    'pg_try_advisory_xact_lock does nothing',
    noOp('pg_try_advisory_xact_lock', 'boolean'),
    'advisory locks',
    /a transaction lock that one connection holds is given to another as well$/,
  ],
  [
    'pg_advisory_lock does nothing',
    noOp('pg_advisory_lock', 'void'),
    'advisory locks',
    /pg_advisory_lock does not wait/,
  ],
  [
    'pg_advisory_xact_lock does nothing',
    noOp('pg_advisory_xact_lock', 'void'),
    'advisory locks',
    /pg_advisory_xact_lock does not wait/,
  ],
  [
    'pg_advisory_unlock does nothing',
    noOp('pg_advisory_unlock', 'boolean'),
    'advisory locks',
    /a lock is held after it was released$/,
  ],
  [
    'advisory locks are not supported',
    `create function fake.pg_try_advisory_lock(bigint) returns boolean language plpgsql
       as $$ begin raise feature_not_supported using message = 'not supported'; end $$;`,
    'advisory locks',
    /the server refused to try it \(not supported\)$/,
  ],
  [
    'pg_notify does nothing',
    `create function fake.pg_notify(text, text) returns void language sql as 'select';`,
    'notifications',
    /a notification \(NOTIFY\) did not arrive within 6 seconds/,
  ],
]

/** Replaces words by spaces, or by others of the same length. */
const replacing =
  (words: string, by = '') =>
  (text: string) =>
    text.replaceAll(words, by.padEnd(words.length))

/** Only the first connection that locks a row does so. */
function lockingOnce() {
  let locks = 0
  return (text: string) =>
    text.includes('for update') && !text.includes('skip locked') && ++locks > 1 ? replacing('for update')(text) : text
}

const rewritten: readonly (readonly [
  what: string,
  rewrite: (text: string) => string,
  guarantee: Guarantee,
  seen: RegExp,
])[] = [
  ['SKIP LOCKED is unknown', replacing('for update'), 'row locks', /refused to try it \(syntax error/],
  [
    'row locks are accepted and ignored',
    text => replacing('for update')(replacing('for update skip locked')(text)),
    'row locks',
    /skip locked returns a row that another connection has locked$/,
  ],
  ['SKIP LOCKED is ignored', replacing(' skip locked'), 'row locks', /skip locked waits for a row/],
  ['FOR UPDATE does not wait', lockingOnce(), 'row locks', /for update does not wait/],
  ['LISTEN is unknown', replacing('listen ', 'lissen '), 'notifications', /refused to try it \(syntax error/],
]

describe('a server is refused', () => {
  let it: TestDatabase
  let name: string
  before(async () => {
    it = await freshDatabase()
    const [row] = await it.db<{ name: string }[]>`select current_database() as name`
    name = row!.name
  })
  after(() => it.drop())

  async function assertMissing(url: string, guarantee: Guarantee, seen: RegExp) {
    const { missing } = await using(url, tryEngine)
    assert.deepEqual(
      missing.map(one => one.guarantee),
      [guarantee],
    )
    assert.match(missing[0]!.sentence, seen)
    assert.ok(missing[0]!.sentence.startsWith(`The database of DATABASE_URL lacks ${guarantee}: `))
  }

  for (const [what, functions, guarantee, seen] of lacking)
    test(`if ${what}`, async () => {
      await it.db.unsafe(
        `create schema fake; ${functions}; alter database ${name} set search_path = fake, pg_catalog, public`,
      )
      await assertMissing(it.url, guarantee, seen)
      await it.db.unsafe(`drop schema fake cascade; alter database ${name} reset search_path`)
    })

  for (const [what, rewrite, guarantee, seen] of rewritten)
    test(`if ${what}`, async () => {
      const proxy = await databaseProxy(it.url, {
        rewrite: bytes => Buffer.from(rewrite(bytes.toString('latin1')), 'latin1'),
      })
      await assertMissing(proxy.url, guarantee, seen)
      await proxy.close()
    })
})

describe('what is missing', () => {
  const lack = (guarantee: Guarantee): Missing => ({
    guarantee,
    sentence: `It lacks ${guarantee}`,
    advice: 'Take another.',
  })
  const none: EngineFacts = { missing: [], untried: [] }
  const unused = {} as Database // the attempts do not use it

  /** Tries with these outcomes, one after the other. */
  const attempts = (...outcomes: readonly (EngineFacts | Error)[]) => {
    let tries = 0
    return async () => {
      const outcome = outcomes[tries++] ?? none
      if (outcome instanceof Error) throw outcome
      return outcome
    }
  }
  const check = (...outcomes: readonly (EngineFacts | Error)[]) =>
    checkEngine(unused, { log, pauseMs, attempt: attempts(...outcomes) })

  const locks: EngineFacts = { missing: [lack('advisory locks')], untried: [] }
  const sessions: EngineFacts = { missing: [lack('sessions')], untried: [] }
  const away = new Unavailable('The database is not available: it restarts.')

  test('is refused in one sentence with what to do once two tries found it', async () => {
    await assert.rejects(check(locks, locks), (error: Error) => {
      assert.ok(error instanceof OperatorError)
      assert.equal(error.message, 'It lacks advisory locks. Take another.')
      return true
    })
    await assert.rejects(check(locks, away, locks), OperatorError)
  })

  test('is not refused if it was seen once, as while two servers answer in a fail-over', async () => {
    assert.deepEqual(await check(locks, none), [])
    assert.deepEqual(await check(sessions, away, locks, none), [])
  })

  test('is not known of a server that does not answer, which is asked for about a minute', async () => {
    assert.deepEqual(await check(away, away, away, none), [])
    await assert.rejects(check(...Array.from({ length: 20 }, () => away)), {
      name: 'OperatorError',
      message:
        /^The database of DATABASE_URL could not be checked, because it did not answer: .*it restarts\. Start again/,
    })
  })
})
