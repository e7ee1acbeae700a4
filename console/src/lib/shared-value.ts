/** A value of the page that any file may change and that screens follow: what is neither an answer of the service nor of one screen. */
import { useSyncExternalStore } from 'react'

export class SharedValue<Value> {
  #value: Value
  readonly #listeners = new Set<() => void>()

  constructor(first: Value) {
    this.#value = first
  }

  readonly get = (): Value => this.#value

  /** Listeners are called when it is another value. */
  set(next: Value): void {
    if (Object.is(this.#value, next)) return
    this.#value = next
    for (const listener of this.#listeners) listener()
  }

  /** @returns ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export function useShared<Value>(shared: SharedValue<Value>): Value {
  return useSyncExternalStore(shared.subscribe, shared.get)
}
