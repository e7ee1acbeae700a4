/** Bars over time as inline SVG: people below, machines pale above them. The numbers are in a table beside it. */
import { type Html, html } from '../../../lib/html.ts'
import type { ShownReport } from './parts.ts'
import type { ByKind } from './periods.ts'

export interface Chart {
  /** Of the page's own: letters only. */
  readonly id: string
  readonly title: string
  readonly bars: readonly ByKind[]
  /** Along the axis: below the first bar, the middle and the last. */
  readonly labels: readonly string[]
}

/** The drawing is stretched to the width of the page; words stay outside of it. */
const height = 100

export function chart({ id, title, bars, labels }: Chart, { texts, format }: ShownReport): Html {
  const most = Math.max(0, ...bars.map(({ people, machines }) => people + machines))
  const sum = (kind: keyof ByKind) => format.count(bars.reduce((total, bar) => total + bar[kind], 0))
  const description = texts.time.described(sum('people'), sum('machines'), format.count(most))
  return html`<figure>
<figcaption><h3>${title}</h3> <span class="pale">${description}</span></figcaption>
<div class="plot"><span class="most" aria-hidden="true">${format.count(most)}</span>
<svg viewBox="0 0 ${bars.length} ${height}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${title}</title>
<desc id="${id}-text">${description}</desc>
${bars.map((bar, index) => drawBar(bar, index, most))}</svg></div>
<div class="axis" aria-hidden="true">${labels.map(label => html`<span>${label}</span>`)}</div>
</figure>
`
}

function drawBar({ people, machines }: ByKind, index: number, most: number): Html {
  const low = most === 0 ? 0 : (people / most) * height
  const high = most === 0 ? 0 : (machines / most) * height
  return html`${bar('machine', index, low, high)}${bar('person', index, 0, low)}`
}

function bar(kind: string, index: number, from: number, length: number): Html | false {
  if (length === 0) return false
  const y = height - from - length
  return html`<rect class="${kind}" x="${index + 0.1}" y="${y.toFixed(2)}" width="0.8" height="${length.toFixed(2)}"/>\n`
}
