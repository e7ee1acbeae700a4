/** Returned mail through the whole program: from a foreign mail program over SMTP, and from files. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { returnAddresses } from '../src/domain/tokens/return-addresses.ts'
import { tokens as tokensOf } from '../src/domain/tokens/tokens.ts'
import { lettersOfPeople } from './corpora/inbound/letters-of-people/letters.ts'
import { type SentCampaign, seedSent } from './harness/campaign.ts'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { type Program, startProgram } from './harness/program.ts'
import { seed, testKeys } from './harness/seed.ts'
import { until } from './harness/until.ts'

const domain = 'bounce.example'
const secret = 'an installation secret of the tests, 32 bytes or more'
const tokens = tokensOf(testKeys)
let database: TestDatabase
let campaign: SentCampaign
let folder: string
let program: Program | undefined

before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-returned-'))
  campaign = await seedSent(database.db, await seed(database.db), { size: 20 })
  // they were members before it was sent
  await database.db`update subscribers set state_at = state_at - interval '1 day'`
})
after(async () => {
  await program?.end('SIGKILL')
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

function settings(more: Readonly<Record<string, string>>) {
  return {
    DATABASE_URL: database.url,
    LETTERSHOP_DATA: folder,
    LETTERSHOP_SECRET: secret,
    LETTERSHOP_BOUNCE_DOMAIN: domain,
    LETTERSHOP_MAILBOX_PORT: '0',
    LETTERSHOP_LOG_LEVEL: 'silent',
    ...more,
  }
}

const tokenOf = (number: number) => tokens.sign('recipient', campaign.campaignId, number)
const addressesOf = (number: number) => returnAddresses(tokenOf(number), domain)

/** RFC 3464, as Postfix writes it. */
function bounceOf(number: number): string {
  const { email } = campaign.recipients[number - 1]!
  return [
    'From: MAILER-DAEMON@mx.people.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${addressesOf(number).bounce}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `<${email}>: host mx.people.example said: 550 5.1.1 User unknown`,
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.people.example',
    '',
    `Final-Recipient: rfc822; ${email}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${tokenOf(number)}@client.example>`,
    'Subject: News',
    '',
    'News',
    '--b--',
    '',
  ].join('\r\n')
}

async function sendAll(to: Program, mails: readonly (readonly [to: string, raw: string])[], from = ''): Promise<void> {
  const port = Number(/port (\d+)/.exec(to.banner.find(line => line.startsWith('Mailbox')) ?? '')?.[1])
  const transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: 5, ignoreTLS: true })
  await Promise.all(mails.map(([recipient, raw]) => transport.sendMail({ envelope: { from, to: [recipient] }, raw })))
  transport.close()
}

async function stateOf(number: number): Promise<string> {
  const { subscriberId } = campaign.recipients[number - 1]!
  const [member] = await database.db`select state from subscribers where id = ${subscriberId}`
  return member!.state
}

