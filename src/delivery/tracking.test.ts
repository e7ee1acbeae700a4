import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { testKeys } from '../../test/harness/seed.ts'
import { campaign, isSent, present, relay, sender, sendNow, sink } from '../../test/harness/sending.ts'
import { setConsent } from '../domain/subscribers/consent.ts'
import { tokens as tokensOf } from '../domain/tokens/tokens.ts'
import { createLog } from '../lib/log.ts'
import { linkTarget } from './content/link-target.ts'
import { contentTasksHere as contentTasks } from './content/tasks.ts'
import { findLetterForFriend, findWebVersion } from './content/web-version.ts'
import { planDueCampaign } from './planning/plan.ts'

const addresses = ['never-asked@x.example', 'agreed@x.example', 'refused@x.example']
const answers = [null, true, false]
const log = createLog('silent')
const tokens = tokensOf(testKeys)

async function asked(tracking: string) {
  const running = await campaign(addresses)
  const { db, world } = present
  const { clientId, listId } = world.list
  await db`update lists set tracking = ${tracking} where id = ${listId}`
  const members = await db<{ id: number }[]>`select id from subscribers where list_id = ${listId} order by id`
  for (const [index, { id }] of members.entries())
    await setConsent(db, { clientId, listId }, id, 'measuring', answers[index]!, { by: 'page' })
  return { running, key: { clientId, listId }, members: members.map(({ id }) => id) }
}

