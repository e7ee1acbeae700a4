/** The date tags: `<$currentday$>` and its later form `<currentday>` (reference/wire.md §9), in the client's time zone. */
import { type DateTag, datePattern } from '../../domain/content/merge-tags.ts'

export type DateTags = Readonly<Record<DateTag, string>>

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
  return text.replace(datePattern, (tag, closing, before, name, after) => {
    if (before !== after) return tag
    return closing ? '' : tags[name.toLowerCase() as DateTag] // the pattern knows no other
  })
}
