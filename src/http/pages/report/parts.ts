/** Building blocks of the sections of a report. */
import { type ClientReport, leastForRates } from '../../../domain/campaigns/reports/client-report.ts'
import type { MeasuredKinds } from '../../../domain/campaigns/reports/comparison.ts'
import type { Format } from '../../../domain/texts/report/format.ts'
import type { ReportTexts } from '../../../domain/texts/report/language.ts'
import { type Html, type HtmlValue, html } from '../../../lib/html.ts'
import type { LinkPlace } from '../../../store/campaigns/report-links.ts'
import type { Periods } from './periods.ts'

/** A report with everything that its page and its download are written from. */
export interface ShownReport extends ClientReport {
  readonly companyName: string
  readonly places: readonly LinkPlace[]
  readonly periods: Periods
  readonly texts: ReportTexts
  readonly format: Format
  /** When the numbers were read, and in which time zone. */
  readonly asOf: string
  readonly timeZone: string
}

export type MeasuredKind = keyof MeasuredKinds

/** Of opens and clicks, those that were measured. */
export function findMeasuredKinds({ measured }: ShownReport): readonly MeasuredKind[] {
  return (['opens', 'clicks'] as const).filter(of => measured[of] !== 'no one')
}

/** A sentence about missing measurements; undefined if opens and clicks were measured. */
export function notMeasuredSentence(report: ShownReport): string | undefined {
  const { notMeasured: words } = report.texts.notes
  const kinds = findMeasuredKinds(report)
  if (kinds.length === 2) return undefined
  return kinds.length === 0 ? words.both : words[kinds[0] === 'opens' ? 'clicks' : 'opens']
}

/** A section with a heading. @param id for the heading that names it */
export function section(id: string, heading: string, content: HtmlValue): Html {
  return html`<section class="${id}" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${content}</section>
`
}

/** A rate, or undefined if the numbers are too small for one. */
export function rateOf(count: number, total: number, { campaign, format }: ShownReport): string | undefined {
  return campaign.accepted < leastForRates || total === 0 ? undefined : format.percent(count / total)
}

/** A table in a box that scrolls by itself on a narrow screen. @param head its cells; those after the first are of numbers */
export function table(caption: string, head: readonly HtmlValue[], rows: readonly Html[]): Html {
  return html`<table>
<caption class="unseen">${caption}</caption>
<thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
`
}
