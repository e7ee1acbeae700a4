/** The mails to people of an account: what each says, in the language of who gets it, and how they look. */
import { plainText } from '../../../domain/texts/language.ts'
import { localeOf, type Texts } from '../../../domain/texts/texts.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Notice } from './notice.ts'

type Content = Pick<Notice, 'subject' | 'text' | 'html' | 'language'>

export interface InvitationMail {
  readonly inviter: string
  readonly accountName: string
  /** Of who is invited; empty where it is not known. */
  readonly name: string
  readonly email: string
  readonly expiresAt: Date
  /** IANA name of the zone in which the end is written. */
  readonly timeZone: string
  readonly link: string
}

export function invitationMail(texts: Texts, mail: InvitationMail): Content {
  const said = texts.invitationMail
  const { inviter, accountName, name, email, link } = mail
  return composeAccountMail(texts, {
    subject: said.subject(inviter, accountName),
    before: [said.greeting(name), said.invited(inviter, accountName)],
    open: said.open,
    button: said.button,
    link,
    after: [said.until(email, formatMoment(texts, mail.expiresAt, mail.timeZone)), html`${said.otherwise}`],
  })
}

export interface PasswordResetMail {
  readonly name: string
  readonly email: string
  readonly link: string
}

export function passwordResetMail(texts: Texts, { name, email, link }: PasswordResetMail): Content {
  const said = texts.passwordResetMail
  return composeAccountMail(texts, {
    subject: said.subject,
    before: [said.greeting(name), said.asked(email)],
    open: said.open,
    button: said.button,
    link,
    after: [html`${said.once}`, html`${said.otherwise}`],
  })
}

/** A moment as a language writes it, to the minute, with its zone: `29 November 2026 at 14:40 UTC`. */
export function formatMoment(texts: Texts, at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat(localeOf(texts), {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return format.format(at)
}

export interface Layout {
  readonly subject: string
  /** Paragraphs before the link and after it. */
  readonly before: readonly Html[]
  readonly after: readonly Html[]
  /** Leads to the link in the plain text. */
  readonly open: string
  readonly button: string
  readonly link: string
}

/** A mail with one thing to do. A table of one cell keeps the width in programs that know no `max-width` of blocks. */
export function composeAccountMail(
  { language, direction }: Texts,
  { subject, before, after, open, button, link }: Layout,
): Content {
  const plain = (paragraphs: readonly Html[]) => paragraphs.map(plainText).join('\n\n')
  return {
    language,
    subject,
    text: `${plain(before)}\n\n${open}\n\n${link}\n\n${plain(after)}\n\n-- \nLettershop\n`,
    html: html`<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px;border:1px solid #e5e7eb">
<tr><td style="padding:28px 24px 24px;${font};font-size:16px;line-height:1.55;color:#1f2937;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-size:14px;font-weight:bold;color:#1a56db">Lettershop</p>
${before.map(paragraph => html`<p style="margin:0 0 16px">${paragraph}</p>\n`)}<p style="margin:28px 0 12px"><a href="${link}" style="display:inline-block;padding:12px 20px;background:#1a56db;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold">${button}</a></p>
<p style="margin:0;font-size:12px;line-height:1.5;word-break:break-all"><a href="${link}" style="color:#6b7280">${link}</a></p>
</td></tr>
<tr><td style="padding:16px 24px 20px;border-top:1px solid #e5e7eb;${font};font-size:13px;line-height:1.5;color:#4b5563;overflow-wrap:anywhere">
${after.map(paragraph => html`<p style="margin:0 0 10px">${paragraph}</p>\n`)}</td></tr>
</table>
</td></tr></table>
</body></html>
`,
  }
}

const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
