/**
 * What tracing costs: processor time of the service for the smallest call, `User.GetSystemDate` over JSON, and for `Client.GetDetail`,
 * which reads the database, without a collector and with one, processes in turns; and for the places of spans where nothing is recorded.
 *
 *   node --import tsx bench/tracing.ts [rounds] [folder of another version, built]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inSpan } from '../src/lib/trace.ts'
import { type Program, startProgram } from '../test/harness/program.ts'
import { closeServer, listen } from '../test/harness/web.ts'
import { callCost, smallestCallCost } from './call-cost.ts'
import { median, printTable } from './table.ts'

const [roundsGiven = '7', other] = process.argv.slice(2)
const rounds = Number(roundsGiven)

let octets = 0
const collector = createServer((request, response) => {
  request.on('data', (piece: Buffer) => {
    octets += piece.length
  })
  request.on('end', () => response.end('{}'))
})
const endpoint = `http://127.0.0.1:${await listen(collector)}`

const contenders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...(other === undefined ? {} : { 'the other version': {} }),
  'no collector': {},
  'no collector, again: the noise': {},
  'a collector, one trace of twenty': { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0.05' },
  'a collector, every trace': { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
}

const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const started: {
  readonly name: string
  readonly program: Program
  readonly ClientID: string
  costs: [number, number][]
}[] = []
try {
  for (const [name, settings] of Object.entries(contenders)) {
    const bin = name === 'the other version' ? join(other!, 'bin/lettershop.mjs') : undefined
    const program = await startProgram(
      {
        LETTERSHOP_DATA: join(folder, `${started.length}`),
        LETTERSHOP_ROLES: 'api',
        LETTERSHOP_CALLS_PER_SECOND: '0',
        ...settings,
      },
      bin === undefined ? {} : { command: [process.execPath, bin, 'start'] },
    )
    const ClientID = await program.call<string>('Client.Create', {
      CompanyName: 'Bench',
      ContactName: 'Bench',
      EmailAddress: 'bench@bench.example',
      Country: 'Germany',
      Timezone: 'Europe/Berlin',
    })
    started.push({ name, program, ClientID, costs: [] })
  }
  for (const { program } of started) await smallestCallCost(program)
  for (let round = 0; round < rounds; round++)
    for (const { program, ClientID, costs } of started)
      costs.push([await smallestCallCost(program), await callCost(program, 'Client.GetDetail', { ClientID })])
  const figures = started.map(({ name, costs }) => ({
    name,
    smallest: median(costs.map(([cost]) => cost)),
    reading: median(costs.map(([, cost]) => cost)),
  }))
  const base = figures[0]!
  const more = (cost: number, base: number) => `${((cost / base - 1) * 100).toFixed(1)} %`
  printTable([
    ['processor time of a call, µs', 'User.GetSystemDate', 'more', 'Client.GetDetail', 'more'],
    ...figures.map(({ name, smallest, reading }) => [
      name,
      smallest.toFixed(1),
      more(smallest, base.smallest),
      reading.toFixed(1),
      more(reading, base.reading),
    ]),
    ['the place of a span, nothing recorded', (await costOfPlace()).toFixed(4), '', '', ''],
  ])
  console.log(`${(octets / 1e6).toFixed(1)} MB went to the collector.`)
} finally {
  for (const { program } of started) await program.end()
  await closeServer(collector)
  await rm(folder, { recursive: true, force: true })
}

/** @returns microseconds of processor time, in this process */
async function costOfPlace(): Promise<number> {
  const many = 5_000_000
  const work = Promise.resolve()
  const run = () => work
  const before = process.cpuUsage()
  for (let n = 0; n < many; n++) void inSpan('work', { kind: 'client', isDetail: true }, run)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / many
}
