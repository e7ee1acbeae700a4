/** Forms a report may have: groups of fields, replies that name whom they are about, quoted reports. */
import { type Case, dsn, fields, hard, letter, other, soft, words } from './mail.ts'

const quoted = (text: string) =>
  text
    .split('\n')
    .map(line => (line === '' ? '>' : `> ${line}`))
    .join('\n')

const postfixReport = `This is the mail system at host mx.relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<rosa@garden.example>: host mx.garden.example[192.0.2.7] said: 550 5.1.1 user
    unknown (in reply to RCPT TO command)`

export const forms: readonly Case[] = [
  // RFC 3464 §2.1: groups are apart by an empty line, which some forget
  hard(
    'two groups without an empty line between them',
    dsn(
      'failed',
      `${fields('smtp; 550 5.1.1 unknown user', '5.1.1')}\n${fields('smtp; 550 5.1.1 no such user', '5.1.1', 'lily@garden.example')}`,
    ),
    'rosa@garden.example',
    'lily@garden.example',
  ),
  soft(
    'two groups without an empty line, the first is full',
    'mailbox full',
    dsn(
      'failed',
      `${fields('smtp; 552 mailbox full', '5.2.2')}\n${fields('smtp; 550 unknown user', '5.1.1', 'lily@garden.example')}`,
    ),
    'rosa@garden.example',
    'lily@garden.example',
  ),
  hard(
    'three groups that begin with the original recipient, without empty lines',
    dsn(
      'failed',
      ['rosa', 'lily', 'iris']
        .map(
          one =>
            `Original-Recipient: rfc822;${one}@garden.example\nFinal-Recipient: rfc822;${one}@garden.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 unknown user`,
        )
        .join('\n'),
    ),
    'rosa@garden.example',
    'lily@garden.example',
    'iris@garden.example',
  ),
  hard(
    'a group whose original recipient comes last',
    dsn(
      'failed',
      'Final-Recipient: rfc822;alias@garden.example\nOriginal-Recipient: rfc822;rosa@garden.example\nAction: failed\nStatus: 5.1.1',
    ),
  ),
  hard(
    'the fields of the message and the group without an empty line',
    dsn('failed', '').replace(
      '\r\n\r\n\r\n\r\n--b1',
      '\r\nFinal-Recipient: rfc822;rosa@garden.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b1',
    ),
  ),
  // `5xx <address>... text`
  hard(
    'a reply that names its recipient',
    words('Your message could not be delivered.\n\n550 5.1.1 <rosa@garden.example>... User unknown', { separator: '' }),
  ),
  hard(
    'two replies that name their recipients',
    words(
      'Your message could not be delivered.\n\n550 5.1.1 <rosa@garden.example>... User unknown\n550 5.1.1 <lily@garden.example>... User unknown',
      { separator: '' },
    ),
    'rosa@garden.example',
    'lily@garden.example',
  ),
  soft(
    'a reply that names its recipient, and another reason',
    'mailbox full',
    words('Your message could not be delivered.\n\n552 5.2.2 <rosa@garden.example>... Mailbox full', { separator: '' }),
  ),
  hard(
    'a reply that names its recipient without brackets',
    words('The following error came up:\n\n   553 rosa@garden.example... no such mailbox', { separator: '' }),
  ),
  hard(
    'a reply with dashes and an address',
    words('The following error came up:\n\n<<< 550-5.1.1 <rosa@garden.example>: user unknown', { separator: '' }),
  ),
  soft(
    'a reply that names the sender names no recipient',
    'policy',
    words(
      'Your message could not be delivered to the following recipient:\n\n  rosa@garden.example\n\n550 5.1.8 <b+t0ken@bounce.bloom.example>... Sender domain not found',
      { separator: '' },
    ),
  ),
  // a report quoted inline
  other(
    'a report that a person quotes',
    'other',
    letter(`FYI\n\n${quoted(postfixReport)}`, {
      from: 'Iris <iris@bloom.example>',
      subject: 'Fwd: Undelivered Mail Returned to Sender',
    }),
  ),
  hard(
    'a report a gateway quoted',
    words(`A message for you was returned:\n\n${quoted(postfixReport)}`, { subject: 'Returned mail', separator: '' }),
  ),
  other(
    'the fields of a report, quoted by a person',
    'other',
    letter(
      `See below.\n\n${quoted(`Reporting-MTA: dns; mx.relay.example\n\n${fields('smtp; 550 5.1.1 unknown user', '5.1.1')}`)}`,
      { from: 'Iris <iris@bloom.example>', subject: 'Fwd: failure' },
    ),
  ),
  other(
    'a report of a full mailbox that a person quotes',
    'other',
    letter(quoted(postfixReport.replace('550 5.1.1 user\n    unknown', '552 5.2.2 mailbox\n    full')), {
      from: 'Iris <iris@bloom.example>',
      subject: 'Fwd: Undelivered Mail',
    }),
  ),
  other(
    'a person who quotes our letter',
    'other',
    letter(`When do you open?\n\n${quoted('The roses are out.\n\nTo unsubscribe follow the link.')}`),
  ),
  other(
    'a person who quotes our letter about unknown users',
    'other',
    letter(
      `Interesting!\n\n${quoted('Why mail bounces: "550 user unknown" means that the recipient does not exist.')}`,
    ),
  ),
  other(
    'an automatic answer that quotes our letter',
    'auto-reply',
    letter(`I am on holiday.\n\n${quoted('The roses are out.')}`, { headers: ['Auto-Submitted: auto-replied'] }),
  ),
  // "no valid recipients"
  hard(
    'no valid recipients',
    words(`This is the mail system at host mx.relay.example.

<rosa@garden.example>: host mx.garden.example[192.0.2.7] said: 554 5.5.1 Error: no valid recipients (in reply to DATA command)`),
  ),
  hard('no valid recipients, in a field', dsn('failed', fields('smtp; 554 no valid recipients', '5.0.0'))),
  soft(
    'no valid recipients, after a temporary refusal',
    'transient',
    words(`   ----- The following addresses had permanent fatal errors -----
<rosa@garden.example>

   ----- Transcript of session follows -----
... while talking to mx.garden.example.:
>>> RCPT To:<rosa@garden.example>
<<< 450 4.7.1 <rosa@garden.example>: Recipient address rejected: greylisted
>>> DATA
<<< 554 5.5.1 Error: no valid recipients`),
  ),
  soft(
    'no valid recipients, after a refusal by policy',
    'policy',
    words(`   ----- The following addresses had permanent fatal errors -----
<rosa@garden.example>

   ----- Transcript of session follows -----
>>> RCPT To:<rosa@garden.example>
<<< 554 5.7.1 <rosa@garden.example>: relay access denied
>>> DATA
<<< 554 5.5.1 Error: no valid recipients`),
  ),
  soft('no valid recipients, for now', 'transient', dsn('failed', fields('smtp; 451 no valid recipients', '4.0.0'))),
  // markup
  hard(
    'a report in markup alone',
    words(
      '<html><body><p>Your message to <b>rosa@garden.example</b> could not be delivered.</p><p>The server said: 550 5.1.1 unknown user</p></body></html>',
      { separator: '' },
    ).replace('text/plain', 'text/html'),
  ),
  hard(
    'a status line in a table',
    words(
      '<html><body><p>Delivery has failed to these recipients:</p><table><tr><td>rosa@garden.example</td></tr><tr><td>The address was not found.</td></tr><tr><td>550 5.1.1 RESOLVER.ADR.RecipNotFound; not found</td></tr></table></body></html>',
      { separator: '' },
    ).replace('text/plain', 'text/html'),
  ),
  hard(
    'base64 words',
    words('x', { separator: '' })
      .replace('text/plain; charset=utf-8', 'text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64')
      .replace(
        '\r\n\r\nx',
        `\r\n\r\n${Buffer.from('<rosa@garden.example>: 550 5.1.1 unknown user').toString('base64')}`,
      ),
  ),
]
