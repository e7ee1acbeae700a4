#!/usr/bin/env node
/**
 * Runs the tests: `npm test`, or `node test/run.mjs [file or folder …] [--database [--distributed] | --core] [--long] [--test-name-pattern=…]`.
 * They run as plain JavaScript (test/harness/bundle.mjs). One throw-away PostgreSQL for all of them, unless DATABASE_URL names a
 * server to use instead, and temporary files in memory (test/harness/temporary.mjs). `--long` tries more of everything, for hours (test/harness/effort.ts). A file always ends
 * (test/harness/ends.ts).
 *
 * Parts of the tests are chosen by folder, in `parts` below:
 * - `--database` is for another PostgreSQL server: the SQL, and delivery, whose locks and leases live in the database. The
 *   simulation is not part of it: its worlds draw their faults above SQL, and the server makes no difference to them.
 * - `--database --distributed` runs the same on databases that Citus distributes by client: DISTRIBUTED_URL names a database of a
 *   coordinator that knows its workers. Without it the run names the files left out, and succeeds.
 * - `--core` is for another version of Node: everything but the wires played in full, foreign programs, browsers, fuzzing and
 *   the simulation.
 * - `--screens` is every screen of the console, twice, and every place with strange names; it is a step of its own in CI, and no part
 *   of `npm test`.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './harness/bundle.mjs'
import { processesOf } from './harness/processes.mjs'
import { temporaryFolder } from './harness/temporary.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The files and folders that an option names. */
const parts = {
  '--database': ['src/store', 'src/delivery', 'test/database', 'test/delivery'],
  '--distributed': ['test/distributed'],
  '--core': [
    ...['src/lib', 'src/contract', 'src/protocols', 'src/domain', 'src/store'],
    // starts the program as an operator does, and calls it
    'test/embedded-program.test.ts',
  ],
  '--screens': ['test/console/screens.test.ts', 'test/console/strange-names.test.ts'],
}
const given = process.argv.slice(2)
const isDistributed = given.includes('--distributed')
const flags = given.filter(argument => argument.startsWith('-') && argument !== '--long' && !(argument in parts))
if (given.includes('--long')) process.env.TEST_LONG = '1'
const named = given.flatMap(argument => parts[argument] ?? (argument.startsWith('-') ? [] : [argument]))
const files = (named.length ? named : ['src', 'test', 'bench', 'demo', 'examples', 'console'])
  .flatMap(testFiles)
  .filter(file => named.length > 0 || !parts['--screens'].includes(relative(root, file)))
  // Citus shows no plan of what a node runs
  .filter(file => !isDistributed || !file.endsWith('plans.test.ts'))
if (files.length === 0) {
  console.error(`No test files in ${named.join(', ') || root}.`)
  process.exit(1)
}

const { DISTRIBUTED_URL } = process.env
if (isDistributed && !DISTRIBUTED_URL) {
  sayLeftOut(`${files.length} test files on a distributed database`)
  process.exit(0)
}

/** What a whole run may cost on the machine of CI; what grows must shrink elsewhere. */
const budgetSeconds = 1_300

/** Files that a run of many names at its end, as the reporter does. */
const mostSlow = Number(process.env.SLOWEST ?? 15)

let child
let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    interrupted ??= signal
    child?.kill('SIGTERM')
  })

