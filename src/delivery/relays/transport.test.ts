import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { type SinkOptions, startSink } from '../../../test/harness/sink.ts'
import type { Message, Transport } from '../transport.ts'
import { smtpTransport } from './transport.ts'
import { createTransport } from './transports.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

function message(change: Partial<Message> = {}): Message {
  return {
    from: 'from@example.com',
    to: 'to@example.com',
    utf8: false,
    data: Buffer.from('Subject: x\r\n\r\nHello\r\n'),
    name: { folder: 'campaign', file: '7' },
    ...change,
  }
}

function open(urls: readonly string[]): Transport {
  const transport = smtpTransport(urls)
  endings.push(() => transport.close())
  return transport
}

async function sink(options?: SinkOptions) {
  const started = await startSink(options)
  endings.push(() => started.close())
  return started
}

test('the folder holds complete messages under their names, and a repeated one once', async () => {
  const outbox = await mkdtemp(join(tmpdir(), 'outbox-'))
  endings.push(() => rm(outbox, { recursive: true }))
  const transport = createTransport({ kind: 'folder' }, { outbox })
  assert.equal((await transport.send(message())).kind, 'accepted')
  assert.equal((await transport.send(message())).kind, 'accepted')
  assert.deepEqual(await readdir(join(outbox, 'campaign')), ['7.eml'])
  assert.deepEqual(await readFile(join(outbox, 'campaign', '7.eml')), message().data)
})

test('no other account enters the outbox and its folders', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'outbox-'))
  endings.push(() => rm(parent, { recursive: true }))
  const outbox = join(parent, 'outbox')
  await mkdir(join(outbox, 'campaign'), { recursive: true, mode: 0o755 })
  const transport = createTransport({ kind: 'folder' }, { outbox })
  for (const folder of ['campaign', 'notices']) await transport.send(message({ name: { folder, file: '1' } }))
  for (const path of [outbox, join(outbox, 'campaign'), join(outbox, 'notices')])
    assert.equal((await stat(path)).mode & 0o777, 0o700, path)
})

test('a folder that cannot be written is no refusal of the recipient', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  endings.push(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file'), '')
  const transport = createTransport({ kind: 'folder' }, { outbox: join(folder, 'file') })
  assert.equal((await transport.send(message())).kind, 'unavailable')
})

for (const [fact, reply, kind, code] of [
  ['accepted', 'accept', 'accepted', 250],
  ['refused at RCPT', { at: 'recipient', code: 550, text: '5.1.1 gone' }, 'refused', 550],
  ['refused after the data', { at: 'data', code: 554, text: '5.7.1 spam' }, 'refused', 554],
  ['deferred at RCPT', { at: 'recipient', code: 450, text: 'later' }, 'deferred', 450],
  ['deferred after the data', { at: 'data', code: 451, text: 'later' }, 'deferred', 451],
  ['dropped after the final dot', 'drop', 'unknown', null],
  ['never answered after the final dot', 'hang', 'unknown', null],
] as const) {
  test(`${fact}: ${kind}, and the next message goes through`, async () => {
    let count = 0
    const peer = await sink({ reply: () => (++count === 1 ? reply : 'accept') })
    const transport = open([`${peer.url}?connections=1&timeout=${reply === 'hang' ? 2 : 60}`])
    const outcome = await transport.send(message())
    assert.equal(outcome.kind, kind)
    assert.equal(outcome.code, code)
    if (typeof reply === 'object') assert.match(outcome.answer, new RegExp(reply.text))
    assert.equal((await transport.send(message({ to: 'next@example.com' }))).kind, 'accepted')
    assert.equal(peer.messages.at(-1)!.to, 'next@example.com')
  })
}

test('a message arrives byte for byte, lines with dots included', async () => {
  const peer = await sink()
  const data = Buffer.from('Subject: x\r\n\r\n.\r\n..a\r\nend\r\n')
  await open([peer.url]).send(message({ data }))
  assert.deepEqual(peer.messages[0]!.raw, data)
})

test('a connection the relay ended while idle is replaced without losing a message', async () => {
  let sockets = 0
  const peer = await scripted(socket => {
    sockets++
    socket.write('220 hi\r\n')
    let data = false
    socket.on('data', chunk => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (data && line === '.') {
          data = false
          // the relay answers, then ends the session on its own
          socket.end('250 ok\r\n')
        } else if (data) continue
        else if (line.startsWith('EHLO')) socket.write('250 peer\r\n')
        else if (line === 'DATA') {
          data = true
          socket.write('354 go\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  })
  const transport = open([peer])
  for (let n = 0; n < 3; n++) assert.equal((await transport.send(message())).kind, 'accepted')
  assert.equal(sockets, 3)
})

test('a relay that hangs up before the data leaves nothing unknown', async () => {
  const peer = await scripted(socket => {
    socket.write('220 hi\r\n')
    socket.on('data', chunk => {
      if (chunk.toString().startsWith('EHLO')) socket.write('250 peer\r\n')
      else socket.destroy()
    })
  })
  assert.equal((await open([peer]).send(message())).kind, 'unavailable')
})

test('a wrong password is no refusal of the recipient', async () => {
  const peer = await sink({
    smtp: {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(null, {}),
    },
  })
  const outcome = await open([peer.url.replace('smtp://', 'smtp://u:p@')]).send(message())
  assert.equal(outcome.kind, 'unavailable')
  assert.equal(peer.messages.length, 0)
})

for (const [query, kind] of [
  ['', 'accepted'],
  ['?tls=none', 'accepted'],
  ['?tls=required', 'unavailable'],
  ['?tls=required&verify=false', 'accepted'],
] as const) {
  test(`a relay with an untrusted certificate, ${query || 'by default'}: ${kind}`, async () => {
    let secure = false
    const peer = await sink({
      smtp: {
        disabledCommands: ['AUTH'],
        onSecure(_socket, _session, done) {
          secure = true
          done()
        },
      },
    })
    assert.equal((await open([`${peer.url}${query}`]).send(message())).kind, kind)
    assert.equal(secure, kind === 'accepted' && query !== '?tls=none')
  })
}

test('a relay without STARTTLS is not used where TLS is required', async () => {
  const peer = await sink()
  assert.equal((await open([`${peer.url}?tls=required&verify=false`]).send(message())).kind, 'unavailable')
  assert.equal(peer.messages.length, 0)
})

test('a relay that is down drains to the others', async () => {
  const down = await startSink()
  await down.close()
  const peer = await sink()
  const transport = open([`${down.url}?connections=5`, `${peer.url}?connections=1`])
  assert.equal(transport.concurrency, 12)
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => transport.send(message())))
  assert.deepEqual([...new Set(outcomes.map(outcome => outcome.kind))], ['accepted'])
  assert.equal(peer.messages.length, 8)
})

test('no more connections are opened than the relay allows', async () => {
  const peer = await sink()
  const transport = open([`${peer.url}?connections=2`])
  await Promise.all(Array.from({ length: 20 }, () => transport.send(message())))
  assert.equal(peer.messages.length, 20)
  // one is enough where it has carried everything before the other is open
  assert.ok(peer.connections() <= 2)
})

/** A peer of raw lines. @returns its relay URL */
async function scripted(onConnection: (socket: import('node:net').Socket) => void): Promise<string> {
  const server: Server = createServer(socket => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => new Promise(resolve => server.close(resolve)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `smtp://127.0.0.1:${address.port}?connections=1&tls=none`
}
