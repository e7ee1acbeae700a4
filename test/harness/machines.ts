/**
 * One installation of several processes, as on several machines: each has its role, data folder and port; they share database,
 * secret and public address, behind one nginx.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './cluster.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { type ProgramOptions, startProgram } from './program.ts'

export interface Machine {
  readonly pid: number
  readonly port: number
  /** Its standard error, with that of its earlier processes. */
  log(): string
  /** Stops the process until `wake`, with all that it has open. */
  freeze(): void
  wake(): void
  /** Ends it as a loss of power would, and resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it as an operator does. @returns the exit code */
  stop(): Promise<number | null>
}

export interface Installation {
  /** Of nginx. */
  readonly url: string
  readonly apiKey: string
  /** Starts a process, in the folder and on the port of an earlier one of this name, which ends before. */
  start(name: string, settings?: Readonly<Record<string, string>>, command?: Command): Promise<Machine>
  /** Has nginx pass requests to these processes alone, from when this resolves. */
  route(...names: readonly string[]): Promise<void>
  /** One that was started. */
  machine(name: string): Machine
  /** One call over the JSON wire, through nginx. @throws Error with the refusal */
  call<Value>(operation: string, params: object): Promise<Value>
  end(): Promise<void>
}

/** A program to start instead of this one. */
export type Command = NonNullable<ProgramOptions['command']>

/** What processes are called: a role and a number. */
const names = {
  api: ['api 1', 'api 2'],
  feedback: ['feedback 1', 'feedback 2'],
  sender: ['sender 1', 'sender 2'],
  jobs: ['jobs 1', 'jobs 2'],
} as const

/**
 * Starts two processes of each role but `sender`, which the test starts itself, and nginx.
 * @param settings of all of them
 */
export async function startInstallation(settings: Readonly<Record<string, string>>): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-machines-'))
  const ports = new Map<string, number>()
  for (const name of Object.values(names).flat()) ports.set(name, await freePort())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = new Map<string, Machine>()
  const logs = new Map<string, string>()
  let apiKey: string | undefined
  let nginx: Nginx | undefined

  async function start(name: string, own: Readonly<Record<string, string>> = {}, command?: Command): Promise<Machine> {
    await running.get(name)?.kill()
    const data = join(folder, name.replace(' ', '-'))
    await mkdir(data, { recursive: true })
    const program = await startProgram(
      {
        LETTERSHOP_SECRET: 'an installation secret of the tests, 32 bytes or more',
        LETTERSHOP_PUBLIC_URL: url,
        LETTERSHOP_TRUSTED_PROXIES: '127.0.0.1',
        LETTERSHOP_FETCH_PRIVATE: 'true',
        LETTERSHOP_LOG_LEVEL: 'info',
        LETTERSHOP_DATA: data,
        LETTERSHOP_PORT: String(ports.get(name)),
        LETTERSHOP_ROLES: name.split(' ')[0]!,
        ...settings,
        ...own,
      },
      {
        onLog: text => void logs.set(name, (logs.get(name) ?? '') + text),
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(command === undefined ? {} : { command }),
      },
    ).catch(error => {
      throw new Error(`${name}: ${error.message}\n${logs.get(name) ?? ''}`)
    })
    apiKey ??= program.apiKey
    const { child } = program
    const machine: Machine = {
      pid: child.pid!,
      port: ports.get(name)!,
      log: () => logs.get(name) ?? '',
      freeze: () => void child.kill('SIGSTOP'),
      wake: () => void child.kill('SIGCONT'),
      kill: async () => void (await program.end('SIGKILL')),
      stop: () => program.end(),
    }
    running.set(name, machine)
    return machine
  }

  async function end() {
    // one that has ended resolves at once
    await Promise.all([...running.values()].map(machine => machine.kill()))
    await nginx?.stop()
    await rm(folder, { recursive: true, force: true })
  }

  const portsOf = (role: 'api' | 'feedback') => names[role].map(name => ports.get(name)!)
  try {
    nginx = await startNginx(port, { api: portsOf('api'), feedback: portsOf('feedback') })
    // the first makes the account
    await start(names.api[0])
    await Promise.all([names.api[1], ...names.feedback, ...names.jobs].map(name => start(name)))
  } catch (error) {
    await end()
    throw error
  }
  async function route(...wanted: readonly string[]): Promise<void> {
    const portsOf = (role: 'api' | 'feedback') =>
      names[role].filter(name => wanted.includes(name)).map(name => ports.get(name)!)
    await nginx?.use({ api: portsOf('api'), feedback: portsOf('feedback') })
  }

  const machine = (name: string) => running.get(name) ?? fail(name)
  return { url, apiKey: apiKey!, start, route, machine, call: caller(url, apiKey!), end }
}

function fail(name: string): never {
  throw new Error(`${name} was not started`)
}

function caller(url: string, apiKey: string) {
  return async <Value>(operation: string, params: object): Promise<Value> => {
    const response = await fetch(`${url}/api/json/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(params),
    })
    if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Value // the caller knows the type of its operation
  }
}
