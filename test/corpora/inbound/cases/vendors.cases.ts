/** Reports of many houses: whom they name, where their words end, parts with the wrong type, notices in sentences, old charsets. */
import { type Case, dsn, fields, hard, letter, other, soft, words } from './mail.ts'

const bare = { separator: '' } as const
const postmaster = { from: 'postmaster@mx.relay.example', subject: 'Delivery failure' } as const
/** `メールボックスの容量を超えています` in ISO-2022-JP, which is ASCII to those who do not know it. */
const fullInJis = '\x1b$B%a!<%k%\\%C%/%9$NMFNL$rD6$($F$$$^$9\x1b(B'
const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n')
const statusFields = `Reporting-MTA: dns; mx.relay.example\n\n${fields('smtp; 550 5.1.1 user unknown', '5.1.1')}\n`

/** A mail of two parts of a report. */
function report(type: string, second: string, look: Parameters<typeof words>[1] = {}): string {
  return words('x', { ...look, separator: '' })
    .replace('text/plain; charset=utf-8', `multipart/report; report-type=${type}; boundary=v`)
    .replace(
      '\r\n\r\nx\r\n',
      `\r\n\r\n--v\r\n\r\nSee the report.\r\n--v\r\n${second.replaceAll('\n', '\r\n')}\r\n--v--\r\n`,
    )
}

