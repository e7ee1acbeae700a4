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

/** What one request or mail holds. */
export interface Reservation {
  /** Takes this many octets more. @throws NoRoom when the budget, or the share of its holder, does not allow it */
  take(octets: number): void
  /** Counts what is held in any case, such as an answer; while it overdraws the budget, nothing can be taken. */
  hold(octets: number): void
  /** Gives all of it back; what is taken afterwards counts again. */
  release(): void
}

export interface Budget {
  /** Octets held now. */
  readonly used: number
  /** @param holder on whose behalf, such as a network; without one the whole budget may be taken */
  reserve(holder?: Holder): Reservation
}

export interface Holder {
  readonly name: string
  /** Octets that everything of this name may take together. */
  readonly most: number
}

/** @param most octets held at once */
export function budget(most: number): Budget {
  let used = 0
  const usedBy = new Map<string, number>()
  const add = (holder: Holder | undefined, octets: number) => {
    used += octets
    if (!holder) return
    const now = (usedBy.get(holder.name) ?? 0) + octets
    if (now > 0) usedBy.set(holder.name, now)
    else usedBy.delete(holder.name)
  }
  return {
    get used() {
      return used
    },
    reserve(holder) {
      let held = 0
      const hold = (octets: number) => {
        held += octets
        add(holder, octets)
      }
      return {
        take(octets) {
          if (used + octets > most) throw new NoRoom()
          if (holder && (usedBy.get(holder.name) ?? 0) + octets > holder.most) throw new NoRoom()
          hold(octets)
        },
        hold,
        release() {
          if (held > 0) add(holder, -held)
          held = 0
        },
      }
    },
  }
}
