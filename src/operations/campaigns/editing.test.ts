/** Who has an editor open, on a real database: leases begin, are shown to others with the right to draft, and end. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedKey, seedPerson } from '../../../test/harness/people.ts'
import { until } from '../../../test/harness/until.ts'
import { purge } from '../../store/purge.ts'
import { handlers } from '../handlers.ts'

const start = new Date('2026-03-01T12:00:00Z')
let clock = start
const { db, world, call, refused } = await operationsTest(handlers, () => ({ now: () => clock }))
beforeEach(async () => {
  clock = start
  await db`delete from editors`
})

const { accountId, client } = world
const eva = await seedPerson(db, accountId, 'Author', client.clientId)
const rosa = await seedPerson(db, accountId, 'Designer')
const analyst = await seedPerson(db, accountId, 'Analyst')
await db`update people set name = 'Eva Moss' where id = ${eva.id}`
await db`update people set name = 'Rosa  Bloom' where id = ${rosa.id}`
const as = ({ session }: { readonly session: string }) => ({ session })
const ApiKey = world.accountKey
const drafted = await call('Campaign.CreateDraft', { ApiKey, ClientID: client.clientPublicId, Name: 'Tulips' })
const other = await call('Campaign.CreateDraft', { ApiKey, ClientID: client.clientPublicId, Name: 'Roses' })
const campaign = { CampaignID: drafted.CampaignID! }
const TemplateID = await call('Template.CreateFromContent', {
  ApiKey,
  ClientID: client.clientPublicId,
  Name: 'Letter',
  Html: '<p><$description$></p><p><unsubscribe>Leave</unsubscribe></p>',
})

const edits = async (person: { readonly session: string }, of: object = campaign, Editing = true) =>
  (await call('Campaign.SetEditing', { ...of, Editing }, as(person))).Editors
const later = (seconds: number) => {
  clock = new Date(start.getTime() + seconds * 1000)
}

test('others see the first names of the people who edit this campaign', async () => {
  assert.deepEqual(await edits(eva), [])
  assert.deepEqual(await edits(rosa), ['Eva'])
  assert.deepEqual(await edits(eva), ['Rosa'])
  assert.deepEqual(await edits(eva, { CampaignID: other.CampaignID! }), [])
})

test('a lease ends 70 seconds after the last call', async () => {
  await edits(eva)
  later(40)
  await edits(eva)
  later(109)
  assert.deepEqual(await edits(rosa, campaign, false), ['Eva'])
  later(110)
  assert.deepEqual(await edits(rosa, campaign, false), [])
})

test('a person who leaves disappears at once, and viewers are not shown', async () => {
  await edits(eva)
  assert.deepEqual(await edits(rosa, campaign, false), ['Eva'])
  assert.deepEqual(await edits(eva, campaign, false), [])
  assert.deepEqual(await edits(rosa, campaign, false), [])
})

test('a template has its own', async () => {
  const edit = async (person: { readonly session: string }, Editing = true) =>
    (await call('Template.SetEditing', { TemplateID, Editing }, as(person))).Editors
  await edits(eva)
  assert.deepEqual(await edit(rosa), [])
  assert.deepEqual(await edit(eva), ['Rosa'])
})

test('keys, and people without the right to draft, are refused', async () => {
  const { secret } = await seedKey(db, accountId, ['Draft'])
  await edits(eva)
  for (const given of [ApiKey, secret])
    await refused('Campaign.SetEditing', { ApiKey: given, ...campaign, Editing: true }, 'AccessDenied')
  await refused('Campaign.SetEditing', { ...campaign, Editing: false }, 'AccessDenied', as(analyst))
  assert.deepEqual(await edits(rosa, campaign, false), ['Eva'])
})

test('it makes no entry in the audit log, and the purge removes what has ended', async () => {
  await edits(eva)
  await edits(rosa)
  assert.equal((await db`select 1 from audit_log where operation like '%SetEditing' and outcome = ''`).length, 0)
  await db`update editors set until = '2026-02-01' where editor_id = ${eva.id}`
  await purge(db, clock)
  assert.equal((await db`select 1 from editors`).length, 1)
})

test('a page that is left open does not keep its session from ending', async () => {
  const used = async ({ id }: { readonly id: number }) =>
    (
      await db<{ lastUsedAt: Date }[]>`select last_used_at from sessions where person_id = ${id}`
    )[0]!.lastUsedAt.getTime()
  await db`update sessions set last_used_at = now() - interval '2 hours'`
  const before = [await used(eva), await used(rosa)]
  await edits(eva)
  await call('Campaign.GetDraft', campaign, as(rosa))
  await until(async () => (await used(rosa)) > before[1]!, 'a call that counts is recorded')
  assert.equal(await used(eva), before[0])
})
