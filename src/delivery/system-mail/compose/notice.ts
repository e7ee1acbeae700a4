/** A single mail of the service itself: confirmations and notices (RFC 3834: `Auto-Submitted`, so that programs do not reply). */
import { randomBytes } from 'node:crypto'
import { noticesFolder } from '../../../domain/campaigns/mails/mail-names.ts'
import type { Html } from '../../../lib/html.ts'
import { layOut, type Part } from '../../compose/body.ts'
import {
  dateHeader,
  mailboxHeader,
  needsUtf8,
  oneClickHeader,
  plainHeader,
  textHeader,
  wireAddress,
} from '../../compose/headers.ts'
import { encodePieces } from '../../compose/quoted-printable.ts'
import type { Message } from '../../transport.ts'

export interface Notice {
  readonly from: { readonly name: string; readonly email: string }
  readonly to: { readonly name: string; readonly email: string }
  /** The envelope sender; the From address by default. */
  readonly returnPath?: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: Html
  /** BCP 47; English by default. */
  readonly language?: string
  /** Where the receiver ends such mail, by a POST of one click; for mail that another person asked for. */
  readonly unsubscribe?: string
  readonly at: Date
}

/** @throws Error when an address cannot be written into a message */
export function composeNotice(notice: Notice): Message {
  const { from, to, returnPath, subject, text, html, at, unsubscribe, language = 'en' } = notice
  const sender = wireAddress(from.email)
  const receiver = wireAddress(to.email)
  const id = randomBytes(16).toString('hex')
  const boundary = `=_${id}`
  const noRecipient = { email: '', name: '', fields: {} }
  const part = (type: string, content: string): Part[] => [
    `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
    { encoded: encodePieces([content]), as: 'plain' },
  ]
  const body = layOut([...part('plain', text), ...part('html', html.toString()), `--${boundary}--\r\n`])
  const head =
    mailboxHeader('From', from.name, from.email) +
    mailboxHeader('To', to.name, to.email) +
    textHeader('Subject', subject) +
    dateHeader(at) +
    plainHeader('Message-ID', `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`) +
    plainHeader('Auto-Submitted', 'auto-generated') +
    plainHeader('Content-Language', language) +
    (unsubscribe === undefined ? '' : unsubscribeHeaders(unsubscribe)) +
    `MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n`
  const utf8 = needsUtf8(sender) || needsUtf8(receiver)
  return {
    from: returnPath === undefined ? sender : wireAddress(returnPath),
    to: receiver,
    utf8,
    data: body.message(head, utf8, noRecipient, ''),
    name: { folder: noticesFolder, file: id },
  }
}

/** Octets of a line with its end; the header is ASCII. */
const longestLine = 1000

/** As campaigns have them. An address too long for a line (RFC 5322 §2.1.1) is left to the link in the text. */
function unsubscribeHeaders(url: string): string {
  const header = plainHeader('List-Unsubscribe', `<${url}>`)
  if (header.length > longestLine) return ''
  return header + oneClickHeader
}
