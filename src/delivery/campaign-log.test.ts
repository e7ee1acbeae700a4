/** What the log tells of a campaign's life at the level info, and what it does not tell. */
import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { campaign, endings, isSent, people, sender, sendNow } from '../../test/harness/sending.ts'
import { startSink } from '../../test/harness/sink.ts'
import { until } from '../../test/harness/until.ts'
import { createLog } from '../lib/log.ts'
import { smtpTransport } from './relays/transport.ts'

/** A log at the level info, and what it says. */
function keptLog() {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-log-'))
  const path = join(folder, 'log')
  const file = openSync(path, 'w')
  endings.unshift(async () => {
    closeSync(file)
    rmSync(folder, { recursive: true })
  })
  const text = () => readFileSync(path, 'utf8')
  const lines = () =>
    text()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Record<string, unknown>)
  return { log: createLog('info', file), text, lines }
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

test('a campaign starts, its relay is away and comes back, and it is finished with its sums; no person is named', async () => {
  const { log, text, lines } = keptLog()
  const port = await freePort()
  const transport = smtpTransport([`smtp://user:pass-word@127.0.0.1:${port}?tls=none`], { log })
  endings.push(() => transport.close())
  const running = await campaign(people(8))
  await sendNow(running)
  sender(transport, { log, transport })
  await until(async () => text().includes('relay.held'), 'the relay is away')
  const back = await startSink({
    smtp: { disabledCommands: ['STARTTLS'], onAuth: (_auth, _session, done) => done(null, { user: 'user' }) },
    reply: to =>
      to.startsWith('p3@') ? { at: 'recipient', code: 550, text: 'no such user p3@example.com' } : 'accept',
    port,
  })
  endings.push(() => back.close())
  await isSent(running)
  await until(async () => text().includes('campaign.finished'), 'it is told')
  const told = lines().filter(({ event }) => typeof event === 'string')
  assert.deepEqual(
    told.map(({ event }) => event),
    ['campaign.started', 'relay.held', 'relay.back', 'campaign.finished'],
  )
  const [started, finished] = [told[0]!, told.at(-1)!]
  assert.deepEqual([started.campaign, started.recipients], [running.publicId, 8])
  const { campaign: named, recipients, accepted, refused, unknown, excluded } = finished
  assert.deepEqual(
    { named, recipients, accepted, refused, unknown, excluded },
    { named: running.publicId, recipients: 8, accepted: 7, refused: 1, unknown: 0, excluded: 0 },
  )
  assert.equal(told.find(({ event }) => event === 'relay.held')?.relay, `127.0.0.1:${port}`)
  assert.doesNotMatch(text(), /example\.com|Ada|Lovelace|pass-word/)
})
