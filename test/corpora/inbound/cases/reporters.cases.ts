/** Reports as mail systems of many kinds write them. */
import { type Case, dsn, fields, hard, other, soft, words } from './mail.ts'

export const reporters: readonly Case[] = [
  // Postfix
  hard(
    'Postfix, text only',
    words(`This is the mail system at host mx.relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<rosa@garden.example>: host mx.garden.example[192.0.2.7] said: 550 5.1.1
    <rosa@garden.example>: Recipient address rejected: unknown user (in reply
    to RCPT TO command)`),
  ),
  soft(
    'Postfix, text only, refused at the greeting',
    'policy',
    words(`This is the mail system at host mx.relay.example.

<rosa@garden.example>: host mx.garden.example[192.0.2.7] refused to talk to me:
    554 mx.garden.example: your network has a bad reputation here`),
  ),
  soft(
    'Postfix on a server that is busy when it greets',
    'transient',
    words(`This is the mail system at host mx.relay.example.

<rosa@garden.example>: host mx.garden.example[192.0.2.7] refused to talk to me:
    421 too many connections, come back in an hour`),
  ),
  soft(
    'Postfix on a mailbox it cannot open',
    'transient',
    words(`This is the mail system at host mx.relay.example.

<rosa@garden.example>: cannot update mailbox /var/mail/rosa for user rosa.
    unable to lock for exclusive access: Resource temporarily unavailable`),
  ),
  soft(
    'Postfix on a mailbox above its limit',
    'mailbox full',
    words(`This is the mail system at host mx.relay.example.

<rosa@garden.example>: maildir delivery failed: The maildir of rosa is over
    its storage limit`),
  ),
  hard(
    'Postfix with LMTP behind it',
    dsn('see below', fields("smtp; 550 5.1.1 <rosa@garden.example> User doesn't exist: rosa@garden.example", '5.1.1')),
  ),
  other(
    'Postfix warns of a delay',
    'delay',
    dsn(
      `This is the mail system at host mx.relay.example.

THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE.`,
      'Final-Recipient: rfc822; rosa@garden.example\nAction: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.garden.example[192.0.2.7]:25: Connection timed out',
      { subject: 'Delayed Mail (still being retried)' },
    ),
    'rosa@garden.example',
  ),
  // sendmail
  hard(
    'sendmail, old transcript',
    words(`   ----- The following addresses had permanent fatal errors -----
<rosa@garden.example>

   ----- Transcript of session follows -----
... while talking to mx.garden.example.:
>>> RCPT To:<rosa@garden.example>
<<< 550 rosa... we do not have an account of that name
550 <rosa@garden.example>... User unknown`),
  ),
  soft(
    'sendmail on a disk',
    'mailbox full',
    words(`   ----- The following addresses had permanent fatal errors -----
<rosa@garden.example>
    (reason: can't create (user) output file)

   ----- Transcript of session follows -----
procmail: Quota exceeded while writing "/var/spool/mail/rosa"
550 5.0.0 <rosa@garden.example>... Can't create output`),
  ),
  soft(
    'sendmail on a name server',
    'dns',
    words(`   ----- The following addresses had permanent fatal errors -----
<rosa@garden.example>
    (reason: 550 Host unknown)

   ----- Transcript of session follows -----
550 5.1.2 <rosa@garden.example>... Host unknown (Name server: garden.example: host not found)`),
  ),
  other(
    'sendmail warns after four hours',
    'delay',
    words(
      `    **********************************************
    **      THIS IS A WARNING MESSAGE ONLY      **
    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **
    **********************************************

   ----- The following addresses had transient non-fatal errors -----
<rosa@garden.example>

   ----- Transcript of session follows -----
<rosa@garden.example>... Deferred: Connection refused by mx.garden.example.
Warning: message still undelivered after 4 hours
Will keep trying until message is 5 days old`,
      { subject: 'Warning: could not send message for past 4 hours' },
    ),
    'rosa@garden.example',
  ),
  // qmail
  hard(
    'qmail with vpopmail',
    words(`Hi. This is the qmail-send program at relay.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<rosa@garden.example>:
This address no longer accepts mail.`),
  ),
  soft(
    'qmail that waited too long for a name server',
    'dns',
    words(`Hi. This is the qmail-send program at relay.example.

<rosa@garden.example>:
CNAME lookup failed temporarily. (#4.4.3)
I'm not going to try again; this message has been in the queue too long.`),
  ),
  soft(
    'qmail without a way out',
    'dns',
    words(`Hi. This is the qmail-send program at relay.example.

<rosa@garden.example>:
Sorry, I couldn't find any host named garden.example. (#5.1.2)`),
  ),
  soft(
    'qmail with a greylisted end',
    'transient',
    words(`Hi. This is the qmail-send program at relay.example.

<rosa@garden.example>:
192.0.2.7 does not like recipient.
Remote host said: 451 4.7.1 greylisted, please wait
Giving up on 192.0.2.7.
I'm not going to try again; this message has been in the queue too long.`),
  ),
  hard(
    'Plesk',
    words(`Hi. This is the qmail-send program at host.relay.example.

<rosa@garden.example>:
This address does not exist: no mailbox here by that name. (#5.1.1)`),
  ),
  // Exchange
  hard(
    'Exchange 2007',
    dsn(
      `Delivery has failed to these recipients or distribution lists:

rosa@garden.example
The recipient's e-mail address was not found in the recipient's e-mail system. Microsoft Exchange will not try to redeliver this message for you.`,
      fields('smtp;550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found', '5.1.1'),
    ),
  ),
  soft(
    'Exchange 2013 on a group',
    'policy',
    dsn(
      `Your message can't be delivered because delivery to this group is restricted.`,
      fields('smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', '5.7.133'),
    ),
  ),
  soft(
    'Exchange on a full mailbox',
    'mailbox full',
    dsn(
      `The recipient's mailbox is full and can't accept messages now.`,
      fields(
        'smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
        '5.2.2',
      ),
    ),
  ),
  soft(
    'Exchange 2003 on a size',
    'content',
    words(
      `Your message did not reach some or all of the intended recipients.

      Subject:	Spring is here
      Sent:	3/3/2026 10:00 AM

The following recipient(s) could not be reached:

      rosa@garden.example on 3/3/2026 10:05 AM
            This message is larger than the current system limit. Create a shorter message body or remove attachments and try sending it again.
            <mail.garden.example #5.2.3>`,
      { subject: 'Undeliverable: Spring is here' },
    ),
  ),
  hard(
    'Exchange 2003 on an unknown recipient',
    words(
      `Your message did not reach some or all of the intended recipients.

      Subject:	Spring is here
      Sent:	3/3/2026 10:00 AM

The following recipient(s) could not be reached:

      rosa@garden.example on 3/3/2026 10:05 AM
            The e-mail account does not exist at the organization this message was sent to.  Check the e-mail address, or contact the recipient directly to find out the correct address.
            <mail.garden.example #5.1.1>`,
      { subject: 'Undeliverable: Spring is here' },
    ),
  ),
  soft(
    'Exchange Online on a loop',
    'transient',
    dsn('A mail loop was found.', fields('smtp;550 5.4.14 Hop count exceeded - possible mail loop ATTR1', '5.4.14')),
  ),
  soft(
    'Exchange Online on a domain',
    'dns',
    dsn(
      'The domain could not be found.',
      fields('smtp;550 5.4.310 DNS domain garden.example does not exist [Message=InfoDomainNonexistent]', '5.4.310'),
    ),
  ),
  // Domino, GroupWise, Notes
  hard(
    'Domino',
    words(
      `Your message

  Subject: Spring is here

was not delivered to:

  rosa@garden.example

because:

  User rosa (rosa@garden.example) not listed in Domino Directory`,
      { subject: 'DELIVERY FAILURE: User rosa (rosa@garden.example) not listed in Domino Directory' },
    ),
  ),
  soft(
    'Domino on a full database',
    'mailbox full',
    words(
      `Your message

  Subject: Spring is here

was not delivered to:

  rosa@garden.example

because:

  Error transferring to mail1; Unable to deliver: the mail database has reached its quota`,
      { subject: 'DELIVERY FAILURE: Unable to deliver' },
    ),
  ),
  soft(
    'Domino on a server that cannot be reached',
    'transient',
    words(
      `Your message

  Subject: Spring is here

was not delivered to:

  rosa@garden.example

because:

  Unable to open connection to the remote server; the remote server is not a known TCP/IP host or does not respond`,
      { subject: 'DELIVERY FAILURE: no connection' },
    ),
  ),
  hard(
    'GroupWise',
    words(
      `The message that you sent was undeliverable to the following:
	rosa@garden.example (user not found)

Possibly truncated original message follows:`,
      { from: 'Mailer-Daemon <Mailer-Daemon@gw.relay.example>', subject: 'Message status - undeliverable' },
    ),
  ),
  soft(
    'GroupWise on a full mailbox',
    'mailbox full',
    words(
      `The message that you sent was undeliverable to the following:
	rosa@garden.example (mailbox full)`,
      { from: 'Mailer-Daemon <Mailer-Daemon@gw.relay.example>', subject: 'Message status - undeliverable' },
    ),
  ),
  // smaller servers
  hard('courier', dsn('UNDELIVERABLE MAIL', fields('smtp; 550 User unknown.', '5.0.0'))),
  hard(
    'courier, text only',
    words(`This is a delivery status notification from mx.relay.example,
running the Courier mail server.

The original message was received from [192.0.2.1].

---------------------------------------------------------------------------

                           UNDELIVERABLE MAIL

Your message to the following recipients cannot be delivered:

<rosa@garden.example>:
    mx.garden.example [192.0.2.7]:
>>> RCPT TO:<rosa@garden.example>
<<< 550 User unknown.`),
  ),
  hard(
    'MailEnable',
    words(
      `MailEnable: Message delivery has failed.

Message could not be delivered to some recipients.
The following recipient(s) could not be reached:

	Recipient: [SMTP:rosa@garden.example]
	Reason: 550 the recipient does not exist here`,
      { from: 'Postmaster@relay.example', subject: 'Message Delivery Failure' },
    ),
  ),
  soft(
    'MailEnable on a connection',
    'transient',
    words(
      `MailEnable: Message delivery has failed.

The following recipient(s) could not be reached:

	Recipient: [SMTP:rosa@garden.example]
	Reason: The remote server could not be contacted; the message delivery timed out`,
      { from: 'Postmaster@relay.example', subject: 'Message Delivery Failure' },
    ),
  ),
  hard(
    'Zimbra',
    dsn(
      'This is the mail system at host mail.relay.example.',
      fields('smtp; 550 5.1.1 rosa@garden.example: Recipient address rejected: garden.example', '5.1.1'),
    ),
  ),
  hard(
    'CommuniGate',
    words(
      `Failed to deliver to 'rosa@garden.example'
LOCAL module(account rosa) reports:
 account is unknown`,
      { from: 'MAILER-DAEMON@relay.example', subject: 'Undeliverable mail' },
    ),
  ),
  soft(
    'CommuniGate on a full account',
    'mailbox full',
    words(
      `Failed to deliver to 'rosa@garden.example'
LOCAL module(account rosa) reports:
 account is full (quota exceeded)`,
      { from: 'MAILER-DAEMON@relay.example', subject: 'Undeliverable mail' },
    ),
  ),
  hard(
    'SmarterMail',
    words(
      `Could not deliver message to the following recipient(s):

Failed Recipient: rosa@garden.example
Reason: Remote host said: 550 No such user - rosa

   -- The header and top 20 lines of the message follows --`,
      { from: 'System Administrator <postmaster@relay.example>', subject: 'Delivery Failure' },
    ),
  ),
  hard(
    'Kerio',
    words(
      `Your message could not be delivered to:

rosa@garden.example
   550 5.1.1 User unknown`,
      { from: 'postmaster@relay.example', subject: 'Delivery Failed' },
    ),
  ),
  hard(
    'IMail',
    words(
      `undeliverable to rosa@garden.example
User mailbox unknown: rosa`,
      { from: 'Postmaster <postmaster@relay.example>', subject: 'Undeliverable Mail' },
    ),
  ),
  hard(
    'XMail',
    words(
      `[00] XMail bounce: Rcpt=[rosa@garden.example];Error=[550 Mailbox unavailable <rosa@garden.example>]

[01] Error sending message [1.relay] from [relay.example].

ID:        <S1>
Mail From: <b+t0ken@bounce.bloom.example>
Rcpt To:   <rosa@garden.example>
Server:    <mx.garden.example> [192.0.2.7]

[02] The reason of the delivery failure was:

550 no such mailbox`,
      { from: 'postmaster@relay.example', subject: 'Error sending message [1.relay] from [relay.example]' },
    ),
  ),
  hard(
    'Sun Messaging Server',
    words(
      `This report relates to a message you sent with the following header fields:

  Message-id: <t0ken@bloom.example>
  To: rosa@garden.example
  Subject: Spring is here

Your message cannot be delivered to the following recipients:

  Recipient address: rosa@garden.example
  Reason: Remote SMTP server has rejected address
  Diagnostic code: smtp;550 5.1.1 unknown or illegal alias: rosa@garden.example
  Remote system: dns;mx.garden.example (TCP|192.0.2.1|4711|192.0.2.7|25)`,
      { subject: 'Delivery Notification: Delivery has failed' },
    ),
  ),
  soft(
    'Sun Messaging Server on a block',
    'policy',
    words(
      `Your message cannot be delivered to the following recipients:

  Recipient address: rosa@garden.example
  Reason: Remote SMTP server has rejected address
  Diagnostic code: smtp;550 5.7.1 your host was rejected by our filter
  Remote system: dns;mx.garden.example (TCP|192.0.2.1|4711|192.0.2.7|25)`,
      { subject: 'Delivery Notification: Delivery has failed' },
    ),
  ),
  hard(
    'Mercury',
    words(
      `The attached message has failed delivery to the following recipients:

rosa@garden.example (550 sorry, no such user)`,
      { from: 'Mail system administrator <postmaster@relay.example>', subject: 'Failed mail: Spring is here' },
    ),
  ),
  hard(
    'OpenSMTPD',
    words(
      `    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this email.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

rosa@garden.example: 550 Invalid recipient: rosa@garden.example

    Below is a copy of the original message:`,
      { from: 'Mailer Daemon <MAILER-DAEMON@mx.relay.example>', subject: 'Delivery status notification: error' },
    ),
  ),
  hard(
    'James',
    words(`Hi. This is the James mail server at relay.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.  Below
I include the list of recipients and the reason why I was unable to deliver
your message.

Failed recipient(s):
rosa@garden.example

Error message:
550 Requested action not taken: mailbox unavailable: no such user`),
  ),
  hard(
    'Haraka',
    dsn(
      'I was unable to deliver your message.',
      fields('smtp; 550 I cannot deliver mail for rosa@garden.example: recipient unknown', '5.1.1'),
    ),
  ),
  hard(
    'PowerMTA',
    words(
      `Hello, this is the mail server on relay.example.

I am sending you this message to inform you on the delivery status of a
message you previously sent.  Immediately below you will find a list of
the affected recipients;  also attached is a Delivery Status Notification
(DSN) report in standard format, as well as the headers of the original
message.

  <rosa@garden.example>  delivery failed; will not continue trying
  550 5.1.1 <rosa@garden.example>: invalid address`,
      { subject: 'Delivery report' },
    ),
  ),
  soft(
    'PowerMTA that gave up',
    'transient',
    dsn(
      'delivery failed; will not continue trying',
      'Final-Recipient: rfc822;rosa@garden.example\nAction: failed\nStatus: 4.4.7 (delivery time expired)',
    ),
  ),
  hard(
    'Yahoo',
    words(
      `Sorry, we were unable to deliver your message to the following address.

<rosa@garden.example>:
550: 5.1.1 <rosa@garden.example>: Email address could not be found, or was misspelled`,
      { from: 'MAILER-DAEMON@yahoo.example', subject: 'Failure Notice' },
    ),
  ),
  hard('Proofpoint', dsn('could not be delivered', fields('smtp; 550 5.1.1 User Unknown', '5.1.1'))),
  soft(
    'Mimecast on a policy',
    'policy',
    dsn('could not be delivered', fields('smtp; 550 Administrative Lockout - the sender is refused by rule', '5.0.0')),
  ),
  soft(
    'Barracuda on the account of a customer',
    'policy',
    dsn(
      'could not be delivered',
      fields('smtp; 554 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation', '5.0.0'),
    ),
  ),
  hard(
    'Sophos with a name in its text',
    words(`This report was generated by the Sophos Anti-Spam Gateway.

The following address failed:

rosa@garden.example: 550 5.1.1 no such user`),
  ),
  hard(
    'Symantec with a name in its text',
    words(`Message from Symantec AntiVirus Gateway for SMTP:

Delivery to the following recipient failed:
   rosa@garden.example

550 5.1.1 recipient unknown`),
  ),
  hard(
    'a receiver whose server is called an anti-spam firewall',
    dsn(
      'This is the mail system of Antispam-Firewall 7.',
      fields('smtp; 550 5.1.1 no such user here (Acme Spam Firewall)', '5.1.1'),
    ),
  ),
  soft(
    'a receiver whose anti-spam firewall refuses',
    'policy',
    dsn('could not be delivered', fields('smtp; 550 5.7.1 message rejected by Acme Spam Firewall', '5.7.1')),
  ),
  soft(
    'a receiver whose anti-spam service thinks so',
    'policy',
    dsn('could not be delivered', fields('smtp; 550 blocked by antispam filter of the site', '5.0.0')),
  ),
]
