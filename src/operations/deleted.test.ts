import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Caller, caller, contents } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { itemsOf } from '../../test/harness/items.ts'
import { type LedgerCampaign, seedLedger } from '../../test/harness/ledger.ts'
import { place } from '../../test/harness/members.ts'
import { another } from '../../test/harness/new-client.ts'
import { seedKey } from '../../test/harness/people.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import type { ParamsOf } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { handlers } from './handlers.ts'

let database: TestDatabase
let world: World
let api: Caller
type Kind = ParamsOf<'Deleted.Restore'>['Kind']

before(async () => {
  database = await freshDatabase()
  api = caller(database.db, handlers)
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(database.db)
})

const key = () => ({ ApiKey: world.accountKey })
const restore = (Kind: Kind, ID: string, ApiKey = world.accountKey) => api.call('Deleted.Restore', { ApiKey, Kind, ID })
const refuses = (Kind: Kind, ID: string, refusal: Parameters<Caller['refused']>[2], ApiKey = world.accountKey) =>
  api.refused('Deleted.Restore', { ApiKey, Kind, ID }, refusal)
const listed = async (params: Partial<ParamsOf<'Deleted.List'>> = {}) =>
  itemsOf((await api.call('Deleted.List', { ...key(), ...params })).Deleted)
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.refusal : assert.fail(String(error))),
  )

async function template(name = 'Two columns'): Promise<string> {
  const [row] = await database.db<{ publicId: string }[]>`
    insert into templates (client_id, name, page_url, html) values (${world.client.clientId}, ${name}, 'http://x.example/', '<p>')
    returning public_id`
  return row!.publicId
}

const remove = {
  Client: (ClientID: string) => api.call('Client.Delete', { ...key(), ClientID }),
  List: (ListID: string) => api.call('List.Delete', { ...key(), ListID }),
  Template: (TemplateID: string) => api.call('Template.Delete', { ...key(), TemplateID }),
  Campaign: (CampaignID: string) => api.call('Campaign.Delete', { ...key(), CampaignID }),
  Asset: (AssetID: string) => api.call('Asset.Delete', { ...key(), ClientID: world.client.clientPublicId, AssetID }),
} as const satisfies Record<Kind, unknown>

/** As if it had been deleted so many days earlier. */
async function age(publicId: string, days: number): Promise<void> {
  await database.db`update deletions set at = at - make_interval(days => ${days}) where public_id = ${publicId}`
  for (const table of ['clients', 'lists', 'templates', 'campaigns'])
    await database.db`
      update ${database.db(table)} set deleted_at = deleted_at - make_interval(days => ${days}) where public_id = ${publicId}`
}

const without = (tables: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => !names.includes(name.replace('public.', ''))))

test('what is restored is as it was before it was deleted, and no longer listed', async () => {
  const { list, client } = world
  await place(database.db, list, 'Active')
  await database.db`insert into segments (client_id, list_id, name, rules) values (${list.clientId}, ${list.listId}, 'Readers', '[]')`
  const things: readonly (readonly [Kind, string])[] = [
    ['List', list.listPublicId],
    ['Template', await template()],
    ['Client', client.clientPublicId],
  ]
  const before = await contents(database.db)
  for (const [kind, id] of things) {
    await remove[kind](id)
    assert.deepEqual(
      (await listed()).map(({ Kind, ID }) => [Kind, ID]),
      [[kind, id]],
    )
    await restore(kind, id)
    assert.deepEqual(await contents(database.db), before, `${kind} is as it was`)
    assert.deepEqual(await listed(), [])
    await refuses(kind, id, 'UnknownDeletion')
  }
})

test('the list says what, whose, by whom, when and until when, the newest deletion first', async () => {
  const id = await template('Two columns')
  await remove.List(world.list.listPublicId)
  await remove.Template(id)
  const [first, second] = await listed()
  const { DeletedDate, RestorableUntil, DeletedBy, ...rest } = first!
  const [client] = await database.db`select company_name from clients where id = ${world.client.clientId}`
  assert.deepEqual(rest, {
    Kind: 'Template',
    ID: id,
    Name: 'Two columns',
    ClientID: world.client.clientPublicId,
    CompanyName: client!.companyName,
    ClientIsDeleted: false,
  })
  assert.match(DeletedBy!, /^admin/)
  const [days] = await database.db`
    select ${RestorableUntil}::timestamp - ${DeletedDate}::timestamp between interval '29 days' and interval '31 days' as kept`
  assert.ok(days!.kept)
  assert.equal(second!.Name, world.list.title)
})

