/**
 * From starting the process to its first answered call, on a data folder that exists (and, once, on an empty one).
 *
 *   node --import tsx bench/start.ts [rounds]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '../test/harness/program.ts'
import { median, printTable } from './table.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
try {
  const first = await startOnce()
  const later: number[] = []
  for (let round = 0; round < rounds; round++) later.push(await startOnce())
  printTable([
    ['start to first answered call', 'seconds'],
    ['empty data folder', first.toFixed(2)],
    [`existing data folder, median of ${rounds}`, median(later).toFixed(2)],
    ['existing data folder, worst', Math.max(...later).toFixed(2)],
  ])
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** @returns seconds */
async function startOnce(): Promise<number> {
  const start = performance.now()
  const { url, apiKey, end } = await startProgram({ LETTERSHOP_DATA: folder })
  const answer = await fetch(`${url}/api/api.asmx/User.GetSystemDate?ApiKey=${apiKey}`)
  const seconds = (performance.now() - start) / 1000
  if (!answer.ok || !(await answer.text()).includes('anyType')) throw new Error('The first call was not answered.')
  await end()
  return seconds
}
