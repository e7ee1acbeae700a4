/**
 * Work that is done a few pieces at a time, in turns of those who ask for it: a crowd of one name makes another wait for
 * one piece of it and not for all.
 */

/** So many wait already that this one is not taken, or no longer; nothing of it was done. */
export class QueueFull extends Error {
  constructor() {
    super('Too many wait for this already.')
    this.name = 'QueueFull'
  }
}

export interface FairQueueOptions {
  /** Pieces done at once. */
  readonly atOnce: number
  /** Pieces that wait, of all names together. */
  readonly waiting: number
}

/** On whose behalf work is done. */
export interface Asker {
  readonly name: string
  /** Pieces of this name that may wait. */
  readonly waiting: number
}

/** Does a piece of work when its turn comes. @throws QueueFull; what the work throws */
export type FairQueue = <Value>(asker: Asker, work: () => Promise<Value>) => Promise<Value>

interface Waiting {
  begin(): void
  refuse(error: Error): void
}

/** When the queue is full, a name with fewer waiting pieces displaces the latest of the name with the most. */
export function fairQueue({ atOnce, waiting: mostWaiting }: FairQueueOptions): FairQueue {
  /** In the order of their turns. */
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function takePlace({ name, waiting: mostOfOne }: Asker): Promise<void> {
    if (running < atOnce) {
      running++
      return Promise.resolve()
    }
    const line = lines.get(name) ?? []
    if (line.length >= mostOfOne) throw new QueueFull()
    if (waiting >= mostWaiting) displaceFor(line.length)
    return new Promise((begin, refuse) => {
      line.push({ begin, refuse })
      lines.set(name, line)
      waiting++
    })
  }

  /** @throws QueueFull where no name has more waiting than the newcomer would have */
  function displaceFor(length: number): void {
    const longest = [...lines.values()].reduce<Waiting[]>((most, line) => (line.length > most.length ? line : most), [])
    if (longest.length <= length + 1) throw new QueueFull()
    waiting--
    longest.pop()!.refuse(new QueueFull()) // it has more than one
  }

  function leavePlace(): void {
    const [first] = lines
    if (!first) {
      running--
      return
    }
    const [name, line] = first
    const next = line.shift()! // an empty line is not kept
    waiting--
    // to the end of the turns
    lines.delete(name)
    if (line.length > 0) lines.set(name, line)
    next.begin()
  }

  return async (asker, work) => {
    await takePlace(asker)
    try {
      return await work()
    } finally {
      leavePlace()
    }
  }
}
