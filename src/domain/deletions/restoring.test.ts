import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { effort } from '../../../test/harness/effort.ts'
import { seedLedger } from '../../../test/harness/ledger.ts'
import { lockAwaited } from '../../../test/harness/locks.ts'
import { carla, seed, seedList, type World } from '../../../test/harness/seed.ts'
import { Refusal } from '../../contract/refusals.ts'
import { allRights } from '../../contract/rights.ts'
import { type DeletedKind, lockDeletion, removeDeletion } from '../../store/accounts/deletions.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { undeleteList } from '../../store/lists/lists.ts'
import { purge } from '../../store/purge.ts'
import type { Principal } from '../access/principal.ts'
import { deleteCampaign } from '../campaigns/lifecycle/lifecycle.ts'
import { deleteClient } from '../clients/clients.ts'
import { deleteList } from '../lists/lists.ts'
import { restore } from './restoring.ts'

let it: TestDatabase
before(async () => {
  it = await freshDatabase()
})
after(() => it.drop())

const owner = ({ accountId }: World): Principal => ({
  kind: 'login',
  id: 1,
  loginId: 1,
  username: 'carla',
  accountId,
  grants: [{ clientId: null, rights: allRights }],
})
const restoreAs = (world: World, kind: DeletedKind, publicId: string) =>
  restore(it.db, { principal: owner(world), kind, id: publicId, actor: carla, now: new Date(), audit: undefined })
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.refusal : assert.fail(String(error))),
  )

/** The clock of a purge that is ahead of those who restore: to it, today's deletions are over. */
const ahead = () => new Date(Date.now() + 40 * 86_400_000)

async function filledList(world: World, title: string) {
  const list = await seedList(it.db, world.client, title)
  await it.db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    select ${list.clientId}, ${list.listId}, n || '@x.example', n || '@x.example', 'Active', now(), now()
    from generate_series(1, 50) n`
  return list
}

const subscribersOf = async (listId: number) =>
  (await it.db<{ count: number }[]>`select count(*) from subscribers where list_id = ${listId}`)[0]!.count

test('of a restore and a purge at once, one does: a list is complete, or gone and refused', async () => {
  const world = await seed(it.db)
  const lists = []
  for (let n = 0; n < effort(12, 60); n++) {
    const list = await filledList(world, `Race ${n}`)
    await deleteList(it.db, list, carla)
    lists.push(list)
  }
  const [, ...restored] = await Promise.all([
    purge(it.db, ahead()),
    ...lists.map(({ listPublicId }) => outcome(restoreAs(world, 'list', listPublicId))),
  ])
  for (const [n, { listId }] of lists.entries()) {
    const [row] = await it.db`select deleted_at from lists where id = ${listId}`
    if (restored[n] === 'done') {
      assert.equal(row!.deletedAt, null)
      assert.equal(await subscribersOf(listId), 50)
    } else {
      assert.equal(restored[n], 'UnknownDeletion')
      assert.equal(row, undefined)
      assert.equal(await subscribersOf(listId), 0)
    }
  }
})

test('a purge waits for one who restores, and then leaves what was restored', async () => {
  const world = await seed(it.db)
  const list = await filledList(world, 'Held')
  await deleteList(it.db, list, carla)
  let purged: Promise<void> | undefined
  await transaction(it.db, async sql => {
    assert.ok(await lockDeletion(sql, world.accountId, 'list', list.listPublicId))
    purged = purge(it.db, ahead())
    await lockAwaited(it.db, { like: '%delete from deletions%' })
    await undeleteList(sql, list.clientId, list.listPublicId)
    await removeDeletion(sql, list.clientId, 'list', list.listPublicId)
  })
  await purged
  assert.equal(await subscribersOf(list.listId), 50)
})

test('a purge that has begun cannot be stopped by restoring', async () => {
  const world = await seed(it.db)
  const list = await filledList(world, 'Half gone')
  await deleteList(it.db, list, carla)
  let purged: Promise<void> | undefined
  await transaction(it.db, async sql => {
    await sql`select 1 from subscribers where list_id = ${list.listId} for update`
    purged = purge(it.db, ahead())
    await lockAwaited(it.db, { like: '%delete from%subscribers%' })
    assert.equal(await outcome(restoreAs(world, 'list', list.listPublicId)), 'UnknownDeletion')
  })
  await purged
  assert.equal(await subscribersOf(list.listId), 0)
})

test('what was restored and deleted again has its 30 days anew', async () => {
  const world = await seed(it.db)
  const list = await filledList(world, 'Again')
  await deleteList(it.db, list, carla)
  await it.db`update lists set deleted_at = deleted_at - interval '29 days' where id = ${list.listId}`
  await it.db`update deletions set at = at - interval '29 days' where public_id = ${list.listPublicId}`
  await restoreAs(world, 'list', list.listPublicId)
  await deleteList(it.db, list, carla)
  await purge(it.db, new Date(Date.now() + 2 * 86_400_000))
  await restoreAs(world, 'list', list.listPublicId)
  assert.equal(await subscribersOf(list.listId), 50)
})

test('what an operator brought back by hand can be deleted and restored again', async () => {
  const world = await seed(it.db)
  await deleteList(it.db, world.list, carla)
  await it.db`update lists set deleted_at = null where id = ${world.list.listId}`
  await deleteList(it.db, world.list, { ...carla, username: 'otto' })
  const entries = await it.db`select deleted_by from deletions where public_id = ${world.list.listPublicId}`
  assert.deepEqual(
    entries.map(({ deletedBy }) => deletedBy),
    ['otto'],
  )
  await restoreAs(world, 'list', world.list.listPublicId)
})

test('a purge ends every entry of the register that it is about, and those of a purged client', async () => {
  const world = await seed(it.db)
  const neighbour = await seed(it.db)
  const campaign = await seedLedger(it.db, world, 'draft')
  await deleteCampaign(
    it.db,
    { ...world.client, campaignId: campaign.campaignId, campaignPublicId: '' },
    carla,
    new Date(),
  )
  await deleteList(it.db, neighbour.list, carla)
  await deleteList(it.db, world.list, carla)
  await deleteClient(it.db, world.client, carla, new Date())
  await it.db`update clients set deleted_at = deleted_at - interval '31 days' where id = ${world.client.clientId}`
  await it.db`
    update deletions set at = at - interval '31 days' where kind = 'client' and client_id = ${world.client.clientId}`
  await purge(it.db)
  const left =
    await it.db`select kind from deletions where client_id in (${world.client.clientId}, ${neighbour.client.clientId})`
  assert.deepEqual(
    left.map(({ kind }) => kind),
    ['list'],
  )
  assert.equal(await outcome(restoreAs(world, 'client', world.client.clientPublicId)), 'UnknownDeletion')
})
