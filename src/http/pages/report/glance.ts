/** The first section: the four numbers that are asked for first, people before machines. */
import { type Html, type HtmlValue, html } from '../../../lib/html.ts'
import {
  findMeasuredKinds,
  type MeasuredKind,
  notMeasuredSentence,
  rateOf,
  type ShownReport,
  section,
} from './parts.ts'

export function glance(report: ShownReport): Html {
  const { texts, campaign, engagement, format } = report
  const { accepted, recipients, unsubscribes } = campaign
  const measured = findMeasuredKinds(report)
  const byPeople = (kind: MeasuredKind, people: number, all: number, label: string) =>
    measured.includes(kind)
      ? card(report, people, accepted, label, texts.alsoMachines(format.count(Math.max(0, all - people))))
      : html`<div class="card"><p class="figure words">${texts.notMeasured}</p><p>${label}</p></div>\n`
  const cards: HtmlValue = [
    card(report, accepted, recipients, texts.glance.delivered),
    byPeople('opens', engagement.humanUniqueOpens, engagement.uniqueOpens, texts.glance.opened),
    byPeople('clicks', engagement.humanUniqueClicks, engagement.uniqueClicks, texts.glance.clicked),
    card(report, unsubscribes, accepted, texts.glance.unsubscribed),
  ]
  return section('glance', texts.glance.heading, html`<div class="cards">\n${cards}</div>\n${notes(report)}`)
}

/** A rate with its fraction; below 100 deliveries only the count is shown large. */
function card(report: ShownReport, count: number, total: number, label: string, machines?: string): Html {
  const { format, texts } = report
  const rate = rateOf(count, total, report)
  const fraction = texts.fraction(format.count(count), format.count(total))
  return html`<div class="card"><p class="figure">${rate ?? format.count(count)}</p><p>${label}</p><p class="fraction">${fraction}</p>${
    machines !== undefined && html`<p class="pale">${machines}</p>`
  }</div>
`
}

function notes(report: ShownReport): HtmlValue {
  const { texts, campaign, measured, engagement } = report
  return [
    notMeasuredSentence(report),
    (measured.opens === 'who agreed' || measured.clicks === 'who agreed') && texts.notes.whoAgreed,
    findMeasuredKinds(report).length > 0 && engagement.redoing && texts.notes.classifying,
    rateOf(0, 1, report) === undefined && campaign.accepted > 0 && texts.notes.noRates,
  ].map(note => note && html`<p class="note">${note}</p>\n`)
}
