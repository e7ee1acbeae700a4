/** Imports that are interrupted, and people who act meanwhile: nothing is lost, doubled or revived. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { effort, mayTake } from '../../../test/harness/effort.ts'
import { countsOf, type Importer, importer, membersOf } from '../../../test/harness/imports.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import type { Database } from '../../store/connection/database.ts'
import { claimImport } from '../../store/imports/imports.ts'
import { mostAttempts } from '../background/ranged.ts'
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

/**
 * A connection that breaks at the n-th answer, as when the process dies there: before the statement is sent, or when it is done and its
 * answer is on the way. A commit is such an answer, too. Nothing is sent afterwards.
 */
function cutAt(n: number, when: 'before' | 'after'): { readonly db: Database; readonly wasCut: () => boolean } {
  let left = n
  const cut = () => Promise.reject(new Error('cut'))
  const answered = (ask: () => Promise<unknown>): Promise<unknown> => {
    left--
    if (left < 0 || (left === 0 && when === 'before')) return cut()
    return left === 0 ? ask().then(cut) : ask()
  }
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
            const ask = () => new Promise((...handlers) => query.then(...handlers))
            return (...handlers: never[]) => answered(ask).then(...handlers)
          },
        })
      },
    })
  const cutting = new Proxy(counting(db as never) as unknown as Database, {
    get(target, property) {
      if (property === 'begin') {
        return async (work: (sql: never) => unknown, kind: never) => {
          const value = await db.begin(((sql: never) => work(counting(sql as never) as never)) as never, kind)
          await answered(async () => {})
          return value
        }
      }
      if (property === 'copyIn') {
        return async (...given: Parameters<Database['copyIn']>) => {
          let rows = 0
          await answered(async () => {
            rows = await db.copyIn(...given)
          })
          return rows
        }
      }
      return Reflect.get(target, property)
    },
  })
  return { db: cutting, wasCut: () => left <= 0 }
}

/** What an import passes through, each by a call and a look of the worker. */
const steps = [
  ['reading', undefined, 'Mapping'],
  ['judging', 'Import.Judge', 'Judged'],
  ['writing', 'Import.Commit', 'Done'],
  ['undoing', 'Import.Undo', 'Undone'],
] as const

for (const [cutStep] of steps)
  test(`an import cut at any answer of the database while it is ${cutStep} goes on, and every row is written once`, async () => {
    mayTake(effort(60_000, 3_600_000))
    const file =
      'email,name,state\nnew@x.example,N,\nold@x.example,Renamed,\nleft@x.example,,Unsubscribed\nb@x.example,,Bounced\n'
    const { clientId, listId } = world.list
    await db`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      select ${clientId}, ${listId}, a, a, 'Active', now(), now() from unnest('{old@x.example,left@x.example}'::text[]) a`
    await db`update list_totals set active = 2 where client_id = ${clientId} and list_id = ${listId}`
    /** @returns whether the step has so many answers */
    async function cutOnce(cut: number, when: 'before' | 'after'): Promise<boolean> {
      const cutting = cutAt(cut, when)
      const id = await it.create(file)
      for (const [step, call, state] of steps) {
        if (call) await it.call(call, it.of(id))
        if (step === cutStep) {
          await workOnImport(cutting.db, readerHere, new AbortController().signal).catch(error => {
            if (!cutting.wasCut()) throw error
          })
          // the claim of who died ends
          await db`update imports set claimed_until = '-infinity' where client_id = ${clientId}`
        }
        await it.work()
        const now = await it.get(id)
        const at = `${when} answer ${cut}`
        assert.deepEqual([now.State, now.Problem], [state, ''], at)
        if (state === 'Judged') assert.deepEqual(countsOf(now.Judged), { New: 2, Updated: 1, StateMadeStricter: 1 }, at)
        if (state === 'Done') assert.deepEqual(countsOf(now.Written), { New: 2, Updated: 1, StateMadeStricter: 1 }, at)
        if (state === 'Undone') assert.deepEqual([now.RowsUndone, now.RowsLeftAlone], [4, 0], at)
        if (step === cutStep || state === 'Undone') await membersOf(db, world.list)
      }
      return cutting.wasCut()
    }
    const rounds = effort(1, 7)
    let cuts = 0
    for (let round = 0; round < rounds; round++) {
      for (const when of ['before', 'after'] as const) {
        // every answer in the long run, every third one else
        for (let cut = 1 + (when === 'after' ? effort(1, 0) : 0); await cutOnce(cut, when); cut += effort(3, 1)) cuts++
      }
    }
    if (process.env.VERBOSE) console.log(`${cuts} cuts while it was ${cutStep}`)
    assert.ok(cuts >= rounds * 3, `${cuts}`)
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
      const answer = await tasks.next(...given)
      if (!('value' in answer) || answer.value === undefined) return answer
      return { value: { ...answer.value, lines: answer.value.lines.replace('2020-01-01', '2020-01-99') } }
    }
    return { tasks: { ...tasks, next }, stop }
  }
  while (await workOnImport(db, open, new AbortController().signal));
  const { State, ProblemCode } = await it.get(id)
  assert.deepEqual([State, ProblemCode], ['Mapping', 'CannotBeRead'])
  const { clientId } = world.client
  assert.equal((await db`select 1 from import_rows where client_id = ${clientId}`).length, 0)
})

