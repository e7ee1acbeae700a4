/** Spans of hand-overs: each covers what one relay is given of a range in a row, so that there are few however many recipients. */
import { activeSpan, beginSpan, type Span } from '../../lib/trace.ts'
import type { Outcome } from '../outcome.ts'

/** Messages, and milliseconds, after which the next message begins another group. */
const mostMessages = 500
const longestMs = 10_000

/** Messages of one range that one relay was given. */
export interface HandOverGroup {
  answered(kind: Outcome['kind']): void
  /** The relay gave one back: another may take it. */
  returned(): void
}

export interface HandOverSpans {
  /** A message goes to a relay. */
  given(relay: string): HandOverGroup
  /** Ends what is open; answers that still come are not counted. */
  end(): void
}

/** @returns undefined where nothing is recorded */
export function handOverSpans(): HandOverSpans | undefined {
  const range = activeSpan()
  if (!range) return undefined
  const open = new Map<string, Group>()
  const all = new Set<Group>()

  function begin(relay: string): Group {
    const options = { kind: 'client', isDetail: true, attributes: { 'lettershop.relay': relay } } as const
    const group = new Group(
      range!.within(() => beginSpan('hand-over', options)),
      () => all.delete(group),
    )
    open.set(relay, group)
    all.add(group)
    return group
  }

  return {
    given(relay) {
      let group = open.get(relay)
      if (group?.isFull) {
        group.close()
        group = undefined
      }
      group ??= begin(relay)
      group.given()
      return group
    },
    end() {
      for (const group of all) group.end()
    },
  }
}

class Group implements HandOverGroup {
  readonly #span: Span | undefined
  readonly #onEnd: () => void
  readonly #begun = performance.now()
  readonly #outcomes = { accepted: 0, deferred: 0, refused: 0, unknown: 0, unavailable: 0 }
  #messages = 0
  #waiting = 0
  #isClosed = false

  constructor(span: Span | undefined, onEnd: () => void) {
    this.#span = span
    this.#onEnd = onEnd
  }

  get isFull(): boolean {
    return this.#messages >= mostMessages || performance.now() - this.#begun >= longestMs
  }

  given(): void {
    this.#messages++
    this.#waiting++
  }

  answered(kind: Outcome['kind']): void {
    this.#outcomes[kind]++
    this.#settled()
  }

  returned(): void {
    this.#messages--
    this.#settled()
  }

  close(): void {
    this.#isClosed = true
    if (this.#waiting === 0) this.end()
  }

  end(): void {
    const span = this.#span
    span?.set({ 'lettershop.messages': this.#messages })
    for (const [kind, count] of Object.entries(this.#outcomes))
      if (count > 0) span?.set({ [`lettershop.${kind}`]: count })
    span?.end()
    this.#onEnd()
  }

  #settled(): void {
    this.#waiting--
    if (this.#isClosed && this.#waiting === 0) this.end()
  }
}
