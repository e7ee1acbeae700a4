/** What a cell of a workbook says (ECMA-376 part 1, 18.3.1.4 and 18.8.30), as text. */

export interface CellReading {
  readonly shared: readonly string[]
  /** By style of cells. */
  readonly dateStyles: readonly boolean[]
  /** Days are counted from 1904, as old Macs did. */
  readonly is1904: boolean
}

const msOfDay = 86_400_000
/** Day 0 of each count. Days before 1 March 1900 are one off, since Excel has a 29 February 1900. */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const
/** 31 December 9999. */
const lastSerial = 2_958_465

/** True where numbers are shown as dates: built in, or a code with day, month, year, hour or second outside quotes and brackets. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return true
  if (code === undefined) return false
  const bare = code
    .slice(0, 1_000)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare)
}

/** @param raw what `v` or the `t` of `is` holds */
export function cellText(type: string, raw: string, style: number, reading: CellReading): string {
  switch (type) {
    case 's':
      return reading.shared[Number(raw)] ?? ''
    case 'inlineStr':
    case 'str':
    case 'd':
      return raw
    case 'b':
      return raw === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return ''
    default:
      return reading.dateStyles[style] ? (dateText(raw, reading.is1904) ?? numberText(raw)) : numberText(raw)
  }
}

/** @returns `YYYY-MM-DD`, with `HH:MM:SS` where the day has begun; undefined where the number is no day */
function dateText(raw: string, is1904: boolean): string | undefined {
  const serial = Number(raw)
  if (raw === '' || !(serial >= 1 && serial <= lastSerial)) return undefined
  const days = is1904 || serial >= 60 ? serial : serial + 1
  const ms = Math.round((days * msOfDay) / 1_000) * 1_000
  const iso = new Date(epochs[is1904 ? 1904 : 1900] + ms).toISOString()
  return ms % msOfDay === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

/** The digits of a number as a person typed them: Excel stores 15, and long ones, such as of telephones, with an exponent. */
function numberText(raw: string): string {
  if (raw === '' || !/^-?[\d.]+(?:e[+-]?\d+)?$/i.test(raw)) return raw
  if (!/e/i.test(raw) && raw.length <= 16) return raw
  const value = Number(Number(raw).toPrecision(15))
  return Number.isFinite(value) ? String(value) : raw
}
