/** Replies that contradict themselves, or guess, make no recipient gone. */
import { type Case, dsn, fields, hard, soft, words } from './mail.ts'

const reply = (text: string, status = '5.0.0') => dsn('It could not be delivered.', fields(`smtp; ${text}`, status))

export const contradictions: readonly Case[] = [
  soft('unknown or full', 'mailbox full', reply('550 user unknown or mailbox full')),
  soft('full or unknown', 'mailbox full', reply('550 mailbox full or user unknown')),
  soft('unknown or full, with a status', 'mailbox full', reply('550 5.1.1 unknown user or quota exceeded', '5.1.1')),
  soft(
    'does not exist, or is over quota',
    'mailbox full',
    reply('550 The mailbox does not exist, or it is over quota'),
  ),
  soft('not found or locked', 'transient', reply('550 recipient not found or account locked')),
  soft('invalid or suspended', 'transient', reply('554 invalid mailbox or suspended account')),
  soft('unknown or refuses', 'policy', reply('550 rosa@garden.example: unknown user or the user refuses your mail')),
  soft('disabled or full', 'mailbox full', reply('550 mailbox disabled/full')),
  soft(
    'unknown or not accepting',
    'transient',
    words(`<rosa@garden.example>:
the address does not exist or the server is not accepting mail right now`),
  ),
  soft('unknown or out of reach', 'unknown', reply('550 no such user or the mailbox cannot be accessed')),
  soft('unknown or protected', 'unknown', reply('550 5.1.1 unknown user or protected mailbox', '5.1.1')),
  hard('unknown or no longer in use is one thing', reply('550 unknown user or the account is closed')),
  hard('unknown or illegal alias is one thing', reply('550 unknown or illegal alias: rosa')),
  hard('mistyped or gone is one thing', reply('550 Email address could not be found, or was misspelled')),
  // outbound: the connection failed, and no server refused the recipient
  soft(
    'a connection that is refused',
    'transient',
    words(`<rosa@garden.example>:
Connection refused by mx.garden.example`),
  ),
  soft(
    'a connection that was refused by the other server',
    'transient',
    dsn('It could not be delivered.', fields('', '5.0.0')).replace(
      'It could not be delivered.',
      'The connection was refused by the server mx.garden.example (192.0.2.7).',
    ),
  ),
  soft(
    'Gmail could not connect',
    'transient',
    dsn(
      'The recipient server did not accept our requests to connect.',
      fields(
        'smtp; The recipient server did not accept our requests to connect. [mx.garden.example 192.0.2.7: unable to read banner]',
        '4.4.1',
      ),
    ),
  ),
  soft(
    'Gmail could not connect, old words',
    'transient',
    words(`Delivery to the following recipient failed permanently:

     rosa@garden.example

Technical details of permanent failure:
The recipient server did not accept our requests to connect. Learn more at https://mail.example/answer/7720
[mx.garden.example (0): Connection refused]`),
  ),
  soft(
    'an error of the socket',
    'transient',
    words(`<rosa@garden.example>:
mx.garden.example[192.0.2.7]: [Errno 111] Connection refused`),
  ),
  soft('a connection that a policy refuses is a policy', 'policy', reply('554 Connection refused by our policy')),
  soft(
    'a connection that a list refuses is a policy',
    'policy',
    reply('554 5.7.1 Connection refused: your address is listed'),
  ),
  // guesses
  hard(
    'a list of guesses below a clear reply',
    words(`Your message could not be delivered to <rosa@garden.example>:

  550 5.1.1 no such user

Possible reasons: your server may be blacklisted, the mailbox may be full,
or the message may be too large.`),
  ),
  hard(
    'a guess beside a clear reply',
    reply('550 5.1.1 no such recipient. You may have mistyped it, or your server may be blacklisted', '5.1.1'),
  ),
  soft(
    'nothing but guesses',
    'unknown',
    words(`Your message could not be delivered to the following address:

  rosa@garden.example

The address may not exist, the mailbox might be full, or your server may be blacklisted.`),
  ),
  soft(
    'may be blacklisted, and nothing else',
    'unknown',
    words(`Your message could not be delivered to the following address:

  rosa@garden.example

Perhaps the recipient has moved; you may be on a blacklist.`),
  ),
  soft(
    'a guess of an unknown user beside a temporary failure',
    'transient',
    reply('554 5.4.7 delivery expired; the user may not exist', '5.4.7'),
  ),
  soft(
    'a guess of an unknown user beside a full mailbox',
    'mailbox full',
    reply('552 mailbox is full; or perhaps there is no such user'),
  ),
  soft(
    'a refusal that only thinks so is still a policy',
    'policy',
    reply('550 this message may be spam and was refused'),
  ),
  soft('a likely spam is a policy', 'policy', reply('550 5.7.1 probably unsolicited mail', '5.7.1')),
  // what is not there is a file
  soft(
    'no such file',
    'transient',
    words(`<rosa@garden.example>:
Unable to deliver: /var/qmail/bin/filter: No such file or directory`),
  ),
  soft(
    'no such directory of a mailbox',
    'transient',
    words(`<rosa@garden.example>:
    cannot open mailbox /var/vmail/garden.example/rosa@garden.example/: not found`),
  ),
  soft(
    'an address inside a path',
    'transient',
    reply('554 5.3.0 can not stat /home/mail/rosa@garden.example: No such file or directory', '5.3.0'),
  ),
  soft(
    'an address inside a path of Windows',
    'transient',
    words(`<rosa@garden.example>:
    failed to open C:\\Mail\\garden.example\\rosa@garden.example: not found`),
  ),
  soft('a missing home', 'transient', reply('550 5.2.0 chdir /home/rosa failed: No such file or directory', '5.2.0')),
  soft('a directory server that is away', 'transient', reply('550 user lookup failed: directory server unavailable')),
  hard(
    'an address in a link beside a clear reply',
    reply('550 5.1.1 unknown user, see https://garden.example/why?r=rosa@garden.example', '5.1.1'),
  ),
  // who is unknown is the sender
  soft('the sender is unknown', 'policy', reply('550 unknown sender <b+t0ken@bounce.bloom.example>')),
  soft('the sending host is unknown', 'policy', reply('550 your host is unknown here')),
  soft('the account that sends has expired', 'policy', reply('550 your account has expired')),
  // a moment's trouble
  soft('unknown for the moment', 'transient', reply('550 user temporarily unknown')),
  soft('a temporary status below a permanent code', 'transient', reply('550 4.2.1 no such user', '4.2.1')),
  soft('suspended', 'transient', reply('550 this account is suspended')),
  soft('no mailbox, try later', 'transient', reply('550 no such mailbox right now, try again later')),
]
