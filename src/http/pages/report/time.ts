/** The section of opens and clicks over time: charts, and the same as a table. */
import { type Html, html } from '../../../lib/html.ts'
import { chart } from './chart.ts'
import { findMeasuredKinds, type MeasuredKind, notMeasuredSentence, type ShownReport, section, table } from './parts.ts'
import type { ByKind, Period } from './periods.ts'

export function timeSection(report: ShownReport): Html {
  const { texts, format, periods } = report
  const words = texts.time
  const kinds = findMeasuredKinds(report)
  if (kinds.length === 0) return section('time', words.heading, html`<p>${notMeasuredSentence(report)}</p>\n`)
  const rows = periodRows(report)
  if (rows.length === 0) return section('time', words.heading, html`<p>${words.nothing}</p>\n`)
  const { hours, days } = periods
  const hourLabels = [hours[0]!, hours[24]!, hours.at(-1)!].map(({ from }) => format.dayAndTime(from))
  const dayLabels = days.length === 0 ? [] : [...new Set([days[0]!, days.at(-1)!])].map(({ from }) => format.day(from))
  const over = (kind: MeasuredKind, unit: 'hours' | 'days', bars: readonly Period[], labels: readonly string[]) =>
    bars.length > 0 &&
    chart(
      { id: `${kind}-${unit}`, title: words.charts[kind][unit], bars: bars.map(period => period[kind]), labels },
      report,
    )
  return section(
    'time',
    words.heading,
    html`<div class="legend" aria-hidden="true"><span class="key person"></span>${texts.people} <span class="key machine"></span>${texts.machines}</div>
<div class="charts">
${kinds.map(kind => over(kind, 'hours', hours, hourLabels))}${kinds.map(kind => over(kind, 'days', days, dayLabels))}</div>
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

function headings(report: ShownReport): string[] {
  const { time: words, people, machines } = report.texts
  return [
    words.period,
    ...findMeasuredKinds(report).flatMap(of => [people, machines].map(who => `${words[of]} (${who})`)),
  ]
}

export interface PeriodRow {
  readonly label: string
  readonly opens: ByKind
  readonly clicks: ByKind
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
    .map(([label, { opens, clicks }]): PeriodRow => ({ label, opens, clicks }))
    .filter(({ opens, clicks }) => opens.people + opens.machines + clicks.people + clicks.machines > 0)
}

function rowOf(row: PeriodRow, report: ShownReport): Html {
  const { count } = report.format
  const cells = findMeasuredKinds(report).map(of => {
    const { people, machines } = row[of]
    return html`<td>${count(people)}</td><td class="pale">${count(machines)}</td>`
  })
  return html`<tr><th scope="row">${row.label}</th>${cells}</tr>\n`
}
