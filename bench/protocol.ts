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
import { load, post } from './load.ts'

const namespace = 'http://api.createsend.com/api/'
const operation = 'Subscribers.GetIsSubscribed'
const connections = 64

const request = post(
  '/api/api.asmx',
  { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}${operation}"` },
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="${namespace}"><ApiKey>0123456789abcdef0123456789abcdef</ApiKey><ListID>fedcba9876543210fedcba9876543210</ListID><Email>somebody@example.com</Email></${operation}></soap:Body></soap:Envelope>`,
)

const contenders = ['bare node:http', 'ours', 'npm soap'] as const
const [seconds = 4, rounds = 5] = process.argv.slice(2).map(Number)

const servers = await Promise.all(contenders.map(start))
try {
  for (const { port } of servers) await load({ port, connections, seconds: 1, request: () => request })
  const results = contenders.map(() => [] as number[])
  const tails = contenders.map(() => [] as number[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, port }] of servers.entries()) {
      const { perSecond, p99, failures } = await load({ port, connections, seconds, request: () => request })
      if (failures > 0) throw new Error(`${name} failed ${failures} requests.`)
      results[index]!.push(perSecond)
      tails[index]!.push(p99)
    }
  }
  const medians = results.map(median)
  console.log(`SOAP 1.1 ${operation}, ${connections} clients, ${rounds} interleaved rounds of ${seconds} s, medians\n`)
  console.log('| server | requests/s | p99 ms | of bare | of npm soap |')
  console.log('|---|---|---|---|---|')
  for (const [index, name] of contenders.entries()) {
    const ofBare = (medians[index]! / medians[0]!).toFixed(2)
    const ofSoap = (medians[index]! / medians[2]!).toFixed(2)
    console.log(
      `| ${name} | ${Math.round(medians[index]!).toLocaleString('en')} | ${median(tails[index]!).toFixed(1)} | ${ofBare} | ${ofSoap} |`,
    )
  }
} finally {
  for (const { child } of servers) child.kill()
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The server says its port when it listens. */
function start(name: (typeof contenders)[number]) {
  const child = fork(fileURLToPath(new URL('protocol-server.ts', import.meta.url)), [name], {
    execArgv: ['--import', 'tsx'],
  })
  return new Promise<{ name: string; child: typeof child; port: number }>((resolve, reject) => {
    child.once('message', port => resolve({ name, child, port: Number(port) }))
    child.once('exit', code => reject(new Error(`${name} ended with ${code} before it listened.`)))
  })
}
