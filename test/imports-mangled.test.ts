/**
 * Files that strangers send, by the hundred and in the long run by the thousand: whatever is in them, rows are the sum of the verdicts,
 * a dry run writes nothing of the list, and a commit does just what its verdicts say.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../src/contract/refusals.ts'
import type { ListRef } from '../src/domain/access/access.ts'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { effort, mayTake } from './harness/effort.ts'
import { countsOf, everythingOf, type Importer, importer, membersOf } from './harness/imports.ts'
import { type MangledFile, mangledImports, people } from './harness/mangled-files.ts'
import { seed, seedList, type World } from './harness/seed.ts'

let database: TestDatabase
let world: World
let it: Importer
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  it = importer(database.db, world)
  await database.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${world.client.clientId}, ${people.suppressed}, ${people.suppressed}, 'complained', now())`
})
after(() => database.drop())

let lists = 0

test('mangled files: rows are the sum of the verdicts, a dry run writes nothing, a commit does what the verdicts say', async () => {
  const runs = effort(150, 8_000)
  mayTake(runs * 3_000)
  const met = { written: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(mangledImports, async ({ file, policies }) => {
      const made = await file()
      try {
        met[await imported(made, policies)]++
      } catch (error) {
        const { bytes } = made
        throw new Error(`${JSON.stringify(policies)} ${JSON.stringify(bytes.toString('latin1').slice(0, 3_000))}`, {
          cause: error,
        })
      }
    }),
    { numRuns: runs },
  )
  // most cases shall get as far as the rows: a generator that makes nothing but broken files would prove little
  assert.ok(met.written > runs / 3 && met.refused > 0, JSON.stringify(met))
})

/** One file, from its first byte to the members that it leaves. */
async function imported({ bytes, rows }: MangledFile, policies: object): Promise<'written' | 'refused'> {
  const { db } = database
  await forget()
  const list = await listOfPeople()
  const untouched = await everythingOf(db, world.client.clientId)
  const id = await it.begin(bytes, list)
  const isJudged = (await it.get(id)).State === 'Mapping' && (await reviewed(id, policies))
  assert.deepEqual(await everythingOf(db, world.client.clientId), untouched, 'a dry run writes nothing')
  if (isJudged) {
    await assertJudged(id, rows)
    await it.commit(id)
    await assertWritten(id, list)
  } else await assertRefused(id, rows)
  return isJudged ? 'written' : 'refused'
}

/** A list with a member in each state, in a world that has one suppressed address. */
async function listOfPeople(): Promise<ListRef> {
  const { db } = database
  const list = await seedList(db, world.client, `People ${++lists}`)
  const { clientId, listId } = list
  const { suppressed: _, ...members } = people
  const states = {
    active: 'Active',
    unconfirmed: 'Unconfirmed',
    left: 'Unsubscribed',
    bounced: 'Bounced',
    deleted: 'Deleted',
  }
  const names = Object.keys(members) as (keyof typeof states)[]
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
    values (${clientId}, ${listId}, 'City', 'City', 'Text', '{}', 0), (${clientId}, ${listId}, 'Age', 'Age', 'Number', '{}', 1),
      (${clientId}, ${listId}, 'Born', 'Born', 'Date', '{}', 2), (${clientId}, ${listId}, 'Likes', 'Likes', 'MultiSelectMany', '{A,B}', 3)`
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${clientId}, ${listId}, a, a, 'Known', s, now(), now()
    from unnest(${names.map(name => people[name])}::text[], ${names.map(name => states[name])}::text[]) k (a, s)`
  await db`
    update list_totals set active = 1, unconfirmed = 1, unsubscribed = 1, bounced = 1, deleted = 1
    where client_id = ${clientId} and list_id = ${listId}`
  return list
}

const asItIs = { Key: '', DataType: '', DateOrder: '', DecimalSign: '' }

/** Sets the policies, says which column is the address where none was found, and has rows judged. @returns whether they are */
async function reviewed(id: string, policies: object): Promise<boolean> {
  const { Columns } = (await it.call('Import.GetMapping', it.of(id))) as unknown as {
    Columns: { Part: number; Column: number; Target: string }[]
  }
  const parts = [...new Set(Columns.map(({ Part }) => Part))]
  const lacking = parts.filter(part => !Columns.some(({ Part, Target }) => Part === part && Target === 'Email'))
  const first = lacking.map(Part => ({ Part, Column: 1, Target: 'Email', ...asItIs }))
  try {
    await it.call('Import.SetMapping', { ...it.of(id), ...policies, Columns: first })
    await it.call('Import.Judge', it.of(id))
  } catch (error) {
    // a part without a column has no place for an address
    if (!(error instanceof Refusal && error.refusal === 'InvalidMapping')) throw error
    return false
  }
  await it.work()
  return (await it.get(id)).State === 'Judged'
}

