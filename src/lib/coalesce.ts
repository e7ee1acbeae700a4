/**
 * Gathers calls that arrive in the same turn of the event loop into one batch. Concurrent point look-ups become one
 * statement (2–4 × the rate of one by one) and concurrent durable writes share one commit (reference/stack.md).
 */
import { Unavailable } from './unavailable.ts'

export interface CoalesceOptions {
  /** Most items of one batch; more go into the next. */
  readonly most?: number
  /** Most batches under way at once; further calls wait and so form larger batches. */
  readonly concurrency?: number
  /** Most items that wait at once; further calls are refused with Overloaded, so that a storm costs no memory. */
  readonly waiting?: number
  /** Receives, at once, a function that reads the figures of the queue, for metrics. */
  readonly onFigures?: ((read: () => QueueFigures) => void) | undefined
}

/** Length and past of a queue, for metrics. */
export interface QueueFigures {
  /** Items whose batch succeeded, since the start. */
  readonly done: number
  /** Items that were not taken because too many waited, since the start. */
  readonly refused: number
  /** Items that wait, or are under way. */
  readonly waiting: number
  /** How long the oldest of them waits; 0 where none does. */
  readonly oldestSeconds: number
}

/** So many wait already that one more is not taken; nothing of it was done. */
export class Overloaded extends Unavailable {
  override readonly name = 'Overloaded'

  constructor() {
    super('Too many calls wait for their turn.')
  }
}

/**
 * @param run is given a batch and yields one result or error per item, in the batch's order; if it throws, every item fails,
 *   with Unavailable also those that still wait
 * @returns a function of one item that joins the next batch; rejects with Overloaded when too many wait
 */
export function coalesce<Item, Value>(
  run: (items: readonly Item[]) => Promise<readonly (Value | Error)[]>,
  { most = 500, concurrency = 2, waiting: mostWaiting = Number.POSITIVE_INFINITY, onFigures }: CoalesceOptions = {},
): (item: Item) => Promise<Value> {
  interface Waiting {
    readonly item: Item
    /** By performance.now(). */
    readonly since: number
    readonly resolve: (value: Value) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = 0
  let scheduled = false
  let done = 0
  let refused = 0
  const underWay = new Set<readonly Waiting[]>()
  onFigures?.(() => {
    const oldest = Math.min(...[...underWay, waiting].map(([first]) => first?.since ?? Number.POSITIVE_INFINITY))
    const count = [...underWay].reduce((sum, batch) => sum + batch.length, waiting.length)
    const oldestSeconds = Math.max(0, performance.now() - oldest) / 1_000
    return { done, refused, waiting: count, oldestSeconds: count === 0 ? 0 : oldestSeconds }
  })

  function schedule() {
    if (scheduled || running >= concurrency || waiting.length === 0) return
    scheduled = true
    setImmediate(start)
  }

  function start() {
    scheduled = false
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (batch.length === 0) return
    running++
    underWay.add(batch)
    void settle(batch).finally(() => {
      running--
      underWay.delete(batch)
      schedule()
    })
    schedule()
  }

  async function settle(batch: readonly Waiting[]) {
    try {
      const results = await run(batch.map(({ item }) => item))
      done += batch.length
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result instanceof Error) reject(result)
        else resolve(result as Value) // run yields one result per item
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
      // The next batch would wait as long as this one did before it failed in the same way.
      if (error instanceof Unavailable) for (const { reject } of waiting.splice(0)) reject(error)
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) {
        refused++
        return reject(new Overloaded())
      }
      waiting.push({ item, since: performance.now(), resolve, reject })
      schedule()
    })
}