/** Makes the database refuse a change of one address, as a fault in its data would. @returns makes it accept the change again */
async function refuseWriting(address: string, statement: 'insert' | 'update' = 'insert'): Promise<() => Promise<void>> {
  await db.unsafe(`
    create function refuse_writing() returns trigger language plpgsql as $$ begin
      if new.address = '${address}' then raise exception 'refused by the test'; end if;
      return new;
    end $$;
    create trigger refuse_writing before ${statement} on subscribers for each row execute function refuse_writing()`)
  return async () => {
    await db.unsafe('drop function refuse_writing cascade')
  }
}

/** Attempts that each fail, with their claims at an end, until there is nothing more to try. @returns how many failed */
async function failedAttempts(most = 30, on: Database = db): Promise<number> {
  const { clientId } = world.client
  for (let failed = 0; ; failed++) {
    assert.ok(failed < most, `it is still tried after ${failed} attempts`)
    await db`update imports set claimed_until = '-infinity' where client_id = ${clientId}`
    try {
      while (await workOnImport(on, readerHere, new AbortController().signal));
      return failed
    } catch {}
  }
}

const eventsOfClient = async () => {
  const { clientId } = world.client
  const rows = await db<
    { type: string }[]
  >`select type from events where client_id = ${clientId} and type like 'import.%' order by id`
  return rows.map(({ type }) => type)
}

test('an import none of whose rows can be written fails with a sentence after ten attempts', async () => {
  const id = await it.judged('email\na@x.example\nb@x.example\n')
  await it.call('Import.Commit', it.of(id))
  const accept = await refuseWriting('b@x.example')
  try {
    assert.equal(await failedAttempts(), mostAttempts)
  } finally {
    await accept()
  }
  const { State, ProblemCode, ProblemAbout, Problem, RowsDone } = await it.get(id)
  assert.deepEqual([State, ProblemCode, ProblemAbout, RowsDone], ['Failed', 'GaveUp', ['Committing', '0'], 0])
  assert.match(Problem!, /^No row could be written.*log of the service.*Import the file again/)
  assert.deepEqual(await eventsOfClient(), ['import.judged', 'import.failed'])
  assert.deepEqual(await membersOf(db, world.list), {})
})

test('an import that can be written in part only gives up, and what is written can be undone', async () => {
  const people = Array.from({ length: rowsOfRange + 500 }, (_, n) => `p${n}@x.example`)
  const id = await it.judged(`email\n${people.join('\n')}\n`)
  await it.call('Import.Commit', it.of(id))
  const accept = await refuseWriting(people.at(-1)!)
  try {
    // the first attempt wrote a range, so it does not count
    assert.equal(await failedAttempts(), mostAttempts + 1)
  } finally {
    await accept()
  }
  const { State, ProblemCode, ProblemAbout, Problem, RowsDone, CanBeUndone } = await it.get(id)
  assert.deepEqual([State, CanBeUndone], ['Done', true])
  assert.deepEqual([ProblemCode, ProblemAbout], ['GaveUp', ['PartlyCommitted', `${RowsDone}`]])
  assert.ok(RowsDone > 0 && RowsDone < people.length, `${RowsDone}`)
  assert.match(Problem!, new RegExp(`up to row ${RowsDone}.*can be undone`))
  assert.equal((await eventsOfClient()).at(-1), 'import.failed')
  await it.call('Import.Undo', it.of(id))
  await it.work()
  assert.deepEqual([(await it.get(id)).State, (await it.get(id)).Problem], ['Undone', ''])
})

