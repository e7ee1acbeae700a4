/** Starts the server's programs with its account and folder, and without our environment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Account } from './account.ts'

interface Place {
  readonly cwd: string
  readonly account: Account | undefined
}

export interface ServerProcess {
  /** Pid of the server itself; undefined if it could not be started. */
  readonly pid: Promise<number | undefined>
  /** Resolves when the server has ended. */
  readonly exited: Promise<string>
  /** Requests a fast shutdown: open transactions are rolled back, and data is flushed. */
  stop(): void
  /** The last lines of its output. */
  lastWords(): string
}

/** @throws Error with the program's output if it fails */
export async function runProgram(path: string, args: readonly string[], place: Place): Promise<void> {
  const child = spawn(path, args, { ...settings(place), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const ended = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `code ${code ?? signal}`))
  })
  if (ended) throw new Error(`${path} ended with ${ended}: ${output.trim()}`)
}

/**
 * Starts the server with a guard: a shell that waits for the end of our pipe and then stops the server. The pipe ends when we stop it
 * and also when we are killed, so no server outlives its Lettershop, even after kill -9. A separate session
 * keeps the terminal's Ctrl-C away from both, because we stop the server after its last client.
 */
export function startServer(path: string, args: readonly string[], place: Place, line: (text: string) => void) {
  const windows = process.platform === 'win32'
  const child = windows
    ? spawn(path, args, { ...settings(place), stdio: ['ignore', 'ignore', 'pipe'] })
    : spawn('/bin/sh', ['-c', guard, 'lettershop-guard', path, ...args], {
        ...settings(place),
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
      })
  child.stdin?.on('error', () => {}) // the guard may have ended, which its exit event reports
  const last: string[] = []
  createInterface({ input: child.stderr! }).on('line', text => {
    last.push(text)
    if (last.length > 20) last.shift()
    line(text)
  })
  const pgCtl = join(dirname(path), 'pg_ctl.exe')
  return {
    pid: windows ? Promise.resolve(child.pid) : firstNumber(child.stdout!),
    exited: ending(child),
    stop: () => {
      if (windows) spawn(pgCtl, ['stop', '-m', 'fast', '-D', place.cwd], { ...settings(place), stdio: 'ignore' })
      else child.stdin?.end()
    },
    lastWords: () => last.join('\n'),
  } satisfies ServerProcess
}

const guard = `
exec 3<&0
"$@" </dev/null >&2 3<&- &
server=$!
echo "$server"
trap '' INT TERM HUP
{ read -r _ <&3; kill -INT "$server"; } >/dev/null 2>&1 &
reader=$!
exec 3<&- >&2
wait "$server"
code=$?
kill -KILL "$reader" 2>/dev/null
exit $code
`

function firstNumber(stream: Readable): Promise<number | undefined> {
  return new Promise(resolve => {
    stream.once('data', data => resolve(Number.parseInt(String(data), 10) || undefined))
    stream.once('close', () => resolve(undefined))
  })
}

function ending(child: ChildProcess): Promise<string> {
  return new Promise(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
}

function settings({ cwd, account }: Place) {
  const { PATH, SystemRoot, TEMP } = process.env
  const env = { PATH, LC_ALL: 'C', ...(SystemRoot && { SystemRoot, TEMP }) }
  return { cwd, env, ...(account && { uid: account.uid, gid: account.gid }) }
}
