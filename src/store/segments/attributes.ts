/**
 * Conditions on what a membership `s` says of a person: addresses, names, dates, custom fields. Fields are stored as text; one that cannot be
 * read as a number or a date is known and matches no comparison of numbers or dates.
 */
import type { Fragment, Sql } from '../connection/database.ts'
import type { DateCondition, DateTest, NumberCondition, Place, TextCondition } from './conditions.ts'
import type { Judging } from './judging.ts'

/** Compares text without case, in Unicode normal form. Of several values of a field, one must match, or for `all` each value one of them. */
export function textHolds({ sql }: Judging, { place, test, quantity, values }: TextCondition): Fragment {
  const matches = (wanted: readonly string[]) => anyTextOf(sql, place, text => textMatches(sql, text, test, wanted))
  switch (quantity) {
    case 'any':
      return matches(values)
    case 'none':
      return sql`(not ${matches(values)})`
    case 'all':
      return sql`(${values.map(value => matches([value])).reduce((all, one) => sql`${all} and ${one}`)})`
  }
}

function textMatches(sql: Sql, text: Fragment, test: TextCondition['test'], values: readonly string[]): Fragment {
  const own = sql`lower(normalize(${text}))`
  const wanted = (value: string) => sql`lower(normalize(${value}::text))`
  const anyOf = (one: (value: string) => Fragment) =>
    sql`(${values.map(one).reduce((any, next) => sql`${any} or ${next}`)})`
  switch (test) {
    case 'known':
      return sql`${text} <> ''`
    case 'equals':
      return values.length === 1
        ? sql`${own} = ${wanted(values[0]!)}`
        : sql`${own} = any(array(select lower(normalize(v)) from unnest(${values as string[]}::text[]) v))`
    case 'contains':
      return anyOf(value => sql`strpos(${own}, ${wanted(value)}) > 0`)
    case 'begins':
      return anyOf(value => sql`starts_with(${own}, ${wanted(value)})`)
  }
}

/** Whether one of the texts of a place matches. */
function anyTextOf(sql: Sql, place: Place, matches: (text: Fragment) => Fragment): Fragment {
  switch (place.of) {
    case 'address':
      return sql`(${matches(sql`s.email`)} or ${matches(sql`s.address`)})`
    case 'name':
      return sql`(${matches(sql`s.name`)})`
    case 'domain':
      return sql`(${matches(sql`split_part(s.address, '@', -1)`)})`
    case 'field': {
      const { key } = place
      return sql`(case jsonb_typeof(s.fields -> ${key}::text)
        when 'string' then ${matches(sql`(s.fields ->> ${key}::text)`)}
        when 'array' then exists (
          select 1 from jsonb_array_elements_text(s.fields -> ${key}::text) v (text) where ${matches(sql`v.text`)})
        else false end)`
    }
    case 'state date':
    case 'joined':
    case 'confirmed':
      throw new Error(`${place.of} is no text`)
  }
}

/** Calls a comparison with the text of a field that has one; false without. */
function singleText(sql: Sql, place: Place, compare: (text: Fragment) => Fragment): Fragment {
  if (place.of !== 'field') throw new Error(`${place.of} is no field`)
  const { key } = place
  return sql`(case jsonb_typeof(s.fields -> ${key}::text)
    when 'string' then ${compare(sql`(s.fields ->> ${key}::text)`)} else false end)`
}

export function numberHolds({ sql }: Judging, condition: NumberCondition): Fragment {
  const { place, from, to, withFrom, withTo } = condition
  return singleText(sql, place, text => {
    const number = sql`${text}::numeric`
    const bounds = [
      ...(from === null
        ? []
        : [withFrom ? sql`${number} >= ${from}::text::numeric` : sql`${number} > ${from}::text::numeric`]),
      ...(to === null ? [] : [withTo ? sql`${number} <= ${to}::text::numeric` : sql`${number} < ${to}::text::numeric`]),
    ]
    const within = bounds.reduce((all, one) => sql`${all} and ${one}`, sql`true`)
    // a case, since PostgreSQL may evaluate the parts of `and` in any order
    return sql`case when ${text} ~ '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' then ${within} else false end`
  })
}

/** Dates that the calendar has, as they are stored. They compare as text. */
const realDate =
  '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))' +
  '|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$'

