/** A network between the service and its database that can be cut, frozen and thawed. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface DatabaseProxy {
  /** The database through this proxy. */
  readonly url: string
  /**
   * Cuts the connection that sends the n-th piece of all that clients send from now on, before or after it reaches the
   * server.
   */
  cutAt(piece: number, when: 'before' | 'after'): void
  /** Whether the cut has happened. */
  readonly hasCut: boolean
  /** Cuts all connections; new ones work. */
  cutAll(): void
  /** Nothing passes any more in either direction and nothing is closed; new connections are accepted and get no answer. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

interface ProxyOptions {
  /** To listen on, where an earlier one was; otherwise a free one. */
  readonly port?: number
  /** Changes what clients send, piece by piece, and keeps its length. */
  readonly rewrite?: (bytes: Buffer) => Buffer
}

export async function databaseProxy(
  databaseUrl: string,
  { port = 0, rewrite = bytes => bytes }: ProxyOptions = {},
): Promise<DatabaseProxy> {
  const target = address(databaseUrl)
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  let when: 'before' | 'after' = 'before'
  let hasCut = false
  let frozen = false

  const server = createServer(client => {
    const upstream = connect(target)
    const both = [client, upstream] as const
    const end = () => {
      for (const socket of both) socket.destroy()
    }
    for (const [from, to] of [both, [upstream, client] as const]) {
      sockets.add(from)
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from)
          end()
        })
      from.on('data', bytes => {
        if (from !== client) return void to.write(bytes)
        const sent = rewrite(bytes)
        if (--left !== 0) return void to.write(sent)
        hasCut = true
        if (when === 'before') return end()
        to.write(sent, () => setTimeout(end, 20))
      })
      if (frozen) from.pause()
    }
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port) // it listens on a port

  return {
    url: url.href,
    cutAt(piece, at) {
      left = piece
      when = at
      hasCut = false
    },
    get hasCut() {
      return hasCut
    },
    cutAll() {
      for (const socket of sockets) socket.destroy()
    },
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      const closed = new Promise(resolve => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Where a server listens: a port or a socket's path. */
export function address(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port || 5432}` } : { host, port: Number(port || 5432) }
}