/** @returns its standard output and its exit code */
async function run(...args: string[]): Promise<{ readonly out: string; readonly code: number | null }> {
  const bin = join(import.meta.dirname, '../bin/lettershop.mjs')
  const child = spawn(process.execPath, [bin, 'feedback', ...args], {
    env: { ...process.env, ...settings({}) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text
  })
  return new Promise(resolve => child.on('close', code => resolve({ out, code })))
}

test('what was acknowledged before the program was killed is worked off by the next, once', async () => {
  const listening = await startProgram(settings({ LETTERSHOP_ROLES: 'feedback' }))
  program = listening
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
  await sendAll(listening, [
    ...numbers.map(number => [addressesOf(number).bounce, bounceOf(number)] as const),
    [addressesOf(9).optOut, 'From: reader@people.example\r\nSubject: unsubscribe\r\n\r\n'],
  ])
  await listening.end('SIGKILL')
  const waiting = await database.db`select state from mailbox where state = 'waiting'`
  assert.equal(waiting.length, 9)

  program = await startProgram(settings({ LETTERSHOP_ROLES: 'feedback,jobs' }))
  // its sender heard nothing of the first time, and comes again
  await sendAll(program, [[addressesOf(1).bounce, bounceOf(1)]])
  await until(async () => {
    const left = await database.db`select from mailbox where state = 'waiting'`
    return left.length === 0
  }, 'every mail is worked off')
  const rows = await database.db`select state, kind, class from mailbox order by kind, number`
  assert.deepEqual(
    rows.map(({ state, kind, class: found }) => [state, kind, kind === 'bounce' ? found : '']),
    [...numbers.map(() => ['read', 'bounce', 'recipient gone']), ['read', 'opt-out', '']],
  )
  for (const number of numbers) assert.equal(await stateOf(number), 'Bounced')
  assert.equal(await stateOf(9), 'Unsubscribed')
  assert.equal(await stateOf(10), 'Active')
  await program.end()
  program = undefined
})

test('no letter that a person writes to the return address bounces its writer, and every one is kept for a person to read', async () => {
  const { db } = database
  const people = await seedSent(db, await seed(db), { size: lettersOfPeople().length })
  await db`update subscribers set state_at = state_at - interval '1 day'`
  const token = (number: number) => tokens.sign('recipient', people.campaignId, number)
  program = await startProgram(settings({ LETTERSHOP_ROLES: 'feedback,jobs' }))
  const to = (place: number) => returnAddresses(token(place + 1), domain).bounce
  const letters = lettersOfPeople(place => ({
    to: to(place),
    messageId: `${token(place + 1)}@client.example`,
  })).map(({ mail }, place) => [to(place), mail] as const)
  await sendAll(program, letters, 'reader@people.example')
  const mine = { clientId: people.clientId, campaignId: people.campaignId }
  await until(async () => {
    const [done] = await db`
      select count(*)::integer as mails from mailbox where campaign_id = ${mine.campaignId} and state <> 'waiting'`
    return done!.mails === letters.length
  }, 'every letter is read')
  const states = await db`
    select state, kind, count(*)::integer as letters from mailbox where campaign_id = ${mine.campaignId} group by 1, 2`
  assert.deepEqual(
    states.map(row => ({ ...row })),
    [{ state: 'unrecognised', kind: 'other', letters: letters.length }],
  )
  for (const rows of [
    await db`select from suppressions where client_id = ${mine.clientId}`,
    await db`select from campaign_bounces where campaign_id = ${mine.campaignId}`,
    await db`select from subscribers where client_id = ${mine.clientId} and state <> 'Active'`,
  ])
    assert.equal(rows.length, 0)
  await program.end()
  program = undefined
})

test('mails in files are classified without a database, tried without a change, and imported once', async () => {
  const box = join(folder, 'returned.mbox')
  const from = 'From MAILER-DAEMON Sat Nov 21 10:00:00 2026\n'
  const junk = 'Subject: nothing of ours\n\nx\n'
  await writeFile(
    box,
    [bounceOf(11), bounceOf(12), junk].map(mail => `${from}${mail.replaceAll('\r\n', '\n')}\n`).join(''),
  )

  const classified = await run('classify', box)
  assert.equal(classified.code, 0)
  const lines = classified.out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ file, place, kind, class: found, bounceType, status }) => ({
      file,
      place,
      kind,
      found,
      bounceType,
      status,
    })),
    [
      { file: box, place: 1, kind: 'bounce', found: 'recipient gone', bounceType: 'H', status: '5.1.1' },
      { file: box, place: 2, kind: 'bounce', found: 'recipient gone', bounceType: 'H', status: '5.1.1' },
      { file: box, place: 3, kind: 'other', found: 'unknown', bounceType: null, status: null },
    ],
  )

  const tried = await run('import', '--dry-run', box)
  assert.deepEqual(
    tried.out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
      .map(({ email, known }) => [email, known]),
    [
      [campaign.recipients[10]!.email, false],
      [campaign.recipients[11]!.email, false],
      [null, false],
    ],
  )
  assert.equal(await stateOf(11), 'Active')

  const [first, second] = [await run('import', box), await run('import', box)]
  assert.match(
    first.out,
    /^3 mails read: 3 new, 0 known already\.\n {7}2 {2}bounce recipient gone\n {7}1 {2}other \(unmatched\)\n$/,
  )
  assert.match(second.out, /^3 mails read: 0 new, 3 known already\.\n/)
  assert.equal(await stateOf(11), 'Bounced')
  assert.equal(await stateOf(12), 'Bounced')
  const history = await database.db`
    select 1 from subscriber_history where subscriber_id = ${campaign.recipients[10]!.subscriberId} and cause = 'bounced'`
  assert.equal(history.length, 1)

  const unmatched = JSON.parse((await run('unmatched')).out)
  assert.equal(unmatched.state, 'unmatched')
  assert.equal((await run('unmatched', '--show', unmatched.mailId)).out, junk)
  assert.equal((await run('unmatched', '--read-again')).out, '1 mails are read again by the service.\n')
})

test('a file without a mail is named by every command that reads files, and the exit code is 1', async () => {
  const [box, bare] = [join(folder, 'odd-time.mbox'), join(folder, 'bare.mbox')]
  await writeFile(box, 'From MAILER-DAEMON Sat Nov 21 2026\nSubject: one mail\n\nx\n')
  await writeFile(bare, '')
  const classified = await run('classify', box, bare)
  assert.equal(classified.code, 1)
  assert.deepEqual(
    classified.out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
      .map(({ file, place, size, error }) => [file, place, size, error]),
    [
      [box, 1, 21, undefined],
      [bare, undefined, 0, 'There is no mail in this file.'],
    ],
  )
  const tried = await run('import', '--dry-run', bare)
  assert.equal(tried.code, 1)
  assert.equal(JSON.parse(tried.out).error, 'There is no mail in this file.')
  assert.equal((await run('import', bare)).code, 1)
  assert.equal((await run('classify', box)).code, 0)
})

test('a wrong command line ends with 2 and shows the right ones', async () => {
  for (const args of [[], ['classify'], ['import'], ['import', '--wet-run', 'x'], ['unmatched', 'x'], ['sell']])
    assert.equal((await run(...args)).code, 2, args.join(' '))
  assert.match((await run('--help')).out, /feedback classify/)
  assert.equal((await run('classify', join(folder, 'nowhere'))).code, 1)
})
