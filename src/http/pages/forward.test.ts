import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { languages } from '../../domain/texts/texts.ts'

const pages = usePublicPages()
const { ask, ofRecipient } = pages

const send = (token: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const { headers: type, body } = form(
    new URLSearchParams({ from: 'forward', name: 'Ann', message: '', ...fields }).toString(),
  )
  return ask('POST', `/f/${token}`, { headers: { ...type, ...headers }, body })
}

const mailed = async ({ campaignId }: SentCampaign) =>
  (
    await pages.db<{ payload: Record<string, string> }[]>`
      select j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'forwardedLetter' and (j.payload ->> 'campaignId')::bigint = ${campaignId}
      order by j.id`
  ).map(({ payload }) => payload)
const forwards = async ({ campaignId }: SentCampaign) =>
  (await pages.db`select forwards from campaign_totals where campaign_id = ${campaignId}`)[0]!.forwards as number

test('GET and HEAD show a form in the reader’s language and change nothing', async () => {
  const was = await dump(pages.db)
  for (const { language, forward } of languages) {
    const { status, text } = await ask('GET', `/f/${ofRecipient(1)}`, { headers: { 'accept-language': language } })
    assert.equal(status, 200)
    assert.ok(text.includes(`<html lang="${language}"`) && text.includes(forward.title.replaceAll("'", '&#39;')))
    assert.match(text, /<form method="post">/)
    assert.doesNotMatch(text, /people\.example/, 'nothing of who got the mail')
  }
  await ask('HEAD', `/f/${ofRecipient(1)}`)
  await ask('GET', `/f/${ofRecipient(1)}?from=forward&friends=a@b.example&name=x`)
  assert.deepEqual(await dump(pages.db), was)
})

test('each friend is mailed once, with what was typed and nothing of the recipient', async () => {
  const one = await seedSent(pages.db, pages.world)
  const token = ofRecipient(1, one)
  const friends = 'Bea@friends.example, cleo@friends.example; bea@friends.example'
  const { status } = await send(token, { friends, message: 'Look <b>here</b>\r\nAnn' }, { 'accept-language': 'de' })
  assert.equal(status, 200)
  const jobs = await mailed(one)
  assert.deepEqual(jobs.map(({ email }) => email).sort(), ['bea@friends.example', 'cleo@friends.example'])
  for (const job of jobs) {
    assert.deepEqual([job.name, job.message, job.language], ['Ann', 'Look <b>here</b>\nAnn', 'de'])
    assert.doesNotMatch(JSON.stringify(job), /people\.example|number/)
  }
  assert.equal(await forwards(one), 2)
})

const faulty: readonly (readonly [fact: string, fields: Record<string, string>])[] = [
  ['no friend', { friends: '' }],
  ['six friends', { friends: [1, 2, 3, 4, 5, 6].map(n => `f${n}@x.example`).join(',') }],
  ['what is no address', { friends: 'a@x.example, carla' }],
  ['a header in an address', { friends: 'a@x.example\r\nBcc: b@x.example' }],
  ['a very long field', { friends: 'a'.repeat(15_000) }],
  ['no name', { friends: 'a@x.example', name: ' ' }],
  ['a header in a name', { friends: 'a@x.example', name: 'Ann\r\nBcc: b@x.example' }],
  ['an address as a name', { friends: 'a@x.example', name: 'boss@bank.example' }],
  ['a web address as a name', { friends: 'a@x.example', name: 'www.evil.example' }],
  ['markup as a name', { friends: 'a@x.example', name: '<b>Ann' }],
  ['a web address in the message', { friends: 'a@x.example', message: 'see https://evil.example' }],
  ['a bare one', { friends: 'a@x.example', message: 'see evil.example/login' }],
  ['one that mail programs make a link of', { friends: 'a@x.example', message: 'see evil.example now' }],
  ['one with a dot of another script', { friends: 'a@x.example', message: 'see evil。example' }],
  ['one as a name', { friends: 'a@x.example', name: 'Ann evil.example' }],
  ['a control character', { friends: 'a@x.example', message: 'a\u0000b' }],
  ['a long message', { friends: 'a@x.example', message: 'x'.repeat(501) }],
]
for (const [fact, fields] of faulty)
  test(`${fact} is shown the form again, and no mail is sent`, async () => {
    const was = await dump(pages.db)
    const { status, text } = await send(ofRecipient(1), fields)
    assert.equal(status, 400)
    assert.match(text, /role="status"/)
    assert.doesNotMatch(text, /<b>Ann/)
    assert.deepEqual(await dump(pages.db), was)
    assert.equal((await mailed(pages.campaign)).length, 0)
  })

test('a POST that is not of the form sends nothing', async () => {
  const was = await dump(pages.db)
  for (const body of ['', 'List-Unsubscribe=One-Click', 'friends=a@x.example&name=Ann', '{"from":"forward"}'])
    assert.equal((await ask('POST', `/f/${ofRecipient(1)}`, form(body))).status, 200)
  assert.deepEqual(await dump(pages.db), was)
})

test('suppressed addresses, and those written to often enough, are not mailed, and the answer is the same', async () => {
  const one = await seedSent(pages.db, pages.world, { size: 4 })
  await pages.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${one.clientId}, 'no@friends.example', 'no@friends.example', 'complained', now())`
  const plain = await send(ofRecipient(1, one), { friends: 'yes@friends.example' })
  const suppressed = await send(ofRecipient(1, one), { friends: 'No@friends.example' })
  assert.deepEqual([suppressed.status, suppressed.text], [plain.status, plain.text])
  assert.deepEqual(
    (await mailed(one)).map(({ email }) => email),
    ['yes@friends.example'],
  )
  await send(ofRecipient(2, one), { friends: 'yes@friends.example' })
  const often = await send(ofRecipient(3, one), { friends: 'yes@friends.example' })
  assert.deepEqual([often.status, often.text], [plain.status, plain.text])
  assert.equal((await mailed(one)).length, 2)
  assert.equal(await forwards(one), 2)
})

test('a recipient sends on to ten a day, also by requests at the same time', async () => {
  const one = await seedSent(pages.db, pages.world)
  const token = ofRecipient(1, one)
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, n) => send(token, { friends: `f${n}a@x.example, f${n}b@x.example` })),
  )
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  assert.deepEqual([count(200), count(429)], [5, 10])
  assert.equal((await mailed(one)).length, 10)
  assert.equal((await send(ofRecipient(2, one), { friends: 'other@x.example' })).status, 200, 'others still do')
})

test('a letter for friends has no recipient, is in a sandbox, and ends with its campaign', async () => {
  const one = await seedSent(pages.db, pages.world)
  const path = `/l/${pages.tokens.sign('letter', one.campaignId, 0)}`
  await pages.db`update campaigns set html = '<p>Hi [email]</p>' where id = ${one.campaignId}`
  const { status, text, headers } = await ask('GET', path)
  assert.equal(status, 200)
  assert.equal(text, '<p>Hi </p>')
  assert.match(String(headers['content-security-policy']), /^sandbox /)
  for (const worthless of [
    pages.tokens.sign('letter', one.campaignId, 1),
    pages.tokens.sign('recipient', one.campaignId, 0),
    pages.tokens.sign('letter', 2 ** 40 - 1, 0),
    'x',
  ])
    assert.equal((await ask('GET', `/l/${worthless}`)).status, 404)
  await pages.db`update campaigns set deleted_at = now() where id = ${one.campaignId}`
  assert.equal((await ask('GET', path)).status, 404)
  assert.equal((await ask('GET', `/f/${ofRecipient(1, one)}`)).status, 404)
})
