/** The places of a range among the messages that may be under way at once. */
import type { FairShare } from './fair-share.ts'

export class Places {
  readonly #share: FairShare
  readonly #clientId: number
  readonly #onChange: () => void
  #available = 0
  #freed = 0
  #asking = false
  #isOver = false

  /** @param onChange called when a place was granted or became free */
  constructor(share: FairShare, clientId: number, onChange: () => void) {
    this.#share = share
    this.#clientId = clientId
    this.#onChange = onChange
  }

  get available(): number {
    return this.#available
  }

  /** Uses a place that is available. */
  use(): void {
    this.#available--
  }

  /** A place that was used is free again. */
  free(): void {
    this.#freed++
    if (this.#isOver) this.giveBack()
    else this.#onChange()
  }

  /** Uses of places came to nothing. */
  unused(count: number): void {
    this.#freed += count
  }

  /** Gives freed places to whichever client is next. */
  giveBack(): void {
    this.#share.release(this.#clientId, this.#freed)
    this.#freed = 0
  }

  /** Asks for places, unless it is asking already. */
  ask(count: number): void {
    if (this.#asking) return
    this.#asking = true
    void this.#share.take(this.#clientId, count).then(granted => {
      this.#asking = false
      if (this.#isOver) this.#share.release(this.#clientId, granted)
      else this.#available += granted
      this.#onChange()
    })
  }

  /** Gives all places back. @param unused uses that came to nothing */
  end(unused: number): void {
    this.#isOver = true
    this.#freed += this.#available + unused
    this.giveBack()
  }
}
