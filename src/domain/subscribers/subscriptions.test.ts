/** Whatever is done in whatever order, by however many at once: the accounts agree. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { runs } from '../../../test/harness/effort.ts'
import { assertAccounted, bounceMember, member } from '../../../test/harness/members.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ListRef } from '../access/access.ts'
import { type Subscriptions, subscriptions } from './subscriptions.ts'

let database: TestDatabase
let db: Database

before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())

const kinds = ['add', 'resubscribe', 'unsubscribe', 'optOut', 'complain', 'confirm', 'bounce'] as const
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  list: fc.nat({ max: 2 }),
  address: fc.nat({ max: 3 }),
  process: fc.nat({ max: 1 }),
})

async function act(
  { kind, list: index, address: n, process }: typeof action extends fc.Arbitrary<infer Action> ? Action : never,
  lists: readonly ListRef[],
  processes: readonly Subscriptions[],
) {
  const list = lists[index]!
  const subject = processes[process]!
  const address = `p${n}@x.example`
  const entry = { email: address, name: `${kind} ${n}` }
  const id = async () => (await member(db, list, address))?.id ?? 0
  switch (kind) {
    case 'add':
    case 'resubscribe':
      return subject.add(list, entry, { resubscribe: kind === 'resubscribe', publicUrl: 'http://x' }, { by: 'api' })
    case 'unsubscribe':
      return subject.unsubscribe(list, address, { by: 'api' })
    case 'optOut':
      return subject.unsubscribeMember(list, list.listId, await id(), { by: 'page' })
    case 'complain':
      return subject.unsubscribeMember(list, list.listId, await id(), { by: 'complaint' })
    case 'confirm':
      return subject.confirm(list, list.listId, await id(), { by: 'page' })
    case 'bounce':
      return bounceMember(db, list, address)
  }
}

test('after any sequence, one by one or all at once, totals and histories equal the members', async () => {
  const processes = [subscriptions(db, { adding: { most: 3 } }), subscriptions(db)]
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), fc.boolean(), async (actions, atOnce) => {
      const world = await seed(db)
      const lists = [
        world.list,
        await seedList(db, world.client, 'Double', true),
        await seedList(db, world.client, 'Wide'),
      ]
      await db`update lists set unsubscribe_scope = 'client' where id = ${lists[2]!.listId}`
      const run = async (step: (typeof actions)[number]) => {
        try {
          await act(step, lists, processes)
        } catch (error) {
          assert.ok(error instanceof Refusal, String(error))
        }
      }
      if (atOnce) await Promise.all(actions.map(run))
      else for (const step of actions) await run(step)
      await assertAccounted(db)
      if (atOnce) return
      // a bounce ends every membership of its address, a complaint the one it came from; neither lets one begin
      const [broken] = await db`
        select count(*) filter (where p.reason = 'bounced' and s.state = 'Active') as bounced_and_active,
          count(*) filter (where exists (
            select 1 from subscriber_history h
            where h.client_id = s.client_id and h.list_id = s.list_id and h.subscriber_id = s.id
              and h.to_state = 'Active' and h.at > p.at)) as revived
        from subscribers s join suppressions p using (client_id, address)
        where s.client_id = ${world.client.clientId}`
      assert.deepEqual({ ...broken }, { bouncedAndActive: 0, revived: 0 })
    }),
    { numRuns: runs(60, 2_000) },
  )
})
