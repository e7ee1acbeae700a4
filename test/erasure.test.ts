/** A contact is erased from a running service: a dump of its database, and what comes in later. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { returnAddresses } from '../src/domain/tokens/return-addresses.ts'
import { tokens as tokensOf } from '../src/domain/tokens/tokens.ts'
import { type SentCampaign, seedSent } from './harness/campaign.ts'
import { columnsWith } from './harness/dump.ts'
import { seed, testKeys, type World } from './harness/seed.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { until } from './harness/until.ts'

const domain = 'bounce.example'
const tokens = tokensOf(testKeys)
let service: TestService
let world: World
let campaign: SentCampaign
let erasure: string

before(async () => {
  service = await startTestService({
    LETTERSHOP_SECRET: 'an installation secret of the tests, 32 bytes or more',
    LETTERSHOP_BOUNCE_DOMAIN: domain,
    LETTERSHOP_MAILBOX_PORT: '0',
  })
  const { db } = service
  world = await seed(db)
  campaign = await seedSent(db, world, { size: 3 })
  const { clientId } = world.client
  await db`update subscribers set email = 'Wilma.Erdbeer@people.example', address = 'wilma.erdbeer@people.example', name = 'Wilma Erdbeer'
    where client_id = ${clientId} and id = ${campaign.recipients[0]!.subscriberId}`
  await db`update audience set email = 'Wilma.Erdbeer@people.example', address = 'wilma.erdbeer@people.example', name = 'Wilma Erdbeer'
    where client_id = ${clientId} and number = 1`
})
after(() => service?.stop())

const tokenOf = (number: number) => tokens.sign('recipient', campaign.campaignId, number)
const visit = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, { redirect: 'manual', ...init })

async function call(operation: string, params: object) {
  const answer = await visit(`/api/json/${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${world.accountKey}` },
    body: JSON.stringify({ ClientID: world.client.clientPublicId, ...params }),
  })
  return (await answer.json()) as Record<string, unknown> // a record or a text
}

async function settled() {
  await until(async () => (await call('Erasure.Get', { ErasureID: erasure })).State === 'Done', 'everything is removed')
}

async function mailIn(number: number, email: string) {
  const transport = createTransport({ host: '127.0.0.1', port: service.mailboxPort!, ignoreTLS: true })
  const to = returnAddresses(tokenOf(number), domain).bounce
  const raw = [
    'From: MAILER-DAEMON@mx.people.example',
    `To: ${to}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `<${email}>: 550 5.1.1 ${email} is unknown`,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.people.example',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; 550 5.1.1 ${email} is unknown`,
    '--b--',
    '',
  ].join('\r\n')
  await transport.sendMail({ envelope: { from: '', to: [to] }, raw })
  transport.close()
}

test('who was mailed, opened and clicked is erased while the service runs', async () => {
  for (const number of [1, 2]) await visit(`/o/${tokenOf(number)}.gif`, { headers: { 'User-Agent': 'Thunderbird' } })
  await until(async () => (await service.db`select from opens`).length === 2, 'both opens are counted')
  // what is not judged yet waits for the bot filter's next look
  await service.db`update opens set stale_at = null`
  const answer = await call('Erasure.Create', { Email: 'wilma.erdbeer@people.example' })
  erasure = String(answer)
  assert.match(erasure, /^[0-9a-f]{32}$/)
  await settled()
  const hits = await service.db<{ number: number; agent: string }[]>`select number, agent from hits order by number`
  assert.deepEqual(
    hits.map(({ number, agent }) => [number, agent]),
    [
      [1, ''],
      [2, 'Thunderbird'],
    ],
  )
})

test('links of old mails harm nothing: no copy, no hit, and leaving is a friendly page', async () => {
  assert.equal((await visit(`/w/${tokenOf(2)}`)).status, 200)
  assert.equal((await visit(`/w/${tokenOf(1)}`)).status, 404)
  for (const number of [1, 2]) assert.equal((await visit(`/o/${tokenOf(number)}.gif`)).status, 200)
  await until(async () => (await service.db`select from hits where number = 2`).length === 2, 'the open is recorded')
  assert.equal((await service.db`select from hits where number = 1`).length, 1)
  const left = await visit(`/u/${tokenOf(1)}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  assert.equal(left.status, 200)
  assert.ok(!/erdbeer|@hmac/i.test(await left.text()))
})

test('a bounce that comes later counts, and its mail and its text are not kept', async () => {
  await mailIn(1, 'wilma.erdbeer@people.example')
  await mailIn(2, campaign.recipients[1]!.email)
  await until(
    async () =>
      (await service.db`select from mailbox where state = 'waiting'`).length === 0 &&
      (await service.db`select from campaign_bounces`).length === 2,
    'both bounces are worked off',
  )
  const bounces = await service.db<{ number: number; evidence: string; type: string }[]>`
    select number, type, evidence from campaign_bounces order by number`
  assert.deepEqual([bounces[0]!.type, bounces[0]!.evidence], ['H', ''])
  assert.match(bounces[1]!.evidence, /5\.1\.1/)
  assert.deepEqual(
    (await service.db<{ number: number }[]>`select number from mailbox`).map(({ number }) => number),
    [2],
  )
})

test('a dump of the database holds neither the address nor its local part nor the name', async () => {
  assert.deepEqual(await columnsWith(service.db, 'erdbeer'), [])
  assert.notDeepEqual(await columnsWith(service.db, campaign.recipients[1]!.email), [])
})
