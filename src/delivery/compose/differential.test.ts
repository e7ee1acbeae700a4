/** Compiled messages read as nodemailer's do, which composes each from scratch: thousands of recipients, one independent parser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { runs } from '../../../test/harness/effort.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { type CampaignContent, compileCampaign, type Recipient } from './campaign.ts'

const tokens = tokensOf(testKeys)
const at = new Date('2026-11-21T10:00:00Z')
const publicUrl = 'https://mail.example'
const content: CampaignContent = {
  campaignId: 7,
  clientId: 3,
  campaignPublicId: 'a'.repeat(32),
  clientPublicId: 'c'.repeat(32),
  subject: 'For [firstname,fallback=you] – [City]!',
  fromName: 'Müller & "Söhne"',
  fromEmail: 'news@client.example',
  replyTo: 'office@client.example',
  html: '<!DOCTYPE html>\n<html><body>\n<h1>Dear [fullname,fallback=Sir &amp; Madam]</h1>\n.\n<p title="[City]">日本語 = [email] and a long line that goes on and on and on, past what one line of quoted-printable holds</p>  \n<unsubscribe>Out</unsubscribe></body></html>\n',
  text: 'Dear [fullname,fallback=you],\n.\n..\nFrom [City] \n\tyours: [unsubscribe]\n',
  publicUrl,
  timeZone: 'Etc/UTC',
  startedAt: at,
  customFields: ['City'],
  links: [],
  lists: [{ listId: 3, publicId: 'd'.repeat(32), title: 'Liste' }],
}

/** The same message, put together with nothing but string replacement. */
function naive({ name, email, number, fields }: Recipient): Promise<Buffer> {
  const full = oneLine(name)
  const city = oneLine(String(fields.City))
  const token = tokens.sign('recipient', 7, number, 3)
  const html = replaced(content.html, {
    '[fullname,fallback=Sir &amp; Madam]': escaped(full || 'Sir & Madam'),
    '[City]': escaped(city),
    '[email]': escaped(email),
    '<unsubscribe>': `<a href="${publicUrl}/u/${token}">`,
    '</unsubscribe>': '</a>',
    '</body>': `<img src="${publicUrl}/o/${token}.gif" width="1" height="1" alt="" border="0" style="display:block;width:1px;height:1px;border:0"></body>`,
  })
  const text = replaced(content.text!, {
    '[fullname,fallback=you]': full || 'you',
    '[City]': city,
    '[unsubscribe]': `${publicUrl}/u/${token}`,
  })
  const message = {
    from: { name: content.fromName, address: content.fromEmail },
    to: { name: full, address: email },
    replyTo: content.replyTo,
    subject: oneLine(`For ${full.split(' ')[0] || 'you'} – ${city}!`),
    html,
    text,
    date: at,
  }
  return new Promise((resolve, reject) => {
    new MailComposer(message).compile().build((error, built) => (error ? reject(error) : resolve(built)))
  })
}

/** Each in its place, from right to left, so that inserted text is not searched. */
function replaced(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([mark, value]) => ({ at: text.indexOf(mark), mark, value }))
    .sort((a, b) => b.at - a.at)
    .reduce((rest, { at, mark, value }) => rest.slice(0, at) + value + rest.slice(at + mark.length), text)
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
const escaped = (text: string) =>
  text.replace(
    /[&<>"'`]/g,
    sign => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? `#${sign.charCodeAt(0)}`};`,
  )

async function read(message: Buffer) {
  const { subject, from, to, replyTo, html, text, date } = await PostalMime.parse(message)
  // the parser may add a line end of its own
  return { subject, from, to, replyTo, html: html?.trimEnd(), text: text?.trimEnd(), date }
}

const word = fc.oneof(
  fc.constantFrom('Ada', 'Jürgen', 'O’Neil', '李', '😀', '.', 'From', '"', '\\', '<b>', '&amp;', '[email]', '$&', ','),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)
const words = fc
  .array(word, { maxLength: 4 })
  .map(parts => parts.join(' ').replace(/ {2,}/g, ' '))
  // nodemailer leaves text that looks like an encoded word; ours encodes it
  .filter(text => !text.includes('=?'))
const recipient = fc.record({
  name: words,
  city: words,
  local: fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,40}$/),
  number: fc.integer({ min: 1, max: 10_000_000 }),
})

test('three thousand recipients read the same as from a naive composition', async () => {
  const compiled = compileCampaign(content, { tokens })
  await fc.assert(
    fc.asyncProperty(recipient, async ({ name, city, local, number }) => {
      const contact: Recipient = { number, listId: 3, email: `${local}@reader.example`, name, fields: { City: city } }
      const { data } = compiled.compose(contact, at)
      assert.deepEqual(await read(data), await read(await naive(contact)))
      assertSafe(data)
    }),
    { numRuns: runs(1000, 100_000), seed: 20261121 },
  )
})

test('no value can end a header, whatever it holds', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\0',
        '\u2028',
        '\u0085',
        ' ',
        '\t',
        'Bcc: x@y.example',
        'ä',
        ':',
        'a'.repeat(300),
      ),
    )
    .map(parts => parts.join(''))
  const names = headerNames(compileCampaign(content, { tokens }).compose(contactOf('', ''), at).data)
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (name, city, subject, fromName) => {
      const compiled = compileCampaign(
        {
          ...content,
          subject: `[fullname]${subject}[City]`,
          fromName,
          lists: [{ ...content.lists[0]!, title: subject }],
        },
        { tokens },
      )
      const { data } = compiled.compose(contactOf(name, city), at)
      assert.deepEqual(headerNames(data), names)
      assertSafe(data)
    }),
    { numRuns: runs(300, 10_000), seed: 20261121 },
  )
})

function contactOf(name: string, city: string): Recipient {
  return { number: 1, listId: 3, email: 'ada@reader.example', name, fields: { City: city } }
}

function headerNames(data: Buffer): string[] {
  const [head = ''] = data.toString('latin1').split('\r\n\r\n', 1)
  return head.split(/\r\n(?![ \t])/).map(line => line.slice(0, line.indexOf(':')))
}

/** RFC 5322 §2.1.1 and §2.3: no bare CR or LF, no line over 998 octets. */
function assertSafe(data: Buffer) {
  const text = data.toString('latin1')
  assert.doesNotMatch(text, /[^\r]\n|\r(?!\n)|[^\r\n\t\x20-\x7e]/)
  for (const line of text.split('\r\n')) assert.ok(line.length <= 998)
}
