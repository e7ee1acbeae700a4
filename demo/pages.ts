import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const files: Record<string, string> = {
  '/letter.html': 'text/html; charset=utf-8',
  '/template.html': 'text/html; charset=utf-8',
  '/rose.png': 'image/png',
}

/** Serves the pages a campaign and a template are made from. */
export async function servePages(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const type = files[request.url ?? '']
    if (!type) return void response.writeHead(404).end()
    readFile(join(import.meta.dirname, 'pages', request.url!)).then(bytes => {
      response.writeHead(200, { 'Content-Type': type }).end(bytes)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server that listens has one
    stop: () => new Promise(resolve => void server.close(() => resolve())),
  }
}