export function dateHolds(judging: Judging, { place, test }: DateCondition): Fragment {
  const { sql } = judging
  if (place.of === 'field') {
    return singleText(
      sql,
      place,
      text => sql`(${dateTextHolds(judging, sql`(${text} collate "C")`, test)} and ${text} ~ ${realDate}::text)`,
    )
  }
  const instant = instantOf(judging, place)
  if (test.kind === 'between' || test.kind === 'days') return instantHolds(judging, instant, test)
  const text = sql`(to_char(${instant} at time zone ${zoneOf(judging)}, 'YYYY-MM-DD') collate "C")`
  return sql`(${text} is not null and ${dateTextHolds(judging, text, test)})`
}

function instantOf({ sql, clientId }: Judging, place: Place): Fragment {
  switch (place.of) {
    case 'joined':
      return sql`s.joined_at`
    case 'state date':
      return sql`s.state_at`
    case 'confirmed':
      return sql`(
        select max(h.at) from subscriber_history h
        where h.client_id = ${clientId} and h.list_id = s.list_id and h.subscriber_id = s.id and h.cause = 'confirmed')`
    case 'address':
    case 'domain':
    case 'name':
    case 'field':
      throw new Error(`${place.of} is no instant`)
  }
}

/** Looked up once for a statement. */
function zoneOf({ sql, clientId }: Judging): Fragment {
  return sql`(select c.time_zone from clients c where c.id = ${clientId})`
}

/** `YYYY-MM-DD` of a day counted from today. */
function dayText({ sql, today }: Judging, days: number): Fragment {
  return sql`(select to_char(${today} + ${days}::integer, 'YYYY-MM-DD') collate "C")`
}

function dateTextHolds(judging: Judging, text: Fragment, test: DateTest): Fragment {
  const { sql } = judging
  switch (test.kind) {
    case 'between': {
      const { from, to } = test
      const bounds = [
        ...(from === null ? [] : [sql`${text} >= ${from}::text`]),
        ...(to === null ? [] : [sql`${text} <= ${to}::text`]),
      ]
      return bounds.reduce((all, one) => sql`${all} and ${one}`)
    }
    case 'days':
      return sql`${text} >= ${dayText(judging, test.from)} and ${text} <= ${dayText(judging, test.to)}`
    case 'every year':
      return sql`substr(${text}, 6, 5) = ${monthDay(test)}::text`
    case 'anniversary':
      return anniversaryHolds(judging, sql`substr(${text}, 6, 5)`, test.days)
  }
}

function monthDay({ month, day }: { readonly month: number; readonly day: number }): string {
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/**
 * Whether a month and day is one of the days that begin with today. In years without 29 February its day is the 28th, so a time that ends
 * there reaches to the 29th.
 * @param days 1 to 366
 */
function anniversaryHolds({ sql, today }: Judging, day: Fragment, days: number): Fragment {
  if (days >= 366) return sql`true`
  const first = sql`(select to_char(${today}, 'MM-DD') collate "C")`
  const end = sql`(${today} + ${days - 1}::integer)`
  const last = sql`(
    select case when to_char(${end}, 'MM-DD') = '02-28' and to_char(${end} + 1, 'MM-DD') = '03-01' then '02-29' else to_char(${end}, 'MM-DD') end
      collate "C")`
  return sql`(case when ${first} <= ${last} then ${day} >= ${first} and ${day} <= ${last} else ${day} >= ${first} or ${day} <= ${last} end)`
}

/**
 * By date in the client's time zone. The first comparison is for the index and a few hours wide of it; the second is exact where clocks
 * change at midnight.
 */
function instantHolds(judging: Judging, instant: Fragment, test: DateTest & { kind: 'between' | 'days' }): Fragment {
  const { sql, today } = judging
  const zone = zoneOf(judging)
  const from =
    test.kind === 'days' ? sql`(${today} + ${test.from}::integer)` : test.from && sql`${test.from}::text::date`
  const to = test.kind === 'days' ? sql`(${today} + ${test.to}::integer)` : test.to && sql`${test.to}::text::date`
  const date = sql`(${instant} at time zone ${zone})::date`
  const edge = (day: Fragment) => sql`(${day})::timestamp at time zone ${zone}`
  const bounds = [
    ...(from ? [sql`${instant} >= (select ${edge(from)} - interval '3 hours')`, sql`${date} >= (select ${from})`] : []),
    ...(to
      ? [sql`${instant} < (select ${edge(sql`${to} + 1`)} + interval '3 hours')`, sql`${date} <= (select ${to})`]
      : []),
  ]
  return sql`coalesce(${bounds.reduce((all, one) => sql`${all} and ${one}`)}, false)`
}
