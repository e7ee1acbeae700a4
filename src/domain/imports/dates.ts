/** Dates as files of other programs write them. */
import { parseLocalTime } from '../dates.ts'

/** The order of day, month and year, or seconds since 1970. ISO 8601 is read whatever the order is. */
export const dateOrders = ['ymd', 'dmy', 'mdy', 'unix'] as const
export type DateOrder = (typeof dateOrders)[number]

// an offset of 16 hours is more than PostgreSQL reads, and than any place has
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?\s*(Z|UTC|[+-](?:0\d|1[0-5]):?[0-5]\d)?$/i
const numeric = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:,?[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const longestDate = 40

/** Years that dates of an import may have, the last one excepted: earlier ones are mistakes, and partitions are kept for each. */
const firstYear = 1990

/**
 * Reads a date.
 * @returns `YYYY-MM-DD HH:MM:SS`, followed by an offset where the text has one; undefined for anything else and for years before 1990
 */
export function parseDate(text: string, order: DateOrder): string | undefined {
  if (text.length > longestDate) return undefined
  const trimmed = text.trim()
  if (order === 'unix' && /^\d{9,10}$/.test(trimmed)) {
    return checked(new Date(Number(trimmed) * 1000).toISOString().slice(0, 19).replace('T', ' '), '+00')
  }
  const found = iso.exec(trimmed)
  if (found) {
    const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = found
    return checked(`${year}-${month}-${day} ${hour}:${minute}:${second}`, offset(zone))
  }
  const parts = numeric.exec(trimmed)
  if (!parts) return undefined
  const [, one, two, three, hour = '0', minute = '00', second = '00'] = parts as unknown as string[]
  const places = { ymd: [one, two, three], dmy: [three, two, one], mdy: [three, one, two], unix: [] }[order]
  const [year, month, day] = places
  if (year?.length !== 4 || month === undefined || day === undefined || month.length > 2 || day.length > 2)
    return undefined
  const two2 = (part: string) => part.padStart(2, '0')
  return checked(`${year}-${two2(month)}-${two2(day)} ${two2(hour)}:${minute}:${second}`, '')
}

function checked(local: string, zone: string): string | undefined {
  return parseLocalTime(local) !== undefined && Number(local.slice(0, 4)) >= firstYear ? local + zone : undefined
}

function offset(zone: string | undefined): string {
  if (zone === undefined) return ''
  return /^(?:Z|UTC)$/i.test(zone) ? '+00' : zone
}

/** Finds the order that no date contradicts; texts are told one at a time. */
export class DateOrderFinder {
  readonly #orders = new Set<DateOrder>(['ymd', 'dmy', 'mdy', 'unix'])
  #seen = 0

  add(text: string): void {
    if (text.trim() === '' || iso.test(text.trim())) return
    const fitting = [...this.#orders].filter(order => parseDate(text, order) !== undefined)
    // what fits no order is a mistake in its row
    if (fitting.length === 0) return
    this.#seen++
    this.#orders.clear()
    for (const order of fitting) this.#orders.add(order)
  }

  /** The order; `ymd` where every date was ISO 8601; undefined where more than one is left. */
  get order(): DateOrder | undefined {
    if (this.#seen === 0) return 'ymd'
    const [only, other] = this.#orders
    return other === undefined ? only : undefined
  }
}
