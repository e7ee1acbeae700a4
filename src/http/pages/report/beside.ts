/** The section that sets a campaign beside those its client sent before. */
import type { ComparedLine } from '../../../domain/campaigns/reports/comparison.ts'
import { type Html, html } from '../../../lib/html.ts'
import { type ShownReport, section, table } from './parts.ts'

export function comparisonSection(report: ShownReport): Html {
  const { texts, compared, campaign } = report
  const words = texts.comparison
  const isOver = campaign.state === 'sent' || campaign.state === 'cancelled'
  if (!isOver || !compared)
    return section('beside', words.heading, html`<p>${isOver ? words.none : words.notYet}</p>\n`)
  const head = [words.rate, words.own, words.usual, words.range, words.meaning]
  const most = Math.max(...compared.map(({ campaigns }) => campaigns))
  const rows = compared.map(line => row(line, most, report))
  return section(
    'beside',
    words.heading,
    html`<p>${words.intro(report.format.count(most))}</p>\n${table(words.heading, head, rows)}`,
  )
}

/** @param most campaigns of any line; a line with fewer shows its own number */
function row(line: ComparedLine, most: number, { texts, format }: ShownReport): Html {
  const words = texts.comparison
  const { percent } = format
  const { of: rateName, rate, median, lowest, highest, campaigns, place } = line
  const fewer = campaigns < most && html` <span class="pale">${words.of(format.count(campaigns))}</span>`
  return html`<tr><th scope="row">${words.rates[rateName]}</th><td data-label="${words.own}"><b>${percent(rate)}</b></td><td data-label="${words.usual}">${percent(median)}</td><td data-label="${words.range}">${percent(lowest)} &ndash; ${percent(highest)}</td><td class="place">${words.places[place]}${fewer}</td></tr>
`
}
