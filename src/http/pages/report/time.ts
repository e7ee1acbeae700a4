/** The section of opens and clicks over time: charts, and the same as a table. */
import { type Html, html } from '../../../lib/html.ts'
import { chart } from './chart.ts'
import { type ShownReport, section, table } from './parts.ts'
import type { Period } from './periods.ts'

export function time(report: ShownReport): Html {
  const { texts, format, periods, measured } = report
  const words = texts.time
  if (measured === 'no one') return section('time', words.heading, html`<p>${texts.notes.notMeasured}</p>\n`)
  const rows = periodRows(report)
  if (rows.length === 0) return section('time', words.heading, html`<p>${words.nothing}</p>\n`)
  const { hours, days } = periods
  const hourLabels = [hours[0]!, hours[24]!, hours.at(-1)!].map(({ from }) => format.dayAndTime(from))
  const dayLabels = days.length === 0 ? [] : [...new Set([days[0]!, days.at(-1)!])].map(({ from }) => format.day(from))
  const over = (
    id: string,
    title: string,
    of: 'opens' | 'clicks',
    bars: readonly Period[],
    labels: readonly string[],
  ) => chart({ id, title, bars: bars.map(period => period[of]), labels }, report)
  return section(
    'time',
    words.heading,
    html`<div class="legend" aria-hidden="true"><span class="key person"></span>${texts.people} <span class="key machine"></span>${texts.machines}</div>
<div class="charts">
${over('opens-hours', words.opensByHour, 'opens', hours, hourLabels)}${over('clicks-hours', words.clicksByHour, 'clicks', hours, hourLabels)}${
  days.length > 0 &&
  html`${over('opens-days', words.opensByDay, 'opens', days, dayLabels)}${over('clicks-days', words.clicksByDay, 'clicks', days, dayLabels)}`
}</div>
<details>
<summary>${words.table}</summary>
${table(
  words.heading,
  headings(report),
  rows.map(row => rowOf(row, report)),
)}</details>
`,
  )
}

function headings({ texts }: ShownReport): string[] {
  const { time, people, machines } = texts
  return [time.period, ...[time.opens, time.clicks].flatMap(of => [people, machines].map(who => `${of} (${who})`))]
}

export interface PeriodRow {
  readonly label: string
  /** Opens of people, of machines, clicks of people, of machines. */
  readonly counts: readonly [number, number, number, number]
}

/** The periods in which something happened. */
export function periodRows({ periods, texts, format }: ShownReport): readonly PeriodRow[] {
  const { hours, days, later } = periods
  const dayOf = (day: Period, index: number) => texts.time.day(format.count(index + 3), format.dayAndTime(day.from))
  return [
    ...hours.map(hour => [format.dayAndTime(hour.from), hour] as const),
    ...days.map((day, index) => [dayOf(day, index), day] as const),
    ...(later ? [[texts.time.later, later] as const] : []),
  ]
    .map(([label, { opens, clicks }]): PeriodRow => {
      return { label, counts: [opens.people, opens.machines, clicks.people, clicks.machines] }
    })
    .filter(({ counts }) => counts.some(count => count > 0))
}

function rowOf({ label, counts }: PeriodRow, { format }: ShownReport): Html {
  const cells = counts.map(
    (count, index) => html`<td${index % 2 === 1 && html` class="pale"`}>${format.count(count)}</td>`,
  )
  return html`<tr><th scope="row">${label}</th>${cells}</tr>\n`
}
