/** What SQL finds in stored trees is what the program finds. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { idsNamed } from '../../store/segments/named-ids.ts'
import { leavesOf, readStored, type StoredLeaf, type StoredTree } from './stored.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

const leaf = (subject: StoredLeaf['subject'], ...ids: number[]): StoredLeaf => ({ subject, operator: 'AnyOf', ids })
const tree = (leaves: readonly StoredLeaf[], ...groups: StoredTree[]): StoredTree => ({ match: 'Any', leaves, groups })

test('ids that leaves name are found at every depth, those of one subject, each as often as it is named', async () => {
  const { db: sql } = database
  const deepest = tree([leaf('Tag', 5, 6), { subject: 'Name', operator: 'Is', values: ['7'] }])
  const stored = tree(
    [leaf('Tag', 1, 2), leaf('List', 1)],
    tree([leaf('Segment', 3)], tree([], deepest)),
    tree([leaf('Tag', 1)]),
  )
  const flat = [{ field: 'email', operator: 'contains', value: 'Tag' }]
  for (const rules of [stored, flat])
    for (const subject of ['Tag', 'List', 'Segment', 'Import'] as const) {
      const rows = await sql<{ id: number }[]>`
        select named.id::bigint from ${idsNamed(sql, sql`${sql.json(rules as never)}::jsonb`, subject)} as named (id) order by 1`
      const read = readStored(rules)
      const inProgram = leavesOf(read!).flatMap(({ leaf }) => (leaf.subject === subject ? (leaf.ids ?? []) : []))
      assert.deepEqual(
        rows.map(({ id }) => id),
        [...inProgram].sort((a, b) => a - b),
        subject,
      )
    }
})
