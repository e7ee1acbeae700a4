/** The report of a month as a page: no scripts, one style, everything in it escaped. It looks as the report of a campaign does. */
import { type MonthReport, rateOfCampaign } from '../../../domain/report-mails/month.ts'
import type { Format } from '../../../domain/texts/report/format.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Answer } from '../../../lib/http.ts'
import { zoneName } from '../../../lib/zone-name.ts'
import { reportAnswer } from './answer.ts'
import type { ReportLook } from './brand.ts'
import { section, table } from './parts.ts'

export interface ShownMonth extends MonthReport {
  readonly format: Format
  /** When the numbers were read, and in which time zone. */
  readonly asOf: string
  readonly timeZone: string
}

export function monthPage(texts: Texts, look: ReportLook, shown: ShownMonth): Answer {
  const words = texts.reportMail.month
  const month = shown.format.month(shown.month)
  return reportAnswer(texts, look, {
    subject: month,
    title: words.heading,
    head: html`<p class="kind">${words.heading}</p>
<h1>${month}</h1>
<p>${words.sent(month, shown.campaigns.length, shown.format.count(shown.accepted))}</p>
<p class="asof">${texts.report.asOf(shown.asOf, zoneName(shown.timeZone))}</p>
`,
    main: html`${glance(texts, shown)}${campaigns(texts, shown)}${lists(texts, shown)}`,
  })
}

function glance(texts: Texts, { opened, clicked, accepted, before, growth, format }: ShownMonth): Html {
  const said = texts.reportMail
  const { glance: words } = texts.report
  const rate = (label: string, value: number | undefined, past: number | undefined) =>
    value === undefined
      ? card('–', label, said.notMeasured)
      : card(format.percent(value), label, past === undefined ? '' : said.month.before(format.percent(past)))
  const past = before.accepted === 0 ? '' : said.month.before(format.count(before.accepted))
  return section(
    'glance',
    words.heading,
    html`<div class="cards">
${card(format.count(accepted), words.delivered, past)}${rate(words.opened, opened, before.opened)}${rate(words.clicked, clicked, before.clicked)}${card(`+${format.count(growth.joined)}`, said.month.joined, said.month.active(format.count(growth.active)))}</div>
`,
  )
}

function card(figure: string, label: string, note: string): Html {
  return html`<div class="card"><p class="figure">${figure}</p><p>${label}</p>${note !== '' && html`<p class="pale">${note}</p>`}</div>\n`
}

function campaigns(texts: Texts, { campaigns: sent, format }: ShownMonth): Html {
  const said = texts.reportMail
  const { glance: words, sent: date } = texts.report
  const heads = [said.month.campaign, date, words.delivered, words.opened, words.clicked, words.unsubscribed]
  const rate = (value: number | undefined) => (value === undefined ? said.notMeasured : format.percent(value))
  const rows = sent.map(campaign => {
    const values = [
      format.day(campaign.sentDate ?? ''),
      format.count(campaign.accepted),
      rate(rateOfCampaign(campaign, 'opens')),
      rate(rateOfCampaign(campaign, 'clicks')),
      format.count(campaign.unsubscribes),
    ]
    return html`<tr><th scope="row"><bdi>${campaign.name}</bdi></th>${values.map((value, n) => html`<td data-label="${heads[n + 1]!}">${value}</td>`)}</tr>\n`
  })
  return section('month', said.month.campaigns, table(said.month.campaigns, heads, rows))
}

function lists(texts: Texts, { growth, format }: ShownMonth): Html {
  const { causes, lists: heading, joined, left, growth: sentence } = texts.reportMail.month
  const others = Math.max(0, growth.joined - growth.confirmed - (growth.imported ?? 0))
  const gone = growth.unsubscribed + growth.bounced + growth.deleted
  const lines = (
    title: string,
    total: number,
    rows: readonly (readonly [string, number])[],
  ) => html`<table class="lines">
<caption class="unseen">${title}</caption>
<tbody>
${rows.map(([name, count]) => html`<tr><th scope="row">${name}</th><td>${format.count(count)}</td></tr>\n`)}<tr class="total"><th scope="row">${title}</th><td>${format.count(total)}</td></tr>
</tbody>
</table>
`
  const came: readonly (readonly [string, number])[] = [
    [causes.confirmed, growth.confirmed],
    ...(growth.imported === null ? [] : [[causes.imported, growth.imported] as const]),
    [causes.others, others],
  ]
  const went: readonly (readonly [string, number])[] = [
    [causes.unsubscribed, growth.unsubscribed - growth.complained],
    [causes.complained, growth.complained],
    [causes.bounced, growth.bounced],
    [causes.deleted, growth.deleted],
  ]
  return section(
    'lists',
    heading,
    html`<p>${sentence(format.count(growth.joined), format.count(gone))}</p>
<div class="pair">
${lines(joined, growth.joined, came)}${lines(left, gone, went)}</div>
`,
  )
}
