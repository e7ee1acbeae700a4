import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { importer } from '../../../test/harness/imports.ts'
import { seed } from '../../../test/harness/seed.ts'
import type { Transaction } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import type { Writing } from './staging.ts'
import { writeRange } from './writing.ts'

let one: TestDatabase
let other: TestDatabase
before(async () => {
  one = await freshDatabase()
  other = await freshDatabase()
})
after(() => Promise.all([one.drop(), other.drop()]))

const file = (people: number, name: string) =>
  ['Email,Name', ...Array.from({ length: people }, (_, n) => `p${n}@people.example,${name} ${n}`)].join('\n')

/** Processor time of the server process of this transaction so far, in milliseconds (proc(5): ticks of 10 ms). */
async function serverMs(sql: Transaction): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const stat = readFileSync(`/proc/${row!.pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user! + system!) * 10
}

/** Adds people to a list of a new database, and changes their names right after. @returns processor time of the change, in milliseconds */
async function changeRightAfter({ db }: TestDatabase, people: number): Promise<number> {
  const world = await seed(db)
  const { list } = world
  const it = importer(db, world)
  await it.committed(file(people, 'First'))
  const id = await it.judged(file(people, 'Second'))
  const [row] = await db<{ importId: number }[]>`select id as import_id from imports where public_id = ${id}`
  const writing: Writing = {
    ...{
      clientId: list.clientId,
      listId: list.listId,
      importId: row!.importId,
      values: 'overwrite',
      answers: false,
      tags: { ofRows: false, ofAll: [] },
    },
    ...{ optOutFrom: ['Active', 'Unconfirmed'], bounceFrom: ['Active', 'Unconfirmed'], timeZone: 'Etc/UTC' },
    ...{ optOutIsForClient: false, evidence: { by: 'api', importId: row!.importId }, act: 'a test' },
  }
  const ms = await transaction(
    db,
    async sql => {
      const before = await serverMs(sql)
      await writeRange(sql, writing, { from: 1, to: people })
      return (await serverMs(sql)) - before
    },
    'long',
  )
  const [changed] = await db`
    select count(*)::integer as members from subscribers where list_id = ${list.listId} and name like 'Second%'`
  assert.equal(changed!.members, people)
  return ms
}

test('an import that changes members right after another costs in proportion to their number', async () => {
  const few = await changeRightAfter(one, 2_475)
  const many = await changeRightAfter(other, 9_900)
  assert.ok(many <= 8 * few + 300, `${few} ms of processor time, and ${many} ms for four times the members`)
})