/** Modules in TypeScript that this program itself needs. */
const own = { embedded: 'src/store/embedded/embedded.ts', log: 'src/lib/log.ts', effort: 'test/harness/effort.ts' }
/** Loaded before each file. */
const ends = join(root, 'test/harness/ends.ts')
const folder = mkdtempSync(join(temporaryFolder(), 'lettershop-test-'))
// other accounts, which servers of the tests run as, pass through it to what is theirs
chmodSync(folder, 0o711)
/** Where each file writes the CPU it took. */
const cpuFile = join(folder, 'cpu')
/** What tests leave behind goes with the run. */
const temporary = join(folder, 'tmp')
mkdirSync(temporary)
/** Where the files record the statements that they send, for `test/last/`. */
const statements = process.env.TEST_STATEMENTS ?? join(folder, 'statements')
mkdirSync(statements, { recursive: true })
chmodSync(temporary, 0o1777)
let code = 1
let server
const before = machineCpu()
try {
  const bundles = mkdtempSync(join(folder, 'bundles-'))
  const place = await bundle([...files, ends], bundles, Object.values(own))
  const program = join(bundles, 'program.mjs')
  // in a process of its own: it loads all of the program
  spawnSync(
    process.execPath,
    ['-e', `import(${JSON.stringify(program)}).then(({ writeCache }) => writeCache()).then(() => process.exit())`],
    { stdio: 'inherit' },
  )
  const { programOfTests: load } = await import(program)
  const dataFolder = mkdtempSync(join(folder, 'data-'))
  const givenUrl = isDistributed ? DISTRIBUTED_URL : process.env.DATABASE_URL
  if (!givenUrl) server = await startServer(load, dataFolder)
  const whichServer = isDistributed ? 'the Citus of DISTRIBUTED_URL' : 'the PostgreSQL of DATABASE_URL'
  console.log(`${files.length} test files on ${server ? 'an embedded PostgreSQL' : whichServer}`)
  if (!interrupted) code = await runTests(load, place, bundles, server?.url ?? givenUrl)
  if (files.length > mostSlow) sayCpu(place, server && dataFolder)
  sayBudget(machineCpu() - before, server && dataFolder)
  if (named.length === 0) sayLeftOut('a distributed database: node test/run.mjs --database --distributed')
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(interrupted ? 130 : code)

/** What needs an engine that neither comes along nor is a package of the system. */
function sayLeftOut(what) {
  const reason = DISTRIBUTED_URL ? 'is a run of its own' : 'DISTRIBUTED_URL, a coordinator of Citus, is not set'
  console.warn(`LEFT OUT: ${what} (${reason})`)
}

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

async function startServer(load, dataFolder) {
  const { startEmbedded } = load(own.embedded)
  const { createLog } = load(own.log)
  const embedded = await startEmbedded({ dataFolder, log: createLog('error'), durable: false, maxConnections: 300 })
  void embedded.lost.then(sentence => {
    console.error(sentence)
    child?.kill('SIGTERM')
  })
  return embedded
}

/** The budget of a run is CPU: on a busy machine the clock does not show which file spends it. */
function sayCpu(place, dataFolder) {
  if (!existsSync(cpuFile)) return
  const ofServer = dataFolder && processCpu(postmasterOf(dataFolder))
  if (ofServer) console.log(`CPU ${ofServer.toFixed(0)} s in PostgreSQL`)
  const sources = new Map(files.map(file => [place(file), relative(root, file)]))
  const taken = readFileSync(cpuFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'))
    .map(([seconds, at]) => ({ seconds: Number(seconds), file: sources.get(at) ?? relative(folder, at) }))
    .sort((one, other) => other.seconds - one.seconds)
  const sum = taken.reduce((all, { seconds }) => all + seconds, 0)
  console.log(`CPU ${sum.toFixed(0)} s in test files and what they started`)
  for (const { seconds, file } of taken.slice(0, mostSlow)) console.log(`CPU ${seconds.toFixed(1)} s ${file}`)
}

/** Seconds that all programs of the machine have computed. */
function machineCpu() {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000, 0)
}

/**
 * Says what the run cost: the machine's time holds browsers, whose processes no test waits for, and whatever else the machine does; on a
 * machine that other programs keep busy, the time of the run's own processes is the one to compare.
 */
function sayBudget(seconds, dataFolder) {
  const isWhole = named.length === 0
  const budget = isWhole ? `, of a budget of ${budgetSeconds} s for a whole run` : ''
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  const ofServer = (dataFolder && processCpu(postmasterOf(dataFolder))) ?? 0
  const own = (userCPUTime + systemCPUTime) / 1e6 + (processCpu('self', 13) ?? 0) + ofServer
  console.log(`CPU ${own.toFixed(0)} s in processes of the run, without browsers that are still open`)
  console.log(`CPU ${seconds.toFixed(0)} s on the machine during the run${budget}`)
  if (isWhole && seconds > budgetSeconds)
    console.warn(
      'WARNING: the run is over its budget, if nothing else kept the machine busy. SLOWEST=40 names what costs most.',
    )
}

/** The server's process; undefined where it has ended. */
function postmasterOf(dataFolder) {
  const file = join(dataFolder, 'postgres/postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : undefined
}

/**
 * Seconds of a process and of its children that have ended.
 * @param first 11 with the process itself, 13 its children only (proc(5), fields 14 to 17)
 * @returns undefined where the system does not report it
 */
function processCpu(pid, first = 11) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return fields.slice(first, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
  } catch {
    return undefined
  }
}

/** Which tests are asked for, unlike options of their processes. */
function isOfTests(flag) {
  return flag.startsWith('--test-')
}

async function runTests(load, place, bundles, databaseUrl) {
  // A developer's own settings must not decide what the tests see.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:LETTERSHOP|OTEL)_/.test(name)))
  const { fileLimitMs } = load(own.effort)
  // once, instead of once for each file that needs it
  const hasConsole = files.some(file => relative(root, file).startsWith('test/console/'))
  if (hasConsole) spawnSync(process.execPath, [join(root, 'console/build.mjs')], { stdio: 'inherit' })
  const list = join(folder, 'processes.json')
  writeFileSync(list, JSON.stringify(processesOf(files, { root, folder: bundles, place })))
  child = spawn(
    process.execPath,
    [
      ...['--import', place(ends), ...flags.filter(flag => !isOfTests(flag))],
      ...[join(root, 'test/harness/runner.mjs'), list, String(fileLimitMs), ...flags.filter(isOfTests)],
    ],
    {
      cwd: root,
      env: {
        ...env,
        DATABASE_URL: databaseUrl,
        TMPDIR: temporary,
        TEST_CPU_FILE: cpuFile,
        TEST_STATEMENTS: statements,
        ...(named.length === 0 ? { TEST_IS_WHOLE: '1' } : {}),
        ...(hasConsole ? { TEST_CONSOLE_IS_BUILT: '1' } : {}),
      },
      stdio: 'inherit',
    },
  )
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (signal) console.error(`The tests were stopped by ${signal}.`)
      resolve(code ?? 1)
    })
  })
}