test('pages and kinds: each deletion once, whatever is restored meanwhile', async () => {
  const ids: string[] = []
  for (let n = 0; n < 7; n++) {
    const id =
      n % 2 === 0 ? await template(`T ${n}`) : (await seedList(database.db, world.client, `L ${n}`)).listPublicId
    await remove[n % 2 === 0 ? 'Template' : 'List'](id)
    ids.unshift(id)
  }
  for (const params of [{}, { ClientID: world.client.clientPublicId }]) {
    const seen: string[] = []
    let Cursor = ''
    for (let page = 0; page < 10; page++) {
      const answer = await api.call('Deleted.List', { ...key(), ...params, Cursor, Limit: 2 })
      seen.push(...itemsOf(answer.Deleted).map(({ ID }) => ID!))
      if (answer.NextCursor === '') break
      Cursor = answer.NextCursor!
    }
    assert.deepEqual(seen, ids)
    const templates = await listed({ ...params, Kinds: ['Template'] })
    assert.equal(templates.length, 4)
    assert.equal((await listed({ ...params, Kinds: ['Client', 'Campaign'] })).length, 0)
  }
  await api.refused('Deleted.List', { ...key(), Cursor: 'no cursor' }, 'InvalidParameter')
  await api.refused('Deleted.List', { ...key(), Limit: 1001 }, 'InvalidParameter')
})

test('a caller sees and restores what its rights reach, and nothing of other accounts', async () => {
  const { db } = database
  const neighbour = (await api.call('Client.Create', { ...key(), ...another() })) as string
  const [row] = await db<{ id: number }[]>`select id from clients where public_id = ${neighbour}`
  const theirs = await seedList(db, { ...world.client, clientId: row!.id }, 'Of the neighbour')
  const campaign = await seedLedger(db, world, 'draft')
  await remove.Campaign(campaign.publicId)
  await remove.List(world.list.listPublicId)
  await remove.List(theirs.listPublicId)
  const gone = (await api.call('Client.Create', { ...key(), ...another() })) as string
  await remove.Client(gone)

  const { secret: author } = await seedKey(db, world.accountId, ['Draft'], [world.client.clientId])
  const { secret: audience } = await seedKey(db, world.accountId, ['WriteAudience'], [world.client.clientId, row!.id])
  const { secret: analyst } = await seedKey(db, world.accountId, ['Reports'], null)
  const kinds = async (ApiKey: string) => (await listed({ ApiKey })).map(({ Kind, ID }) => [Kind, ID])
  assert.deepEqual(await kinds(author), [['Campaign', campaign.publicId]])
  assert.deepEqual(await kinds(audience), [
    ['List', theirs.listPublicId],
    ['List', world.list.listPublicId],
  ])
  assert.deepEqual(await kinds(analyst), [])
  assert.deepEqual(await kinds(world.clientKey), [
    ['List', world.list.listPublicId],
    ['Campaign', campaign.publicId],
  ])
  await refuses('List', world.list.listPublicId, 'AccessDenied', author)
  await refuses('List', theirs.listPublicId, 'UnknownDeletion', author)
  await refuses('Campaign', campaign.publicId, 'AccessDenied', audience)
  await refuses('Client', gone, 'UnknownDeletion', audience)
  await refuses('Client', gone, 'AccessDenied', analyst)
  await refuses('Client', gone, 'UnknownDeletion', world.clientKey)
  const stranger = await seed(db)
  for (const [kind, id] of [
    ['List', world.list.listPublicId],
    ['Client', gone],
  ] as const)
    await refuses(kind, id, 'UnknownDeletion', stranger.accountKey)
  assert.deepEqual(await listed({ ApiKey: stranger.accountKey }), [])
  await api.refused('Deleted.List', { ApiKey: author, ClientID: neighbour }, 'InvalidClientId')

  await restore('List', theirs.listPublicId, audience)
  await restore('List', world.list.listPublicId, audience)
  await restore('Campaign', campaign.publicId, author)
})

