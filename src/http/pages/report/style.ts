/** The style of a report: one element whose hash the policy of the page names, for each pair of colours. */
import { remember } from '../../../lib/remember.ts'
import { type Sheet, sheetOf } from '../brand.ts'
import { papers, type ReportLook } from './brand.ts'

/** @throws Error for an invalid colour: text of users must not get into a style */
export function styleOf({ accent: { light, dark } }: ReportLook): Sheet {
  if (![light, dark].every(colour => /^#[0-9a-f]{6}$/i.test(colour))) throw new Error('A colour must be hexadecimal.')
  return made(`${light} ${dark}`)
}

const made = remember(1000, (colours: string): Sheet => {
  const [light, dark] = colours.split(' ') as [string, string]
  return sheetOf(style(light, dark))
})

/**
 * Text has a contrast of 4.5 : 1 or better in both schemes, bars 3 : 1. Tables become blocks on a narrow screen, so that nothing
 * scrolls sideways. On paper there are no dark colours, and the addresses of links stand as they are.
 */
const style = (light: string, dark: string) => onScreen(light, dark) + onPaper(light)

const onScreen = (light: string, dark: string) => `
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: ${papers.light.paper}; --soft: ${papers.light.soft}; --edge: #c9cad4; --pale: #5d5e6a; --person: ${light}; --machine: #8791a8 }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf1; --paper: ${papers.dark.paper}; --soft: ${papers.dark.soft}; --edge: #45454f; --pale: #a9aab8; --person: ${dark}; --machine: #6d7488 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main, header, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: anywhere }
header { padding-top: 2rem }
.brand { display: flex; align-items: center; gap: .75rem; margin: 0; font-weight: 600 }
.brand img { max-height: 3rem; max-width: 12rem }
.kind { margin: 1.5rem 0 0; color: var(--pale) }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: .125rem solid var(--ink) }
h3 { font-size: 1rem; margin: 0; display: inline }
p { margin: 0 0 .75rem }
a { color: var(--person) }
dl { margin: 0 }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem }
.facts dt { color: var(--pale) }
dd { margin: 0 }
.state, .note { border-inline-start: .25rem solid var(--person); background: var(--soft); padding: .5rem .75rem; margin: .75rem 0 }
.pale { color: var(--pale); font-size: .875rem; font-weight: 400 }
.asof { color: var(--pale); margin-top: 1rem }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem }
.card { background: var(--soft); border-radius: .5rem; padding: 1rem }
.card p { margin: 0 }
.card .figure { font-size: 2.25rem; line-height: 1.1; font-weight: 600; font-variant-numeric: tabular-nums }
.card .figure.words { font-size: 1.25rem; line-height: 1.98 }
.card .fraction { margin-top: .25rem; font-variant-numeric: tabular-nums }
.legend { display: flex; align-items: center; gap: .375rem; margin: 0 0 .75rem }
.key { width: .875rem; height: .875rem; border-radius: .125rem }
.key + .key, .legend .machine { margin-inline-start: .75rem }
.key.person { background: var(--person) }
.key.machine { background: var(--machine) }
rect.person { fill: var(--person) }
rect.machine { fill: var(--machine) }
.charts { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem 2rem }
figure { margin: 0; min-width: 0; break-inside: avoid; display: flex; flex-direction: column }
figcaption { margin-bottom: .5rem; flex: 1 }
figcaption .pale { display: block }
.plot { position: relative; height: 8rem; border-bottom: .0625rem solid var(--ink); border-top: .0625rem dashed var(--edge) }
.plot svg { display: block; width: 100%; height: 100% }
.plot .most { position: absolute; inset-inline-end: 0; top: 0; background: var(--paper); padding-inline-start: .25rem; font-size: .8125rem; color: var(--pale) }
.axis { display: flex; justify-content: space-between; gap: .5rem; font-size: .8125rem; color: var(--pale) }
details { margin-top: 1rem }
summary { cursor: pointer; min-height: 1.5rem; font-weight: 600 }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .375rem .75rem .375rem 0; text-align: start; vertical-align: top; border-bottom: .0625rem solid var(--edge) }
th { font-weight: 600 }
thead th { color: var(--pale); font-weight: 400; font-size: .875rem }
td { white-space: nowrap; text-align: end }
td:last-child, th:last-child { padding-inline-end: 0 }
thead th:not(:first-child) { text-align: end }
td.place { white-space: normal; text-align: start }
.links thead th:nth-child(2), .beside thead th:last-child { text-align: start }
.links td.place, .links th:nth-child(2), .beside td.place, .beside th:last-child { padding-inline-start: 1.5rem }
.lines th .pale { display: block }
.total th, .total td { border-top: .125rem solid var(--ink); border-bottom: 0; font-weight: 600 }
td .pale { display: block }
.words { display: block }
.url { font-weight: 400; font-size: .875rem; overflow-wrap: anywhere }
.share { min-width: 7rem }
.share svg { display: block; width: 100%; height: .625rem; margin: .375rem 0 .125rem; background: var(--soft) }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem }
.terms { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .25rem 1rem }
.terms dt { font-weight: 600 }
footer { padding-top: 2rem; padding-bottom: 3rem; color: var(--pale) }
footer p { white-space: pre-line }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
:focus-visible { outline: .1875rem solid var(--ink); outline-offset: .1875rem }
@media screen and (max-width: 44rem) {
  h1 { font-size: 1.625rem }
  .cards { grid-template-columns: 1fr 1fr }
  .charts, .pair { grid-template-columns: 1fr }
  .card { padding: .75rem }
  .card .figure { font-size: 1.75rem }
  .terms { grid-template-columns: 1fr }
  .terms dd { margin-bottom: .5rem }
  .links thead, .beside thead, .month thead { display: none }
  .links tr, .beside tr, .month tr { display: block; border-bottom: .0625rem solid var(--edge); padding: .5rem 0 }
  .links th, .links td, .beside th, .beside td, .month th, .month td { display: block; border: 0; padding: .0625rem 0; text-align: start; white-space: normal }
  .links td .pale, .beside td .pale { display: inline }
  .links [data-label]::before, .beside [data-label]::before, .month [data-label]::before { content: attr(data-label) " "; color: var(--pale); font-size: .875rem }
  .links td.place, .beside td.place { padding-inline-start: 0 }
  details table { font-size: .8125rem }
}
`

const onPaper = (light: string) => `@media print {
  @page { size: A4; margin: 14mm }
  :root { color-scheme: light; --ink: #000000; --paper: ${papers.light.paper}; --soft: ${papers.light.soft}; --edge: #c9cad4; --pale: #4c4d57; --person: ${light}; --machine: #8791a8 }
  html { font-size: 9pt }
  body { line-height: 1.35; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  main, header, footer { max-width: none; padding: 0 }
  header { padding: 0 }
  h1 { font-size: 16pt; margin: 0 0 6pt }
  h2 { font-size: 11pt; margin: 12pt 0 5pt; padding-top: 4pt; break-after: avoid }
  h3 { font-size: 9pt }
  .kind { margin-top: 6pt }
  .card { padding: 6pt 8pt }
  .card .figure { font-size: 18pt }
  .plot { height: 52pt }
  th, td { padding: 2pt 8pt 2pt 0 }
  tr, .card { break-inside: avoid }
  a { color: inherit; text-decoration: none }
  .lines th .pale { display: inline }
  details, .download { display: none }
  footer { padding-top: 10pt; padding-bottom: 0 }
}
`
