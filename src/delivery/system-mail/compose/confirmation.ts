/** The mail that asks to confirm an opt-in, in the language of who is asked. */
import { plainText } from '../../../domain/texts/language.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { html } from '../../../lib/html.ts'
import { button, frameMail, type MailBrand, textFooter } from './mail-frame.ts'
import type { Notice } from './notice.ts'

export interface OptIn {
  readonly companyName: string
  readonly listTitle: string
  /** Where it is confirmed. */
  readonly link: string
  readonly branded?: MailBrand | undefined
}

/** @returns what the mail says; from whom and to whom is the caller's */
export function confirmation(
  texts: Texts,
  { companyName, listTitle, link, branded }: OptIn,
): Pick<Notice, 'subject' | 'text' | 'html' | 'language'> {
  const { language, confirmationMail: said } = texts
  const subject = said.subject(listTitle)
  const asked = said.asked(companyName, listTitle)
  return {
    language,
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
${button(said.button, link, branded)}<p>${said.otherwise}</p>
<p>${companyName}</p>
`,
      branded,
    ),
  }
}
