/** Tasks that misbehave, for the tests of the threads that run them. */
import { threadId } from 'node:worker_threads'

export const tasks = {
  double: (n: number) => n * 2,
  later: async (n: number) => n,
  fails: (message: string): number => {
    throw new Error(message)
  },
  /** What no thread can send. */
  symbol: () => Symbol('x'),
  spin: (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
    return threadId
  },
  /** Spins for ever the first time, and answers how often it was called the second. */
  spinOnce: (calls: SharedArrayBuffer) => {
    const count = new Int32Array(calls)
    if (Atomics.add(count, 0, 1) === 0) for (;;);
    return Atomics.load(count, 0)
  },
  spinForEver: (calls: SharedArrayBuffer): number => {
    Atomics.add(new Int32Array(calls), 0, 1)
    for (;;);
  },
  fill: (): number => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
  },
}
