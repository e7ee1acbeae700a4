/** The report of a campaign as a page: no scripts, one style, everything in it escaped. */
import type { Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Answer } from '../../../lib/http.ts'
import { zoneName } from '../../../lib/zone-name.ts'
import { reportAnswer } from './answer.ts'
import { comparisonSection } from './beside.ts'
import type { ReportLook } from './brand.ts'
import { deliverySection, returnedSection } from './delivery.ts'
import { glance } from './glance.ts'
import { links } from './links.ts'
import { type ShownReport, section } from './parts.ts'
import { timeSection } from './time.ts'

export function reportPage(texts: Texts, look: ReportLook, report: ShownReport): Answer {
  return reportAnswer(texts, look, {
    subject: report.campaign.name,
    title: report.texts.title,
    head: head(report),
    main: html`${glance(report)}${timeSection(report)}${links(report)}<div class="pair">
${deliverySection(report)}${returnedSection(report)}</div>
${comparisonSection(report)}${glossary(report)}`,
  })
}

function head(report: ShownReport): Html {
  const { texts, campaign, format, asOf, timeZone } = report
  return html`<p class="kind">${texts.title}</p>
<h1><bdi>${campaign.name}</bdi></h1>
<dl class="facts">
<dt>${texts.subject}</dt><dd><bdi>${campaign.subject}</bdi></dd>
<dt>${texts.sent}</dt><dd>${sentDates(report)}</dd>
<dt>${texts.recipients}</dt><dd>${format.count(campaign.recipients)}</dd>
</dl>
${stateOf(report)}<p class="asof">${texts.asOf(asOf, zoneName(timeZone))} <a class="download" href="?format=csv" download>${texts.download}</a></p>
`
}

function sentDates({ campaign, format }: ShownReport): string {
  const { sentDate, finishedDate } = campaign
  const [first, last] = [sentDate, finishedDate].map(date => (date === null ? '' : format.dayAndTime(date)))
  return last === '' || last === first ? first! : `${first} – ${last}`
}

function stateOf({ campaign, texts, asOf }: ShownReport): Html | false {
  switch (campaign.state) {
    case 'sending':
    case 'paused':
      return html`<p class="state" role="status">${texts.states[campaign.state](asOf)}</p>\n`
    case 'cancelled':
      return html`<p class="state">${texts.states.cancelled}</p>\n`
    default:
      return false
  }
}

function glossary({ texts }: ShownReport): Html {
  const terms = texts.glossary.terms.map(({ name, meaning }) => html`<dt>${name}</dt><dd>${meaning}</dd>\n`)
  return section('glossary', texts.glossary.heading, html`<dl class="terms">\n${terms}</dl>\n`)
}
