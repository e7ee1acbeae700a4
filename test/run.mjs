#!/usr/bin/env node
/**
 * Runs the tests: `npm test`, or `node test/run.mjs [file or folder …] [--database | --core] [--long] [--test-name-pattern=…]`.
 * One throw-away PostgreSQL for all of them, unless DATABASE_URL names a server to use instead. `--long` tries more of
 * everything, for hours (test/harness/effort.ts). A file always ends (test/harness/ends.ts).
 *
 * Parts of the tests are chosen by folder, in `parts` below:
 * - `--database` is for another PostgreSQL server: the SQL, and delivery, whose locks and leases live in the database. The
 *   simulation is not part of it: its worlds draw their faults above SQL, and the server makes no difference to them.
 * - `--core` is for another version of Node: everything but the wires played in full, foreign programs, browsers, fuzzing and
 *   the simulation.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The files and folders that an option stands for. */
const parts = {
  '--database': ['src/store', 'src/delivery', 'test/database', 'test/delivery'],
  '--core': [
    ...['src/lib', 'src/contract', 'src/protocols', 'src/domain', 'src/store'],
    // starts the program as an operator does, and calls it
    'test/embedded-program.test.ts',
  ],
}
const given = process.argv.slice(2)
const flags = given.filter(argument => argument.startsWith('-') && argument !== '--long' && !(argument in parts))
if (given.includes('--long')) process.env.TEST_LONG = '1'
const named = given.flatMap(argument => parts[argument] ?? (argument.startsWith('-') ? [] : [argument]))
const files = (named.length ? named : ['src', 'test', 'bench', 'demo', 'examples', 'console']).flatMap(testFiles)
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

/** Imports a module that is written in TypeScript. */
async function sources(path) {
  const unregister = register()
  try {
    return await import(path)
  } finally {
    await unregister()
  }
}

async function startServer() {
  const { startEmbedded } = await sources('../src/store/embedded/embedded.ts')
  const { createLog } = await sources('../src/lib/log.ts')
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

async function runTests(databaseUrl) {
  // A developer's own settings must not decide what the tests see.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LETTERSHOP_')))
  const concurrency = Math.max(2, availableParallelism())
  const { fileLimitMs } = await sources('./harness/effort.ts')
  child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--import', new URL('./harness/ends.ts', import.meta.url).href],
      ...['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${fileLimitMs}`],
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
