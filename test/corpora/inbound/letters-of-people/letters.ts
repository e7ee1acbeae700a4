/**
 * Letters that people wrote to a return address: about parcels, banks, logins and addresses, in the words that mail systems use. The
 * files of this folder hold them, a language each: a line `# from | subject | marks`, and the letter below it.
 *
 * Marks: `answer` (In-Reply-To and References name our letter), `ua=…` (the mail client), `html` (nothing else), `list` (through a
 * mailing list), `attached` (a report as an attachment, as clients forward it), `parts` (the parts of a report among one's own).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LetterOfPerson {
  /** `english.txt: Re: Spring is here (anna.webb@reader.example)` */
  readonly name: string
  readonly from: string
  readonly mail: string
}

export interface Envelope {
  /** Whom the letter was written to. */
  readonly to?: string
  /** Message-ID of our letter, without brackets. */
  readonly messageId?: string
  /** Without the name of a client and the fields of an answer. */
  readonly bare?: boolean
}

/** Every letter of the files, as a mail. @param envelopeOf the envelope of each, by its place from 0 */
export function lettersOfPeople(envelopeOf: (place: number) => Envelope = () => ({})): readonly LetterOfPerson[] {
  return readdirSync(import.meta.dirname)
    .filter(file => file.endsWith('.txt'))
    .sort()
    .flatMap(file => {
      const [, ...letters] = `\n${readFileSync(join(import.meta.dirname, file), 'utf8')}`.split('\n# ')
      return letters.map(letter => ({ file, letter }))
    })
    .map(({ file, letter }, place) => built(file, letter, envelopeOf(place)))
}

function built(file: string, letter: string, envelope: Envelope): LetterOfPerson {
  const { to = 'b+t0ken@bounce.bloom.example', messageId = 't0ken@bloom.example', bare = false } = envelope
  const [head = '', ...lines] = letter.split('\n')
  const [from = '', subject = '', marks = ''] = head.split('|').map(one => one.trim())
  const has = (mark: string) => marks.split(' ').includes(mark)
  const client = clients[/\bua=(\S+)/.exec(marks)?.[1] ?? '']
  const language = languages[file.slice(0, -4)]!
  const body = lines
    .join('\n')
    .trim()
    .replace(/\{(\w+)\}/g, (_, name: keyof Language) => language[name])
  const headers = [
    `From: ${encoded(from)}`,
    `To: <${to}>`,
    `Subject: ${encoded(subject)}`,
    'Date: Wed, 04 Mar 2026 08:12:00 +0100',
    'Message-ID: <4711.reader@people.example>',
    'MIME-Version: 1.0',
    ...(has('answer') && !bare ? [`In-Reply-To: <${messageId}>`, `References: <${messageId}>`] : []),
    ...(client && !bare ? [client] : []),
    ...(has('list')
      ? ['List-Id: Gardeners <gardeners.lists.example>', 'List-Post: <mailto:gardeners@lists.example>']
      : []),
  ]
  const content = contentOf(body, has)
  return {
    name: `${file}: ${subject} (${from.slice(from.lastIndexOf('<') + 1, -1)})`,
    from,
    mail: [...headers, content].join('\n').replaceAll('\n', '\r\n'),
  }
}

function contentOf(body: string, has: (mark: string) => boolean): string {
  const text = `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}\n`
  if (has('html')) return `Content-Type: text/html; charset=utf-8\n\n<html><body>${body}</body></html>\n`
  if (has('attached')) return mixed(text, `Content-Type: message/rfc822\n\n${report}`)
  if (has('parts')) return mixed(text, ...report.split(/--r(?:--)?\n/).slice(1, -1))
  return text
}

function mixed(...parts: readonly string[]): string {
  return `Content-Type: multipart/mixed; boundary="m"\n\n${parts.map(part => `--m\n${part}\n`).join('')}--m--\n`
}

function encoded(text: string): string {
  const [, name = text, rest = ''] = /^(.*?)( ?<[^<>]+>)?$/.exec(text) ?? []
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(name).toString('base64')}?=${rest}`
}

const clients: Readonly<Record<string, string>> = {
  thunderbird: 'User-Agent: Mozilla Thunderbird',
  apple: 'X-Mailer: Apple Mail (2.3826.400.131)',
  iphone: 'X-Mailer: iPhone Mail (22D72)',
  outlook: 'X-Mailer: Microsoft Outlook 16.0',
  k9: 'User-Agent: K-9 Mail for Android',
  yahoo: 'X-Mailer: WebService/1.1.23 YahooMailIosMobile',
  roundcube: 'User-Agent: Roundcube Webmail/1.6.9',
  webmail: 'X-Mailer: Open-Xchange Mailer v8.30',
  gmailapp: 'X-Mailer: Gmail for Android',
  yandex: 'X-Mailer: Yamail [ http://yandex.ru ] 5.0',
  mailru: 'X-Mailer: Mail.Ru Mailer 1.0',
  foxmail: 'X-Mailer: Foxmail 7.2.25.331[cn]',
  qq: 'X-Mailer: QQMail 2.x',
}

const refusal = `This is the mail system at host mx.reader.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<info@bloom.example>: host mx.bloom.example[192.0.2.7] said: 550 5.1.1
    <info@bloom.example>: Recipient address rejected: User unknown in virtual
    mailbox table (in reply to RCPT TO command)`

/** What a person got who wrote to an address that there is not. */
const report = `Return-Path: <>
Date: Tue, 03 Mar 2026 10:05:00 +0000
From: MAILER-DAEMON@mx.reader.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: reader@reader.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="r"

