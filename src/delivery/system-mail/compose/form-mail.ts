/**
 * The mails that follow a sign-up with a form. Nothing in them was typed by who sent the form off, and nothing in them is fetched: a stranger
 * can have them sent to anyone. See docs/forms.md#what-protects-strangers.
 */
import { plainText } from '../../../domain/texts/language.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import { button, frameMail, linkStyle, type MailBrand, textFooter } from './mail-frame.ts'
import type { Notice } from './notice.ts'

export interface FormMail {
  readonly companyName: string
  /** The names of the lists, as the form's owner wrote them. */
  readonly lists: string
  /** Where it is confirmed; undefined for a notice. */
  readonly link: string | undefined
  /** Where such mails are stopped. */
  readonly stop: string
  readonly branded?: MailBrand | undefined
}

type Composed = Pick<Notice, 'subject' | 'text' | 'html' | 'language'>

/** @returns what the mail says; from whom and to whom is the caller's */
export function formMail(texts: Texts, { companyName, lists, link, stop, branded: given }: FormMail): Composed {
  const { language } = texts
  const said = texts.signUp.mail
  const branded = given && withoutLogo(given)
  const subject = link === undefined ? said.noticeSubject(companyName) : said.subject(companyName)
  const about = link === undefined ? said.notice(companyName, lists) : said.asked(companyName, lists)
  const otherwise = link === undefined ? said.noticeOtherwise : said.otherwise
  const opening = link === undefined ? '' : `${said.open}\n\n${link}\n\n`
  const ask: Html | undefined = link === undefined ? undefined : button(said.button, link, branded)
  return {
    language,
    subject,
    text: `${said.greeting}

${plainText(about)}

${opening}${otherwise}

${said.stop}
${stop}

${companyName}
${textFooter(branded, texts)}`,
    html: frameMail(
      texts,
      subject,
      html`<p>${said.greeting}</p>
<p>${about}</p>
${ask}<p>${otherwise}</p>
<p>${companyName}</p>
<p style="font-size:14px"><a href="${stop}"${linkStyle(branded)}>${said.stop.replace(/\s*:$/, '')}</a></p>
`,
      branded,
    ),
  }
}

/** An image would show that the mail was opened. */
function withoutLogo({ brand, base }: MailBrand): MailBrand {
  return { brand: { ...brand, logo: undefined }, base }
}
