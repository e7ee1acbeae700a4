/** Runs a command line again in a background process, on the same terminal, and ends as it does. */
import { once } from 'node:events'
import { constants } from 'node:os'
import { spawnInBackground } from '../../lib/background-process.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** @returns its exit code; 128 and the signal's number where a signal ended it */
export async function runInBackground(args: readonly string[]): Promise<number> {
  const child = spawnInBackground(args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const hand = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, hand)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal === null ? code! : 128 + constants.signals[signal]
  } finally {
    for (const signal of signals) process.off(signal, hand)
  }
}

/** Within it: ends this process when the one that runs it is gone, as by kill -9. */
export function endWithStarter(): void {
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}
