/** Mail of sample data stays in the folder, whatever the settings say: not one of its messages reaches a relay. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { testKeys } from '../../test/harness/seed.ts'
import { campaign, endings, isSent, people, present, sender, sendNow, sink } from '../../test/harness/sending.ts'
import { tokens as tokensOf } from '../domain/tokens/tokens.ts'
import { html } from '../lib/html.ts'
import { createLog } from '../lib/log.ts'
import { isSampleClient } from '../store/accounts/sample.ts'
import { contentTasksHere } from './content/tasks.ts'
import { testSend } from './drafts/test-send.ts'
import { createTransport } from './relays/transports.ts'
import { noticeSender } from './system-mail/notices.ts'

let outbox: string
before(async () => {
  outbox = await mkdtemp(join(tmpdir(), 'lettershop-test-outbox-'))
})
after(() => rm(outbox, { recursive: true, force: true }))

/** A real relay, and a transport that uses it. */
async function relayed() {
  const peer = await sink()
  const transport = createTransport({ kind: 'smtp', relays: [`${peer.url}/?connections=2&timeout=20`] }, { outbox })
  endings.push(() => transport.close())
  return { peer, transport }
}

const asSample = (clientId: number) => present.db`update clients set is_sample = true where id = ${clientId}`

test('a campaign of sample data is written into the folder, one beside it goes to the relay', async () => {
  const { peer, transport } = await relayed()
  const sample = await campaign(people(3))
  await asSample(sample.clientId)
  await sendNow(sample)
  sender(transport)
  await isSent(sample)
  assert.deepEqual((await readdir(join(outbox, sample.publicId))).sort(), ['1.eml', '2.eml', '3.eml'])
  assert.equal(peer.messages.length, 0)
  const real = await campaign(people(2))
  await sendNow(real)
  await isSent(real)
  assert.equal(peer.messages.length, 2)
  assert.equal((await readdir(outbox)).includes(real.publicId), false)
})

test('so are its test mails', async () => {
  const { peer, transport } = await relayed()
  const { publicId, campaignId, clientId } = await campaign([])
  await asSample(clientId)
  const deliver = testSend({ db: present.db, tokens: tokensOf(testKeys), contentTasks: contentTasksHere, transport })
  const [outcome] = await deliver({
    campaign: { ...present.world.client, campaignId, campaignPublicId: publicId },
    test: 1,
    recipients: ['person@real.example'],
    contact: null,
    variant: 1,
    publicUrl: 'https://mail.example',
  })
  assert.equal(outcome!.state, 'accepted')
  assert.match(await readFile(join(outbox, publicId, 'test-1-0.eml'), 'utf8'), /person@real\.example/)
  assert.equal(peer.messages.length, 0)
})

test('so are confirmations and notices of it, and those of others are not', async () => {
  const { peer, transport } = await relayed()
  const sample = await campaign([])
  const real = await campaign([])
  await asSample(sample.clientId)
  const send = noticeSender({
    transport,
    log: createLog('silent'),
    isSample: clientId => isSampleClient(present.db, clientId),
  })
  const notice = {
    from: { name: 'Carla', email: 'carla@client.example' },
    to: { name: '', email: 'person@real.example' },
    subject: 'Please confirm',
    text: 'Please confirm.',
    html: html`<p>Please confirm.</p>`,
  }
  await send(sample.clientId, notice, {})
  assert.equal((await readdir(join(outbox, 'notices'))).length, 1)
  assert.equal(peer.messages.length, 0)
  await send(real.clientId, notice, {})
  await send(null, notice, {})
  assert.equal((await readdir(join(outbox, 'notices'))).length, 1)
  assert.equal(peer.messages.length, 2)
})
