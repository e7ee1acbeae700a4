/** After the data a server judges the message: that it does not know the recipient then says less. */
import { type Case, dsn, fields, hard, soft, words } from './mail.ts'

const postfix = (reply: string, command: string) =>
  dsn('could not be delivered', fields(`smtp; ${reply} (in reply to ${command} command)`, '5.0.0'))
const postfixWords = (reply: string, command: string) =>
  words(`This is the mail system at host mx.relay.example.

<rosa@garden.example>: host mx.garden.example[192.0.2.7] said: ${reply} (in reply
    to ${command} command)`)
const exim = (reply: string, stage: string) =>
  words(`This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  rosa@garden.example
    host mx.garden.example [192.0.2.7]
    SMTP error from remote mail server after ${stage}:
    ${reply}`)

export const stages: readonly Case[] = [
  hard('Postfix, at RCPT TO', postfixWords('550 user unknown', 'RCPT TO')),
  soft('Postfix, at the end of the data', 'unknown', postfixWords('550 user unknown', 'end of DATA')),
  soft('Postfix, at the end of the data, in a field', 'unknown', postfix('554 unknown user', 'end of DATA')),
  hard('Postfix, at the end of the data, with a status of addresses', postfix('550 5.1.1 unknown user', 'end of DATA')),
  hard('Postfix, at DATA, before there is any', postfix('550 unknown user', 'DATA')),
  soft('Postfix, at the end of the data, a full mailbox', 'mailbox full', postfix('552 mailbox full', 'end of DATA')),
  soft(
    'Postfix, at the end of the data, a filter',
    'policy',
    postfix('554 rejected as spam; no such user', 'end of DATA'),
  ),
  hard(
    'Yahoo refuses recipients after the data only',
    postfixWords(
      "554 delivery error: dd This user doesn't have a garden.example account (rosa@garden.example) [0] - mta1.garden.example",
      'end of DATA',
    ),
  ),
  hard('Exim, at RCPT TO', exim('550 unknown user', 'RCPT TO:<rosa@garden.example>')),
  soft('Exim, at the end of the data', 'unknown', exim('550 unknown user', 'end of data')),
  hard('Exim, pipelined, shown under DATA', exim('550 unknown user', 'pipelined DATA')),
  soft(
    'Exim, at MAIL FROM: the sender is unknown',
    'policy',
    exim('550 unknown user', 'MAIL FROM:<b+t0ken@bounce.bloom.example> SIZE=2222'),
  ),
  soft('Postfix, at MAIL FROM: the sender is unknown', 'policy', postfixWords('550 user unknown', 'MAIL FROM')),
  soft(
    'Postfix, at MAIL FROM, with a status of addresses',
    'policy',
    postfixWords('550 5.1.1 user unknown', 'MAIL FROM'),
  ),
  soft('Exim, at the greeting', 'unknown', exim('550 no such user', 'initial connection')),
  hard(
    'sendmail shows a pipelined refusal under DATA',
    words(`   ----- The following addresses had permanent fatal errors -----
<rosa@garden.example>
    (reason: 550 rosa: unknown user)

   ----- Transcript of session follows -----
... while talking to mx.garden.example.:
>>> DATA
<<< 550 rosa: unknown user
550 5.1.1 <rosa@garden.example>... User unknown
<<< 503 need RCPT first`),
  ),
  soft(
    'qmail, after the message',
    'unknown',
    words(`Hi. This is the qmail-send program at relay.example.

<rosa@garden.example>:
192.0.2.7 failed after I sent the message.
Remote host said: 554 user unknown`),
  ),
  hard(
    'qmail, at the recipient',
    words(`Hi. This is the qmail-send program at relay.example.

<rosa@garden.example>:
192.0.2.7 does not like recipient.
Remote host said: 554 user unknown
Giving up on 192.0.2.7.`),
  ),
  hard(
    'courier, at RCPT TO',
    words(
      `<rosa@garden.example>:
    mx.garden.example [192.0.2.7]:
>>> RCPT TO:<rosa@garden.example>
<<< 554 sorry, unknown user`,
      { subject: 'NOTICE: mail delivery status.' },
    ),
  ),
  soft(
    'an access server, after the data',
    'unknown',
    words(`SMTP Server <mx.garden.example> rejected your message to <rosa@garden.example>
(Error following end of data). It responded as follows: [554 unknown user]`),
  ),
]
