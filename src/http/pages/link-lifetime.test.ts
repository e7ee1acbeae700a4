/** How long the links of sent mails work: through new versions of the key, and after what became of their campaign and list. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seedList, testKeys } from '../../../test/harness/seed.ts'
import { revokeLinkKey, rotateLinkKey } from '../../domain/tokens/link-keys.ts'

const pages = usePublicPages()
const { ask, ofRecipient, ofMember, stateOf } = pages

let one: SentCampaign
beforeEach(async () => {
  const list = await seedList(pages.db, pages.world.client, `List ${Math.random()}`)
  one = await seedSent(pages.db, pages.world, { lists: [list] })
})

/** Which of the links in a mail work: their status, the pixel apart, since it always answers. */
async function statuses(token: string, member: string) {
  const get = async (path: string) => (await ask('GET', path)).status
  return {
    click: await get(`/c/1/${token}`),
    unsubscribe: await get(`/u/${token}`),
    preferences: await get(`/p/${token}`),
    webVersion: await get(`/w/${token}`),
    forward: await get(`/f/${token}`),
    confirm: await get(`/confirm/${member}`),
  }
}

const all = { click: 302, unsubscribe: 200, preferences: 200, webVersion: 200, forward: 200, confirm: 200 }
const none = { click: 404, unsubscribe: 404, preferences: 404, webVersion: 404, forward: 404, confirm: 404 }
const opens = async () =>
  (await pages.db`select 1 from hits where campaign_id = ${one.campaignId} and link is null`).length

const fates: readonly (readonly [fact: string, fate: () => Promise<unknown>, expected: typeof all])[] = [
  ['was archived', () => set("state = 'sent', finished_at = now() - interval '3 years'"), all],
  ['was cancelled', () => set("state = 'cancelled'"), all],
  ['is paused', () => set("state = 'paused', finished_at = null"), all],
  // the letter is gone, and so are the targets of its links; leaving works as long as the client's rows are there
  ['was deleted', () => set('deleted_at = now()'), { ...none, unsubscribe: 200, confirm: 200 }],
  [
    'went to a list that was deleted',
    () => pages.db`update lists set deleted_at = now() where id = ${one.recipients[0]!.list.listId}`,
    { ...all, confirm: 404 },
  ],
  [
    'is of a client that was deleted',
    () => pages.db`update clients set deleted_at = now() where id = ${one.clientId}`,
    { ...none, unsubscribe: 200 },
  ],
]
const set = (assignments: string) => pages.db.unsafe(`update campaigns set ${assignments} where id = ${one.campaignId}`)

for (const [fact, fate, expected] of fates)
  test(`links of a campaign that ${fact}`, async () => {
    const [token, member] = [ofRecipient(1, one), ofMember(1, one)]
    assert.deepEqual(await statuses(token, member), all)
    await fate()
    try {
      assert.deepEqual(await statuses(token, member), expected)
      assert.equal((await ask('POST', `/u/${token}`, form('List-Unsubscribe=One-Click'))).status, 200)
      assert.equal(await stateOf(one, 1), 'Unsubscribed', 'leaving works whatever became of it')
    } finally {
      await pages.db`update clients set deleted_at = null`
    }
  })

test('links go on working after new versions, and mails signed before and after live side by side', async () => {
  const old = [ofRecipient(1, one), ofMember(1, one)] as const
  const { version } = await rotateLinkKey(pages.db, testKeys)
  await pages.db`update link_keys set signs_at = now()`
  await pages.tokens.refresh()
  const young = [ofRecipient(2, one), ofMember(2, one)] as const
  assert.equal(Buffer.from(young[0], 'base64url')[0], version)
  assert.deepEqual(await statuses(...old), all)
  assert.deepEqual(await statuses(...young), all)
  await ask('GET', `/o/${old[0]}.gif`)
  await ask('GET', `/o/${young[0]}.gif`)
  assert.equal(await opens(), 2)
})

test('links of a revoked version get the plain page, those of others work', async () => {
  const revoked = [ofRecipient(1, one), ofMember(1, one)] as const
  const [row] = await pages.db`select max(version)::integer as version from link_keys where revoked_at is null`
  await revokeLinkKey(pages.db, testKeys, row!.version as number)
  await pages.tokens.refresh()
  const other = [ofRecipient(2, one), ofMember(2, one)] as const
  assert.notEqual(revoked[0].slice(0, 2) + revoked[0].slice(15), other[0].slice(0, 2) + other[0].slice(15))
  for (const method of ['GET', 'HEAD', 'POST'])
    for (const path of ['/c/1/', '/u/', '/p/', '/w/', '/f/'].map(prefix => prefix + revoked[0])) {
      const { status, headers, text } = await ask(method, path, method === 'POST' ? form('from=page') : {})
      assert.ok(status === 404 || status === 405, `${method} ${path}: ${status}`)
      assert.equal(headers.location, undefined)
      assert.doesNotMatch(text, /<form/)
    }
  await ask('GET', `/o/${revoked[0]}.gif`)
  assert.equal(await opens(), 0)
  assert.deepEqual(await statuses(...revoked), none)
  assert.equal(await stateOf(one, 1), 'Active')
  assert.deepEqual(await statuses(...other), all)
})
