/** Reporters that quote the reply of the other server in sentences of their own: the reply decides. */
import { type Case, dsn, fields, hard, soft, words } from './mail.ts'

const google = (why: string, answer: string) =>
  dsn(
    `** Message not delivered **

${why}

The response from the remote server was:

${answer}`,
    fields(`smtp; ${answer}`, '5.0.0'),
    {
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      subject: 'Delivery Status Notification (Failure)',
    },
  )

const oldGoogle = (answer: string) =>
  words(
    `Delivery to the following recipient failed permanently:

     rosa@garden.example

Technical details of permanent failure:
Google tried to deliver your message, but it was rejected by the recipient domain. We recommend contacting the other email provider for further information about the cause of this error. The error that the other server returned was: ${answer}

----- Original message -----`,
    {
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
      subject: 'Delivery Status Notification (Failure)',
    },
  )

const exim = (said: string) =>
  words(
    `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  rosa@garden.example
    ${said}`,
    {
      subject: 'Mail delivery failed: returning message to sender',
      headers: ['X-Failed-Recipients: rosa@garden.example', 'Auto-Submitted: auto-replied'],
      separator: '------ This is a copy of the message, including all the headers. ------',
    },
  )

const ironport = (spelled: string, status: string) =>
  dsn(
    `The following message to <rosa@garden.example> was undeliverable.
The reason for the problem:
${spelled}`,
    fields(`smtp; ${spelled} (delivery attempts: 0)`, status),
  )

