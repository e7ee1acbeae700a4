/**
 * `npm run bench`: every measurement of docs/benchmarks.md, one after the other, each a command of its own.
 *
 *   npm run bench [name …]
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'

const benchmarks = [
  'protocol',
  'hostile',
  'documents',
  'calls',
  'stream',
  'live-stream',
  'start',
  'compose',
  'dkim',
  'smtp',
  'delivery',
  'returned',
  'returned-storm',
  'hits',
  'opt-out',
  'mailbox',
  'people',
  'authorisation',
  'rate-limit',
  'tracing',
  'audit',
  'overviews',
  'previews',
  'deletions',
  'audience',
  'drafts',
  'report',
  'uploads',
  'export',
  'import',
  'outbox',
  'console',
]

const chosen = process.argv.slice(2)
const unknown = chosen.find(name => !benchmarks.includes(name))
if (unknown !== undefined) throw new Error(`There is no benchmark "${unknown}", only ${benchmarks.join(', ')}.`)

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`)
for (const name of chosen.length > 0 ? chosen : benchmarks) {
  console.log(`## ${name}\n`)
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
