/** What something was before each change of it, to undo changes and to do them again. */

/** As many steps are kept; the oldest goes first. */
const mostSteps = 200
/** Milliseconds: what is typed in one place without a pause of this length is one step. */
const pauseMs = 800

export class History<State> {
  #past: State[] = []
  #future: State[] = []
  #last = { what: '', at: 0 }
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /** Before a change. @param what is changed; '' for what is a step of its own */
  record(what: string, before: State): void {
    const at = this.#now()
    const goesOn = what !== '' && what === this.#last.what && at - this.#last.at < pauseMs && this.canUndo
    this.#last = { what, at }
    this.#future = []
    if (!goesOn) this.#past = [...this.#past, before].slice(-mostSteps)
  }

  /** @returns the state before the last change; undefined where nothing is to undo */
  undo(present: State): State | undefined {
    return this.#step(this.#past, this.#future, present)
  }

  /** @returns undefined where nothing was undone */
  redo(present: State): State | undefined {
    return this.#step(this.#future, this.#past, present)
  }

  clear(): void {
    this.#past = []
    this.#future = []
    this.#last = { what: '', at: 0 }
  }

  #step(from: State[], to: State[], present: State): State | undefined {
    const state = from.pop()
    if (state === undefined) return undefined
    to.push(present)
    // what is typed next is a step of its own
    this.#last = { what: '', at: 0 }
    return state
  }
}
