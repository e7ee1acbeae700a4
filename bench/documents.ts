/**
 * What a crowd that asks for the documents of the service costs others: 200 connections that each send 20 requests at once, and
 * /health asked meanwhile without a break. Of each document: the processor time of the service, how often /health answered while the
 * crowd was answered, the longest time without such an answer, and the most resident memory.
 *
 *   node --import tsx bench/documents.ts [connections [requests]]
 */
import { readFileSync } from 'node:fs'
import { longestSilence, runCrowd, watchHealth } from '../test/harness/crowd.ts'
import { startProduct } from './product.ts'
import { printTable } from './table.ts'

const documents: readonly (readonly [name: string, path: string])[] = [
  ['OpenAPI', '/api/openapi.json'],
  ['REST OpenAPI', '/api/rest/openapi.json'],
  ['WSDL', '/api/api.asmx?wsdl'],
  ['API page', '/api/'],
  ['client types', '/api/paths.ts'],
]

const [connections = 200, requests = 20] = process.argv.slice(2).map(Number)
const rows = [
  [
    'document',
    'answered',
    'MB sent',
    'processor time, s',
    '/health: answers',
    'longest without one, ms',
    'MB resident, most',
  ],
]
const product = await startProduct()
const { url, child } = product
const pid = child.pid!
try {
  for (const [name, path] of documents) {
    for (const encoding of ['identity', 'br']) {
      await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': encoding } }).then(answer => answer.text())
      rows.push([`${name}, ${encoding === 'br' ? 'compressed' : 'uncompressed'}`, ...(await measure(path, encoding))])
    }
  }
} finally {
  await product.end()
}
printTable(rows)

async function measure(path: string, encoding: string): Promise<readonly string[]> {
  const answers: number[] = []
  let resident = 0
  const stop = watchHealth(url, at => {
    answers.push(at)
    resident = Math.max(resident, residentMegabytes())
  })
  const before = processorSeconds()
  const report = await runCrowd({ url, path, encoding, connections, requests })
  const cost = processorSeconds() - before
  await stop()
  const meanwhile = answers.filter(at => at > report.began && at < report.ended)
  return [
    `${report.answered}`,
    (report.octets / 1e6).toFixed(0),
    cost.toFixed(1),
    `${meanwhile.length}`,
    `${longestSilence(answers, report)}`,
    resident.toFixed(0),
  ]
}

function residentMegabytes(): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Of all threads of the service, in user and system. */
function processorSeconds(): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
