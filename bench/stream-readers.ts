/**
 * Readers of live streams in a process of their own, as they are in reality: what reads the streams must not delay what measures calls.
 * Started by bench/live-stream.ts, which sends one `Order` for each set of readers and then 'close'; every 100 ms the process
 * sends how many messages all its readers have got.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Order {
  readonly port: number
  readonly apiKey: string
  /** Of each reader, the client whose events it reads, and whether it never reads what arrives. */
  readonly readers: readonly { readonly clientId: string; readonly isFrozen: boolean }[]
}

let sockets: Socket[] = []
let messages = 0

process.on('message', async (order: Order | 'close') => {
  if (order === 'close') {
    for (const socket of sockets) socket.destroy()
    sockets = []
    return
  }
  for (const [n, reader] of order.readers.entries()) {
    sockets.push(open(order, reader))
    if (n % 50 === 49) await sleep(20)
  }
})
setInterval(() => process.send?.(messages), 100)

function open({ port, apiKey }: Order, { clientId, isFrozen }: Order['readers'][number]): Socket {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {})
  socket.write(
    `GET /api/events/stream?client=${clientId} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`,
  )
  if (isFrozen) socket.pause()
  else
    socket.on('data', chunk => {
      if (chunk.includes('data: ')) messages++
    })
  return socket
}
