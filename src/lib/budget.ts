/**
 * Memory that is held for strangers: request bodies, mails that come in, answers on their way out. A process has one
 * budget for all of it, whatever listens, so that no number of connections takes more.
 */

/** There is no room in memory at the moment; what was taken before stays taken until it is released. */
export class NoRoom extends Error {
  constructor() {
    super('There is no room in memory at the moment.')
    this.name = 'NoRoom'
  }
}

/** The octets held for one request or mail. */
export interface Reservation {
  /** Its holder has more than its share; what was held in any case is the reason. */
  readonly isBeyondShare: boolean
  /** Takes this many octets more. @throws NoRoom when the budget, or the share of its holder, does not allow it */
  take(octets: number): void
  /** Counts what is held in any case, such as an answer; while it overdraws the budget, nothing can be taken. */
  hold(octets: number): void
  /**
   * Takes the octets of a buffer that many may hold at once. They count once, for the first who holds it, until the last gives it back.
   * A buffer larger than the share counts as the share, so it fits while the holder has nothing else.
   * @throws NoRoom
   */
  share(bytes: Buffer): void
  /** Gives all of it back; what is taken afterwards counts again. */
  release(): void
}

export interface Budget {
  /** Octets held now. */
  readonly used: number
  /** @param holder on whose behalf, such as a network; without one all of the budget may be taken */
  reserve(holder?: Holder): Reservation
}

export interface Holder {
  readonly name: string
  /** Octets that everything of this name may take together. */
  readonly most: number
}

/** @param most octets held at once */
export function budget(most: number): Budget {
  const account = new Account(most)
  return {
    get used() {
      return account.used
    },
    reserve: holder => new Reserved(account, holder),
  }
}

interface Shared {
  /** Counts it. */
  readonly own: Reserved
  holders: number
}

class Account {
  readonly most: number
  readonly shared = new Map<Buffer, Shared>()
  used = 0
  readonly #byName = new Map<string, number>()

  constructor(most: number) {
    this.most = most
  }

  add(holder: Holder | undefined, octets: number): void {
    this.used += octets
    if (!holder) return
    const now = this.of(holder) + octets
    if (now > 0) this.#byName.set(holder.name, now)
    else this.#byName.delete(holder.name)
  }

  of({ name }: Holder): number {
    return this.#byName.get(name) ?? 0
  }
}

class Reserved implements Reservation {
  readonly #account: Account
  readonly #holder: Holder | undefined
  #held = 0
  #shared: Buffer[] = []

  constructor(account: Account, holder: Holder | undefined) {
    this.#account = account
    this.#holder = holder
  }

  get isBeyondShare(): boolean {
    const holder = this.#holder
    return holder !== undefined && this.#account.of(holder) > holder.most
  }

  take(octets: number): void {
    const account = this.#account
    const holder = this.#holder
    if (account.used + octets > account.most) throw new NoRoom()
    if (holder && account.of(holder) + octets > holder.most) throw new NoRoom()
    this.hold(octets)
  }

  hold(octets: number): void {
    this.#held += octets
    this.#account.add(this.#holder, octets)
  }

  share(bytes: Buffer): void {
    const known = this.#account.shared.get(bytes)
    if (known) known.holders++
    else {
      const own = new Reserved(this.#account, this.#holder)
      own.take(Math.min(bytes.length, this.#account.most, this.#holder?.most ?? bytes.length))
      this.#account.shared.set(bytes, { own, holders: 1 })
    }
    this.#shared.push(bytes)
  }

  release(): void {
    if (this.#held > 0) this.#account.add(this.#holder, -this.#held)
    this.#held = 0
    for (const bytes of this.#shared.splice(0)) this.#giveBack(bytes)
  }

  #giveBack(bytes: Buffer): void {
    const known = this.#account.shared.get(bytes)! // this reservation is one of its holders
    if (--known.holders > 0) return
    this.#account.shared.delete(bytes)
    known.own.release()
  }
}
