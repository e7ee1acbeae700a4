/** Each benchmark still measures: run at a hundredth of its size. Its figures are not judged here. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { effort, mayTake } from '../test/harness/effort.ts'
import { benchmarks } from './benchmarks.ts'

/** Parts that benchmarks share, processes they start, and what is run by hand with a folder or a time of its own. */
const others = ['run', 'soak', 'world', 'world-calls', 'world-steps', 'benchmarks']
const limitMs = 10 * 60_000

test('every file that prints a table of its own is a benchmark of the list', () => {
  const named = new Set([...benchmarks.map(({ name }) => name), ...others])
  const files = readdirSync(import.meta.dirname).filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  for (const file of files) {
    const name = file.slice(0, -'.ts'.length)
    if (readFileSync(join(import.meta.dirname, file), 'utf8').includes('printTable(') && name !== 'table')
      assert.ok(named.has(name), `${file} is not in benchmarks.ts`)
  }
  for (const { name } of benchmarks) assert.ok(existsSync(join(import.meta.dirname, `${name}.ts`)), name)
})

describe('at a hundredth of its size', { skip: effort(0, 1) === 1 ? false : 'only in npm run test:long' }, () => {
  for (const { name, small } of benchmarks)
    test(name, { timeout: limitMs }, async () => {
      mayTake(limitMs)
      const { code, output, errors } = await run(name, small)
      assert.equal(code, 0, `${output}\n${errors}`)
      const numbers = output.split('\n').filter(line => line.startsWith('|') && /[1-9]/.test(line))
      assert.ok(numbers.length > 0, `no number in a table:\n${output}`)
    })
})

function run(name: string, args: readonly string[]) {
  const file = join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text
  })
  return new Promise<{ code: number | null; output: string; errors: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, output, errors }))
  })
}
