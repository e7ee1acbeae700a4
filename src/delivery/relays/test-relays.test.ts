import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { afterEach, test } from 'node:test'
import { type SinkOptions, startSink } from '../../../test/harness/sink.ts'
import { type PeerOptions, startPeer } from '../../../test/harness/smtp-peer.ts'
import type { RelayReport } from '../../domain/system/relay-tests.ts'
import { relayTester } from './test-relays.ts'
import { smtpTransport } from './transport.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function peer(options: PeerOptions) {
  const started = await startPeer(options)
  endings.push(() => started.close())
  return started
}

async function sink(smtp: NonNullable<SinkOptions['smtp']>) {
  const started = await startSink({ smtp })
  endings.push(() => started.close())
  return started
}

async function report(url: string, from = '', patienceMs?: number): Promise<RelayReport> {
  const tester = relayTester({ kind: 'smtp', relays: [url] }, patienceMs === undefined ? {} : { patienceMs })
  const [one, ...more] = await tester.test(tester.relays, from)
  assert.deepEqual(more, [])
  return one!
}

test('a working relay is shown with its extensions; a sender is offered and withdrawn, and nothing is sent', async () => {
  const relay = await peer({ offers: ['PIPELINING', 'CHUNKING', '8BITMIME', 'SMTPUTF8', 'SIZE 2000000'] })
  const { milliseconds, ...rest } = await report(`smtp://127.0.0.1:${relay.port}?name=me.example`, 'news@bloom.example')
  assert.ok(milliseconds >= 0)
  assert.deepEqual(rest, {
    relay: `127.0.0.1:${relay.port}`,
    step: 'done',
    code: null,
    error: '',
    addresses: ['127.0.0.1'],
    encrypted: false,
    loggedIn: false,
    offers: {
      pipelining: true,
      chunking: true,
      eightBitMime: true,
      smtpUtf8: true,
      mostBytes: 2_000_000,
      loginMethods: [],
    },
  })
  assert.deepEqual(relay.commands.slice(0, 3), ['EHLO me.example', 'MAIL FROM:<news@bloom.example> SIZE=0', 'RSET'])
  assert.deepEqual(relay.given, [])
})

test('without a sender the null sender is offered, and what a relay does not offer is said so', async () => {
  const relay = await peer({ offers: [] })
  const { step, offers } = await report(`smtp://127.0.0.1:${relay.port}`)
  assert.equal(step, 'done')
  assert.equal(offers!.pipelining || offers!.chunking || offers!.smtpUtf8, false)
  assert.equal(offers!.mostBytes, 0)
  assert.equal(relay.commands[1], 'MAIL FROM:<>')
})

for (const implicit of [false, true])
  test(`a login over ${implicit ? 'TLS from the first byte' : 'STARTTLS'} is encrypted and logged in`, async () => {
    const relay = await sink({
      secure: implicit,
      disabledCommands: [],
      authOptional: false,
      onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    })
    const scheme = implicit ? 'smtps' : 'smtp'
    const { step, encrypted, loggedIn, offers } = await report(
      `${scheme}://news:secret@127.0.0.1:${relay.port}?verify=false&tls=required`,
    )
    assert.deepEqual({ step, encrypted, loggedIn }, { step: 'done', encrypted: true, loggedIn: true })
    assert.ok(offers!.loginMethods.includes('PLAIN'))
    assert.deepEqual(relay.messages, [])
  })

/** What fails, and at which step. */
const failures: readonly [
  name: string,
  PeerOptions,
  query: string,
  step: RelayReport['step'],
  error: RegExp,
  code: number | null,
][] = [
  [
    'a greeting of 554',
    { turn: step => (step === 'greeting' ? { say: '554 go away\r\n' } : undefined) },
    '',
    'hello',
    /^554 go away$/,
    554,
  ],
  ['no STARTTLS where TLS is required', {}, '?tls=required', 'tls', /does not offer STARTTLS/, null],
  [
    'a sender that is refused',
    { turn: step => (step === 'mail' ? { say: '553 5.7.1 not yours\r\n' } : undefined) },
    '',
    'sender',
    /^553 5\.7\.1 not yours$/,
    553,
  ],
  [
    'a reset that is refused',
    { turn: step => (step === 'reset' ? { say: '502 5.5.1 no\r\n' } : undefined) },
    '',
    'reset',
    /^502/,
    502,
  ],
  ['a connection that is lost', { turn: step => (step === 'mail' ? 'drop' : undefined) }, '', 'sender', /closed/, null],
  [
    'no SMTP',
    { turn: step => (step === 'greeting' ? { say: 'HTTP/1.1 400 Bad Request\r\n' } : undefined) },
    '',
    'hello',
    /HTTP/,
    null,
  ],
]
for (const [name, options, query, step, error, code] of failures)
  test(`the first failure is reported with its step: ${name}`, async () => {
    const relay = await peer(options)
    const found = await report(`smtp://127.0.0.1:${relay.port}${query}`)
    assert.equal(found.step, step)
    assert.match(found.error, error)
    assert.equal(found.code, code)
  })

