/** Trees as SQL against a naive evaluator, which knows what docs/segments.md says and no SQL: the same answer for each person, unknown included. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { mayTake, runs } from '../../../test/harness/effort.ts'
import { judgeTree } from '../../../test/harness/naive-segments.ts'
import { randomTree } from '../../../test/harness/random-trees.ts'
import { draws, makeSegmentWorld, type SegmentWorld } from '../../../test/harness/segment-world.ts'
import { treeHolds } from '../../store/segments/tree.ts'
import { compileTree } from './compile.ts'
import { leavesOf, type StoredTree } from './stored.ts'
import { readWorld } from './world.ts'

let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

/** Trees and people: 10,000 and 1,000 in the long run, and wherever TREES and PEOPLE ask for them. */
const trees = Number(process.env.TREES ?? runs(120, 10_000))
const people = Number(process.env.PEOPLE ?? runs(100, 1_000))
const worlds = Number(process.env.WORLDS ?? runs(2, 5))

const days = [
  '2026-11-26',
  '2026-11-27',
  '2026-11-30',
  '2026-12-31',
  '2027-02-28',
  '2027-03-01',
  '2028-02-28',
  '2028-02-29',
  '2028-03-01',
]

const letters = new Map<boolean | null, string>([
  [true, 'y'],
  [false, 'n'],
  [null, '?'],
])

async function addSegments(world: SegmentWorld, seed: number): Promise<void> {
  const draw = draws(seed * 7919)
  for (let n = 0; n < 8; n++) {
    const listId = draw.oneOf([null, ...world.lists.map(list => list.listId)])
    const tree = await treeWithin(world, listId, () => randomTree(draw, world, listId))
    const [row] = await database.db<{ id: number }[]>`
      insert into segments (client_id, list_id, name, rules)
      values (${world.client.clientId}, ${listId}, ${`Segment ${n}`}, ${database.db.json(tree as never)}) returning id`
    world.segments.set(row!.id, { listId, tree })
  }
}

/** The next tree that the limits allow, with the segments in it. */
async function treeWithin(world: SegmentWorld, listId: number | null, next: () => StoredTree): Promise<StoredTree> {
  for (;;) {
    const tree = next()
    const known = await readWorld(database.db, world.client.clientId, [{ listId, tree }])
    if (leavesOf(tree).length <= 50 && compileTree({ listId, tree }, known).problems.length === 0) return tree
  }
}

for (let seed = 1; seed <= worlds; seed++) {
  test(`random trees have the people of a naive evaluator, seed ${seed}`, async () => {
    mayTake(3_600_000)
    const { db } = database
    const world = await makeSegmentWorld(db, seed, people)
    await addSegments(world, seed)
    const { clientId } = world.client
    const draw = draws(seed)
    const seen = { y: 0, n: 0, '?': 0 }
    for (let n = 0; n < trees / worlds; n++) {
      const listId = draw.oneOf([null, world.lists[0]!.listId, world.lists[0]!.listId, world.lists[1]!.listId])
      const today = draw.oneOf(days)
      const tree = await treeWithin(world, listId, () => randomTree(draw, world, listId))
      const { compiled } = compileTree({ listId, tree }, await readWorld(db, clientId, [{ listId, tree }]))
      const [row] = await db<{ ids: number[]; answers: string }[]>`
        select array_agg(j.id order by j.id) as ids, string_agg(case j.holds when true then 'y' when false then 'n' else '?' end, '' order by j.id) as answers
        from (
          select s.id, ${treeHolds(db, clientId, listId, compiled, db`${today}::text::date`)} as holds
          from subscribers s
          where s.client_id = ${clientId} and (${listId}::bigint is null or s.list_id = ${listId})
        ) j`
      const members = world.people
        .flatMap(({ memberships }) => memberships)
        .filter(member => listId === null || member.listId === listId)
        .toSorted((a, b) => a.id - b.id)
      const expected = members.map(member => letters.get(judgeTree({ world, listId, today }, tree, member))!)
      for (const letter of expected) seen[letter as 'y']++
      const wrong = expected.findIndex((letter, place) => letter !== row!.answers[place])
      if (wrong >= 0) {
        const { person, ...member } = members[wrong]!
        assert.fail(
          `tree ${n}: ${row!.answers[wrong]} instead of ${expected[wrong]} today ${today} ${world.client.timeZone}\n${JSON.stringify(tree)}\n${JSON.stringify(member)}\n${JSON.stringify({ ...person, memberships: [] })}`,
        )
      }
    }
    assert.ok(seen.y > 0 && seen.n > 0 && seen['?'] > 0, JSON.stringify(seen))
  })
}
