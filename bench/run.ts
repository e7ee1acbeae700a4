/**
 * `npm run bench`: every measurement of docs/benchmarks.md, one after the other, each a command of its own.
 *
 *   npm run bench [name …]
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { benchmarks } from './benchmarks.ts'

const chosen = process.argv.slice(2)
const names = benchmarks.map(({ name }) => name)
const unknown = chosen.find(name => !names.includes(name))
if (unknown !== undefined) throw new Error(`There is no benchmark "${unknown}", only ${names.join(', ')}.`)

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`)
for (const name of chosen.length > 0 ? chosen : names) {
  console.log(`## ${name}\n`)
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
