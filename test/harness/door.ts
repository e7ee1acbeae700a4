/** A service behind a door: while it is closed, the service is gone, for callers at the door alone. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Door {
  readonly url: string
  open(): Promise<void>
  /** Ends the connections, too. */
  close(): Promise<void>
}

/** @param target of the service; the door is open at first, and always at the same port */
export async function doorTo(target: string): Promise<Door> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer(incoming => {
    const outgoing = connect(Number(port), hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      // one end follows the other
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        incoming.destroy()
        outgoing.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  let own = 0
  const open = () => new Promise<void>(resolve => server.listen(own, '127.0.0.1', () => resolve()))
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await open()
  own = (server.address() as AddressInfo).port // it listens to a port
  return { url: `http://127.0.0.1:${own}`, open, close }
}
