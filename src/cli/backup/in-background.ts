/** Runs a command line again in a background process, on the same terminal, and ends as it does. */
import { once } from 'node:events'
import { constants } from 'node:os'
import { spawnInBackground } from '../../lib/background-process.ts'

/** By which an operator, a terminal or a service manager ends a command. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** @returns its exit code; 128 and the signal's number where a signal ended it */
export async function runInBackground(args: readonly string[]): Promise<number> {
  const child = spawnInBackground(args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const hand = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of endingSignals) process.on(signal, hand)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal === null ? code! : codeOf(signal)
  } finally {
    for (const signal of endingSignals) process.off(signal, hand)
  }
}

/** The exit code of a command that a signal ended. */
export function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** Within it: ends this process when the one that runs it is gone, as by kill -9. */
export function endWithStarter(): void {
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}
