/**
 * Where the rows of an order begin, every so many: a numbered page far behind the first begins at the mark before it, and skips few rows
 * instead of all. Marks are laid when a page first asks for them, as far as it needs them, and kept in memory for the revision of
 * the rows under which they were laid. Under another revision they are laid anew: a page always is the one that skipping all rows gives.
 */

/** A row of an order. */
export interface PageMark {
  /** Rows with smaller keys. Several rows may have the key of the mark. */
  readonly before: number
  /** Of the row, in its order. */
  readonly key: readonly (string | number)[]
}

/** Rows between two marks: read in an index in a millisecond. */
export const betweenMarks = 500
/** Rows of a page's order before it that are skipped without marks. */
export const fewBefore = 5_000

interface Order {
  readonly revision: string
  /** By the rows before them. */
  readonly marks: PageMark[]
  /** Of these, how many are counted as kept. */
  counted: number
}

export class PageMarks {
  readonly #most: number
  /** The one asked for last at the end. */
  readonly #orders = new Map<string, Order>()
  #kept = 0

  /** @param most marks kept of all orders, but for the last one */
  constructor(most = 200_000) {
    this.#most = most
  }

  /**
   * The last mark before so many rows of an order; undefined if the first one is behind them.
   * @param name of the order: whose rows, which of them, and by what
   * @param lay the marks from one on, or from the first row, `betweenMarks` rows apart among so many rows
   */
  async before(
    name: string,
    revision: string,
    rows: number,
    lay: (from: PageMark | undefined, rows: number) => Promise<readonly PageMark[]>,
  ): Promise<PageMark | undefined> {
    const known = this.#orders.get(name)
    const order = known?.revision === revision ? known : { revision, marks: [], counted: 0 }
    const last = order.marks.at(-1)
    const distance = rows - (last?.before ?? 0)
    if (distance > betweenMarks) {
      const laid = await lay(last, distance)
      // another call may have laid them meanwhile
      if (order.marks.at(-1) === last) order.marks.push(...laid.filter(({ before }) => before > (last?.before ?? -1)))
    }
    this.#keep(name, order)
    return order.marks.findLast(({ before }) => before <= rows)
  }

  #keep(name: string, order: Order): void {
    this.#forget(name)
    order.counted = order.marks.length
    this.#kept += order.counted
    this.#orders.set(name, order)
    for (const oldest of this.#orders.keys()) {
      if (this.#kept <= this.#most || oldest === name) break
      this.#forget(oldest)
    }
  }

  #forget(name: string): void {
    this.#kept -= this.#orders.get(name)?.counted ?? 0
    this.#orders.delete(name)
  }
}
