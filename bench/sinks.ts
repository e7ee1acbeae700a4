/** Relays that benchmarks send to, each in a process of its own on a port of this machine; they end with the benchmark. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const children: ChildProcess[] = []
process.on('exit', endSinks)

export function endSinks(): void {
  for (const child of children.splice(0)) child.kill()
}

/**
 * `sink.ts`.
 * @param delays in ms: of a round trip, and at the end of the data; then its modes
 * @returns its port
 */
export function startOurSink(...delays: string[]): Promise<number> {
  const child = fork(fileURLToPath(new URL('sink.ts', import.meta.url)), ['0', ...delays], {
    execArgv: ['--import', 'tsx'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', port => resolve(Number(port)))
    child.once('exit', () => reject(new Error('The sink ended.')))
  })
}

/** Debian's `smtp-sink`. @returns its port */
export async function startSmtpSink(program: string): Promise<number> {
  const port = 20_000 + (process.pid % 10_000)
  // as root it needs the account to run as
  const who = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  children.push(spawn(program, [...who, `127.0.0.1:${port}`, '1000'], { stdio: 'ignore' }))
  for (let attempt = 0; attempt < 100; attempt++) {
    const answers = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (answers) return port
    await setTimeout(50)
  }
  throw new Error('smtp-sink does not listen.')
}