--r
Content-Type: text/plain

${refusal}

--r
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.reader.example

Final-Recipient: rfc822; info@bloom.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <info@bloom.example>: Recipient address rejected: User unknown

--r
Content-Type: text/rfc822-headers

From: reader@reader.example
To: info@bloom.example
Subject: A question
Message-ID: <question@reader.example>

--r--
`

/** What clients put into an answer or a forwarded mail. */
interface Language {
  readonly gmail: string
  readonly outlook: string
  readonly forwarded: string
  readonly report: string
}

function language(
  wrote: string,
  [from, sent, to, subject]: readonly [string, string, string, string],
  rule: string,
): Language {
  const block = (who: string, about: string) =>
    `${rule}\n${from}: ${who}\n${sent}: 3.3.2026 11:00\n${to}: reader@reader.example\n${subject}: ${about}\n`
  return {
    gmail: `\n${wrote}\n\n> The roses are out.\n> To unsubscribe follow the link.`,
    outlook: `\n${block('Bloom <news@bloom.example>', 'Spring is here')}\nThe roses are out.`,
    forwarded: `\n${block('Mail Delivery System <MAILER-DAEMON@mx.reader.example>', 'Undelivered Mail Returned to Sender')}\n${refusal}`,
    report: refusal,
  }
}

const bloom = 'Bloom <news@bloom.example>'
const languages: Readonly<Record<string, Language>> = {
  english: language(
    `On Tue, Mar 3, 2026 at 11:00 AM ${bloom} wrote:`,
    ['From', 'Sent', 'To', 'Subject'],
    '-----Original Message-----',
  ),
  german: language(
    `Am Di., 3. März 2026 um 11:00 Uhr schrieb ${bloom}:`,
    ['Von', 'Gesendet', 'An', 'Betreff'],
    '-----Ursprüngliche Nachricht-----',
  ),
  french: language(
    `Le mar. 3 mars 2026 à 11:00, ${bloom} a écrit :`,
    ['De', 'Envoyé', 'À', 'Objet'],
    '-----Message d’origine-----',
  ),
  spanish: language(
    `El mar, 3 mar 2026 a las 11:00, ${bloom} escribió:`,
    ['De', 'Enviado el', 'Para', 'Asunto'],
    '-----Mensaje original-----',
  ),
  italian: language(
    `Il giorno mar 3 mar 2026 alle ore 11:00 ${bloom} ha scritto:`,
    ['Da', 'Inviato', 'A', 'Oggetto'],
    '-----Messaggio originale-----',
  ),
  portuguese: language(
    `Em ter., 3 de mar. de 2026 às 11:00, ${bloom} escreveu:`,
    ['De', 'Enviado', 'Para', 'Assunto'],
    '-----Mensagem original-----',
  ),
  dutch: language(
    `Op di 3 mrt 2026 om 11:00 schreef ${bloom}:`,
    ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    '-----Oorspronkelijk bericht-----',
  ),
  polish: language(
    `wt., 3 mar 2026 o 11:00 ${bloom} napisał(a):`,
    ['Od', 'Wysłano', 'Do', 'Temat'],
    '-----Wiadomość oryginalna-----',
  ),
  russian: language(
    `вт, 3 мар. 2026 г. в 11:00, ${bloom} написал(а):`,
    ['От', 'Отправлено', 'Кому', 'Тема'],
    '________________________________',
  ),
  turkish: language(
    `${bloom}, 3 Mar 2026 Sal, 11:00 tarihinde şunu yazdı:`,
    ['Kimden', 'Gönderilen', 'Kime', 'Konu'],
    '________________________________',
  ),
  japanese: language(
    `2026年3月3日(火) 11:00 ${bloom} のメール:`,
    ['差出人', '送信日時', '宛先', '件名'],
    '-----元のメッセージ-----',
  ),
  chinese: language(
    `${bloom} 于2026年3月3日周二 11:00写道：`,
    ['发件人', '发送时间', '收件人', '主题'],
    '-----邮件原件-----',
  ),
  swedish: language(
    `Den tis 3 mars 2026 kl 11:00 skrev ${bloom}:`,
    ['Från', 'Skickat', 'Till', 'Ämne'],
    '________________________________',
  ),
  indonesian: language(
    `Pada tanggal Sel, 3 Mar 2026 pukul 11.00 ${bloom} menulis:`,
    ['Dari', 'Dikirim', 'Kepada', 'Subjek'],
    '________________________________',
  ),
}
