/**
 * Where the rows of an order begin, every so many: a numbered page far behind the first begins at the mark before it, and skips few rows
 * instead of all. Marks are laid when a page first asks for them, as far as it needs them, and kept in memory for the revision of
 * the rows under which they were laid. Under another revision they are laid anew: a page always is the one that skipping all rows gives.
 */

/** A row of an order. */
export interface PageMark<Key> {
  /** Rows with smaller keys. Several rows may have the key of the mark. */
  readonly before: number
  /** Of the row, in its order. */
  readonly key: Key
}

/** Rows between two marks: read in an index in a millisecond. */
export const betweenMarks = 900
/** Rows of a page's order before it that are skipped without marks. */
export const fewBefore = 5_000

interface Order<Key> {
  readonly revision: string
  /** By the rows before them. */
  readonly marks: PageMark<Key>[]
  /** Of these, how many are counted as kept. */
  counted: number
}

export class PageMarks<Key> {
  readonly #most: number
  /** The one asked for last at the end. */
  readonly #orders = new Map<string, Order<Key>>()
  #kept = 0

  /** @param most marks kept of all orders, but for the last one */
  constructor(most = 200_000) {
    this.#most = most
  }

  /**
   * The last mark before so many rows of an order; undefined if the first one is behind them.
   * @param name of the order: whose rows, which of them, and by what
   * @param next the mark so many rows behind one, or behind the first row, or the first possible one after it; undefined at the end
   */
  async before(
    name: string,
    revision: string,
    rows: number,
    next: (from: PageMark<Key> | undefined, rows: number) => Promise<PageMark<Key> | undefined>,
  ): Promise<PageMark<Key> | undefined> {
    const known = this.#orders.get(name)
    const order = known?.revision === revision ? known : { revision, marks: [], counted: 0 }
    for (;;) {
      const last = order.marks.at(-1)
      if (rows - (last?.before ?? 0) <= betweenMarks) break
      const mark = await next(last, betweenMarks)
      if (!mark) break
      // another call may have laid it meanwhile
      if (order.marks.at(-1) === last) order.marks.push(mark)
    }
    this.#keep(name, order)
    return order.marks.findLast(({ before }) => before <= rows)
  }

  #keep(name: string, order: Order<Key>): void {
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
