/**
 * What 1,000 streams cost the machine with any server: node:http with nothing behind it writes to all of them what a live stream
 * would, four times a second, fifty in one turn of the event loop. Sends its port once it listens.
 */
import { createServer, type ServerResponse } from 'node:http'

const streams = new Set<ServerResponse>()
const message = `event: campaign.progress\nid: 1\ndata: ${JSON.stringify({ CampaignID: 'c'.repeat(32), Counts: 'x'.repeat(200) })}\n\n`
const perTurn = 50

const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(': ready\n\n')
  streams.add(response)
  response.on('close', () => streams.delete(response))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port)) // a TCP server has a port
setInterval(() => writeNext([...streams]), 250)

function writeNext(rest: ServerResponse[]) {
  for (const stream of rest.splice(0, perTurn)) stream.write(message)
  if (rest.length > 0) setImmediate(writeNext, rest)
}
