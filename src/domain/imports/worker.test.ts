/** Imports that are interrupted, and people who act meanwhile: nothing is lost, doubled or revived. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { effort, mayTake } from '../../../test/harness/effort.ts'
import { countsOf, type Importer, importer, membersOf } from '../../../test/harness/imports.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import type { Database } from '../../store/connection/database.ts'
import { type OpenReader, readerHere } from './reading.ts'
import { rowsOfRange, workOnImport } from './worker.ts'

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
  world = await seed(db)
  it = importer(db, world)
})

/** A connection that breaks at the n-th statement of a transaction, as when the process dies there. */
function cutAt(n: number): { readonly db: Database; readonly wasCut: () => boolean } {
  let left = n
  let cut = false
  const counting = <Of extends (...args: never[]) => unknown>(sql: Of): Of =>
    new Proxy(sql, {
      apply(target, self, args: unknown[]) {
        const first = args[0]
        const made = Reflect.apply(target, self, args) as Promise<unknown>
        if (!Array.isArray(first) || !('raw' in first)) return made
        return new Proxy(made, {
          get(query, property) {
            const value = Reflect.get(query, property) as unknown
            if (property !== 'then') return typeof value === 'function' ? value.bind(query) : value
            return (...handlers: never[]) => {
              if (--left <= 0) {
                cut = true
                return Promise.reject(new Error('cut')).then(...handlers)
              }
              return (value as (...given: never[]) => unknown).apply(query, handlers)
            }
          },
        })
      },
    })
  const own = counting(db as never) as unknown as Database
  const cutting = new Proxy(own, {
    get(target, property) {
      if (property === 'begin') {
        return (work: (sql: never) => unknown, kind: never) =>
          db.begin(((sql: never) => work(counting(sql as never) as never)) as never, kind)
      }
      return Reflect.get(target, property)
    },
  })
  return { db: cutting, wasCut: () => cut }
}

