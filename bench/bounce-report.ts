/** A mail that comes back, as benchmarks send it to the bounce domain. */

export interface Bounce {
  /** The return address that the letter was sent from. */
  readonly to: string
  /** Whose letter it was. */
  readonly email: string
  /** What the mail server of the recipient answered, such as `550 5.1.1 User unknown`. */
  readonly reply: string
}

/** The report that Postfix writes, with a returned letter of 3 kB. */
export function bounceReport({ to, email, reply }: Bounce): string {
  return [
    'From: MAILER-DAEMON@mx.people.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is the mail system at host mx.people.example.',
    '',
    `<${email}>: host mx.people.example[192.0.2.7] said: ${reply} (in reply to RCPT TO command)`,
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.people.example',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    `Status: ${reply.slice(4, 9)}`,
    `Diagnostic-Code: smtp; ${reply}`,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Return-Path: <${to}>`,
    'Subject: News',
    '',
    'The roses are out, and so are we. '.repeat(90),
    '--b--',
    '',
  ].join('\r\n')
}