async function assertJudged(id: string, rows: number | undefined): Promise<void> {
  const { Judged, RowsInFile } = await it.get(id)
  countsOf(Judged)
  assert.equal(Judged!.Rows, RowsInFile, 'rows are the sum of the verdicts')
  if (rows !== undefined) assert.equal(RowsInFile, rows, 'no row of an intact file is lost')
  const [staged] = await database.db`
    select count(*)::integer as rows, count(distinct number)::integer as numbers, coalesce(max(number), 0)::integer as last
    from import_rows where client_id = ${world.client.clientId}`
  assert.deepEqual({ ...staged }, { rows: RowsInFile, numbers: RowsInFile, last: RowsInFile })
}

/** What cannot be judged says why, and nothing stays of its rows. */
async function assertRefused(id: string, rows: number | undefined): Promise<void> {
  const { State, Problem, ProblemCode } = await it.get(id)
  if (State === 'Failed') assert.equal(rows ?? 0, 0, `an intact file cannot be read: ${Problem}`)
  if (State === 'Failed') assert.notEqual(Problem, '')
  if (Problem !== '') assert.notEqual(ProblemCode, 'None')
  assert.ok(State === 'Failed' || State === 'Mapping', State)
  const staged = await database.db`select from import_rows where client_id = ${world.client.clientId} limit 1`
  assert.equal(staged.length, 0)
}

/** The list is what the counts say: who was added, changed and made stricter, and no one came back. */
async function assertWritten(id: string, list: ListRef): Promise<void> {
  const { State, Written, Judged, RowsDone, Problem } = await it.get(id)
  assert.equal(State, 'Done', Problem)
  assert.deepEqual(Written, Judged, 'nothing happened between review and commit')
  assert.equal(RowsDone, Written!.Rows)
  const counts = countsOf(Written)
  const members = await membersOf(database.db, list)
  const known = new Set<string>(Object.values(people).filter(one => one !== people.suppressed))
  const added = Object.keys(members).filter(one => !known.has(one))
  assert.equal(added.length, counts.New ?? 0)
  const isMailed = (address: string) => ['Active', 'Unconfirmed'].includes(members[address]?.state ?? '')
  for (const one of [people.left, people.bounced, people.deleted, people.suppressed])
    assert.ok(!isMailed(one), `${one} came back`)
  const changed = [...known].filter(one => {
    const { name, fields, mobileNumber } = members[one]!
    return name !== 'Known' || Object.keys(fields).length > 0 || mobileNumber !== null
  })
  assert.equal(changed.length, counts.Updated ?? 0)
  const { clientId, listId } = list
  const entries = await database.db<{ row: number; from: string | null; consent: string | null }[]>`
    select (h.evidence ->> 'row')::integer as "row", h.from_state as "from", i.consent ->> 'wording' as consent
    from subscriber_history h left join imports i on i.client_id = h.client_id and i.id = (h.evidence ->> 'importId')::bigint
    where h.client_id = ${clientId} and h.list_id = ${listId} and h.cause = 'imported'`
  assert.equal(new Set(entries.map(({ row }) => row)).size, entries.length, 'a row changes the list once')
  assert.equal(entries.filter(({ from }) => from === null).length, counts.New ?? 0)
  // a suppressed person who is no active member any more has nothing to change but the suppression list
  assert.ok(entries.filter(({ from }) => from !== null).length <= (counts.StateMadeStricter ?? 0))
  assert.ok(
    entries.every(({ consent }) => consent !== null && consent !== ''),
    'each membership has its note of consent',
  )
}

/** Whatever the case before left: a failed one is repeated while it shrinks. */
async function forget(): Promise<void> {
  const { clientId } = world.client
  for (const table of forgotten) await database.db`delete from ${database.db(table)} where client_id = ${clientId}`
  await database.db`delete from suppressions where client_id = ${clientId} and reason <> 'complained'`
}
const forgotten = [
  ...['import_rows', 'import_counts', 'imports', 'suppression_history', 'events'],
  ...['subscriber_history', 'subscribers', 'list_days', 'list_totals', 'custom_fields'],
]