export const vendors: readonly Case[] = [
  // whom it names
  hard(
    'a full-width colon before the address',
    words('很抱歉，您的邮件无法投递。\n收件人：rosa@garden.example\n原因：收件人不存在', {
      from: 'PostMaster@mail.example',
      subject: '系统退信',
      ...bare,
    }),
  ),
  hard(
    'an address in a Chinese sentence, without a space around it',
    words('无法投递到rosa@garden.example，收件人不存在。', {
      from: 'PostMaster@mail.example',
      subject: '系统退信',
      ...bare,
    }),
  ),
  hard(
    'an address before a full-width stop',
    words('送信先：rosa@garden.example。\n550 5.1.1 ユーザーが見つかりません', {
      from: 'MAILER-DAEMON@mail.example',
      subject: '配信エラー',
      ...bare,
    }),
  ),
  hard(
    'an address in Chinese quotation marks',
    words('收件人“rosa@garden.example”不存在', { from: 'PostMaster@mail.example', subject: '退信', ...bare }),
  ),
  hard(
    'failed attempts, and the To of the mail',
    words(
      'Delivery failed 20 attempts: rosa@garden.example\n\n550 5.1.1 User unknown\n\nTo: "The list" <list@bloom.example>\nSubject: Spring is here',
      { ...postmaster, ...bare },
    ),
  ),
  hard(
    'the To of the mail first, and then who failed',
    words(
      'Your mail\n  To: list@bloom.example\n  Subject: Spring is here\n\nFailed recipient: rosa@garden.example\nReason: 550 User unknown',
      { ...postmaster, ...bare },
    ),
  ),
  hard(
    'an address that was expanded: ours is the one before',
    words(`   ----- The following addresses had permanent fatal errors -----
<r.miller@inner.garden.example>
    (reason: 550 5.1.1 User unknown)
    (expanded from: <rosa@garden.example>)`),
  ),
  hard(
    'a program that was expanded',
    words(`   ----- The following addresses had permanent fatal errors -----
"|/usr/bin/vacation rosa"
    (reason: 550 5.1.1 User unknown)
    (expanded from: <rosa@garden.example>)`),
  ),
  hard(
    'Exim generated the address from ours',
    words(`This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  r.miller@inner.garden.example
    (generated from rosa@garden.example)
    Unknown user`),
  ),
  hard(
    'a notice in a sentence',
    words(
      'We are writing on behalf of Garden Ltd (hello@garden.example). Your message to rosa@garden.example was not delivered because there is no such mailbox here (error 550).',
      { from: 'Mail Delivery <mailer@garden.example>', subject: 'Undelivered message', ...bare },
    ),
  ),
  hard(
    'a notice in a sentence, beside another To',
    words('The message you sent could not be delivered to rosa@garden.example: 550 5.1.1 unknown recipient.', {
      ...postmaster,
    }).replace('\r\nTo: rosa@garden.example\r\n', '\r\nTo: list@bloom.example\r\n'),
  ),
  hard(
    'a German notice in a sentence',
    words('Ihre Nachricht vom 3. März an rosa@garden.example konnte nicht zugestellt werden: 550 Benutzer unbekannt.', {
      from: 'postmaster@garten.example',
      subject: 'Unzustellbar',
      ...bare,
    }),
  ),
  // what is not understood
  hard(
    'a status report whose part calls itself a file',
    report(
      'delivery-status',
      `Content-Type: application/octet-stream; name=details.txt\nContent-Transfer-Encoding: base64\n\n${base64(statusFields)}`,
    ),
  ),
  hard('a status report whose part is text', report('delivery-status', `Content-Type: text/plain\n\n${statusFields}`)),
  other(
    'a feedback report whose part is text',
    'complaint',
    report(
      'feedback-report',
      `Content-Type: text/plain\n\nFeedback-Type: abuse\nUser-Agent: Loop/1.0\nVersion: 1\nOriginal-Rcpt-To: rosa@garden.example\n`,
      {
        from: 'fbl@provider.example',
        subject: 'Feedback',
      },
    ),
    'rosa@garden.example',
  ),
  other(
    'a feedback report whose part calls itself a file',
    'complaint',
    report(
      'feedback-report',
      `Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n${base64('Feedback-Type: abuse\nUser-Agent: Loop/1.0\nVersion: 1\nOriginal-Rcpt-To: rosa@garden.example\n')}`,
      {
        from: 'fbl@provider.example',
        subject: 'Feedback',
      },
    ),
    'rosa@garden.example',
  ),
  soft(
    'an old message whose words are not the report',
    'mailbox full',
    words(
      'Your message to rosa@garden.example could not be delivered: mailbox full (552).\n\nOld message:\n\nWhy does mail bounce? "550 5.7.1 blocked for spam" is one reason, no such user another.',
      { ...postmaster, ...bare },
    ),
  ),
  soft(
    'an old message is no reason',
    'unknown',
    words(
      'Your message to rosa@garden.example could not be delivered.\n\nOld message:\n\nWhy does mail bounce? "550 5.7.1 blocked for spam" is one reason, "550 5.1.1 no such user" another.',
      { ...postmaster, ...bare },
    ),
  ),
  hard(
    'a status, and prose that a rule would misread',
    dsn('The message was blocked by the storm and has been rejected.', fields('', '5.1.1')),
  ),
  hard('a status in a sentence of unusual words', dsn('That one has gone to sea.', fields('', '5.1.1'))),
  hard(
    'action and status on one line',
    words('rosa@garden.example\nAction: failed, Status: 5.1.1\nWe looked in all our drawers.', {
      ...postmaster,
      ...bare,
    }),
  ),
  hard(
    'action and status, and prose that blames the weather',
    dsn('The pigeon was blocked by the storm and returned to us.', fields('smtp; 550 the pigeon came back', '5.1.1')),
  ),
  // old charsets
  soft(
    'a full mailbox in ISO-2022-JP',
    'mailbox full',
    words(`<rosa@garden.example>:\n${fullInJis}`, { ...postmaster, ...bare }),
  ),
  soft(
    'a full mailbox in ISO-2022-JP in a field of a report',
    'mailbox full',
    dsn('', fields(`smtp; 552 ${fullInJis}`, '5.0.0')),
  ),
  soft(
    'a full mailbox in ISO-2022-JP in a part that names it',
    'mailbox full',
    words(`<rosa@garden.example>:\n${fullInJis}`, { ...postmaster, ...bare }).replace('utf-8', 'iso-2022-jp'),
  ),
  // challenges
  other(
    'UOL asks who writes',
    'auto-reply',
    letter(
      'Olá, sua mensagem para rosa@garden.example ainda não foi entregue. Para que ela seja entregue, clique no link e confirme que você não é um robô.',
      {
        from: 'AntiSpam <anti-spam@mail.example>',
        subject: 'AntiSpam UOL: confirme o envio',
      },
    ),
  ),
  other(
    'MailInBlack asks who writes',
    'auto-reply',
    letter(
      'Votre message à rosa@garden.example est en attente. Pour qu’il soit remis, merci de vous authentifier en cliquant sur ce lien.',
      {
        from: 'Mailinblack <noreply@mailinblack.example>',
        subject: 'Votre message est en attente : authentification requise',
      },
    ),
  ),
  other(
    'EarthLink asks who writes',
    'auto-reply',
    letter(
      'I apologize for this automatic reply to your email. To control spam, I now allow incoming messages only from senders I have approved beforehand.',
      {
        subject: 'Re: Spring is here [Your email requires verification verify#abc123]',
      },
    ),
  ),
  other(
    'a challenge of a mail system',
    'auto-reply',
    words(
      'Your message to rosa@garden.example has not been delivered yet. To prove that you are a human and not a spammer, please reply to this message. You need to do this only once.',
      {
        from: 'postmaster@door.example',
        subject: 'Sender verification: Spring is here',
        ...bare,
      },
    ),
  ),
  // sentences
  hard(
    'Dutch',
    words('Uw bericht aan rosa@garden.example kan niet worden afgeleverd omdat het e-mailadres niet bestaat.', {
      from: 'postmaster@post.example',
      subject: 'Onbestelbaar: lente',
      ...bare,
    }),
  ),
  soft(
    'Dutch: full',
    'mailbox full',
    words('Uw bericht aan rosa@garden.example kon niet worden afgeleverd. De mailbox van de ontvanger zit vol.', {
      from: 'postmaster@post.example',
      subject: 'Bericht niet afgeleverd',
      ...bare,
    }),
  ),
  hard(
    'Russian',
    words('Ваше письмо на адрес rosa@garden.example не доставлено: такого пользователя нет.', {
      from: 'mailer-daemon@pochta.example',
      subject: 'Письмо не доставлено',
      ...bare,
    }),
  ),
  soft(
    'Russian: full',
    'mailbox full',
    words('Письмо для rosa@garden.example не было доставлено. Почтовый ящик получателя переполнен.', {
      from: 'mailer-daemon@pochta.example',
      subject: 'Ошибка доставки',
      ...bare,
    }),
  ),
  hard(
    'Indonesian',
    words('Pesan Anda kepada rosa@garden.example tidak dapat dikirim karena alamat email tidak ditemukan.', {
      from: 'MAILER-DAEMON@surat.example',
      subject: 'Pengiriman gagal',
      ...bare,
    }),
  ),
  soft(
    'Indonesian: full',
    'mailbox full',
    words('Pesan Anda kepada rosa@garden.example tidak terkirim. Kotak surat penerima penuh.', {
      from: 'postmaster@surat.example',
      subject: 'Pesan tidak terkirim',
      ...bare,
    }),
  ),
  // forwarded by a machine: a gateway's own wrapping stays a report
  hard(
    'a gateway wraps the report of another',
    words('x', { subject: 'Undelivered Mail Returned to Sender', ...bare })
      .replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=w')
      .replace(
        '\r\n\r\nx\r\n',
        `\r\n\r\n--w\r\n\r\nReturned.\r\n--w\r\nContent-Type: message/rfc822\r\n\r\n${dsn('failed', fields('smtp; 550 5.1.1 user unknown', '5.1.1'))}\r\n--w--\r\n`,
      ),
  ),
]
