/** The mail to a person who signed in with a browser they had not used before. */
import type { Texts } from '../../../domain/texts/texts.ts'
import { html } from '../../../lib/html.ts'
import { composeAccountMail, formatMoment } from './account-mail.ts'
import type { Notice } from './notice.ts'

export interface NewDevice {
  readonly name: string
  /** The browser in words; empty where it says nothing about itself. */
  readonly agent: string
  readonly network: string
  readonly at: Date
  /** IANA name of the zone in which the moment is written. */
  readonly timeZone: string
  /** Where sessions are ended. */
  readonly link: string
}

export function newDeviceMail(
  texts: Texts,
  { name, agent, network, at, timeZone, link }: NewDevice,
): Pick<Notice, 'subject' | 'text' | 'html' | 'language'> {
  const said = texts.newDeviceMail
  return composeAccountMail(texts, {
    subject: said.subject,
    before: [
      said.greeting(name),
      said.happened(agent || said.unknown, network, formatMoment(texts, at, timeZone)),
      html`${said.wasYou}`,
      html`${said.notYou}`,
    ],
    open: said.open,
    button: said.button,
    link,
    after: [html`${said.once}`],
  })
}
