/** A crowd that asks for one document: in a process of its own, so that reading it takes no time from who asks for it (`crowd.ts`). */
import { connect } from 'node:net'
import type { CrowdOrder, CrowdReport } from './crowd.ts'

process.once('message', async (order: CrowdOrder) => {
  const report = await ask(order)
  process.send?.(report satisfies CrowdReport, () => process.disconnect())
})

/** All connections send all their requests at once and read as fast as they can. */
async function ask({ url, path, encoding, connections, requests }: CrowdOrder): Promise<CrowdReport> {
  const { hostname, port, host } = new URL(url)
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: ${encoding}\r\n`
  const sent = [...Array.from({ length: requests - 1 }, () => request), `${request}Connection: close\r\n`].join('\r\n')
  const statusLine = 'HTTP/1.1 200 OK'
  let octets = 0
  let answered = 0
  let began = 0
  const one = () =>
    new Promise<void>(resolve => {
      let last = ''
      const socket = connect(Number(port), hostname, () => socket.write(`${sent}\r\n`))
      socket.on('error', () => {})
      socket.on('data', chunk => {
        began ||= Date.now()
        octets += chunk.length
        // it may stand across two pieces
        const seam = last + chunk.toString('latin1', 0, statusLine.length - 1)
        if (seam.includes(statusLine)) answered++
        for (let at = chunk.indexOf(statusLine); at >= 0; at = chunk.indexOf(statusLine, at + 1)) answered++
        last = chunk.toString('latin1', chunk.length - statusLine.length + 1)
      })
      socket.once('close', () => resolve())
    })
  await Promise.all(Array.from({ length: connections }, one))
  return { answered, octets, began, ended: Date.now() }
}
