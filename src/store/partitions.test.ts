import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { makePartitions } from './partitions.ts'

let it: TestDatabase
before(async () => {
  it = await freshDatabase()
})
after(() => it.drop())

async function partitionsOf(table: string): Promise<readonly string[]> {
  const rows = await it.db<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${table}::regclass order by 1`
  return rows.map(({ name }) => name)
}

async function addHit(at: string, number = 1): Promise<void> {
  await it.db`
    insert into hits (client_id, campaign_id, number, kind, at, remote, agent)
    values (1, 1, ${number}, 'open', ${at}, '', '')`
}

/** In a distributed database the name of a shard ends in its number. */
async function placeOf(at: string): Promise<string> {
  const [row] = await it.db<{ place: string }[]>`
    select regexp_replace(tableoid::regclass::text, '_[0-9]{6}$', '') as place from hits where at = ${at}`
  return row!.place
}

test('this month and the next have partitions, also over the end of a year, and a second run changes nothing', async () => {
  for (let time = 1; time <= 2; time++) {
    await makePartitions(it.db, new Date('2031-12-31T23:59:59Z'))
    for (const table of ['audit_log', 'hits', 'subscriber_history'])
      assert.deepEqual(await partitionsOf(table), [`${table}_2031_12`, `${table}_2032_01`, `${table}_rest`])
  }
})

test('each row goes to its month in UTC, and one of no month to the rest', async () => {
  const cases = {
    '2031-11-30T23:59:59Z': 'hits_rest',
    '2031-12-01T00:00:00Z': 'hits_2031_12',
    '2031-12-31T23:59:59Z': 'hits_2031_12',
    '2032-01-01T00:00:00Z': 'hits_2032_01',
    '2032-02-01T00:00:00Z': 'hits_rest',
  }
  for (const [at, place] of Object.entries(cases)) {
    await addHit(at)
    assert.equal(await placeOf(at), place)
  }
})

test('rows in the default partition move to the new one', async () => {
  await makePartitions(it.db, new Date('2032-02-10T00:00:00Z'))
  assert.equal(await placeOf('2032-02-01T00:00:00Z'), 'hits_2032_02')
  assert.equal(await placeOf('2031-11-30T23:59:59Z'), 'hits_rest')
})

test('several makers at once, while rows are added, make each partition once and lose no row', async () => {
  const [before] = await it.db<{ count: number }[]>`select count(*) from hits`
  const makers = [1, 2, 3].map(() => makePartitions(it.db, new Date('2033-05-10T00:00:00Z')))
  const rows = Array.from({ length: 20 }, (_, number) => addHit('2033-05-11T00:00:00Z', number))
  await Promise.all([...makers, ...rows])
  const [after] = await it.db<{ count: number }[]>`select count(*) from hits`
  assert.equal(after!.count, before!.count + 20)
  assert.ok((await partitionsOf('hits')).includes('hits_2033_05'))
})

test('a new partition has the indexes of its table', async () => {
  const [row] = await it.db<{ made: number; asked: number }[]>`
    select count(*) filter (where indrelid = 'hits_2031_12'::regclass) as made, count(*) filter (where indrelid = 'hits'::regclass) as asked
    from pg_index`
  assert.ok(row!.asked > 0)
  assert.equal(row!.made, row!.asked)
})
