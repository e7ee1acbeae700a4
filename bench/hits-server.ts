/** The other side of `hits.ts`: bare node:http servers that answer the same bytes; sends its parent the port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Same {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

process.once('message', message => {
  const { status, headers, body } = message as Same // what hits.ts sends
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_, response) => {
    response.writeHead(status, headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.((server.address() as AddressInfo).port) // a TCP server that listens has one
  })
})
process.once('disconnect', () => process.exit(0))
