/** The mail that asks to confirm an opt-in, in the language of who is asked. */
import { plainText } from '../../domain/texts/language.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { html } from '../../lib/html.ts'
import type { Notice } from './system-mail.ts'

export interface OptIn {
  readonly companyName: string
  readonly listTitle: string
  /** Where it is confirmed. */
  readonly link: string
}

/** @returns what the mail says; from whom and to whom is the caller's */
export function confirmation(
  { language, direction, confirmationMail: said }: Texts,
  { companyName, listTitle, link }: OptIn,
): Pick<Notice, 'subject' | 'text' | 'html' | 'language'> {
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
`,
    html: html`<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:sans-serif;line-height:1.5;max-width:36em;margin:2em auto;padding:0 1em">
<p>${said.greeting}</p>
<p>${asked}</p>
<p><a href="${link}" style="display:inline-block;padding:.6em 1.2em;background:#1a56db;color:#fff;text-decoration:none;border-radius:4px">${said.button}</a></p>
<p>${said.otherwise}</p>
<p>${companyName}</p>
</body></html>
`,
  }
}
