/**
 * What the wire alone costs: an operation that touches no database, over SOAP 1.1, against a bare node:http server that
 * moves the same bytes and against the npm `soap` server with an equal handler.
 *
 *   node --import tsx bench/protocol.ts [seconds per round] [rounds]
 *
 * Each server is a process of its own on loopback; rounds are interleaved, so that a slow moment of the machine meets all.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { namespace } from '../test/harness/dial.ts'
import { load, post } from './load.ts'

const operation = 'Subscribers.GetIsSubscribed'
const connections = 64

const request = post(
  '/api/api.asmx',
  { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}${operation}"` },
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="${namespace}"><ApiKey>0123456789abcdef0123456789abcdef</ApiKey><ListID>fedcba9876543210fedcba9876543210</ListID><Email>reader@example.com</Email></${operation}></soap:Body></soap:Envelope>`,
)

const contenders = ['bare node:http', 'ours', 'npm soap'] as const
const [seconds = 4, rounds = 5] = process.argv.slice(2).map(Number)

const servers = await Promise.all(contenders.map(start))
try {
  for (const { port } of servers) await load({ port, connections, seconds: 1, request: () => request })
  const rates = contenders.map(() => [] as number[])
  const costs = contenders.map(() => [] as number[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, port, processorTime }] of servers.entries()) {
      const before = await processorTime()
      const { perSecond, requests, failures } = await load({ port, connections, seconds, request: () => request })
      if (failures > 0) throw new Error(`${name} failed ${failures} requests.`)
      rates[index]!.push(perSecond)
      costs[index]!.push(((await processorTime()) - before) / requests)
    }
  }
  const [rate, cost] = [rates.map(median), costs.map(median)]
  console.log(`SOAP 1.1 ${operation}, ${connections} clients, ${rounds} interleaved rounds of ${seconds} s, medians\n`)
  console.log('| server | requests/s | of bare | of npm soap | processor µs a request |')
  console.log('|---|---|---|---|---|')
  for (const [index, name] of contenders.entries()) {
    const columns = [
      name,
      Math.round(rate[index]!).toLocaleString('en'),
      (rate[index]! / rate[0]!).toFixed(2),
      (rate[index]! / rate[2]!).toFixed(2),
      cost[index]!.toFixed(1),
    ]
    console.log(`| ${columns.join(' | ')} |`)
  }
} finally {
  for (const { child } of servers) child.kill()
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The server says its port when it listens, and afterwards its processor time when asked. */
async function start(name: (typeof contenders)[number]) {
  const child = fork(fileURLToPath(new URL('protocol-server.ts', import.meta.url)), [name], {
    execArgv: ['--import', 'tsx'],
  })
  const next = () =>
    new Promise<number>((resolve, reject) => {
      const gone = () => reject(new Error(`The server "${name}" ended.`))
      child.once('exit', gone)
      child.once('message', message => {
        child.removeListener('exit', gone)
        resolve(Number(message))
      })
    })
  const processorTime = () => {
    const answer = next()
    child.send('processor time?')
    return answer
  }
  return { name, child, port: await next(), processorTime }
}
