/** Names of months and days of the week as people write them, of the languages that ICU knows best. */

// biome-ignore format: a list reads by its lines
const languages = [
  'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'sr-Latn', 'tr', 'az', 'et',
  'lv', 'lt', 'ca', 'eu', 'id', 'ru', 'uk', 'bg', 'sr', 'mk', 'el', 'he', 'ar', 'en-GB', 'en-AU', 'es-MX', 'de-AT', 'pt-PT',
]

interface Names {
  /** 1 to 12, by name in lower case and without a full stop. A name that is of two months in two languages is not there. */
  readonly months: ReadonlyMap<string, number>
  /** Days of the week, and words beside a date that mean nothing. */
  readonly fillers: ReadonlySet<string>
}

let known: Names | undefined

/** Made when they are first asked for: it takes some ten milliseconds. */
export function nameLists(): Names {
  known ??= makeNames()
  return known
}

/** As names are compared. */
export function bareName(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC').replace(/\.$/, '')
}

// of, at, o'clock, ordinals and years in some languages
const otherFillers =
  'of the de del do da di le la el den der am um à a at kl uhr st nd rd th er º г р год года роки року utc gmt'

function makeNames(): Names {
  const months = new Map<string, number>()
  const ambiguous = new Set<string>()
  const fillers = new Set(otherFillers.split(' '))
  const add = (name: string, month: number) => {
    const bare = bareName(name)
    // Croatian and Polish call different months listopad
    if (months.get(bare) !== undefined && months.get(bare) !== month) ambiguous.add(bare)
    if (/^[\p{L}\p{M}.]{2,}$/u.test(bare)) months.set(bare, month)
  }
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      // names differ within a date and alone: stycznia and styczeń
      const within = formatOf(language, { day: 'numeric', month: style, year: 'numeric' })
      const alone = formatOf(language, { month: style })
      const days = formatOf(language, { weekday: style })
      for (let month = 1; month <= 12; month++) {
        const at = Date.UTC(2024, month - 1, 15)
        for (const format of [within, alone]) for (const name of partsOf(format, 'month', at)) add(name, month)
      }
      for (let day = 1; day <= 7; day++) {
        for (const name of partsOf(days, 'weekday', Date.UTC(2024, 0, day))) fillers.add(bareName(name))
      }
    }
  }
  add('sept', 9)
  for (const name of ambiguous) months.delete(name)
  for (const name of months.keys()) fillers.delete(name)
  return { months, fillers }
}

function formatOf(language: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...parts, calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' })
}

function partsOf(format: Intl.DateTimeFormat, type: 'month' | 'weekday', at: number): readonly string[] {
  return format.formatToParts(at).flatMap(part => (part.type === type ? [part.value] : []))
}