/** Who was sent a tracked mail; that the others hold nothing of ours but their own links. */
async function tracked(peer: Awaited<ReturnType<typeof sink>>): Promise<string[]> {
  const found: string[] = []
  for (const { to, raw } of peer.messages) {
    const { html = '', text = '' } = await PostalMime.parse(raw)
    const marks = [/\/o\/[\w-]{36}\.gif/.test(html), /\/c\/1\/[\w-]{36}"/.test(html), /\/c\/1\//.test(text)]
    assert.equal(new Set(marks).size, 1, `${to}: ${marks}`)
    if (marks[0]) found.push(to)
    else assert.match(html, /href="https:\/\/shop\.example\/"/)
    assert.match(html, /\/u\/[\w-]{36}"/, 'every recipient gets a way out')
  }
  return found.sort()
}

for (const [tracking, expected] of [
  ['always', ['agreed@x.example', 'never-asked@x.example']],
  ['consent', ['agreed@x.example']],
  ['never', []],
] as const)
  test(`a list that tracks ${tracking} tracks ${expected.length} of an agreed, a refused and a silent one`, async () => {
    const { running } = await asked(tracking)
    const peer = await sink()
    sender(relay(peer))
    await sendNow(running)
    await isSent(running)
    assert.equal(peer.messages.length, 3)
    assert.deepEqual(await tracked(peer), expected)
  })

test('a refusal given after the audience was frozen counts, consent given after it does not', async () => {
  const { running, key, members } = await asked('always')
  const { db } = present
  await sendNow(running)
  assert.equal(await planDueCampaign({ db, log, contentTasks }, new Date()), true)
  await setConsent(db, key, members[0]!, 'measuring', false, { by: 'page' })
  await setConsent(db, key, members[2]!, 'measuring', true, { by: 'page' })
  const peer = await sink()
  sender(relay(peer))
  await isSent(running)
  assert.equal(peer.messages.length, 3)
  assert.deepEqual(await tracked(peer), ['agreed@x.example'])
})

test('a list that stops tracking while its campaign is sent stops it there too', async () => {
  const { running, key } = await asked('always')
  await sendNow(running)
  await planDueCampaign({ db: present.db, log, contentTasks }, new Date())
  await present.db`update lists set tracking = 'never' where id = ${key.listId}`
  const peer = await sink()
  sender(relay(peer))
  await isSent(running)
  assert.deepEqual(await tracked(peer), [])
})

test('the web version goes by the answer of today, and the letter without a recipient is not tracked', async () => {
  const { running, key, members } = await asked('always')
  const { db } = present
  await sendNow(running)
  await planDueCampaign({ db, log, contentTasks }, new Date())
  const page = async (number: number) =>
    (await findWebVersion({ db, tokens, contentTasks }, { ...running, number })) ?? ''
  assert.match(await page(1), /\/c\/1\/[\w-]{36}"/)
  assert.match(await page(3), /href="https:\/\/shop\.example\/"/)
  await setConsent(db, key, members[0]!, 'measuring', false, { by: 'page' })
  assert.match(await page(1), /href="https:\/\/shop\.example\/"/)
  const letter = (await findLetterForFriend({ db, contentTasks }, running)) ?? ''
  assert.match(letter, /href="https:\/\/shop\.example\/"/)
  assert.doesNotMatch(letter, /Ada|x\.example"|\/[ucowpf]\/[\w-]{20}/)
  await db`update campaigns set deleted_at = now() where id = ${running.campaignId}`
  assert.equal(await findLetterForFriend({ db, contentTasks }, running), undefined)
})

test('a sent link with tags leads each recipient to the values of the mail, and who is not tracked has them in the mail', async () => {
  const { running, key } = await asked('consent')
  const { db } = present
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    values (${key.clientId}, ${key.listId}, 'Town', 'Town', 'Text', 90)`
  await db`update subscribers set fields = '{"Town": "Åre & co"}' where list_id = ${key.listId}`
  await db`
    update campaigns set html = '<p><a href="https://shop.example/a?t=[town]&amp;e=[email]&amp;x=[lastname,fallback=y]">shop</a></p>'
    where id = ${running.campaignId}`
  await sendNow(running)
  const peer = await sink()
  sender(relay(peer))
  await isSent(running)
  await db`update subscribers set fields = '{"Town": "Oslo"}' where list_id = ${key.listId}`
  await db`delete from custom_fields where list_id = ${key.listId}`
  assert.deepEqual(
    (await db`select url from links where campaign_id = ${running.campaignId}`).map(({ url }) => url),
    ['https://shop.example/a?t=[town]&e=[email]&x=[lastname,fallback=y]'],
  )
  const direct = (to: string) => `https://shop.example/a?t=%C3%85re%20%26%20co&e=${encodeURIComponent(to)}&x=Lovelace`
  assert.equal(peer.messages.length, 3)
  for (const { to, raw } of peer.messages) {
    const { html = '', text = '' } = await PostalMime.parse(raw)
    if (to !== 'agreed@x.example') {
      assert.ok(html.includes(`href="${direct(to).replaceAll('&', '&amp;')}"`), html)
      assert.ok(text.includes(`shop <${direct(to)}>`), text)
      continue
    }
    const [, number, token] = /href="https:\/\/mail\.example\/c\/(\d+)v\/([\w-]{36})"/.exec(html) ?? []
    assert.ok(text.includes(`shop <https://mail.example/c/${number}v/${token}>`), text)
    const [campaignId = 0, recipient = 0] = tokens.verify('recipient', token!) ?? []
    const [link] = await db<{ url: string }[]>`
      select url from links where campaign_id = ${campaignId} and number = ${Number(number)}`
    assert.equal(await linkTarget(db, { campaignId, number: recipient }, link!.url), direct(to))
  }
})

test('a campaign is signed with the version of its beginning by every process that sends it, and settles on another only when that is revoked', async () => {
  const { running } = await asked('always')
  const { db } = present
  await sendNow(running)
  await planDueCampaign({ db, log, contentTasks }, new Date())
  const [row] = await db`select link_version from campaigns where id = ${running.campaignId}`
  assert.equal(row!.linkVersion, 1)
  await db`insert into link_keys (version, key, signs_at) values (2, '', now())`
  try {
    const keys = [1, 2].map(version => ({
      version,
      secretFor: (purpose: string) => testKeys.secretFor(`token/${purpose}/${version}`),
      signs: true,
    }))
    const links = tokensOf(testKeys, async () => keys)
    await links.refresh()
    const peer = await sink()
    sender(relay(peer), { tokens: links })
    await isSent(running)
    const versionOf = (raw: Buffer) =>
      Buffer.from(/^Message-ID: <([\w-]{36})@/m.exec(raw.toString('latin1'))?.[1] ?? '', 'base64url')[0]
    assert.deepEqual(
      peer.messages.map(({ raw }) => versionOf(raw)),
      [1, 1, 1],
    )
    const next = await campaign(['late@x.example'])
    await sendNow(next)
    await isSent(next)
    assert.equal(versionOf(peer.messages.at(-1)!.raw), 2)
  } finally {
    await db`delete from link_keys where version = 2`
  }
})
