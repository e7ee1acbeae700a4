/**
 * Days as bitmaps: one bit for each of 400 days, the last bit for the last day. Only these parts of statements know where the bit of a day is.
 * The owner of a bitmap keeps the date of its last day beside it. PostgreSQL's type is bit(400); null is no day at all.
 */
import type { Fragment, Sql } from '../connection/database.ts'

/** Days of a bitmap. */
export const keptDays = 400

/** The bitmap without a day. */
export function noDays(sql: Sql): Fragment {
  return sql`0::bit(400)`
}

/** The bitmap of one day, so many days before the last. Days before the first, and after the last, are left out. */
export function oneDay(sql: Sql, daysBefore: Fragment): Fragment {
  return sql`(1::bit(400) << (${daysBefore}))`
}

/** The same days in a bitmap whose last day is so many days later; of a negative number, earlier. Days that have no bit there are left out. */
export function moveOn(sql: Sql, bitmap: Fragment, days: Fragment): Fragment {
  return sql`(${bitmap} << (${days}))`
}

/** Days of either of two bitmaps with the same last day. */
export function unite(sql: Sql, one: Fragment, other: Fragment): Fragment {
  return sql`coalesce(${one} | ${other}, ${one}, ${other})`
}

/** Days of the first bitmap without those of the second; null for none. */
export function subtract(sql: Sql, one: Fragment, other: Fragment): Fragment {
  return sql`nullif(coalesce(${one} & ~ ${other}, ${one}), ${noDays(sql)})`
}

/** The last days of a bitmap, the very last included. @param days 1 to `keptDays` */
export function lastDays(sql: Sql, bitmap: Fragment, days: number | Fragment): Fragment {
  return sql`(${bitmap} & ~ (~ ${noDays(sql)} << (${days})))`
}

/** The number of days of a bitmap; 0 for null. */
export function countDays(sql: Sql, bitmap: Fragment): Fragment {
  return sql`coalesce(bit_count(${bitmap}), 0)`
}

/** The date of the latest day in a bitmap; null if it has none. @param upto the date of its last bit */
export function latestDay(sql: Sql, bitmap: Fragment, upto: Fragment): Fragment {
  return sql`(${upto} - (400 - length(rtrim(nullif(${bitmap}, ${noDays(sql)})::text, '0'))))`
}
