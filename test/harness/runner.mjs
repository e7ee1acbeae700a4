/**
 * Runs test modules, each in a process of Node's test runner, and reports them as one run. Started by test/run.mjs with Node's
 * options for the processes (`--import`), the file that lists the modules, the limit of each in milliseconds, and which tests are asked for.
 */
import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { run } from 'node:test'
import reporter from './reporter.mjs'
import { runAll } from './schedule.mjs'

const [list, limitMs, ...asked] = process.argv.slice(2)
const named = '--test-name-pattern='
const patterns = asked.filter(option => option.startsWith(named)).map(option => option.slice(named.length))
const begun = performance.now()
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    process.exitCode = 1
    stopped.abort()
  })
// each run of a module adds some
process.setMaxListeners(0)
setMaxListeners(0, stopped.signal)

/** The closing lines of each run, which count its tests. */
const closing = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) ([\d.]+)$/
const counts = new Map()
const events = new PassThrough({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER })
Readable.from(reporter(events)).pipe(process.stdout)

/**
 * Events of one module are written as they come. Those of the others wait for its end, and are written together: the reporter knows the
 * suite of a test from what came before.
 */
let live
const held = []

const processes = JSON.parse(readFileSync(list, 'utf8'))
for (const part of [processes.filter(({ isLast }) => !isLast), processes.filter(({ isLast }) => isLast)])
  await runAll(part, start)

/** Runs one module. */
async function start({ module }) {
  if (stopped.signal.aborted) return
  const own = []
  live ??= own
  for await (const event of run({
    files: [module],
    concurrency: 1,
    timeout: Number(limitMs),
    signal: stopped.signal,
    only: asked.includes('--test-only'),
    ...(patterns.length > 0 && { testNamePatterns: patterns }),
  })) {
    const { type, data } = event
    const [, name, count] = (type === 'test:diagnostic' && data.nesting === 0 && closing.exec(data.message)) || []
    if (name) counts.set(name, (counts.get(name) ?? 0) + Number(count))
    else if (live === own) events.write(event)
    else own.push(event)
    if (type === 'test:fail' && !data.todo) process.exitCode = 1
  }
  if (live === own) live = undefined
  else for (const event of own) held.push(event)
  if (live === undefined) for (const event of held.splice(0)) events.write(event)
}
counts.set('duration_ms', performance.now() - begun)
for (const [name, count] of counts)
  events.write({ type: 'test:diagnostic', data: { nesting: 0, message: `${name} ${count}` } })
events.end()
