/** Test mails over real SMTP: what a campaign would send, and nothing that counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { seedList, testKeys } from '../../../test/harness/seed.ts'
import { campaign, present, type Running, relay, sink } from '../../../test/harness/sending.ts'
import type { TestMail } from '../../domain/campaigns/mails/test-send.ts'
import { publicPaths, tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { contentTasksHere } from '../content/tasks.ts'
import type { Transport } from '../transport.ts'
import { testSend } from './test-send.ts'

const tokens = tokensOf(testKeys)
const mail = ({ campaignId, publicId }: Running & { publicId: string }, change: Partial<TestMail> = {}): TestMail => ({
  campaign: { ...present.world.client, campaignId, campaignPublicId: publicId },
  test: 7,
  recipients: ['boss@client.example', 'carla@client.example'],
  contact: null,
  variant: 1,
  publicUrl: 'https://mail.example',
  ...change,
})
const send = (transport: Transport, patienceMs = 60_000) =>
  testSend({
    db: present.db,
    tokens,
    contentTasks: contentTasksHere,
    transport,
    patienceMs,
    now: () => new Date('2026-03-01T12:00:00Z'),
  })

test('the message of the campaign arrives, marked as a test, its links as they were written', async () => {
  const one = await campaign([])
  await present.db`
    update campaigns set html = replace(html, 'shop</a>', 'shop</a> [City,fallback=nowhere]') where id = ${one.campaignId}`
  await present.db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    values (${one.clientId}, ${present.world.list.listId}, 'City', 'City', 'Text', 1)`
  const peer = await sink()
  const { listId } = present.world.list
  const deliver = send(relay(peer))
  assert.deepEqual(
    (
      await deliver(
        mail(one, {
          contact: {
            listId,
            email: 'ada@reader.example',
            name: 'Ada Lovelace',
            tracked: true,
            traits: [],
            fields: { City: 'London' },
          },
        }),
      )
    ).map(({ state, code }) => [state, code]),
    [
      ['accepted', 250],
      ['accepted', 250],
    ],
  )
  await deliver(mail(one, { test: 8, recipients: ['boss@client.example'] }))
  assert.deepEqual(peer.messages.map(({ to }) => to).sort(), [
    'boss@client.example',
    'boss@client.example',
    'carla@client.example',
  ])
  const parsed = await Promise.all(peer.messages.map(({ raw }) => PostalMime.parse(raw)))
  assert.deepEqual(
    parsed.map(({ subject }) => subject),
    ['[Test] Hi Ada', '[Test] Hi Ada', '[Test] Hi'],
  )
  assert.equal(new Set(parsed.map(({ messageId }) => messageId)).size, 3, 'mail programs would hide the second')
  for (const { html, text } of parsed) {
    assert.match(html!, /href="https:\/\/shop\.example\/"/)
    assert.ok(!html!.includes('/c/1/') && !text!.includes('/c/1/'), 'no link is tracked')
  }
  assert.match(parsed[0]!.html!, /London/)
  assert.match(parsed[2]!.html!, /nowhere/)
  const [links] = await present.db`select count(*)::integer as n from links where campaign_id = ${one.campaignId}`
  assert.equal(links!.n, 0)
})

test('its tokens name no recipient: opening it counts nowhere', async () => {
  const one = await campaign(['p1@example.com'])
  const peer = await sink()
  await send(relay(peer))(mail(one, { recipients: ['boss@client.example'] }))
  const { html } = await PostalMime.parse(peer.messages[0]!.raw)
  const token = /\/u\/([\w-]{36})/.exec(html!)![1]!
  assert.ok(html!.includes(publicPaths.open(token)))
  const [campaignId, number] = tokens.verify('recipient', token)!
  assert.equal(campaignId, one.campaignId)
  assert.ok(number >= 2_000_000_000 && number < 2 ** 31)
})

test('each recipient has a result of its own, and a silent relay does not delay the others', async () => {
  const one = await campaign([])
  const { db } = present
  await seedList(db, present.world.client, 'Another')
  const peer = await sink({
    reply: to =>
      to.startsWith('no')
        ? { at: 'recipient', code: 550, text: '5.1.1 no such user' }
        : to.startsWith('later')
          ? { at: 'recipient', code: 450, text: '4.2.0 later' }
          : to.startsWith('silent')
            ? 'hang'
            : 'accept',
  })
  const transport = relay(peer, '?connections=4&timeout=60')
  const names = ['no', 'later', 'silent', 'yes', 'last']
  const outcomes = await send(transport, 4000)(mail(one, { recipients: names.map(name => `${name}@client.example`) }))
  assert.deepEqual(
    outcomes.map(({ state, code }) => [state, code]),
    [
      ['refused', 550],
      ['deferred', 450],
      ['unknown', null],
      ['accepted', 250],
      ['accepted', 250],
    ],
  )
  await transport.close()
})

test('a test is signed as the campaign would be', async () => {
  const one = await campaign([])
  const peer = await sink()
  const asked: unknown[] = []
  const deliver = testSend({
    db: present.db,
    tokens,
    contentTasks: contentTasksHere,
    transport: relay(peer),
    async findSigner(clientId, fromEmail) {
      asked.push(clientId, fromEmail)
      return async data => Buffer.concat([Buffer.from('X-Signed: yes\r\n'), data])
    },
  })
  await deliver(mail(one, { recipients: ['boss@client.example'] }))
  assert.deepEqual(asked, [one.clientId, 'carla@client.example'])
  assert.match(peer.messages[0]!.raw.toString(), /^X-Signed: yes\r\n/)
})

test('a missing relay is reported and does not hang', async () => {
  const one = await campaign([])
  const peer = await sink()
  const transport = relay(peer)
  await peer.close()
  const [outcome] = await send(transport)(mail(one, { recipients: ['boss@client.example'] }))
  assert.equal(outcome!.state, 'deferred')
})

test('a test of a campaign that cannot be composed answers so for each recipient', async () => {
  const one = await campaign([])
  await present.db`update campaigns set from_email = 'no address' where id = ${one.campaignId}`
  const peer = await sink()
  const answer = 'not composed: the From address is not an address mail can be sent to'
  assert.deepEqual(await send(relay(peer))(mail(one)), [
    { state: 'refused', code: null, answer },
    { state: 'refused', code: null, answer },
  ])
  assert.equal(peer.messages.length, 0)
})

test('a test mail of a variant has its subject and its content', async () => {
  const peer = await sink()
  const one = await campaign([])
  await present.db`
    insert into campaign_variants (client_id, campaign_id, variant, subject, from_name)
    values (${one.clientId}, ${one.campaignId}, 1, null, null), (${one.clientId}, ${one.campaignId}, 2, 'Other words', null)`
  await present.db`
    insert into campaign_tests (client_id, campaign_id, share, holdout, decides, wait_minutes, otherwise, usual_rate, hoped_rate)
    values (${one.clientId}, ${one.campaignId}, 50, 0, 'clicks', 60, 1, 200, 300)`
  const deliver = testSend({ db: present.db, tokens, contentTasks: contentTasksHere, transport: relay(peer) })
  await deliver(mail(one, { recipients: ['boss@client.example'], variant: 2 }))
  const { subject } = await PostalMime.parse(peer.messages[0]!.raw)
  assert.equal(subject, '[Test] Other words')
})
