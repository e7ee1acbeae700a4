import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { testKeys } from '../../../test/harness/seed.ts'
import { returnAddresses } from '../../domain/tokens/return-addresses.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { readFiledMail } from './filed.ts'
import { type FiledMail, mailsOf } from './files.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-files-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, text: string | Buffer): Promise<string> {
  const file = join(folder, name)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, text)
  return file
}

async function read(...paths: string[]): Promise<FiledMail[]> {
  empty = []
  const mails = []
  for await (const mail of mailsOf(paths, ({ file }) => void empty.push(basename(file)))) mails.push(mail)
  return mails
}
/** Files that yielded no mail in the last reading. */
let empty: string[] = []
const texts = (mails: readonly FiledMail[]) => mails.map(({ raw }) => raw.toString('latin1'))

const mboxes = [
  ['one mail', 'From a@x.example Thu Jan  1 00:00:00 2026\nSubject: 1\n\nbody\n', ['Subject: 1\n\nbody\n']],
  [
    "two mails, the empty line between them is neither's",
    'From MAILER-DAEMON Thu Jan  1 00:00:00 2026\nSubject: 1\n\nbody\n\nFrom - Thu Jan  1 00:00:00 2026\nSubject: 2\n\n\n',
    ['Subject: 1\n\nbody\n', 'Subject: 2\n\n'],
  ],
  [
    'quoted lines lose one quote, mboxrd',
    'From a@x.example Thu Jan  1 00:00:00 2026\nSubject: 1\n\n>From here\n>>From there\n> From\n',
    ['Subject: 1\n\nFrom here\n>From there\n> From\n'],
  ],
  [
    'text that only begins like one',
    'From a@x.example Thu Jan  1 00:00:00 2026\nSubject: 1\n\nFrom now on\n\nFrom here on at noon\n',
    ['Subject: 1\n\nFrom now on\n\nFrom here on at noon\n'],
  ],
  ...[
    'Thu Jan  1 2026',
    'Thu, 1 Jan 2026 00.00.00 +0100',
    '2026-01-01T0000Z',
    'Thu Jan  1 0:0:0 2026',
    '1767225600',
    'Do 1. Jän 2026',
  ].map(
    time =>
      [
        `a From_ line whose time is ${time}`,
        `From a@x.example ${time}\nSubject: 1\n\nbody\n\nFrom b@x.example ${time}\nReturn-Path: <>\nSubject: 2\n\nend\n`,
        ['Subject: 1\n\nbody\n', 'Return-Path: <>\nSubject: 2\n\nend\n'],
      ] as const,
  ),
  [
    'the first From_ line has no time at all',
    'From a@x.example\nSubject: 1\n\nbody\n\nFrom b@x.example Thu Jan  1 00:00:00 2026\nSubject: 2\n\nend\n',
    ['Subject: 1\n\nbody\n', 'Subject: 2\n\nend\n'],
  ],
  [
    'text with a number that only begins like one',
    'From a@x.example Thu Jan  1 00:00:00 2026\nSubject: 1\n\nFrom 5 to 7 we are open.\nCome and see\n\nFrom 2026\n',
    ['Subject: 1\n\nFrom 5 to 7 we are open.\nCome and see\n\nFrom 2026\n'],
  ],
  [
    'CRLF, and no end of the last line',
    'From a@x.example Thu Jan  1 00:00:00 2026\r\nSubject: 1\r\n\r\nbody\r\n\r\nFrom b@x.example Thu Jan  1 00:00:00 2026\r\nSubject: 2\r\n\r\nend',
    ['Subject: 1\r\n\r\nbody\r\n', 'Subject: 2\r\n\r\nend'],
  ],
] as const

for (const [name, text, expected] of mboxes)
  test(`an mbox: ${name}`, async () => {
    const mails = await read(await write('box', text))
    assert.deepEqual(texts(mails), expected)
    assert.deepEqual(
      mails.map(({ place }) => place),
      expected.map((_, index) => index + 1),
    )
  })

test('an mbox whose lines end in CR alone holds the same mails', async () => {
  for (const [, box, mails] of mboxes)
    assert.deepEqual(
      texts(await read(await write('box', box.replaceAll(/\r?\n/g, '\r')))),
      mails.map(one => one.replaceAll('\r\n', '\n')),
    )
})

test('the sender of an mbox is that of its From_ line', async () => {
  const [mail, daemon] = await read(await write('box', mboxes[4][1]), await write('box2', mboxes[1][1]))
  assert.equal(mail!.sender, 'a@x.example')
  assert.equal(daemon!.sender, 'b@x.example')
})

