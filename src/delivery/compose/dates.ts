/** The date tags: `<$currentday$>` and its later form `<currentday>` (reference/wire.md §9), in the client's time zone. */

export type DateTags = Readonly<Record<string, string>>

/** @param timeZone IANA name */
export function dateTags(at: Date, timeZone: string): DateTags {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(at)
  return {
    currentday: part({ day: 'numeric' }),
    currentdayname: part({ weekday: 'long' }),
    currentmonth: part({ month: 'numeric' }),
    currentmonthname: part({ month: 'long' }),
    currentyear: part({ year: 'numeric' }),
  }
}

/** Puts the dates in place of both forms, closing tags included. */
export function writeDates(text: string, tags: DateTags): string {
  return text.replace(
    /<(\/?)(\$?)(current(?:day|dayname|month|monthname|year))(\$?)\s*\/?>/gi,
    (tag, closing, before, name, after) => (before === after ? (closing ? '' : tags[name.toLowerCase()]!) : tag),
  )
}
