import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { startSink } from '../../../test/harness/sink.ts'
import { smtpTransport } from '../relays/transport.ts'
import type { Message } from '../transport.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** More than the system's buffers of a connection hold. */
const large: Message = {
  from: 'from@example.com',
  to: 'to@example.com',
  utf8: false,
  data: Buffer.from(`Subject: x\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(250_000)}`),
  name: { folder: 'campaign', file: '7' },
}

/** A relay that says yes to everything, and calls `onData` when the data begins. */
async function agreeable(chunking: boolean, onData: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 hi\r\n')
    let inData = false
    let tail = ''
    socket.on('data', piece => {
      const text = piece.toString('latin1')
      if (inData) {
        tail = (tail + text).slice(-5)
        if (tail === '\r\n.\r\n') socket.write('250 taken\r\n')
        return
      }
      for (const line of text.split('\r\n')) {
        if (line.startsWith('EHLO'))
          socket.write(`250-hi\r\n250-PIPELINING\r\n250 ${chunking ? 'CHUNKING' : 'HELP'}\r\n`)
        else if (/^(MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n')
        else if (line === 'DATA') socket.write('354 go\r\n')
        else continue
        if (line === 'DATA' || (chunking && line.startsWith('RCPT'))) {
          inData = true
          onData(socket)
          return
        }
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise(resolve => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

for (const chunking of [false, true]) {
  test(`a relay that stops reading in the middle of the data is cut off, ${chunking ? 'CHUNKING' : 'DATA'}`, async () => {
    const port = await agreeable(chunking, socket => socket.pause())
    const transport = smtpTransport([`smtp://127.0.0.1:${port}?timeout=2&connections=1`])
    endings.push(() => transport.close())
    const outcome = await transport.send(large)
    assert.equal(outcome.kind, 'unknown')
    assert.match(outcome.answer, /it stopped taking what it was sent/)
  })
}

test('a relay that reads slowly has the time it needs, as long as it goes on', async () => {
  let pauses = 0
  let taken = 0
  const port = await agreeable(false, socket => {
    socket.on('data', piece => {
      taken += piece.length
      if (taken < (pauses + 1) * 2_000_000) return
      pauses++
      socket.pause()
      setTimeout(() => socket.resume(), 500)
    })
  })
  const transport = smtpTransport([`smtp://127.0.0.1:${port}?timeout=3&connections=1`])
  endings.push(() => transport.close())
  assert.equal((await transport.send(large)).kind, 'accepted')
  assert.ok(pauses * 500 > 3000, 'longer altogether than it may take for an answer')
})

for (const implicit of [false, true]) {
  test(`a TLS session is taken up again by the next connection, ${implicit ? 'TLS from the first byte' : 'STARTTLS'}`, async () => {
    const reused: boolean[] = []
    const relay = await startSink({
      smtp: {
        secure: implicit,
        disabledCommands: ['AUTH'],
        onSecure(socket, _session, done) {
          reused.push((socket as TLSSocket).isSessionReused()) // known once the connection is secure
          done()
        },
      },
    })
    endings.push(() => relay.close())
    const scheme = implicit ? 'smtps' : 'smtp'
    const transport = smtpTransport([
      `${scheme}://127.0.0.1:${relay.port}?tls=required&verify=false&connections=1&messages=1`,
    ])
    endings.push(() => transport.close())
    const small = { ...large, data: Buffer.from('Subject: x\r\n\r\nHello\r\n') }
    for (let n = 0; n < 3; n++) assert.equal((await transport.send(small)).kind, 'accepted')
    assert.equal(relay.messages.length, 3)
    assert.deepEqual(reused, [false, true, true])
  })
}
