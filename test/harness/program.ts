/** The program in a process of its own, started as an operator would: `lettershop start`, settings in the environment. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export interface Program {
  readonly child: ChildProcess
  /** From its ready line. */
  readonly url: string
  readonly apiKey: string
  /** Its standard output until it was ready, line by line. */
  readonly banner: readonly string[]
  /** One call over the JSON wire. @throws Error with the refusal */
  call<Value>(operation: string, params: object): Promise<Value>
  /** Sends a signal and waits for the end. @returns the exit code, or null when a signal ended it */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ProgramOptions {
  /** Instead of starting it directly. */
  readonly command?: readonly [program: string, ...args: string[]]
  /** Receives its standard error, which otherwise is ours. */
  readonly onLog?: (text: string) => void
  /** Of the first account, where it is known already; otherwise the program is asked for it. */
  readonly apiKey?: string
}

const root = join(import.meta.dirname, '../..')
const executable = join(import.meta.dirname, '../../bin/lettershop.mjs')
const start = [process.execPath, executable, 'start'] as const

/** Resolves when it is ready. @throws Error when it ends before */
export async function startProgram(
  settings: Readonly<Record<string, string>>,
  { command = start, onLog, apiKey: known }: ProgramOptions = {},
): Promise<Program> {
  const [program, ...args] = command
  const env = {
    ...process.env,
    DATABASE_URL: '',
    LETTERSHOP_PORT: '0',
    LETTERSHOP_LOG_LEVEL: 'warn',
    LETTERSHOP_SENDERS: '1',
    ...settings,
  }
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', onLog ? 'pipe' : 'inherit'],
  })
  child.stderr?.setEncoding('utf8').on('data', onLog ?? (() => {}))
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  const banner: string[] = []
  let url: string | undefined
  for await (const line of createInterface({ input: child.stdout! })) {
    banner.push(line)
    url = /^Lettershop is ready on (\S+)/.exec(line)?.[1]
    if (url) break
  }
  if (!url) throw new Error(`The program ended with code ${await ended} before it was ready.`)
  // printed at the first start only
  const printed = (label: RegExp) => banner.map(line => label.exec(line)?.[1]).find(found => found !== undefined)
  const apiKey = known ?? printed(/^API key: *(\S+)/) ?? (await shownKey(printed(/^User name: *(\S+)/) ?? '', env))
  return {
    child,
    url,
    apiKey,
    banner,
    async call<Value>(operation: string, params: object) {
      const response = await fetch(`${url}/api/json/${operation}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(params),
      })
      if (!response.ok) throw new Error(`${operation}: ${await response.text()}`)
      return (await response.json()) as Value // the caller knows the type of its operation
    },
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** As an operator asks for it after the first start. */
async function shownKey(username: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [executable, 'keys', 'show', username], { env })
  return stdout.trim()
}
