/**
 * Token buckets for what may go out in a second. A bucket is one number: when it will be full again (the generic cell rate
 * algorithm, ITU-T I.371), so it needs no refilling and can be stored, and several senders' spending can be added up.
 */

/** What a bucket holds: a quarter of a second's messages, one at least. Clocks of senders may differ by about as much. */
export function burstOf(perSecond: number): number {
  return Math.max(1, perSecond / 4)
}

/**
 * @param fullAt when the bucket is full again. All times in ms.
 * @returns 0 when a message may go now; otherwise when it may
 */
export function wait(fullAt: number, perSecond: number, now: number): number {
  const notBefore = fullAt - ((burstOf(perSecond) - 1) * 1000) / perSecond
  // a wait that is only a rounding error is 0
  return notBefore - now > 1e-3 ? notBefore : 0
}

/** @returns when the bucket will be full after one message more */
export function spend(fullAt: number, perSecond: number, now: number): number {
  return Math.max(fullAt, now) + 1000 / perSecond
}

/** Where buckets outlive this process, and are shared with others. */
export interface BucketStore {
  /** @returns when each bucket that is not full will be */
  load(now: number): Promise<ReadonlyMap<string, number>>
  /** Adds what was spent since the last time. @param spent in ms of refilling @returns when these buckets will be full */
  spend(spent: ReadonlyMap<string, number>, now: number): Promise<ReadonlyMap<string, number>>
}

export interface Throttle {
  /** @returns 0 when a message may go now; otherwise when to ask again, in ms */
  wait(key: string, perSecond: number): number
  /** A message goes. */
  count(key: string, perSecond: number): void
  /** Writes down what was spent, and learns what others spent. */
  exchange(): Promise<void>
  close(): Promise<void>
}

/** Between exchanges; several senders together may exceed a limit by what they send in this time, and make up for it afterwards. */
const exchangeMs = 1000
const mostBuckets = 20_000

/** @param failed called when the store cannot be used; spending goes on with the local count */
export function createThrottle(
  now: () => number,
  store?: BucketStore,
  failed: (error: unknown) => void = () => {},
): Throttle {
  const buckets = new Map<string, number>()
  let spent = new Map<string, number>()
  let exchanging: Promise<void> = store ? store.load(now()).then(adopt, failed) : Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function adopt(known: ReadonlyMap<string, number>) {
    // what was spent here meanwhile comes on top of it
    for (const [key, fullAt] of known) buckets.set(key, Math.max(buckets.get(key) ?? 0, fullAt + (spent.get(key) ?? 0)))
  }

  function exchange(): Promise<void> {
    exchanging = exchanging.then(async () => {
      if (!store || spent.size === 0) return
      const given = spent
      spent = new Map()
      try {
        adopt(await store.spend(given, now()))
      } catch (error) {
        for (const [key, ms] of given) spent.set(key, (spent.get(key) ?? 0) + ms)
        failed(error)
      }
    })
    return exchanging
  }

  function forgetFull() {
    const at = now()
    for (const [key, fullAt] of buckets) if (fullAt <= at) buckets.delete(key)
  }

  return {
    wait: (key, perSecond) => wait(buckets.get(key) ?? 0, perSecond, now()),
    count(key, perSecond) {
      if (buckets.size >= mostBuckets && !buckets.has(key)) forgetFull()
      buckets.set(key, spend(buckets.get(key) ?? 0, perSecond, now()))
      if (!store) return
      spent.set(key, (spent.get(key) ?? 0) + 1000 / perSecond)
      timer ??= setInterval(exchange, exchangeMs).unref()
    },
    exchange,
    async close() {
      clearInterval(timer)
      await exchange()
    },
  }
}
