/** What mails to subscribers that this service writes itself look like: plain, or in the colours of the client with its logo and footer. */
import type { Brand } from '../../../domain/clients/brand.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'

/** A client's branding in a mail. */
export interface MailBrand {
  readonly brand: Brand
  /** Of our public links, for a logo without a base of its own; without a slash at the end. */
  readonly base: string
}

/** A complete HTML document. @param content markup of the mail's own */
export function frameMail(texts: Texts, title: string, content: Html, branded: MailBrand | undefined): Html {
  const { language, direction } = texts
  const palette = branded?.brand.palette
  const scheme = palette && html`<meta name="color-scheme" content="${palette.scheme}">`
  const frame = 'font-family:sans-serif;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em'
  const inside = html`${branded && image(branded)}${content}${branded && footer(branded.brand, texts)}`
  // a body's background is lost in many mail programs: a table cell keeps it
  const body = palette
    ? html`<body style="margin:0;padding:0;background-color:${palette.paper}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${palette.paper}"><tr><td style="background-color:${palette.paper};color:${palette.ink};border-top:6px solid ${palette.accent}">
<div style="${frame}">
${inside}</div>
</td></tr></table>
</body>`
    : html`<body style="${frame}">
${inside}</body>`
  return html`<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8">${scheme}<title>${title}</title></head>
${body}</html>
`
}

/** The one link a mail is about. */
export function button(label: string, link: string, branded: MailBrand | undefined): Html {
  const { accent, onAccent } = branded?.brand.palette ?? { accent: '#1a56db', onAccent: '#fff' }
  return html`<p><a href="${link}" style="display:inline-block;padding:.6em 1.2em;background:${accent};color:${onAccent};text-decoration:none;border-radius:4px">${label}</a></p>\n`
}

/** The colour of links that are no button; '' for the program's own. */
export function linkStyle(branded: MailBrand | undefined): Html {
  const palette = branded?.brand.palette
  return palette ? html` style="color:${palette.accent}"` : html``
}

function image({ brand: { logo, companyName }, base }: MailBrand): Html | undefined {
  return logo === undefined
    ? undefined
    : // Outlook's Word engine knows the attribute alone, others the style
      html`<p><img src="${logo.base ?? base}${logo.path}" alt="${companyName}" height="48" style="height:auto;max-width:240px;max-height:80px;border:0"></p>\n`
}

function footer({ palette, footer: { text, postalAddress, imprintUrl } }: Brand, { imprint }: Texts): Html | undefined {
  if (text === '' && postalAddress === '' && imprintUrl === '') return undefined
  const color = palette && html`;color:${palette.ink}`
  const line = (content: string) => html`<p style="margin:0 0 .75em;white-space:pre-line">${content}</p>\n`
  return html`<div style="border-top:1px solid ${palette?.edge ?? '#74747f'};margin-top:2em;padding-top:1em;font-size:14px${color}">
${text !== '' && line(text)}${postalAddress !== '' && line(postalAddress)}${
  imprintUrl !== '' &&
  html`<p style="margin:0"><a href="${imprintUrl}"${palette && html` style="color:${palette.accent}"`}>${imprint}</a></p>\n`
}</div>
`
}

/** The footer of the text part, beginning with a blank line; '' for none. */
export function textFooter(branded: MailBrand | undefined, { imprint }: Texts): string {
  if (!branded) return ''
  const { text, postalAddress, imprintUrl } = branded.brand.footer
  const blocks = [text, postalAddress, imprintUrl === '' ? '' : `${imprint}: ${imprintUrl}`].filter(
    block => block !== '',
  )
  return blocks.length === 0 ? '' : `\n-- \n${blocks.join('\n\n')}\n`
}