test('an import cut at any statement goes on, and every row is written once', async () => {
  const seeds = effort(60, 1_000)
  mayTake(seeds * 8_000)
  const file =
    'email,name,state\nnew@x.example,N,\nold@x.example,Renamed,\nleft@x.example,,Unsubscribed\nb@x.example,,Bounced\n'
  const { clientId, listId } = world.list
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${clientId}, ${listId}, a, a, 'Active', now(), now() from unnest('{old@x.example,left@x.example}'::text[]) a`
  await db`update list_totals set active = 2 where client_id = ${clientId} and list_id = ${listId}`
  for (let cut = 1; cut <= seeds; cut++) {
    const id = await it.judged(file)
    const step = cut % 2 === 1 ? 'Import.Commit' : 'Import.Undo'
    if (step === 'Import.Undo') {
      await it.call('Import.Commit', it.of(id))
      await it.work()
    }
    await it.call(step, it.of(id))
    const cutting = cutAt(Math.ceil(cut / 2) % 30)
    await workOnImport(cutting.db, readerHere, new AbortController().signal).catch(error => {
      if (!cutting.wasCut()) throw error
    })
    // the claim of who died ends
    await db`update imports set claimed_until = '-infinity' where client_id = ${clientId}`
    await it.work()
    const { State, Written } = await it.get(id)
    assert.equal(State, step === 'Import.Commit' ? 'Done' : 'Undone', `cut ${cut}`)
    assert.equal(countsOf(Written).New, 2, `cut ${cut}`)
    await membersOf(db, world.list)
    if (step === 'Import.Commit') {
      await it.call('Import.Undo', it.of(id))
      await it.work()
    }
    const after = await it.get(id)
    assert.deepEqual([after.RowsUndone, after.RowsLeftAlone], [4, 0], `cut ${cut}`)
  }
})

test('people who opt out while an import is written stay out', async () => {
  const people = Array.from({ length: rowsOfRange + 500 }, (_, n) => `p${n}@x.example`)
  await it.committed(`email\n${people.join('\n')}\n`)
  const id = await it.judged(`email,name\n${people.map(address => `${address},Changed`).join('\n')}\n`)
  await it.call('Import.Commit', it.of(id))
  const { clientId, listId } = world.list
  const leaving = (async () => {
    for (const address of people.filter((_, n) => n % 500 === 0)) {
      await db.begin(async sql => {
        const { count } = await sql`
          update subscribers set state = 'Unsubscribed', state_at = clock_timestamp()
          where client_id = ${clientId} and list_id = ${listId} and address = ${address} and state = 'Active'`
        await sql`
          update list_totals set active = active - ${count}::integer, unsubscribed = unsubscribed + ${count}::integer
          where client_id = ${clientId} and list_id = ${listId}`
      })
    }
  })()
  await Promise.all([it.work(), leaving])
  countsOf((await it.get(id)).Written)
  const members = await membersOf(db, world.list)
  for (const address of people.filter((_, n) => n % 500 === 0)) assert.equal(members[address]!.state, 'Unsubscribed')
})

test('someone who joins while an import is written is one member', async () => {
  const people = Array.from({ length: 300 }, (_, n) => `p${n}@x.example`)
  const id = await it.judged(`email,name\n${people.map(address => `${address},Imported`).join('\n')}\n`)
  await it.call('Import.Commit', it.of(id))
  const { clientId, listId } = world.list
  const joining = db.begin(async sql => {
    await sql`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      select ${clientId}, ${listId}, a, a, 'Active', now(), now() from unnest(${people.slice(0, 50)}::text[]) a`
    // the import meets rows that are not committed yet
    await new Promise(resolve => setTimeout(resolve, 300))
    await sql`
      insert into list_totals as t (client_id, list_id, active) values (${clientId}, ${listId}, 50)
      on conflict (client_id, list_id) do update set active = t.active + 50`
  })
  await new Promise(resolve => setTimeout(resolve, 50))
  await Promise.all([it.work(), joining])
  const counts = countsOf((await it.get(id)).Written)
  assert.equal((counts.New ?? 0) + (counts.Updated ?? 0), 300)
  const members = await membersOf(db, world.list)
  assert.equal(Object.keys(members).length, 300)
})

test('an import that is cancelled while it is written stops, and what is written can be undone', async () => {
  const people = Array.from({ length: rowsOfRange * 2 }, (_, n) => `p${n}@x.example`)
  const id = await it.judged(`email\n${people.join('\n')}\n`)
  await it.call('Import.Commit', it.of(id))
  const working = it.work()
  for (let look = 0; look < 5_000; look++) {
    const { State, RowsDone } = await it.get(id)
    if (RowsDone > 0 || State === 'Done') break
  }
  await it.call('Import.Cancel', it.of(id)).catch(() => {}) // it may be done by now
  await working
  const { State, RowsDone } = await it.get(id)
  assert.equal(State, 'Done')
  assert.equal(Object.keys(await membersOf(db, world.list)).length, RowsDone)
  await it.call('Import.Undo', it.of(id))
  await it.work()
  assert.equal((await it.get(id)).RowsUndone, RowsDone)
})

test('a value that PostgreSQL does not take sends the import back to its mapping, and nothing of it is staged', async () => {
  const id = await it.begin('email,joined\na@x.example,2020-01-01\n')
  await it.call('Import.Judge', it.of(id))
  // as if the reader let it through
  const open: OpenReader = async path => {
    const { tasks, stop } = await readerHere(path)
    const next: typeof tasks.next = async (...given) => {
      const told = await tasks.next(...given)
      if (!('value' in told) || told.value === undefined) return told
      return { value: { ...told.value, lines: told.value.lines.replace('2020-01-01', '2020-01-99') } }
    }
    return { tasks: { ...tasks, next }, stop }
  }
  while (await workOnImport(db, open, new AbortController().signal));
  const { State, ProblemCode } = await it.get(id)
  assert.deepEqual([State, ProblemCode], ['Mapping', 'CannotBeRead'])
  const { clientId } = world.client
  assert.equal((await db`select from import_rows where client_id = ${clientId}`).length, 0)
})
