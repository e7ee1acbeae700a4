/** The sections about delivery and returned mail: the ledger's numbers with words. */
import { type LedgerState, ledgerStates } from '../../../domain/texts/report/language.ts'
import { type Html, html } from '../../../lib/html.ts'
import { rateOf, type ShownReport, section } from './parts.ts'

export function deliverySection(report: ShownReport): Html {
  const { texts, campaign } = report
  const counts = ledgerCounts(report)
  const shown = ledgerStates.filter(state => counts[state] > 0 || state === 'accepted' || state === 'refused')
  const rows = shown.map(state => line(report, texts.delivery.states[state], counts[state], campaign.recipients))
  const content = html`<p>${texts.delivery.intro}</p>
${table(report, texts.delivery.heading, [...rows, total(report)])}`
  return section('delivery', texts.delivery.heading, content)
}

export function returnedSection(report: ShownReport): Html {
  const { texts, bounces, campaign } = report
  const words = texts.back
  const { accepted, refused } = campaign
  const bounced = bounces.filter(({ recipients }) => recipients > 0)
  const rows = [
    ...bounced.map(({ of: bounceType, recipients }) =>
      line(report, prefixHeading(words.bounced, words.classes[bounceType]), recipients, accepted + refused),
    ),
    line(report, words.unsubscribed, campaign.unsubscribes, accepted),
    line(report, words.complained, campaign.complaints, accepted),
  ]
  const none = bounced.length === 0 && html`<p>${words.noBounces}</p>\n`
  return section('back', words.heading, html`${none}${table(report, words.heading, rows)}`)
}

/** How many recipients are in which of the states that a report distinguishes. */
export function ledgerCounts({ campaign }: ShownReport): Readonly<Record<LedgerState, number>> {
  const { accepted, refused, unknown, excluded, planned, handingOver, deferred } = campaign
  return { accepted, refused, unknown, open: planned + handingOver + deferred, excluded }
}

type Line = { readonly name: string; readonly meaning: string }

function prefixHeading(prefix: string, { name, meaning }: Line): Line {
  return { name: `${prefix} – ${name}`, meaning }
}

function line(report: ShownReport, { name, meaning }: Line, count: number, total: number): Html {
  return html`<tr><th scope="row">${name} <span class="pale">${meaning}</span></th><td>${report.format.count(count)}</td><td>${rateOf(count, total, report)}</td></tr>
`
}

function total({ texts, campaign, format }: ShownReport): Html {
  return html`<tr class="total"><th scope="row">${texts.recipients}</th><td>${format.count(campaign.recipients)}</td><td></td></tr>
`
}

/** Its columns need no headings to be understood, and have them for who listens. */
function table({ texts }: ShownReport, caption: string, rows: readonly Html[]): Html {
  return html`<table class="lines">
<caption class="unseen">${caption}</caption>
<thead class="unseen"><tr><th scope="col">${texts.csv.item}</th><th scope="col">${texts.recipients}</th><th scope="col">${texts.comparison.rate}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`
}
