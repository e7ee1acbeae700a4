/** Backups of a database that Citus distributes. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readInstallationSecret } from '../../src/store/accounts/installation.ts'
import { withSnapshot } from '../../src/store/backups/snapshot.ts'
import { transaction } from '../../src/store/connection/transaction.ts'
import { citusDatabase, needsCitus } from '../harness/citus.ts'
import { lettershop } from '../harness/command.ts'
import { emptyDatabase, type TestDatabase } from '../harness/database.ts'
import { seed, type World } from '../harness/seed.ts'

describe('a backup of a distributed database', needsCitus(), () => {
  let database: TestDatabase
  let folder: string
  const worlds: World[] = []
  before(async () => {
    database = await citusDatabase('distributed')
    folder = await mkdtemp(join(tmpdir(), 'lettershop-distributed-'))
    // enough clients that each worker has some
    for (let n = 0; n < 6; n++) worlds.push(await seed(database.db))
  })
  after(async () => {
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('shows one moment of all nodes while transactions write on several', async () => {
    const { db } = database
    await db`update lists set description = '100'`
    const stop = new AbortController()
    let transfers = 0
    const writing = (async () => {
      while (!stop.signal.aborted) {
        const [from, to] = [worlds[transfers % 6]!, worlds[(transfers + 1 + (transfers % 5)) % 6]!]
        await transaction(db, async sql => {
          for (const [{ list }, step] of [
            [from, -1],
            [to, 1],
          ] as const)
            await sql`
              update lists set description = (description::integer + ${step}::integer)::text
              where client_id = ${list.clientId} and id = ${list.listId}`
        })
        transfers++
      }
    })()
    const sums: number[] = []
    try {
      for (let n = 0; n < 8; n++)
        sums.push(
          await withSnapshot(db, async snapshot => {
            const table = { name: 'lists', columns: ['description'] }
            const read = async () => (await rowsOf(snapshot.rows(table))).reduce((sum, line) => sum + Number(line), 0)
            const [first, again] = [await read(), await read()]
            assert.equal(first, again, 'a second look shows the same moment')
            return first
          }),
        )
    } finally {
      stop.abort()
      await writing
    }
    assert.deepEqual(new Set(sums), new Set([600]))
    assert.ok(transfers > 8, `transfers: ${transfers}`)
  })

  test('goes to a database of one node and back to a distributed one, with every row', async () => {
    const file = join(folder, 'distributed.backup')
    const secret = {
      LETTERSHOP_SECRET: 'a secret of the tests that is long enough for all',
      LETTERSHOP_DATA: join(folder, 'data'),
    }
    await readInstallationSecret(database.db, { dataFolder: secret.LETTERSHOP_DATA, given: secret.LETTERSHOP_SECRET })
    const wanted = await countAll(database)
    await assertRuns(lettershop(['backup', file], { ...secret, DATABASE_URL: database.url }))
    const plain = await emptyDatabase()
    const other = await citusDatabase('empty')
    try {
      await assertRuns(lettershop(['restore', file], { ...secret, DATABASE_URL: plain.url }))
      assert.deepEqual(await countAll(plain), wanted)
      const back = join(folder, 'plain.backup')
      await assertRuns(lettershop(['backup', back], { ...secret, DATABASE_URL: plain.url }))
      await assertRuns(lettershop(['restore', back], { ...secret, DATABASE_URL: other.url }))
      await assertRuns(lettershop(['distribute', '--shards', '2'], { ...secret, DATABASE_URL: other.url }))
      assert.deepEqual(await countAll(other), wanted)
    } finally {
      await plain.drop()
      await other.drop()
    }
  })
})

/** Tables that commands write into by themselves. */
const ofCommands = ['audit_log', 'backups', 'pauses', 'database_server', 'holds', 'installation', 'migrations']

async function countAll({ db }: TestDatabase): Promise<Record<string, number>> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all(${ofCommands})
    order by relname`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await db`select count(*)::integer as rows from ${db(name)}`
    counts[name] = row!.rows as number
  }
  return counts
}

async function assertRuns(command: ReturnType<typeof lettershop>): Promise<void> {
  const { code, stdout, stderr } = await command
  assert.equal(code, 0, `${stdout}\n${stderr}`)
}

async function rowsOf(pieces: AsyncIterable<Buffer>): Promise<string[]> {
  const parts: Buffer[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts).toString().trim().split('\n')
}