test('identifiers of what is not deleted, of another kind, and texts that are none are unknown', async () => {
  await remove.List(world.list.listPublicId)
  await refuses('Campaign', world.list.listPublicId, 'UnknownDeletion')
  await refuses('Client', world.client.clientPublicId, 'UnknownDeletion')
  for (const id of ['', 'x', 'f'.repeat(32), "'", 'ff%00']) await refuses('List', id, 'UnknownDeletion')
})

test('a name that was taken meanwhile refuses, until it is free again', async () => {
  const { db } = database
  const { client, list } = world
  const [row] = await db`select email from clients where id = ${client.clientId}`
  const campaign = await seedLedger(db, world, 'draft')
  const [draft] = await db<{ name: string }[]>`select name from campaigns where id = ${campaign.campaignId}`
  await remove.Campaign(campaign.publicId)
  const other = await seedLedger(db, world, 'draft')
  await db`update campaigns set name = upper(${draft!.name}) where id = ${other.campaignId}`
  await refuses('Campaign', campaign.publicId, 'DuplicateCampaignName')
  await remove.Campaign(other.publicId)
  await restore('Campaign', campaign.publicId)
  await refuses('Campaign', other.publicId, 'DuplicateCampaignName')

  const unused = await seedList(db, client, 'Unused')
  await remove.List(unused.listPublicId)
  await seedList(db, client, 'UNUSED')
  await refuses('List', unused.listPublicId, 'DuplicateListTitle')

  await remove.Client(client.clientPublicId)
  const taken = await api.call('Client.Create', { ...key(), ...another(), EmailAddress: row!.email as string })
  await refuses('Client', client.clientPublicId, 'EmailTaken')
  await remove.Client(taken)
  await restore('Client', client.clientPublicId)
  assert.equal((await api.call('List.GetDetail', { ...key(), ListID: list.listPublicId })).Title, list.title)
})

test('what belongs to a deleted client comes back after the client only', async () => {
  await remove.List(world.list.listPublicId)
  await remove.Client(world.client.clientPublicId)
  const clientIsDeleted = (await listed()).map(({ Kind, ClientIsDeleted }) => [Kind, ClientIsDeleted])
  assert.deepEqual(clientIsDeleted, [
    ['Client', true],
    ['List', true],
  ])
  await refuses('List', world.list.listPublicId, 'ClientIsDeleted')
  await restore('Client', world.client.clientPublicId)
  await api.refused('List.GetDetail', { ...key(), ListID: world.list.listPublicId }, 'InvalidListId')
  await restore('List', world.list.listPublicId)
})

test('a restored client has its login and its campaigns; none of them is sent by itself', async () => {
  const { db } = database
  const scheduled = await seedLedger(db, world, 'scheduled')
  const sending = await seedLedger(db, world, 'sending', [[]])
  const own = { ApiKey: world.clientKey, ClientID: world.client.clientPublicId }
  await remove.Client(world.client.clientPublicId)
  await api.refused('Client.GetLists', own, 'InvalidApiKey')
  const before = await contents(db)
  await restore('Client', world.client.clientPublicId)
  assert.deepEqual(without(await contents(db), 'clients', 'deletions'), without(before, 'clients', 'deletions'))
  assert.equal((await api.call('Client.GetLists', own)).length, 1)
  const state = async ({ publicId }: LedgerCampaign) =>
    (await api.call('Campaign.GetProgress', { ...key(), CampaignID: publicId })).State
  assert.equal(await state(scheduled), 'Draft')
  assert.equal(await state(sending), 'Paused')
})

test('a client whose user name was taken meanwhile comes back without a login', async () => {
  const { db } = database
  const [login] = await db<
    { username: string }[]
  >`select username from logins where client_id = ${world.client.clientId}`
  await remove.Client(world.client.clientPublicId)
  const ClientID = await api.call('Client.Create', { ...key(), ...another() })
  const access = { AccessLevel: 1, Username: login!.username, Password: 'blue kettle' }
  await api.call('Client.UpdateAccessAndBilling', { ...key(), ClientID, ...access })
  await restore('Client', world.client.clientPublicId)
  const detail = await api.call('Client.GetDetail', { ...key(), ClientID: world.client.clientPublicId })
  assert.equal(detail.AccessAndBilling!.Username, '')
  await api.refused('User.GetCountries', { ApiKey: world.clientKey }, 'InvalidApiKey')
})

