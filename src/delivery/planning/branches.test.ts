/** Tags and languages that conditions ask for are frozen with the audience: composing looks nothing up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, isSent, present, type Running, relay, sender, sendNow, sink } from '../../../test/harness/sending.ts'
import { createLog } from '../../lib/log.ts'
import { contentTasksHere } from '../content/tasks.ts'
import { freezeNextRange } from './freezing.ts'
import { planDueCampaign } from './plan.ts'

const log = createLog('silent')
const at = new Date('2030-11-25T12:00:00Z')
const exit = '<p><unsubscribe>Unsubscribe</unsubscribe></p>'

async function tag(name: string, ...addresses: readonly string[]) {
  const { clientId } = present.world.list
  const [row] = await present.db<{ id: number }[]>`
    insert into contact_tags (client_id, name) values (${clientId}, ${name}) returning id`
  for (const address of addresses)
    await present.db`
      insert into tagged_contacts (client_id, address, tag_id, source) values (${clientId}, ${address}, ${row!.id}, 'hand')`
}

const write = ({ campaignId }: Running, html: string) =>
  present.db`update campaigns set html = ${html + exit}, text = null where id = ${campaignId}`

async function plan(one: Awaited<ReturnType<typeof campaign>>, freezeSize: number, now = at) {
  await sendNow(one, now)
  await planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere, freezeSize }, now)
  while (await freezeNextRange({ db: present.db, log, now: () => now, freezeSize }));
}

const traitsOf = async ({ campaignId }: Running) =>
  Object.fromEntries(
    (
      await present.db<{ address: string; traits: readonly string[] | null }[]>`
        select address, traits from audience where campaign_id = ${campaignId} order by address`
    ).map(({ address, traits }) => [address, traits]),
  )

for (const freezeSize of [100, 2])
  test(`each recipient has its tags and language, frozen ${freezeSize} at a time`, async () => {
    const one = await campaign(['a@x.example', 'b@x.example', 'c@x.example'])
    await tag('Schöne Stadt', 'a@x.example', 'b@x.example')
    await tag('Unused', 'a@x.example')
    await present.db`
      update subscribers set language = 'de-AT' where list_id = ${present.world.list.listId} and address = 'b@x.example'`
    await write(one, '[if:tag=SCHÖNE stadt]a[elseif:language=de]b[endif]')
    await plan(one, freezeSize)
    assert.deepEqual(await traitsOf(one), {
      'a@x.example': ['tag:schöne stadt', 'language:en'],
      'b@x.example': ['tag:schöne stadt', 'language:de-at'],
      'c@x.example': ['language:en'],
    })
  })

for (const freezeSize of [100, 2])
  test(`each recipient has the segments that it is in, frozen ${freezeSize} at a time`, async () => {
    const one = await campaign(['a@x.example', 'b@x.example', 'c@x.example'])
    const { clientId, listId } = present.world.list
    const leaf = { subject: 'Address', operator: 'AnyOf', values: ['a@x.example', 'b@x.example'] }
    await present.db`
      insert into segments (client_id, list_id, name, rules)
      values (${clientId}, ${freezeSize === 2 ? listId : null}, ${`Früh ${freezeSize}`}, ${present.db.json({ match: 'All', leaves: [leaf], groups: [] })})`
    await write(one, `[if:segment=FRÜH ${freezeSize}]a[endif]`)
    await plan(one, freezeSize)
    const early = [`segment:früh ${freezeSize}`]
    assert.deepEqual(await traitsOf(one), { 'a@x.example': early, 'b@x.example': early, 'c@x.example': [] })
  })

test('a letter without such conditions freezes nothing of it', async () => {
  const one = await campaign(['a@x.example'])
  await tag('VIP', 'a@x.example')
  await write(one, '[if:firstname]a[endif]')
  await plan(one, 100)
  assert.deepEqual(await traitsOf(one), { 'a@x.example': null })
})

test('a campaign whose condition names a tag that is gone is paused, and its history has the reason', async () => {
  const one = await campaign(['a@x.example'])
  await write(one, '[if:tag=Gone]a[endif]')
  await plan(one, 100)
  const [row] = await present.db<{ state: string; detail: unknown }[]>`
    select m.state, h.detail from campaigns m
    join campaign_history h on h.client_id = m.client_id and h.campaign_id = m.id
    where m.id = ${one.campaignId} order by h.id desc limit 1`
  assert.equal(row?.state, 'paused')
  assert.match(JSON.stringify(row?.detail), /a condition cannot be judged: there is no tag .{1,2}Gone/)
})

test('each recipient gets its branch, also when the tags have changed since', async () => {
  const one = await campaign(['a@x.example', 'b@x.example'])
  await tag('VIP', 'a@x.example')
  await write(one, '<p>[if:tag=VIP]for the few[else]for all[endif]</p>')
  await plan(one, 100, new Date())
  await present.db`delete from tagged_contacts where address = 'a@x.example'`
  const peer = await sink()
  sender(relay(peer))
  await isSent(one)
  const said = new Map(peer.messages.map(({ to, raw }) => [to, /for the few|for all/.exec(String(raw))?.[0]]))
  assert.deepEqual(Object.fromEntries([...said].sort()), { 'a@x.example': 'for the few', 'b@x.example': 'for all' })
})
