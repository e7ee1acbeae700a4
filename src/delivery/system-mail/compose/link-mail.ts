/** A mail to a reader about one link. Nothing that a stranger could have typed is in it, but the address it goes to. */
import { plainText } from '../../../domain/texts/language.ts'
import type { LinkMail } from '../../../domain/texts/reader/language.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { html } from '../../../lib/html.ts'
import { button, frameMail, type MailBrand, textFooter } from './mail-frame.ts'
import type { Notice } from './notice.ts'

export interface Linked {
  readonly companyName: string
  readonly link: string
  readonly branded?: MailBrand | undefined
}

/** @returns what the mail says; from whom and to whom is the caller's */
export function linkMail(
  texts: Texts,
  said: LinkMail,
  { companyName, link, branded }: Linked,
): Pick<Notice, 'subject' | 'text' | 'html' | 'language'> {
  const subject = said.subject(companyName)
  const asked = said.asked(companyName)
  return {
    language: texts.language,
    subject,
    text: `${said.greeting}

${plainText(asked)}
${said.open}

${link}

${said.otherwise}

${companyName}
${textFooter(branded, texts)}`,
    html: frameMail(
      texts,
      subject,
      html`<p>${said.greeting}</p>
<p>${asked}</p>
<p>${said.open}</p>
${button(said.button, link, branded)}<p>${said.otherwise}</p>
<p>${companyName}</p>
`,
      branded,
    ),
  }
}
