/** The mail to a friend: it names the person who forwards, links to the letter, and contains none of that person's text as HTML. */
import { plainText } from '../../../domain/texts/language.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { html } from '../../../lib/html.ts'
import { button, frameMail, linkStyle, type MailBrand, textFooter } from './mail-frame.ts'
import type { Notice } from './notice.ts'

export interface ForwardedLetter {
  readonly companyName: string
  readonly subject: string
  readonly name: string
  readonly message: string
  readonly link: string
  /** With which the friend asks to be written to no more. */
  readonly wayOut: string
  readonly branded?: MailBrand | undefined
}

export function forwardedMail(
  texts: Texts,
  { companyName, subject, name, message, link, wayOut, branded }: ForwardedLetter,
): Pick<Notice, 'subject' | 'text' | 'html' | 'language' | 'unsubscribe'> {
  const said = texts.forwardedMail
  const quoted = message === '' ? '' : `\n\n${message.replace(/^/gm, '> ')}`
  return {
    language: texts.language,
    unsubscribe: wayOut,
    subject: said.subject(name, companyName),
    text: `${plainText(said.sent(name, companyName, subject))}${quoted}

${said.open}

${link}

${plainText(said.once(companyName))}

${plainText(said.wayOut(companyName))}:
${wayOut}
${textFooter(branded, texts)}`,
    html: frameMail(
      texts,
      said.subject(name, companyName),
      html`<p>${said.sent(name, companyName, subject)}</p>
${message !== '' && html`<blockquote style="margin:1em 0;padding:0 1em;border-left:3px solid #74747f;white-space:pre-line">${message}</blockquote>\n`}${button(said.button, link, branded)}<p>${said.once(companyName)}</p>
<p><a href="${wayOut}"${linkStyle(branded)}>${said.wayOut(companyName)}</a></p>
`,
      branded,
    ),
  }
}
