/**
 * Loaded into every test file by `test/run.mjs`: the file ends, whatever its tests left open. A failed test often skips the
 * lines that would have closed its server or stopped its program, and a wait for something that no longer happens never ends.
 *
 * - Where no test has begun or ended for longer than any test takes, the file is ended with an error that names the last one.
 * - When all tests and hooks are over and the process still lives a while later, it is ended with an error. Where every test
 *   passed this makes the file fail: a leak of the program under test is a defect and stays visible.
 *
 * Both name what was open, and kill the child processes that the file had started. At its end each file also says how much CPU it
 * and its children took, for `test/run.mjs` (TEST_CPU_FILE); its statements are recorded for `test/last/` (TEST_STATEMENTS).
 */
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync, writeSync } from 'node:fs'
import { after, afterEach, beforeEach } from 'node:test'
import { isMainThread } from 'node:worker_threads'
import { closingLimitMs, moreTime, testLimitMs } from './effort.ts'
import { recordStatements } from './statements.ts'

const children = new Set<ChildProcess>()
let watch: NodeJS.Timeout | undefined

// not in threads and forked processes of a test, which inherit the flags of its process
if (isMainThread && /\.test\.\w+$/.test(process.argv[1] ?? '')) {
  subscribe('child_process', message => {
    const { process: child } = message as { process: ChildProcess } // documented for this channel
    children.add(child)
    child.once('exit', () => children.delete(child))
  })
  expectMore(testLimitMs, 'the file was loaded, and no test began')
  // These hooks are the root's: they are called for tests at every depth.
  beforeEach(({ name }) => expectMore(testLimitMs, `“${name}” began, and did not end`))
  afterEach(({ name }) => expectMore(testLimitMs, `“${name}” ended, and nothing followed`))
  moreTime.subscribe(ms => expectMore(Number(ms), 'a test did not end that was given more time'))
  after(() => expectMore(closingLimitMs, 'the tests are over, and the file did not end'))
  const { TEST_CPU_FILE, TEST_STATEMENTS } = process.env
  if (TEST_STATEMENTS) recordStatements(TEST_STATEMENTS)
  if (TEST_CPU_FILE) process.on('exit', () => recordCpu(TEST_CPU_FILE))
}

/** A line with seconds of CPU and the file's place. A database server that all files share is no child of any. */
function recordCpu(file: string): void {
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  appendFileSync(file, `${(userCPUTime + systemCPUTime) / 1e6 + childrenCpu()}\t${process.argv[1]}\n`)
}

/** Seconds of CPU of the children that have ended; only Linux reports it (proc(5), fields 16 and 17, in hundredths). */
function childrenCpu(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

function expectMore(ms: number, failure: string): void {
  clearTimeout(watch)
  watch = setTimeout(end, ms, `${failure} within ${ms / 1000} s`).unref()
}

function end(failure: string): void {
  const open = process.getActiveResourcesInfo()
  const counted = [...new Set(open)].map(kind => `${open.filter(each => each === kind).length} ${kind}`)
  const living = [...children].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const commands = living.map(({ pid, spawnargs = [] }) => `\n  ${pid}: ${spawnargs.join(' ').slice(0, 200)}`)
  // written at once: what a stream still holds is lost at the exit
  writeSync(
    2,
    `${process.argv[1]}: ${failure}. Open: ${counted.join(', ')}.${living.length ? ` Killed:${commands.join('')}` : ''}\n`,
  )
  for (const child of living) child.kill('SIGKILL')
  process.exit(1)
}
