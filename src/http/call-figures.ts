/**
 * Counts and times calls. The sums are kept here and read at a scrape: prom-client makes a text of the labels for each call, which costs twenty
 * times as much.
 */
import { Counter, type Metric, type Registry } from 'prom-client'
import { Refusal } from '../contract/refusals.ts'

/** Upper bounds, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface OfWire {
  /** By refusal (`none` for a success), then by operation. */
  readonly calls: Map<string, Map<string, number>>
  /** How many calls took as long as each bound at most, and longer than the one before; the last are longer than all. */
  readonly taken: number[]
  seconds: number
}

export class CallFigures {
  readonly #wires = new Map<string, OfWire>()

  /** @param failure what the call threw, undefined for a success */
  note(operation: string, wire: string, seconds: number, failure: unknown): void {
    const figures = this.#wires.get(wire) ?? this.#begin(wire)
    const refusal = refusalOf(failure)
    const calls = figures.calls.get(refusal) ?? beginCalls(figures, refusal)
    calls.set(operation, (calls.get(operation) ?? 0) + 1)
    let n = 0
    while (n < bounds.length && seconds > bounds[n]!) n++
    figures.taken[n]!++
    figures.seconds += seconds
  }

  #begin(wire: string): OfWire {
    const figures = { calls: new Map(), taken: bounds.map(() => 0).concat(0), seconds: 0 }
    this.#wires.set(wire, figures)
    return figures
  }

  register(registry: Registry): void {
    const wires = this.#wires
    new Counter({
      name: 'lettershop_calls_total',
      help: 'Calls performed, by operation, wire and refusal ("none" for a success).',
      labelNames: ['operation', 'wire', 'refusal'] as const,
      registers: [registry],
      collect() {
        this.reset()
        for (const [wire, { calls }] of wires)
          for (const [refusal, counts] of calls)
            for (const [operation, count] of counts) this.inc({ operation, wire, refusal }, count)
      },
    })
    const name = 'lettershop_call_seconds'
    const seconds = {
      name,
      get: async () => ({
        name,
        help: 'Time from a bound call to the beginning of its answer.',
        type: 'histogram',
        values: [...wires].flatMap(([wire, figures]) => histogram(name, wire, figures)),
        aggregator: 'sum',
      }),
    }
    registry.registerMetric(seconds as unknown as Metric) // a registry asks a metric for its name and for `get` only
  }
}

function beginCalls({ calls }: OfWire, refusal: string): Map<string, number> {
  const none = new Map<string, number>()
  calls.set(refusal, none)
  return none
}

/** The samples of one wire as Prometheus has them: each bucket counts those before it, too. */
function histogram(name: string, wire: string, { taken, seconds }: OfWire) {
  let count = 0
  const buckets = taken.map((calls, n) => {
    count += calls
    return { metricName: `${name}_bucket`, labels: { le: bounds[n] ?? '+Inf', wire }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { wire }, value: seconds },
    { metricName: `${name}_count`, labels: { wire }, value: count },
  ]
}

function refusalOf(failure: unknown): string {
  if (failure === undefined) return 'none'
  return failure instanceof Refusal ? failure.refusal : 'UnexpectedError'
}
