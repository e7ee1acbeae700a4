/** What the cells of a column can be read as, found from all rows: no single row says whether 03/04 is in March. */
import { type DateOrder, hasShortYears, ordersOf } from './dates.ts'
import { type DecimalSign, signsOf, unitOf } from './numbers.ts'

/** What was found in a column, as it is kept with the import. */
export interface FoundColumn {
  /** Cells with a text; of a column of texts, those that were looked at. */
  readonly filled: number
  /** Whether all rows were looked at: a column that is clearly of texts is given up after some. */
  readonly isWhole: boolean
  readonly dates: {
    /** Cells that are a date in some order. */
    readonly cells: number
    /** The order that they have; null where two orders fit, or where years have two digits. */
    readonly order: DateOrder | null
    /** What they can be, those that most cells fit first. */
    readonly orders: readonly DateOrder[]
    /** Cells that are dates in another order only. */
    readonly contrary: number
    /** All are digits alone, such as of a telephone number. */
    readonly areDigits: boolean
  }
  readonly numbers: {
    readonly cells: number
    /** Null where both fit and make two numbers of a text. */
    readonly sign: DecimalSign | null
    readonly contrary: number
    /** At least one is written in a way that a number cannot keep: with a zero or a plus before it, or more digits than fit. */
    readonly areNames: boolean
    /** Currencies and percent signs, '' for none; of more than one kind a number would lose which. */
    readonly units: number
  }
  /** UTF-16 units of the longest cell. */
  readonly longest: number
}

/** Cells after which a column of texts is given up. */
const lookedAt = 200
/** Of the cells that fit an order at all, those that may fit another one only: mistakes in their rows. */
const mostContrary = 0.02
/** Digits that a number surely keeps. */
const mostDigits = 15

/** Counts which of some options the cells of a column fit. */
class Votes<Option extends string> {
  readonly #fits = new Map<Option, number>()
  cells = 0

  add(fitting: readonly Option[]): void {
    if (fitting.length === 0) return
    this.cells++
    for (const option of fitting) this.#fits.set(option, (this.#fits.get(option) ?? 0) + 1)
  }

  /** The options that most cells fit, those with as many as the best first. */
  get ranked(): readonly (readonly [option: Option, cells: number])[] {
    return [...this.#fits].sort(([, one], [, other]) => other - one)
  }
}

export class ColumnProfile {
  readonly #dates = new Votes<DateOrder>()
  readonly #signs = new Votes<DecimalSign>()
  readonly #units = new Set<string>()
  #filled = 0
  #neutralDates = 0
  #numbers = 0
  #areDigits = true
  #areNames = false
  #longest = 0

  /** @param cell without blanks around it */
  add(cell: string): void {
    if (cell === '') return
    this.#filled++
    if (cell.length > this.#longest) this.#longest = cell.length
    this.#addDate(cell)
    this.#addNumber(cell)
  }

  /** Whether it is clear that these are neither dates nor numbers. */
  get isText(): boolean {
    if (this.#filled < lookedAt) return false
    return Math.max(this.#dates.cells + this.#neutralDates, this.#numbers) < this.#filled / 2
  }

  #addDate(cell: string): void {
    const orders = ordersOf(cell)
    if (orders.length === 0) return
    const isNeutral = orders.includes('unix') && orders.includes('dmy')
    if (isNeutral) this.#neutralDates++
    else this.#dates.add(orders)
    if (isNeutral || !/^[\d.]+$/.test(cell) || /\..*\./.test(cell)) this.#areDigits = false
  }

  #addNumber(cell: string): void {
    const { signs, isSame } = signsOf(cell)
    if (signs.length === 0) return
    this.#numbers++
    if (!isSame) this.#signs.add(signs)
    if (/^[+0]\d/.test(cell) || cell.replace(/\D/g, '').length > mostDigits) this.#areNames = true
    if (this.#units.size < 3) this.#units.add(unitOf(cell))
  }

  found(isWhole: boolean): FoundColumn {
    return {
      filled: this.#filled,
      isWhole,
      dates: this.#foundDates(),
      numbers: this.#foundNumbers(),
      longest: this.#longest,
    }
  }

  #foundDates(): FoundColumn['dates'] {
    const cells = this.#dates.cells + this.#neutralDates
    const { ranked } = this.#dates
    const best = ranked[0]?.[1] ?? 0
    const contrary = this.#dates.cells - best
    const shared = { cells, contrary, areDigits: this.#areDigits }
    if (best === 0) return { ...shared, order: cells > 0 ? 'ymd' : null, orders: [] }
    const fitting = ranked.flatMap(([order, count]) => (count === best ? [order] : []))
    // an order with years of two digits reads those of four, too
    const plain = fitting.filter(order => !hasShortYears(order))
    const [only, other] = plain.length > 0 ? plain : fitting
    const isClear = other === undefined && !hasShortYears(only!) && contrary <= this.#dates.cells * mostContrary
    const orders = plain.length > 0 ? plain : fitting
    return {
      ...shared,
      order: isClear ? only! : null,
      orders: isClear || contrary === 0 ? orders : ranked.map(([order]) => order),
    }
  }

  #foundNumbers(): FoundColumn['numbers'] {
    const [first, second] = this.#signs.ranked
    const best = first?.[1] ?? 0
    const contrary = this.#signs.cells - best
    const isClear = second?.[1] !== best && contrary <= this.#signs.cells * mostContrary
    const sign = first === undefined ? 'point' : isClear ? first[0] : null
    return { cells: this.#numbers, sign, contrary, areNames: this.#areNames, units: this.#units.size }
  }
}