test('lines of any length at any border of what is read', async () => {
  const long = 'y'.repeat(2_500_000)
  const one = `Subject: 1\n\n${'x'.repeat(262_000)}\n\n${'From '.repeat(100)}\n`
  const box = Array.from({ length: 5 }, () => `From a@x.example Thu Jan  1 00:00:00 2026\n${one}\n`).join('')
  const mails = await read(
    await write('box', `${box}From a@x.example Thu Jan  1 00:00:00 2026\nSubject: 2\n\n${long}\n`),
  )
  assert.deepEqual(
    mails.map(({ size }) => size),
    [...Array.from({ length: 5 }, () => one.length), 12 + long.length + 1],
  )
  assert.equal(mails[0]!.raw.toString(), one)
  assert.equal(mails[5]!.raw.length, 1024 * 1024)
  assert.deepEqual(mails[5]!.sha256, createHash('sha256').update(`Subject: 2\n\n${long}\n`).digest())
})

test('a Maildir has its mails in new and cur, and in folders', async () => {
  await write('mail/new/1', 'Subject: new\n\n')
  await write('mail/cur/2:2,S', 'Subject: cur\n\n')
  await write('mail/tmp/3', 'Subject: half\n\n')
  await write('mail/dovecot.index', 'no mail')
  await write('mail/.Bounces/cur/4', 'Subject: folder\n\n')
  await write('mail/.Bounces/new/5', 'Subject: folder, new\n\n')
  const found = texts(await read(join(folder, 'mail'))).sort()
  assert.deepEqual(found, ['Subject: cur\n\n', 'Subject: folder\n\n', 'Subject: folder, new\n\n', 'Subject: new\n\n'])
})

test('folders of single mails are read in order, whatever they are called', async () => {
  await write('corpus/b.eml', 'Subject: b\r\n\r\n')
  await write('corpus/a/1', 'Subject: a\r\n\r\n')
  await write('corpus/.hidden', 'Subject: hidden\r\n\r\n')
  await write('corpus/empty.eml', '')
  assert.deepEqual(texts(await read(join(folder, 'corpus'))), ['Subject: a\r\n\r\n', 'Subject: b\r\n\r\n'])
})

test('a file without a mail is reported, and the mail of the next file is read', async () => {
  await write('mixed/1-empty.eml', '')
  await write('mixed/2-blank.mbox', '\n \r\n')
  await write('mixed/3-mail.eml', 'Subject: mail\n\n')
  await write('mixed/4-only-from.mbox', 'From a@x.example Thu Jan  1 00:00:00 2026\n')
  assert.deepEqual(texts(await read(join(folder, 'mixed'))), ['Subject: mail\n\n'])
  assert.deepEqual(empty, ['1-empty.eml', '2-blank.mbox', '4-only-from.mbox'])
  await read(join(folder, 'mixed/3-mail.eml'))
  assert.deepEqual(empty, [])
})

test('a missing path is reported in a sentence', async () => {
  await assert.rejects(read(join(folder, 'nowhere')), OperatorError)
})

const tokens = tokensOf(testKeys)
const back = returnAddresses(tokens.sign('recipient', 7, 42), 'bounce.example')
const mine = { campaignId: 7, number: 42 }
const headers = [
  ['to whom it was delivered', `Delivered-To: ${back.bounce}\nTo: x@y.example`, { route: 'bounce', ...mine }],
  ['to whom it was sent, folded', `To:\n <${back.optOut.toUpperCase()}>`, { route: 'opt-out', ...mine }],
  [
    'a copy of a mail of ours',
    `To: ada@x.example\nReturn-Path: <${back.bounce}>\nList-Unsubscribe: <mailto:${back.optOut}>`,
    { route: 'other' },
  ],
  ['a forged one', `To: ${back.bounce.replace(/.@/, letter => (letter === 'a@' ? 'e@' : 'a@'))}`, { route: 'other' }],
  ['text that looks like a header', `Subject: x\n\nTo: ${back.optOut}`, { route: 'other' }],
] as const

for (const [name, header, expected] of headers)
  test(`whom a mail from a file came to: ${name}`, async () => {
    const [mail] = await read(await write('one', `${header}\n\nbody`))
    const { route, campaignId, number } = readFiledMail(mail!, tokens, new Date())
    assert.deepEqual({ route, campaignId, number }, { campaignId: undefined, number: undefined, ...expected })
  })