test('an import that cannot be undone fails with a sentence after ten attempts', async () => {
  const id = await it.judged('email\na@x.example\n')
  await it.commit(id)
  await it.call('Import.Undo', it.of(id))
  const accept = await refuseWriting('a@x.example', 'update')
  try {
    assert.equal(await failedAttempts(), mostAttempts)
  } finally {
    await accept()
  }
  const { State, ProblemCode, ProblemAbout, Problem } = await it.get(id)
  assert.deepEqual([State, ProblemCode, ProblemAbout], ['Failed', 'GaveUp', ['Undoing', '0']])
  assert.match(Problem!, /could not be undone/)
})

for (const [call, before, after, step, sentence] of [
  [undefined, 'reading', 'Failed', 'Reading', /could not be read/],
  ['Import.Judge', 'judging', 'Mapping', 'Judging', /could not be checked/],
] as const)
  test(`an import that always fails while it is ${before} is ${after} with a sentence after ten attempts`, async () => {
    const id = await (call ? it.begin('email\na@x.example\n') : it.create('email\na@x.example\n'))
    if (call) await it.call(call, it.of(id))
    const { clientId } = world.client
    const broken: OpenReader = () => Promise.reject(new Error('the thread does not start'))
    for (let n = 1; n <= mostAttempts; n++) {
      await assert.rejects(workOnImport(db, broken, new AbortController().signal), /does not start/)
      await db`update imports set claimed_until = '-infinity' where client_id = ${clientId}`
    }
    while (await workOnImport(db, broken, new AbortController().signal));
    const { State, ProblemCode, ProblemAbout, Problem } = await it.get(id)
    assert.deepEqual([State, ProblemCode, ProblemAbout], [after, 'GaveUp', [step, '0']])
    assert.match(Problem!, sentence)
  })

test('a database that is away does not count as an attempt of an import', async () => {
  const id = await it.judged('email\na@x.example\n')
  await it.call('Import.Commit', it.of(id))
  const away = new Proxy(db, {
    get(target, property) {
      if (property === 'begin') return () => Promise.reject(new Unavailable('The database is not available: test'))
      return Reflect.get(target, property)
    },
  })
  const { clientId } = world.client
  for (let n = 0; n < mostAttempts * 2; n++) {
    await assert.rejects(workOnImport(away, readerHere, new AbortController().signal), Unavailable)
    await db`update imports set claimed_until = '-infinity' where client_id = ${clientId}`
  }
  await it.work()
  assert.deepEqual([(await it.get(id)).State, (await it.get(id)).Problem], ['Done', ''])
})

test('a stop of the service does not count as an attempt of an import', async () => {
  const id = await it.judged('email\na@x.example\n')
  await it.call('Import.Commit', it.of(id))
  for (let n = 0; n < mostAttempts * 2; n++) {
    await assert.rejects(workOnImport(db, readerHere, AbortSignal.abort(new Error('stop'))), /stop/)
  }
  await it.work()
  assert.deepEqual([(await it.get(id)).State, (await it.get(id)).Problem], ['Done', ''])
})

test('an import that kills each process that works on it gives up', async () => {
  const id = await it.judged('email\na@x.example\n')
  await it.call('Import.Commit', it.of(id))
  const { clientId } = world.client
  for (let n = 0; n < mostAttempts; n++) {
    // a process that was killed has claimed it, and did nothing more
    assert.ok(await claimImport(db))
    await db`update imports set claimed_until = '-infinity' where client_id = ${clientId}`
  }
  await it.work()
  const { State, Problem } = await it.get(id)
  assert.equal(State, 'Failed')
  assert.match(Problem!, /No row could be written/)
})
