import { longestSilence, runCrowd, watchHealth } from '../test/harness/crowd.ts'
import { processorTime, residentMegabytes } from './processes.ts'
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
    resident = Math.max(resident, residentMegabytes(pid))
  })
  const before = processorTime(pid) / 1e6
  const report = await runCrowd({ url, path, encoding, connections, requests })
  const cost = processorTime(pid) / 1e6 - before
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
