/** A web server on loopback whose answers a test chooses. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestWeb {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly port: number
  /** Paths asked for, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

export interface Page {
  readonly status?: number
  readonly type?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Serves pages by path (query included or not); what is not there is a 404. A listener answers by itself. */
export async function serveWeb(pages: Record<string, Page | RequestListener>): Promise<TestWeb> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const target = request.url ?? '/'
    asked.push(target)
    const page = pages[target] ?? pages[target.split('?')[0]!]
    if (typeof page === 'function') return page(request, response)
    const { status = 200, type = 'text/html; charset=utf-8', body = '', headers = {} } = page ?? { status: 404 }
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(body)
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}`, port, asked, close: () => closeServer(server) }
}

export function listen(server: Server): Promise<number> {
  return new Promise(
    resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)), // a TCP server's address is one
  )
}

export function closeServer(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
