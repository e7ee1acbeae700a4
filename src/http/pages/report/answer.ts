/** What pages of reports have in common: headers, a policy without scripts, the one style, brand and footer. */
import type { Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Answer } from '../../../lib/http.ts'
import { guarded } from '../answers.ts'
import { imageSources, logoAddress } from '../brand.ts'
import type { ReportLook } from './brand.ts'
import { styleOf } from './style.ts'

export interface ReportPageParts {
  /** What the report is about: a campaign, a month. */
  readonly subject: string
  /** The kind of report. */
  readonly title: string
  /** Of the header, below the brand. */
  readonly head: Html
  readonly main: Html
}

/** A page of a report; everything in it is escaped. */
export function reportAnswer(texts: Texts, look: ReportLook, { subject, title, head, main }: ReportPageParts): Answer {
  const { language, direction } = texts
  const { style, hash } = styleOf(look)
  return {
    status: 200,
    headers: {
      ...guarded,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; img-src ${imageSources(look.logo)}; style-src ${hash}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<title>${subject} &ndash; ${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<p class="brand">${look.logo && html`<img src="${logoAddress(look.logo)}" alt=""> `}<bdi>${look.name}</bdi></p>
${head}</header>
<main>
${main}</main>
<footer>
${look.footer}<p>${texts.report.footer}</p>
</footer>
</body>
</html>
`.toString(),
  }
}
