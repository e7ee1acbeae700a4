import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { closeServer, listen } from '../../../test/harness/web.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { connect } from './database.ts'

/** A message of PostgreSQL's protocol (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
function message(type: string, ...parts: readonly (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map(part =>
      typeof part === 'string' ? Buffer.from(`${part}\0`) : typeof part === 'number' ? int32(part) : part,
    ),
  )
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const int16 = (value: number) => int32(value).subarray(2)
const accepted = Buffer.concat([message('R', 0), message('Z', Buffer.from('I'))])
const isPrimary = Buffer.concat([
  message('T', int16(1), 'standby', 0, int16(0), 16, int16(1), -1, int16(0)),
  message('D', int16(1), 1, Buffer.from('f')),
  message('C', 'SELECT 1'),
  message('Z', Buffer.from('I')),
])
const ended = message('E', Buffer.concat([Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')]))

let connections = 0
const server = createServer((socket: Socket) => {
  const isLookedAt = ++connections % 2 === 1
  socket.on('error', () => {})
  socket.once('data', () => {
    // a look finds the primary; the connection that follows is ended by the packet that accepts it
    if (!isLookedAt) return socket.end(Buffer.concat([accepted, ended]))
    socket.write(accepted)
    return socket.on('data', () => socket.write(isPrimary))
  })
})
let port: number
before(async () => {
  port = await listen(server as never) // it listens as one of HTTP does
})
after(() => closeServer(Object.assign(server, { closeAllConnections: () => {} }) as never))

test('a server that ends a connection in the packet that accepts it fails the statement, and not the process', async () => {
  const db = connect(`postgres://lettershop@127.0.0.1:${port},127.0.0.1:1/name`, { max: 1 })
  for (let n = 0; n < 3; n++) await assert.rejects(async () => db`select 1`, Unavailable)
  assert.ok(connections >= 2)
  await db.end({ timeout: 1 })
})

test('a host that accepts the connection without an answer, as a pooler without its server does, does not delay the next one', async () => {
  const silent = createServer(socket => socket.on('error', () => {}))
  const held: Socket[] = []
  silent.on('connection', socket => held.push(socket))
  const silentPort = await listen(silent as never)
  connections = 0
  const db = connect(`postgres://lettershop@127.0.0.1:${silentPort},127.0.0.1:${port}/name`, { max: 1 })
  // the connection that follows the look is ended again; that there is one says that the second host was found
  await assert.rejects(async () => db`select 1`, Unavailable)
  assert.equal(connections, 2)
  // no host has timed out yet
  assert.deepEqual(
    held.map(({ destroyed, readableEnded }) => destroyed || readableEnded),
    [false],
  )
  await db.end({ timeout: 1 })
  for (const socket of held) socket.destroy()
  await closeServer(Object.assign(silent, { closeAllConnections: () => {} }) as never)
})
