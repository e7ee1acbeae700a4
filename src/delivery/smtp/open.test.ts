import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { afterEach, test } from 'node:test'
import { type SinkOptions, startSink } from '../../../test/harness/sink.ts'
import { startPeer } from '../../../test/harness/smtp-peer.ts'
import { smtpTransport } from '../relays/transport.ts'
import type { Message } from '../transport.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const message: Message = {
  from: 'from@example.com',
  to: 'to@example.com',
  utf8: false,
  data: Buffer.from('Subject: x\r\n\r\nHello\r\n'),
  name: { folder: 'campaign', file: '7' },
}

function open(url: string) {
  const transport = smtpTransport([url])
  endings.push(() => transport.close())
  return transport
}

async function sink(smtp: NonNullable<SinkOptions['smtp']>) {
  const started = await startSink({ smtp })
  endings.push(() => started.close())
  return started
}

for (const method of ['PLAIN', 'LOGIN']) {
  for (const implicit of [false, true]) {
    test(`AUTH ${method} over ${implicit ? 'TLS from the first byte' : 'STARTTLS'}`, async () => {
      const logins: string[] = []
      const relay = await sink({
        secure: implicit,
        disabledCommands: [],
        authMethods: [method],
        authOptional: false,
        onAuth(auth, session, done) {
          logins.push(`${auth.method} ${auth.username} ${auth.password} ${session.secure}`)
          done(null, { user: auth.username })
        },
      })
      const url = `${implicit ? 'smtps' : 'smtp'}://news:p%40ss%C3%9F@127.0.0.1:${relay.port}?verify=false&tls=required&connections=1`
      const transport = open(url)
      for (let n = 0; n < 3; n++) assert.equal((await transport.send(message)).kind, 'accepted')
      assert.deepEqual(logins, [`${method} news p@ssß true`])
      assert.deepEqual(relay.messages[0]!.raw, message.data)
    })
  }
}

test('TLS from the first byte with an untrusted certificate is no connection', async () => {
  const relay = await sink({ secure: true, disabledCommands: ['AUTH'] })
  assert.equal((await open(`smtps://127.0.0.1:${relay.port}`).send(message)).kind, 'unavailable')
  assert.equal(relay.messages.length, 0)
})

test('a password goes to no relay that offers no way to log in', async () => {
  const relay = await startPeer()
  endings.push(() => relay.close())
  const outcome = await open(`smtp://news:secret@127.0.0.1:${relay.port}`).send(message)
  assert.equal(outcome.kind, 'unavailable')
  assert.deepEqual(
    relay.commands.filter(command => !command.startsWith('EHLO') && command !== 'QUIT'),
    [],
  )
})

test('an answer put in before the TLS handshake is not taken for a protected one', async () => {
  const heard: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.write('220 hi\r\n')
    socket.on('data', piece => {
      const text = piece.toString('latin1')
      heard.push(text)
      if (text.startsWith('EHLO')) socket.write('250-peer\r\n250 STARTTLS\r\n')
      if (text.startsWith('STARTTLS')) socket.write('220 go\r\n250-peer\r\n250 AUTH PLAIN\r\n')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => new Promise(resolve => server.close(resolve)))
  const address = server.address()
  assert.ok(address !== null && typeof address !== 'string')
  const outcome = await open(`smtp://news:secret@127.0.0.1:${address.port}?tls=required&verify=false`).send(message)
  assert.equal(outcome.kind, 'unavailable')
  assert.match(outcome.answer, /between STARTTLS and the handshake/)
  assert.ok(!heard.some(text => text.includes('AUTH')))
})

test('smtps:// against a port that begins in the clear says which scheme it needs', async () => {
  const relay = await sink({ disabledCommands: ['AUTH', 'STARTTLS'] })
  const outcome = await open(`smtps://localhost:${relay.port}?verify=false`).send(message)
  assert.equal(outcome.kind, 'unavailable')
  assert.match(
    outcome.answer,
    /does not answer with TLS on this port: smtps:\/\/ is for TLS .*, smtp:\/\/ for STARTTLS/,
  )
  assert.equal(relay.messages.length, 0)
})

test('a relay that answers AUTH with 250 is not logged in to, and the outcome says which answer was missing', async () => {
  const relay = await startPeer({
    offers: ['AUTH PLAIN'],
    turn: step => (step === 'login' ? { say: '250 2.0.0 OK\r\n' } : undefined),
  })
  endings.push(() => relay.close())
  const outcome = await open(`smtp://news:secret@127.0.0.1:${relay.port}?tls=none`).send(message)
  assert.deepEqual([outcome.kind, outcome.code], ['unavailable', null])
  assert.match(outcome.answer, /it answered "250 2\.0\.0 OK" where 235 says yes/)
  assert.deepEqual(
    relay.commands.filter(command => /^MAIL/.test(command)),
    [],
  )
})