test('a campaign comes back as its deletion left it, with a row in its history', async () => {
  const { db } = database
  for (const [state, after] of [
    ['draft', 'Draft'],
    ['scheduled', 'Draft'],
    ['sending', 'Cancelled'],
    ['sent', 'Sent'],
  ] as const) {
    const recipients = state === 'sending' || state === 'sent' ? [[{ attempt: 1, kind: 'accepted' } as const]] : []
    const one = await seedLedger(db, world, state, recipients)
    await remove.Campaign(one.publicId)
    const before = await contents(db)
    await restore('Campaign', one.publicId)
    const changed = ['campaigns', 'campaign_history', 'deletions']
    assert.deepEqual(without(await contents(db), ...changed), without(before, ...changed))
    const ofCampaign = { ...key(), CampaignID: one.publicId }
    assert.equal((await api.call('Campaign.GetProgress', ofCampaign)).State, after)
    const [latest] = await api.call('Campaign.GetHistory', ofCampaign)
    assert.equal(latest!.Action, 'restore')
    assert.match(latest!.Username!, /^admin/)
  }
})

test('a draft to a list that was deleted after it comes back after the list', async () => {
  const one = await seedLedger(database.db, world, 'draft')
  await remove.Campaign(one.publicId)
  await remove.List(world.list.listPublicId)
  await refuses('Campaign', one.publicId, 'ListIsDeleted')
  await restore('List', world.list.listPublicId)
  await restore('Campaign', one.publicId)
  await api.refused('List.Delete', { ...key(), ListID: world.list.listPublicId }, 'ListInDraft')
})

test('after 30 days a deletion is neither listed nor undone', async () => {
  await remove.List(world.list.listPublicId)
  await age(world.list.listPublicId, 29)
  assert.equal((await listed()).length, 1)
  await age(world.list.listPublicId, 2)
  assert.deepEqual(await listed(), [])
  await refuses('List', world.list.listPublicId, 'RestoreTooLate')
})

test('of two who restore an object at once, one does', async () => {
  const one = await seedLedger(database.db, world, 'draft')
  for (const [kind, id] of [
    ['Campaign', one.publicId],
    ['List', (await seedList(database.db, world.client, 'Twice')).listPublicId],
    ['Client', world.client.clientPublicId],
  ] as const) {
    await remove[kind](id)
    const both = await Promise.all([1, 2, 3].map(() => outcome(restore(kind, id))))
    assert.deepEqual(both.sort(), ['UnknownDeletion', 'UnknownDeletion', 'done'], kind)
  }
  const [history] = await database.db`
    select count(*) from campaign_history where campaign_id = ${one.campaignId} and action = 'restore'`
  assert.equal(history!.count, 1)
})

test('of one who restores a list and one who creates a list of its title at once, one does', async () => {
  const { db } = database
  for (let round = 0; round < 8; round++) {
    const Title = `Race ${round}`
    const list = await seedList(db, world.client, Title)
    await remove.List(list.listPublicId)
    const create = api.call('List.Create', { ...key(), ClientID: world.client.clientPublicId, Title })
    const both = await Promise.all([outcome(restore('List', list.listPublicId)), outcome(create)])
    assert.deepEqual(both.sort(), ['DuplicateListTitle', 'done'])
    const [lists] = await db`select count(*) from lists where title = ${Title} and deleted_at is null`
    assert.equal(lists!.count, 1)
  }
})

test('of one who restores a draft and one who deletes its list at once, one does', async () => {
  const { db } = database
  for (let round = 0; round < 8; round++) {
    const one = await seedLedger(db, { ...world, list: await seedList(db, world.client, `Held ${round}`) }, 'draft')
    const [list] = await db<{ publicId: string }[]>`
      select l.public_id from campaign_lists c join lists l on l.id = c.list_id where c.campaign_id = ${one.campaignId}`
    await remove.Campaign(one.publicId)
    const both = [outcome(restore('Campaign', one.publicId)), outcome(remove.List(list!.publicId))] as const
    const [restored, removed] = await Promise.all(both)
    assert.ok(
      (restored === 'done' && removed === 'ListInDraft') || (restored === 'ListIsDeleted' && removed === 'done'),
      `${restored}, ${removed}`,
    )
  }
})
