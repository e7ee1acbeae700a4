/** The mails with reports: what each says in numbers, in the colours of the client, and the way to stop them. */
import { plainText } from '../../../domain/texts/language.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { linkMail } from './link-mail.ts'
import { button, frameMail, linkStyle, type MailBrand, textFooter } from './mail-frame.ts'
import type { Notice } from './notice.ts'

type Content = Pick<Notice, 'subject' | 'text' | 'html' | 'language' | 'unsubscribe'>

export interface Figure {
  readonly label: string
  readonly value: string
  /** Beside it, smaller; '' for nothing. */
  readonly note: string
}

/** A line of a table: a name and its numbers. */
export interface FigureRow {
  readonly name: string
  readonly values: readonly string[]
}

export interface ReportMail {
  readonly accountName: string
  readonly companyName: string
  readonly subject: string
  readonly lead: readonly Html[]
  readonly figures: readonly Figure[]
  /** Undefined for none. */
  readonly table?: { readonly heads: readonly string[]; readonly rows: readonly FigureRow[] } | undefined
  readonly after: readonly string[]
  readonly link: string
  readonly stop: string
  readonly branded: MailBrand | undefined
}

export function reportMail(texts: Texts, mail: ReportMail): Content {
  const said = texts.reportMail
  const { accountName, companyName, subject, lead, figures, table, after, link, stop, branded } = mail
  const why = said.why(accountName, companyName)
  const lines = figures.map(({ label, value, note }) => `${label}: ${value}${note === '' ? '' : ` (${note})`}`)
  const rows = (table?.rows ?? []).map(({ name, values }) => {
    const numbers = values.map((value, n) => `${table!.heads[n + 1]}: ${value}`)
    return `${name}\n  ${numbers.join(', ')}`
  })
  return {
    language: texts.language,
    subject,
    unsubscribe: stop,
    text: `${[said.greeting, ...lead.map(plainText)].join('\n\n')}

${lines.join('\n')}
${rows.length === 0 ? '' : `\n${rows.join('\n')}\n`}${after.length === 0 ? '' : `\n${after.join('\n')}\n`}
${said.open}

${link}

${plainText(why)}
${said.stop}: ${stop}
${textFooter(branded, texts)}`,
    html: frameMail(
      texts,
      subject,
      html`<p>${said.greeting}</p>
${lead.map(paragraph => html`<p>${paragraph}</p>\n`)}${cells(figures)}${table && numbers(table)}${after.map(line => html`<p>${line}</p>\n`)}${button(said.button, link, branded)}<p style="font-size:14px;margin-top:2em">${why} <a href="${stop}"${linkStyle(branded)}>${said.stop}</a></p>
`,
      branded,
    ),
  }
}

export interface AskMail {
  readonly accountName: string
  readonly companyName: string
  readonly email: string
  readonly link: string
  readonly branded: MailBrand | undefined
}

export function reportAskMail(texts: Texts, { accountName, companyName, email, link, branded }: AskMail) {
  const { ask, greeting } = texts.reportMail
  const said = {
    subject: ask.subject,
    greeting,
    asked: (company: string) => ask.asked(accountName, company, email),
    open: ask.open,
    button: ask.button,
    otherwise: ask.otherwise,
  }
  return linkMail(texts, said, { companyName, link, branded })
}

/** Two in a row: programs that know no other layout show tables. */
function cells(figures: readonly Figure[]): Html {
  const pairs = figures.flatMap((figure, n) => (n % 2 === 0 ? [[figure, figures[n + 1]]] : []))
  const cell = (figure: Figure | undefined) =>
    figure
      ? html`<td width="50%" valign="top" style="padding:10px 12px 10px 0"><span style="font-size:28px;line-height:1.2;font-weight:bold">${figure.value}</span><br>${figure.label}${figure.note !== '' && html`<br><span style="font-size:14px">${figure.note}</span>`}</td>`
      : html`<td width="50%"></td>`
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px">
${pairs.map(([one, other]) => html`<tr>${cell(one)}${cell(other)}</tr>\n`)}</table>
`
}

function numbers({ heads, rows }: NonNullable<ReportMail['table']>): Html {
  const style = 'padding:6px 0 6px 8px;border-bottom:1px solid #c9cad4'
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;font-size:14px;border-collapse:collapse">
<tr>${heads.map((head, n) => html`<th scope="col" align="${n === 0 ? 'left' : 'right'}" style="${style}${n === 0 && ';padding-left:0'}">${head}</th>`)}</tr>
${rows.map(
  ({ name, values }) =>
    html`<tr><td align="left" style="${style};padding-left:0"><bdi>${name}</bdi></td>${values.map(value => html`<td align="right" style="${style};white-space:nowrap">${value}</td>`)}</tr>\n`,
)}</table>
`
}
