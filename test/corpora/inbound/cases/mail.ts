/** Builds the mails of this folder and says what each of them must be read as. */
import type { ParsedReport, ReturnClass } from '../../../../src/inbound/parsed-report.ts'

export interface Case {
  readonly name: string
  readonly mail: string
  readonly kind: ParsedReport['kind']
  readonly class: ReturnClass
  /** As on the wire; null for what is no bounce. */
  readonly bounceType: 'H' | 'S' | null
  /** Every recipient that the mail names, in order. */
  readonly recipients: readonly (string | undefined)[]
}

const rosa = 'rosa@garden.example'

/** A mail that says that there is no such recipient. */
export function hard(name: string, mail: string, ...recipients: string[]): Case {
  return {
    name,
    mail,
    kind: 'bounce',
    class: 'recipient gone',
    bounceType: 'H',
    recipients: recipients.length > 0 ? recipients : [rosa],
  }
}

/** A bounce for any other reason. */
export function soft(name: string, returnClass: ReturnClass, mail: string, ...recipients: string[]): Case {
  return {
    name,
    mail,
    kind: 'bounce',
    class: returnClass,
    bounceType: 'S',
    recipients: recipients.length > 0 ? recipients : [rosa],
  }
}

/** A mail that is no bounce. */
export function other(
  name: string,
  kind: Exclude<ParsedReport['kind'], 'bounce'>,
  mail: string,
  ...recipients: string[]
): Case {
  const returnClass = kind === 'auto-reply' ? 'auto-reply' : kind === 'delay' ? 'transient' : 'unknown'
  return { name, mail, kind, class: returnClass, bounceType: null, recipients }
}

export interface Look {
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  /** Further header fields, a line each. */
  readonly headers?: readonly string[]
  /** The line above the returned mail; empty: nothing is returned. */
  readonly separator?: string
}

const original = `Return-Path: <b+t0ken@bounce.bloom.example>
Message-ID: <t0ken@bloom.example>
Date: Tue, 03 Mar 2026 10:00:00 +0000
From: Bloom <news@bloom.example>
To: rosa@garden.example
Subject: Spring is here

The roses are out. To unsubscribe follow the link.`

/** A report in words alone. */
export function words(body: string, look: Look = {}): string {
  const { separator = '--- Below this line is a copy of the message.' } = look
  const returned = separator === '' ? '' : `\n\n${separator}\n\n${original}`
  return `${head(look)}Content-Type: text/plain; charset=utf-8\n\n${body}${returned}\n`.replaceAll('\n', '\r\n')
}

/**
 * A report by RFC 3464.
 * @param text the readable part
 * @param fields of message/delivery-status below those of the message, groups apart by an empty line
 */
export function dsn(text: string, fields: string, look: Look = {}): string {
  return `${head(look)}Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=utf-8

${text}

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.relay.example
Arrival-Date: Tue, 03 Mar 2026 10:00:00 +0000

${fields}

--b1
Content-Type: message/rfc822

${original}

--b1--
`.replaceAll('\n', '\r\n')
}

/** The fields of one recipient. */
export function fields(diagnostic: string, status = '5.0.0', email = rosa): string {
  const line = diagnostic === '' ? '' : `\nDiagnostic-Code: ${diagnostic}`
  return `Final-Recipient: rfc822; ${email}\nAction: failed\nStatus: ${status}${line}`
}

/** A mail as a person or a program writes it: no mail system's sender, nothing returned. */
export function letter(body: string, look: Look = {}): string {
  return words(body, { from: 'Rosa <rosa@garden.example>', subject: 'Spring is here', separator: '', ...look })
}

function head({
  from = 'MAILER-DAEMON@mx.relay.example (Mail Delivery System)',
  to = 'b+t0ken@bounce.bloom.example',
  subject = 'Undelivered Mail Returned to Sender',
  headers = [],
}: Look): string {
  return [
    'Return-Path: <>',
    'Date: Tue, 03 Mar 2026 10:05:00 +0000',
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Message-ID: <report.1@mx.relay.example>',
    'MIME-Version: 1.0',
    ...headers,
    '',
  ].join('\n')
}
