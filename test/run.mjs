#!/usr/bin/env node
/**
 * Runs the tests: `npm test`, or `node test/run.mjs [file or folder …] [--database] [--test-name-pattern=…]`.
 * `--database` leaves out those that never touch the database. One throw-away PostgreSQL for all of them, unless DATABASE_URL names a server to use instead.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

const root = fileURLToPath(new URL('..', import.meta.url))
const databaseOnly = process.argv.includes('--database')
const flags = process.argv.slice(2).filter(argument => argument.startsWith('-') && argument !== '--database')
const named = process.argv.slice(2).filter(argument => !argument.startsWith('-'))
const files = (named.length ? named : ['src', 'test', 'bench', 'demo', 'console'])
  .flatMap(testFiles)
  .filter(file => !databaseOnly || reaches(file, join(root, 'test/harness/database.ts')))
if (files.length === 0) {
  console.error(`No test files in ${named.join(', ') || root}.`)
  process.exit(1)
}

let child
let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    interrupted ??= signal
    child?.kill('SIGTERM')
  })

const server = process.env.DATABASE_URL ? undefined : await startServer()
let code = 1
try {
  console.log(`${files.length} test files on ${server ? 'an embedded PostgreSQL' : 'the PostgreSQL of DATABASE_URL'}`)
  if (!interrupted) code = await runTests(server?.url ?? process.env.DATABASE_URL)
} finally {
  await server?.stop()
}
process.exit(interrupted ? 130 : code)

function testFiles(path) {
  const full = join(root, relative(root, path))
  const found = statSync(full, { throwIfNoEntry: false })
  if (!found) {
    if (named.length === 0) return []
    console.error(`There is no ${path}.`)
    process.exit(1)
  }
  if (found.isFile()) return [full]
  return readdirSync(full, { recursive: true })
    .filter(name => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map(name => join(full, name))
    .sort()
}

/** Whether the file imports the target, by itself or through the harness. */
function reaches(file, target, seen = new Set()) {
  if (file === target) return true
  if (seen.has(file)) return false
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g)]
    .map(([, path]) => join(file, '..', path))
    .filter(path => path.startsWith(join(root, 'test')))
    .some(path => reaches(path, target, seen))
}

async function startServer() {
  const unregister = register()
  const { startEmbedded } = await import('../src/store/embedded.ts')
  const { createLog } = await import('../src/lib/log.ts')
  await unregister()
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-test-'))
  const embedded = await startEmbedded({
    dataFolder: folder,
    log: createLog('error'),
    durable: false,
    maxConnections: 300,
  })
  void embedded.lost.then(sentence => {
    console.error(sentence)
    child?.kill('SIGTERM')
  })
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function runTests(databaseUrl) {
  // A developer's own settings must not decide what the tests see.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LETTERSHOP_')))
  const concurrency = Math.max(2, availableParallelism())
  child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--test', `--test-concurrency=${concurrency}`, '--test-timeout=900000'],
      ...[
        `--test-reporter=${new URL('./harness/reporter.mjs', import.meta.url)}`,
        '--test-reporter-destination=stdout',
      ],
      ...flags,
      ...files,
    ],
    { cwd: root, env: { ...env, DATABASE_URL: databaseUrl }, stdio: 'inherit' },
  )
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal) console.error(`The tests were stopped by ${signal}.`)
      resolve(code ?? 1)
    })
  })
}
