/**
 * Answers on their way out take turns of the event loop. However many callers read large answers at once, a turn writes about a
 * megabyte of them and everything else goes on in between: without that, callers who read as fast as we write would keep the loop for
 * as long as they ask (`bench/documents.ts`).
 */

/** Octets of large pieces that one turn writes, which takes it about a millisecond. */
const octetsOfTurn = 1_048_576

/** A piece of so many octets does not wait behind larger ones. */
const small = 16_384

interface Waiting {
  readonly octets: number
  readonly begin: () => void
}

/**
 * Small pieces of one turn of the event loop are written together at its end. Written one by one, each would wake its caller,
 * who then takes the processor from the next: 54 µs of processor time a request instead of 30 with 64 callers
 * (docs/benchmarks.md).
 */
let smallOnes: Waiting[] = []
/** In the order in which they came. */
let largeOnes: Waiting[] = []
let isScheduled = false

/**
 * Does a piece of work in the turn that is due to it.
 * @param octets that it writes, or that it makes
 * @returns when it is done @throws what the work throws
 */
export function takeTurn(octets: number, work: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      try {
        work()
        resolve()
      } catch (error) {
        reject(error)
      }
    }
    const waiting = octets <= small ? smallOnes : largeOnes
    waiting.push({ octets, begin })
    schedule()
  })
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(runTurn)
}

function runTurn(): void {
  isScheduled = false
  const due = smallOnes
  smallOnes = []
  let count = 0
  for (let octets = 0; count < largeOnes.length && octets < octetsOfTurn; count++) octets += largeOnes[count]!.octets
  if (count > 0) due.push(...largeOnes.slice(0, count))
  largeOnes = largeOnes.slice(count)
  for (const { begin } of due) begin()
  if (largeOnes.length > 0) schedule()
}
