/** Names of fields, files, hosts and products say nothing of the reason. */
import { type Case, dsn, fields, hard, soft, words } from './mail.ts'

export const fieldNames: readonly Case[] = [
  hard(
    'a diagnostic behind the type of its address',
    dsn('failed', fields('smtp; rfc822;rosa@garden.example 550 no such user', '5.0.0')),
  ),
  soft('the type of an address alone', 'unknown', dsn('failed', fields('smtp; rfc822; rosa@garden.example', '5.0.0'))),
  hard(
    'fields pasted into the words',
    words(`The mail could not be delivered.

Final-Recipient: RFC822; rosa@garden.example
Diagnostic-Code: X-Notes; user not found
Content-Type: text/plain`),
  ),
  soft(
    'a field that names the name service',
    'unknown',
    words(`The mail could not be delivered to the following address:

rosa@garden.example
Remote-MTA: dns; mx.garden.example
Reporting-MTA: dns; mx.relay.example`),
  ),
  hard(
    'a table of fields in markup',
    words(`Delivery failed.

Recipient: rosa@garden.example
Reporting-MTA: dns;mx.relay.example
Last-Attempt-Date: Tue, 03 Mar 2026 10:00:00 +0000
X-Spam-Status: No
Reason: 550 5.1.1 address unknown`),
  ),
  hard(
    'a header of a filter',
    words(`Delivery to the following recipient failed:
rosa@garden.example
X-Virus-Scanned: by relay.example
550 5.1.1 unknown user`),
  ),
  hard(
    'a subject of the returned mail',
    words(`Your message
   Subject: Stop spam and viruses now, 50 % off
did not reach the following recipient:
rosa@garden.example
550 5.1.1 recipient not found`),
  ),
  hard(
    'a product in the signature',
    words(`Delivery to the following recipient failed:
rosa@garden.example: 550 5.1.1 unknown user

--
Acme AntiVirus for Mail Servers`),
  ),
  hard(
    'a product in the greeting',
    words(`Hello, this is the Acme Anti-Spam Proxy on relay.example.

rosa@garden.example: 550 5.1.1 unknown user`),
  ),
  soft(
    'a virus',
    'content',
    words(`Hello, this is the Acme mail gateway.

rosa@garden.example: 550 a virus was found in your message`),
  ),
  soft(
    'a product that found one',
    'content',
    dsn('failed', fields('smtp; 554 Acme AntiVirus detected W32/Example in your message', '5.0.0')),
  ),
  hard(
    'a host called quota',
    words(`This is the mail system at host quota.relay.example.

<rosa@garden.example>: host full.garden.example[192.0.2.7] said: 550 no such user (in reply to RCPT TO command)`),
  ),
  hard(
    'a mailbox called spam',
    words(`This is the mail system at host mx.relay.example.

<spam@garden.example>: host mx.garden.example[192.0.2.7] said: 550 no such user (in reply to RCPT TO command)`),
    'spam@garden.example',
  ),
  hard(
    'a link with policy in it',
    dsn('failed', fields('smtp; 550 5.1.1 unknown user; see https://policy.garden.example/blocked/spam', '5.1.1')),
  ),
  soft(
    'a link of a block list',
    'policy',
    dsn('failed', fields('smtp; 550 5.7.1 refused, see https://www.spamhaus.org/query/ip/192.0.2.1', '5.7.1')),
  ),
  hard(
    'the type of the remote server',
    dsn(
      'failed',
      'Final-Recipient: LOCAL;<rosa@garden.example>\nAction: failed\nStatus: 5.1.1\nRemote-MTA: DNS; mx.garden.example\nDiagnostic-Code: SMTP; 550 #5.1.1 user unknown',
    ),
  ),
]