export const quotedReplies: readonly Case[] = [
  // Gmail: its own sentence speaks of a rejection by the domain, whatever the reason was
  hard(
    'Gmail on an unknown user',
    oldGoogle(
      '550 550 5.1.1 <rosa@garden.example>: Recipient address rejected: User unknown in virtual mailbox table (state 14).',
    ),
  ),
  hard('Gmail on an unknown user without a status', oldGoogle('550 550 No such user (rosa) (state 13).')),
  hard('Gmail on a mailbox that is closed', oldGoogle('554 554 This mailbox has been disabled (state 17).')),
  soft('Gmail on a full mailbox', 'mailbox full', oldGoogle('552 552 5.2.2 rosa: quota exceeded (state 18).')),
  soft(
    'Gmail on a refused sender',
    'policy',
    oldGoogle('554 554 5.7.1 Your host is listed at our block list (state 9).'),
  ),
  soft(
    'Gmail on a message too large',
    'content',
    oldGoogle('552 552 5.3.4 Message size exceeds fixed limit (state 18).'),
  ),
  soft('Gmail on words that say nothing', 'unknown', oldGoogle('554 554 Sorry (state 18).')),
  hard(
    'Gmail on a remote answer',
    google(
      "Your message wasn't delivered to rosa@garden.example because it was rejected by the recipient's server. See the technical details below, or try resending in a few minutes.",
      "550 5.1.1 <rosa@garden.example> User doesn't exist",
    ),
  ),
  hard(
    'Gmail on a remote answer in brackets',
    google('You have reached a limit, or the server of the recipient is busy.', '550 No Such User Here'),
  ),
  soft(
    'Gmail on a policy of the other side',
    'policy',
    google(
      'The address could not be found, or is unable to receive mail.',
      '550 5.7.1 Unauthenticated mail is not accepted',
    ),
  ),
  soft(
    'Gmail on a busy server',
    'transient',
    google('The address could not be found, or is unable to receive mail.', '451 4.3.0 Server busy, try again later'),
  ),
  // Exim: "SMTP error" is its own
  hard(
    'Exim on an unknown user',
    exim(`SMTP error from remote mail server after RCPT TO:<rosa@garden.example>:
    host mx.garden.example [192.0.2.7]: 550 rosa is unknown here`),
  ),
  hard(
    'Exim on an unknown user, old words',
    exim(`SMTP error from remote mailer after RCPT TO:<rosa@garden.example>:
    host spam-filter.garden.example [192.0.2.7]: 550 5.1.1 unknown user`),
  ),
  soft(
    'Exim on a block',
    'policy',
    exim(`SMTP error from remote mail server after initial connection:
    host mx.garden.example [192.0.2.7]: 554 mx.garden.example ESMTP not accepting messages from your network`),
  ),
  soft(
    'Exim on a full mailbox',
    'mailbox full',
    exim(`SMTP error from remote mail server after end of data:
    host mx.garden.example [192.0.2.7]: 552 rosa has no more room in the mailbox`),
  ),
  soft(
    'Exim on an answer without a reason',
    'unknown',
    exim(`SMTP error from remote mail server after RCPT TO:<rosa@garden.example>:
    host mx.garden.example [192.0.2.7]: 550 nope`),
  ),
  soft(
    'Exim on a server that hangs up',
    'transient',
    exim(`SMTP error from remote mail server after RCPT TO:<rosa@garden.example>:
    host mx.garden.example [192.0.2.7]: 421 closing connection`),
  ),
  // IronPort spells its own status out and puts the reply into quotes
  hard('IronPort on an unknown user', ironport("5.1.0 - Unknown address error 550-'No such mailbox: rosa'", '5.1.0')),
  hard(
    'IronPort on a list of lines',
    ironport("5.1.0 - Unknown address error ('550', ['5.1.1 The user rosa does not exist at this site'])", '5.1.0'),
  ),
  soft(
    'IronPort: its words for a status are no unknown address',
    'policy',
    ironport("5.1.0 - Unknown address error 554-'Your host has a poor reputation'", '5.1.0'),
  ),
  soft(
    'IronPort on a full mailbox',
    'mailbox full',
    ironport("5.1.0 - Unknown address error 552-'The mailbox is over quota'", '5.1.0'),
  ),
  soft(
    'IronPort on an access rule',
    'policy',
    ironport("5.1.0 - Unknown address error 550-'Relaying is not allowed from here'", '5.1.0'),
  ),
  hard(
    'IronPort on another problem',
    ironport("5.3.0 - Other mail system problem 550-'rosa@garden.example: user not found'", '5.3.0'),
  ),
  soft(
    'IronPort on an unreachable host',
    'transient',
    ironport("4.4.0 - Other network problem ('000', ['timeout'])", '4.4.0'),
  ),
  soft('IronPort on its own words alone', 'unknown', ironport('5.1.0 - Unknown address error', '5.1.0')),
  soft(
    'IronPort on a domain',
    'dns',
    ironport("5.1.2 - Bad destination host 'DNS Hard Error looking up garden.example (MX): NXDomain'", '5.1.2'),
  ),
  // "responded as follows", "Remote host said", "replied", quotes and brackets
  hard(
    'an access server that quotes in brackets',
    words(`SMTP Server <mx.garden.example> rejected recipient <rosa@garden.example>
(Error following RCPT command). It responded as follows: [550 rosa: no such account]
Please check the spam policy of the other side.`),
  ),
  soft(
    'the same on a policy',
    'policy',
    words(`SMTP Server <mx.garden.example> rejected recipient <rosa@garden.example>
(Error following RCPT command). It responded as follows: [554 5.7.1 sender blocked]
The address may be unknown.`),
  ),
  hard(
    'qmail quotes the remote host',
    words(`Hi. This is the qmail-send program at spamfilter.relay.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<rosa@garden.example>:
192.0.2.7 does not like recipient.
Remote host said: 550 unknown user <rosa@garden.example>
Giving up on 192.0.2.7.`),
  ),
  soft(
    'qmail quotes a refusal',
    'policy',
    words(`Hi. This is the qmail-send program at relay.example.

<rosa@garden.example>:
192.0.2.7 does not like recipient.
Remote host said: 554 refused, your host is on our deny list
Giving up on 192.0.2.7.`),
  ),
  hard(
    'hMailServer quotes what was sent and replied',
    words(`Your message did not reach some or all of the intended recipients.

   Sent: Tue, 3 Mar 2026 10:00:00 +0000
   Subject: Stop spam: Spring is here

The following recipient(s) could not be reached:

rosa@garden.example
   Error Type: SMTP
   Remote server (192.0.2.7) issued an error.
   hMailServer sent: RCPT TO:<rosa@garden.example>
   Remote server replied: 550 5.1.1 <rosa@garden.example> unknown recipient

hMailServer`),
  ),
  soft(
    'MDaemon quotes in a transcript',
    'policy',
    words(`MDaemon has identified your message as undeliverable; the recipient may not exist.

rosa@garden.example

--- Session Transcript ---
 --> RCPT To:<rosa@garden.example>
 <-- 554 5.7.1 <rosa@garden.example>: relay access denied
--- End Transcript ---`),
  ),
  hard(
    'Exchange 2010 names the server that said so',
    words(`Delivery has failed to these recipients or groups:

rosa@garden.example
The server has tried to deliver this message, without success, and has stopped trying. A policy may forbid it. Please try sending this message again.

Diagnostic information for administrators:

Generating server: edge.relay.example

rosa@garden.example
mx.garden.example #550 5.1.1 <rosa@garden.example>: user lookup success but no user record found; no such user ##`),
  ),
  hard(
    'Exchange Online on a remote answer',
    dsn(
      `Your message to rosa@garden.example couldn't be delivered.

A communication failure occurred during the delivery of this message. The security settings of the other organization may block it.

garden.example's server returned: 550 User unknown`,
      fields("smtp;550 5.5.0 Remote Server returned '550 No such user here - rosa'", '5.5.0'),
    ),
  ),
  soft(
    'Exchange Online on a remote refusal',
    'policy',
    dsn(
      `rosa wasn't found at garden.example, or the mailbox is unavailable.`,
      fields('smtp;550 5.0.350 Remote server returned an error -> 554 5.7.1 message blocked by our filter', '5.0.350'),
    ),
  ),
  hard(
    'a reporter that thinks of spam before it quotes',
    words(`Your mail could not be delivered. If you believe that it was wrongly taken for spam, contact your administrator.

The following address failed:
  <rosa@garden.example>: the server said: "550 5.1.1 recipient not known"`),
  ),
  soft(
    'a reporter that thinks of an unknown address before it quotes',
    'policy',
    words(`Your mail could not be delivered. Mostly the address does not exist.

  <rosa@garden.example>: the server said: "550 message refused: the sender is on a blacklist"`),
  ),
  soft(
    'a reporter that thinks of an unknown address before it quotes a temporary answer',
    'transient',
    words(`Your mail could not be delivered: the user is unknown or cannot be reached.

  <rosa@garden.example>: the server answered: "451 please try again later"`),
  ),
  hard(
    'a DSN whose text quotes',
    dsn(
      `A policy of your organisation may have stopped this message.

The reply of the other host was:
550 5.1.1 <rosa@garden.example> mailbox not found`,
      fields('', '5.0.0'),
    ),
  ),
  soft(
    'a callout of the sender inside the reply is no unknown recipient',
    'policy',
    exim(`SMTP error from remote mail server after RCPT TO:<rosa@garden.example>:
    host mx.garden.example [192.0.2.7]: 550-Verification failed for <b+t0ken@bounce.bloom.example>
    550-Called:   192.0.2.1
    550-Sent:     RCPT TO:<b+t0ken@bounce.bloom.example>
    550-Response: 550 5.1.1 no such user
    550 Sender verify failed`),
  ),
  soft(
    'a temporary reply that quotes a permanent one',
    'transient',
    dsn(
      'It could not be delivered.',
      fields(
        'smtp; 450 4.1.1 <rosa@garden.example>: Recipient address rejected: unverified address: host mx.garden.example[192.0.2.7] said: 550 5.1.1 unknown user (in reply to RCPT TO command)',
        '4.1.1',
      ),
    ),
  ),
  hard(
    'a quotation without a code, and advice below it',
    words(`Your message to <rosa@garden.example> could not be delivered.
The remote server said: "there is no such user". Please check our spam policy before you write again.`),
  ),
  soft(
    'a quoted policy without a code, and advice below it',
    'policy',
    words(`Your message to <rosa@garden.example> could not be delivered.
The remote server said: "you are on our blacklist". An unknown user is another reason.`),
  ),
]
