/** Every signature is checked by an independent verifier, mailauth's. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { runs } from '../../../test/harness/effort.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { type CampaignContent, compileCampaign } from './campaign.ts'
import { dkimSigner } from './dkim.ts'

const tokens = tokensOf(testKeys)
const at = new Date('2026-11-21T10:00:00Z')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const records: Readonly<Record<string, string>> = {
  'r._domainkey.client.example': `v=DKIM1; k=rsa; p=${spki(rsa.publicKey).toString('base64')}`,
  // RFC 8463 §4: the bare key, which ends its SubjectPublicKeyInfo
  'e._domainkey.client.example': `v=DKIM1; k=ed25519; p=${spki(ed25519.publicKey).subarray(-32).toString('base64')}`,
}
const sign = dkimSigner('client.example', [
  { selector: 'r', privateKey: rsa.privateKey },
  { selector: 'e', privateKey: ed25519.privateKey },
])

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

async function verdicts(message: Buffer) {
  const { results } = await dkimVerify(message, {
    resolver: async (name: string, type: string) => {
      const record = type === 'TXT' ? records[name] : undefined
      if (record === undefined) throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' })
      return [[record]]
    },
    curTime: at,
  })
  return results.map(({ status, algo }) => `${algo} ${status.result}`)
}

const passed = ['rsa-sha256 pass', 'ed25519-sha256 pass']

const head = 'From: a@client.example\r\nTo: b@reader.example\r\nSubject: x\r\n'
const messages: readonly (readonly [fact: string, message: string])[] = [
  ['a plain message', `${head}\r\nHello\r\n`],
  ['spaces and tabs at the ends of lines', `${head}\r\na \t\r\n b\t \t c   \r\n   \r\n`],
  ['an empty body', `${head}\r\n`],
  ['a body of empty lines', `${head}\r\n\r\n\r\n\r\n`],
  ['a body of white space', `${head}\r\n  \t\r\n \r\n`],
  ['empty lines at the end', `${head}\r\na\r\n\r\n\r\n`],
  ['an empty line at the beginning', `${head}\r\n\r\na\r\n`],
  ['a body without a line end', `${head}\r\na`],
  ['a body that is one letter', `${head}\r\na\r\n`],
  [
    'folded fields with runs of white space',
    `From:  "A  B"\r\n\t<a@client.example>  \r\nTO :b@reader.example\r\nSubject:\r\n x\r\n  \t y \r\n\r\na\r\n`,
  ],
  [
    'UTF-8 in fields',
    `From: "Jürgen 日本" <jürgen@client.example>\r\nTo: ü@reader.example\r\nSubject: Grüße\r\n\r\nä\r\n`,
  ],
  ['an empty subject', 'From: a@client.example\r\nSubject:\r\nTo: b@reader.example\r\n\r\na\r\n'],
  ['fields that occur twice', `${head}List-Id: <1>\r\nList-Id: <2>\r\nSubject: y\r\n\r\na\r\n`],
  ['fields that are not signed', `${head}X-A: 1\r\nReceived: from x\r\n by y\r\n\r\na\r\n`],
  ['lines of dots and of text that looks like fields', `${head}\r\n.\r\n..\r\nSubject: z\r\nFrom x\r\n`],
]

for (const [fact, text] of messages) {
  test(`both signatures hold: ${fact}`, async () => {
    const message = Buffer.from(text)
    const signed = await sign(message, at, 'relaxed')
    assert.deepEqual(await verdicts(signed), passed)
    assert.ok(signed.subarray(-message.length).equals(message), 'the message itself stays as it is')
    for (const line of signed.toString('latin1').split('\r\n')) assert.ok(line.length <= 78, line)
  })
}

test('both signatures hold whatever the message', async () => {
  const some = fc
    .array(fc.constantFrom(' ', '\t', '\r\n', 'a', 'ü', '.', '=', ':', 'Subject: '), { maxLength: 30 })
    .map(parts => parts.join(''))
  const value = some.map(text => text.replace(/\r\n(?![ \t]*[^ \t\r])/g, '').replace(/\r\n(?![ \t])/g, '\r\n '))
  await fc.assert(
    fc.asyncProperty(value, some, async (subject, body) => {
      const message = `From: a@client.example\r\nSubject: x${subject}\r\n\r\n${body}\r\n`
      assert.deepEqual(await verdicts(await sign(Buffer.from(message), at, 'relaxed')), passed)
    }),
    { numRuns: runs(300, 10_000) },
  )
})

const forgeries: readonly (readonly [fact: string, change: (message: string) => string])[] = [
  ['another body', message => message.replace('Hello', 'Hullo')],
  ['another subject', message => message.replace('Subject: x', 'Subject: y')],
  ['another recipient', message => message.replace('To: b@', 'To: c@')],
  ['a second From', message => `From: eve@evil.example\r\n${message}`],
]

for (const [fact, change] of forgeries) {
  test(`neither signature holds: ${fact}`, async () => {
    const signed = (await sign(Buffer.from(`${head}\r\nHello\r\n`), at, 'relaxed')).toString('latin1')
    for (const verdict of await verdicts(Buffer.from(change(signed), 'latin1')))
      assert.match(verdict, / (fail|neutral)$/)
  })
}

test('List-Unsubscribe, its Post and the Feedback-ID of a campaign are covered', async () => {
  const content: CampaignContent = {
    campaignId: 7,
    clientId: 3,
    campaignPublicId: 'a'.repeat(32),
    clientPublicId: 'c'.repeat(32),
    subject: 'Grüße an [firstname]  und   alle',
    fromName: 'Müller  &  Söhne',
    fromEmail: 'news@client.example',
    replyTo: 'office@client.example',
    html: '<p>Hi  [fullname] \t\n\n.\n</p>\n\n\n',
    text: null,
    publicUrl: 'https://mail.example',
    timeZone: 'Europe/Berlin',
    startedAt: at,
    customFields: [],
    links: [],
    lists: [{ listId: 3, publicId: 'd'.repeat(32), title: 'Die  Liste «ä»' }],
  }
  const compiled = compileCampaign(content, { tokens, sign })
  for (const name of ['', 'Ada  Lovelace', 'Jürgen "日本語" '.repeat(12), ' \t ']) {
    for (const email of ['ada@reader.example', 'jürgen@bücher.example']) {
      const { data } = await compiled.composeSigned({ number: 1, listId: 3, email, name, fields: {} }, at)
      assert.deepEqual(await verdicts(data), passed, `${name} <${email}>`)
      const covered = /h=([^;]*);/.exec(data.toString('latin1'))![1]!.replace(/\s/g, '').split(':')
      assert.deepEqual(covered, [
        ...['from', 'to', 'reply-to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
        ...['list-id', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id', 'from'],
      ])
    }
  }
})

test('without keys a campaign goes out as it is composed', async () => {
  const message = Buffer.from(`${head}\r\nHello\r\n`)
  assert.ok((await dkimSigner('client.example', [])(message, at, 'relaxed')).equals(message))
})