test('a port without a listener, a name without an address and an untrusted certificate are reported', async () => {
  const closed = await startPeer()
  await closed.close()
  const refused = await report(`smtp://127.0.0.1:${closed.port}`)
  assert.equal(refused.step, 'connect')
  assert.match(refused.error, /ECONNREFUSED/)

  const unknown = await report('smtp://relay.invalid:25')
  assert.equal(unknown.step, 'resolve')
  assert.match(unknown.error, /cannot be resolved/)
  assert.deepEqual(unknown.addresses, [])

  const secure = await sink({ secure: true, disabledCommands: ['AUTH'] })
  const untrusted = await report(`smtps://127.0.0.1:${secure.port}`)
  assert.equal(untrusted.step, 'connect')
  assert.match(untrusted.error, /certificate/)
  assert.equal(untrusted.encrypted, false)
})

test('a sender that needs SMTPUTF8 is reported, and no command is sent', async () => {
  const relay = await peer({ offers: ['PIPELINING'] })
  const found = await report(`smtp://127.0.0.1:${relay.port}`, 'grüße@bloom.example')
  assert.equal(found.step, 'sender')
  assert.match(found.error, /SMTPUTF8/)
  assert.ok(!relay.commands.some(command => command.startsWith('MAIL')))
})

for (const step of ['greeting', 'hello', 'mail', 'reset'] as const)
  test(`a relay that is silent at ${step} ends the test within its time`, async () => {
    const relay = await peer({ turn: now => (now === step ? 'stall' : undefined) })
    const found = await report(`smtp://127.0.0.1:${relay.port}`, '', 300)
    const at = { greeting: 'hello', hello: 'hello', mail: 'sender', reset: 'reset' }[step]
    assert.equal(found.step, at)
    assert.match(found.error, /within 0\.3 seconds/)
    assert.ok(found.milliseconds < 5000)
  })

test('relays are tested side by side: one that is silent does not delay the other', async () => {
  const silent = await peer({ turn: () => 'stall' })
  const good = await peer({})
  const tester = relayTester(
    { kind: 'smtp', relays: [`smtp://127.0.0.1:${silent.port}`, `smtp://127.0.0.1:${good.port}`] },
    { patienceMs: 1000 },
  )
  const [first, second] = await tester.test(tester.relays, '')
  assert.equal(first!.step, 'hello')
  assert.equal(second!.step, 'done')
  assert.ok(second!.milliseconds < first!.milliseconds)
  const [only, ...more] = await tester.test([tester.relays[1]!], '')
  assert.equal(only!.step, 'done')
  assert.deepEqual(more, [])
})

/** A relay that repeats the login that it refuses. */
async function echo() {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.write('220 echo\r\n')
    socket.on('data', piece => {
      const line = piece.toString('latin1').trimEnd()
      if (line.startsWith('EHLO')) socket.write('250-echo\r\n250 AUTH PLAIN\r\n')
      else if (line.startsWith('AUTH')) {
        const [, user, pass] = Buffer.from(line.split(' ')[2]!, 'base64').toString().split('\0')
        socket.write(`535 ${line}: no ${user} with ${pass}\r\n`)
      } else socket.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => new Promise(resolve => server.close(resolve)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return address.port
}

test('secrets that a relay repeats are neither in a report nor in the outcome of a mail', async () => {
  const url = `smtp://token1234:p4ssword@127.0.0.1:${await echo()}?tls=none`
  const found = await report(url)
  assert.equal(found.step, 'login')
  assert.equal(found.code, 535)
  const transport = smtpTransport([url])
  endings.push(() => transport.close())
  const outcome = await transport.send({
    from: 'a@x.example',
    to: 'b@x.example',
    utf8: false,
    data: Buffer.from('x\r\n'),
    name: { folder: 'f', file: 'f' },
  })
  const plain = Buffer.from('\0token1234\0p4ssword').toString('base64')
  for (const text of [JSON.stringify(found), JSON.stringify(outcome)]) {
    assert.match(text, /535 AUTH PLAIN \*\*\*: no \*\*\* with \*\*\*/)
    for (const secret of ['token1234', 'p4ssword', plain]) assert.ok(!text.includes(secret), `${secret} in ${text}`)
  }
})

test('with the folder transport there is no relay', async () => {
  const tester = relayTester({ kind: 'folder' })
  assert.deepEqual(tester.relays, [])
  assert.deepEqual(await tester.test([], ''), [])
})
