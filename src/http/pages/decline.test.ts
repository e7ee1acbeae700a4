import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, seedSent } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed, testKeys } from '../../../test/harness/seed.ts'
import { keyRing } from '../../domain/access/keys.ts'
import { friendSeal } from '../../domain/campaigns/mails/declining.ts'
import { languages } from '../../domain/texts/texts.ts'
import { encrypt } from '../../domain/tokens/encryption.ts'
import { readLinkKeys, revokeLinkKey, rotateLinkKey } from '../../domain/tokens/link-keys.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { createLog } from '../../lib/log.ts'

const pages = usePublicPages()
const { ask } = pages
const foreign = keyRing(Buffer.alloc(32, 7))
const friends = friendSeal(testKeys, tokensOf(testKeys))
/** As links were before they had versions. */
const unversioned = () =>
  encrypt(testKeys.secretFor('friends'), Buffer.from(JSON.stringify(Object.values(bea()))), 'friend').toString(
    'base64url',
  )
const bea = () => ({
  clientId: pages.world.client.clientId,
  email: 'Bea@friends.example',
  address: 'bea@friends.example',
})
const suppressed = () => pages.db`
  select client_id, address, email, reason, evidence ->> 'by' as by, evidence ->> 'detail' as detail,
    evidence ->> 'remote' as remote
  from suppressions where address = 'bea@friends.example'`

test('the link shows the question in the reader’s language, does not show the address, and GET changes nothing', async () => {
  const link = friends.seal(bea())
  assert.doesNotMatch(Buffer.from(link, 'base64url').toString('latin1'), /bea|friends/i)
  const was = await dump(pages.db)
  for (const { language, decline } of languages) {
    const { status, text } = await ask('GET', `/n/${link}`, { headers: { 'accept-language': language } })
    assert.equal(status, 200)
    assert.ok(text.includes(`<html lang="${language}"`) && text.includes(`${decline.button}</button>`))
    assert.match(text, /Bea@friends\.example/)
  }
  assert.equal((await ask('HEAD', `/n/${link}`)).status, 200)
  assert.deepEqual(await dump(pages.db), was)
})

test('who asks to be left alone is: suppressed for this client, once, with evidence, and no letter is sent on any more', async () => {
  await seed(pages.db)
  const link = friends.seal(bea())
  const was: unknown[] = []
  for (let time = 1; time <= 2; time++) {
    const { status, text } = await ask('POST', `/n/${link}`, form('from=page'))
    assert.equal(status, 200)
    assert.match(text, /<h1>You will get no more emails<\/h1>/)
    was.push(await dump(pages.db))
  }
  assert.deepEqual(was[1], was[0])
  const { clientId, email, address } = bea()
  assert.deepEqual(
    [...(await suppressed())],
    [{ clientId, address, email, reason: 'unsubscribed', by: 'page', detail: 'forward', remote: '127.0.0.1' }],
  )

  const sent = await seedSent(pages.db, pages.world)
  const friend = form(new URLSearchParams({ from: 'forward', name: 'Ann', message: '', friends: email }).toString())
  assert.equal((await ask('POST', `/f/${pages.ofRecipient(1, sent)}`, friend)).status, 200)
  const jobs = await pages.db`
    select 1 from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'forwardedLetter' and (j.payload ->> 'campaignId')::bigint = ${sent.campaignId}`
  assert.equal(jobs.length, 0)
})

for (const [what, asked] of [
  ['the form of RFC 8058', form('List-Unsubscribe=One-Click')],
  [
    'its multipart form',
    {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    },
  ],
  ['no body', {}],
] as const)
  test(`one click with ${what} suppresses the friend, and is answered without a page or a redirect`, async () => {
    await pages.db`delete from suppressions where address = 'bea@friends.example'`
    const { status, headers, text } = await ask('POST', `/n/${friends.seal(bea())}`, asked)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.equal(headers.location, undefined)
    assert.doesNotMatch(text, /</)
    const [{ by, reason }] = (await suppressed()) as unknown as [{ by: string; reason: string }]
    assert.deepEqual({ by, reason }, { by: 'one-click', reason: 'unsubscribed' })
  })

for (const [what, link] of [
  ['nothing', () => ''],
  ['cut short', () => friends.seal(bea()).slice(0, -4)],
  ['with a changed character', () => friends.seal(bea()).replace(/^./, first => (first === 'A' ? 'B' : 'A'))],
  ['of another installation', () => friendSeal(foreign, tokensOf(foreign)).seal(bea())],
  [
    'sealed for something else',
    () => encrypt(testKeys.secretFor('friends'), Buffer.from('[1,"a","b"]'), 'x').toString('base64url'),
  ],
  ['that a recipient has', () => pages.ofRecipient(1)],
  ['without end', () => 'A'.repeat(5000)],
  ['of a client that is gone', () => friends.seal({ ...bea(), clientId: 2 ** 40 })],
] as const)
  test(`a link ${what} leads nowhere and suppresses no address`, async () => {
    const was = await dump(pages.db)
    for (const method of ['GET', 'POST'])
      assert.equal((await ask(method, `/n/${link()}`, method === 'POST' ? form('from=page') : {})).status, 404)
    assert.deepEqual(await dump(pages.db), was)
  })

test('a new version of the key encrypts links; earlier links, those without a version too, work until theirs is revoked', async () => {
  const { db } = pages
  const statusOf = async (link: string) => (await ask('GET', `/n/${link}`)).status
  const [oldest, first] = [unversioned(), friends.seal(bea())]
  await rotateLinkKey(db, testKeys)
  await db`update link_keys set signs_at = now()`
  // another process, which mails the links
  const tokens = tokensOf(testKeys, () => readLinkKeys(db, testKeys, createLog('silent')))
  await tokens.refresh()
  const second = friendSeal(testKeys, tokens).seal(bea())
  assert.deepEqual(
    [first, second].map(link => Buffer.from(link, 'base64url')[0]),
    [1, 2],
  )
  const asOther = Buffer.from(second, 'base64url')
  asOther[0] = 1
  // a process that has looked lately does not look again at once
  await pages.tokens.refresh()
  for (const link of [oldest, first, second]) assert.equal(await statusOf(link), 200)
  assert.equal(await statusOf(asOther.toString('base64url')), 404)

  await revokeLinkKey(db, testKeys, 1)
  await pages.tokens.refresh()
  assert.deepEqual(await Promise.all([oldest, first, second].map(statusOf)), [404, 404, 200])
})
