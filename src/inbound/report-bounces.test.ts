/** Reports by mail that come back, as mail systems write: through the mailbox, with real reading and real tokens. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { type SentCampaign, seedSent } from '../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { realProcessor } from '../../test/harness/returned.ts'
import { seed, testKeys, type World } from '../../test/harness/seed.ts'
import { keyRing } from '../domain/access/keys.ts'
import { readReturnAddress, reportReturn, returnAddresses } from '../domain/tokens/return-addresses.ts'
import { tokens as tokensOf } from '../domain/tokens/tokens.ts'
import { createLog } from '../lib/log.ts'
import { insertMails } from '../store/inbound/mailbox.ts'
import { changeRecipientState } from '../store/report-mails/settings.ts'
import { importMails } from './mailbox/import.ts'
import { workOff } from './mailbox/poller.ts'
import { readReturned } from './parser/read.ts'

const domain = 'bounces.example'
const board = 'board@bloom.example'
const tokens = tokensOf(testKeys)

let database: TestDatabase
let world: World
let campaign: SentCampaign
let clientId: number
let recipientId: number
let runId: number
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  campaign = await seedSent(database.db, world, { size: 5 })
  clientId = world.client.clientId
})
after(() => database?.drop())
beforeEach(async () => {
  const { db } = database
  for (const table of ['report_mails', 'report_runs', 'report_recipients', 'mailbox'])
    await db.unsafe(`delete from ${table}`)
  const [recipient] = await db`
    insert into report_recipients (client_id, address, email, state, is_person, state_at)
    values (${clientId}, ${board}, ${board}, 'confirmed', false, now() - interval '10 days') returning id`
  const [run] = await db`
    insert into report_runs (client_id, month, language, expires_at) values (${clientId}, '2026-10-01', 'en', now() + interval '1 year')
    returning id`
  recipientId = recipient!.id as number
  runId = run!.id as number
  await db`
    insert into report_mails (client_id, run_id, recipient_id, state, at)
    values (${clientId}, ${runId}, ${recipientId}, 'accepted', now() - interval '1 hour')`
})

const own = () => reportReturn(tokens, { clientId, runId, recipientId }, domain)

/** A mail that came to an address, as the listener keeps it. */
async function come(recipient: string, text: string, sender = ''): Promise<void> {
  const meaning = readReturnAddress(recipient, { tokens, domain })
  assert.ok(meaning, 'the mailbox takes no other')
  const raw = Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'))
  await insertMails(database.db, [
    {
      ...{
        at: new Date(),
        source: 'smtp',
        remote: '192.0.2.7',
        helo: 'mx.example',
        sender,
        recipient,
        size: raw.length,
        raw,
      },
      sha256: createHash('sha256').update(raw).digest(),
      route: meaning.route as 'report',
      campaignId: 'campaignId' in meaning ? meaning.campaignId : undefined,
      number: 'number' in meaning ? meaning.number : undefined,
    },
  ])
  await work()
}

async function work(): Promise<void> {
  const { db } = database
  const apply = realProcessor(db).apply
  while (await workOff({ db, tokens, read: readReturned, apply, log: createLog('silent') }));
}

async function standing() {
  const [row] = await database.db<{ state: string; problem: string; mail: string }[]>`
    select r.state, r.problem, m.state as mail from report_recipients r join report_mails m on m.recipient_id = r.id
    where r.client_id = ${clientId}`
  return row!
}

const isEmpty = async () => (await database.db`select 1 from mailbox`).length === 0

/** A report by the standard (RFC 3464). */
function dsn(from: string, words: string, fields: string, of = board): string {
  return `From: ${from}
To: ${own()}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

${words}

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${of}
${fields}

--b1
Content-Type: text/rfc822-headers

Message-ID: <${'a'.repeat(32)}@mails.test>
Subject: Report: October
To: ${of}

--b1--
`
}

const postfix = () =>
  dsn(
    'MAILER-DAEMON@mx.example (Mail Delivery System)',
    `<${board}>: host mx.bloom.example[192.0.2.1] said: 550 5.1.1 <${board}>: Recipient address rejected: User unknown in virtual mailbox table (in reply to RCPT TO command)`,
    `Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.bloom.example
Diagnostic-Code: smtp; 550 5.1.1 <${board}>: Recipient address rejected: User unknown in virtual mailbox table`,
  )
const exchange = () =>
  dsn(
    'Microsoft Outlook <postmaster@bloom.example>',
    `Delivery has failed to these recipients or groups:

${board}
The email address you entered couldn't be found. Please check the recipient's email address and try to resend the message.`,
    `Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup`,
  )
const gmail = () =>
  dsn(
    'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    `** Address not found **

Your message wasn't delivered to ${board} because the address couldn't be found, or is unable to receive mail.`,
    `Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces. NoSuchUser`,
  )
const qmail = () => `From: MAILER-DAEMON@mx.example
To: ${own()}
Subject: failure notice

Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${board}>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 ${board} user unknown
Giving up on 192.0.2.1.

--- Below this line is a copy of the message.

Return-Path: <${own()}>
Subject: Report: October
To: ${board}

The report.
`
const full = () =>
  dsn(
    'MAILER-DAEMON@mx.example',
    `<${board}>: 552 5.2.2 mailbox full`,
    'Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 The mailbox is full, over quota',
  )
const delayed = () =>
  dsn(
    'MAILER-DAEMON@mx.example',
    'It is tried again.',
    'Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; 451 4.4.1 timed out',
  )
const letter = () => `From: Board <${board}>
To: ${own()}
Subject: Re: Report: October
Message-ID: <x@bloom.example>

Thank you. My colleague reports "550 5.1.1 user unknown" when I write to Rosa; does her mailbox not exist any more?
`
const away = () => `From: ${board}
To: ${own()}
Subject: Out of office
Auto-Submitted: auto-replied

I am away until Monday. This mailbox does not exist any more from January on.
`

for (const [style, text] of Object.entries({ postfix, exchange, gmail, qmail }))
  test(`${style}: a mailbox that does not exist gets no more reports, and what was said is shown`, async () => {
    await come(own(), text())
    const { state, problem, mail } = await standing()
    assert.deepEqual([state, mail], ['bounced', 'refused'])
    assert.match(problem, /5\.1\.10?\b|unknown|exist|not found/i)
    assert.ok(await isEmpty(), 'nothing of the mail is kept')
    await come(own(), text())
    assert.deepEqual(await standing(), { state, problem, mail })
  })

test('letters whose case a server changed on the way name the same mail', async () => {
  await come(own().toUpperCase().replace(domain.toUpperCase(), domain), postfix())
  assert.equal((await standing()).state, 'bounced')
})

test('a soft bounce is a mail that did not arrive, and the next reports are sent', async () => {
  await come(own(), full())
  assert.deepEqual(await standing(), { state: 'confirmed', problem: '', mail: 'refused' })
  await come(own(), postfix())
  assert.equal((await standing()).state, 'bounced', 'a hard bounce of the same mail counts still')
})

for (const [what, text, sender] of [
  ['a delay', delayed, ''],
  ['a letter of a person', letter, board],
  ['an automatic answer', away, board],
  ['no mail at all', () => '\0\0\0', ''],
] as const)
  test(`${what} is no bounce`, async () => {
    await come(own(), text(), sender)
    assert.deepEqual(await standing(), { state: 'confirmed', problem: '', mail: 'accepted' })
    assert.ok(await isEmpty())
  })

test('who was set anew or has stopped the mails since is not changed by what comes back later', async () => {
  const key = { clientId, recipientId }
  await changeRecipientState(database.db, key, 'stopped')
  await come(own(), postfix())
  assert.equal((await standing()).state, 'stopped')
  await changeRecipientState(database.db, key, 'confirmed')
  await come(own(), exchange())
  assert.equal((await standing()).state, 'confirmed')
})

test('the mail that asks bounces too, before anyone has answered', async () => {
  const asked = reportReturn(tokens, { clientId, runId: 0, recipientId }, domain)
  await come(asked, postfix())
  assert.equal((await standing()).state, 'confirmed')
  await database.db`update report_recipients set state = 'asked', asked_at = now()`
  await come(asked, exchange())
  assert.equal((await standing()).state, 'bounced')
})

test('foreign, forged and unknown addresses change nothing and leave nothing behind', async () => {
  const other = tokensOf(keyRing(Buffer.from('a secret of another installation, 32 bytes or more')))
  const { bounce } = returnAddresses(tokens.sign('recipient', runId, recipientId, clientId), domain)
  const foreign = [
    reportReturn(other, { clientId, runId, recipientId }, domain),
    own().replace(/^r\+(.)/, (_, first) => `r+${first === 'a' ? 'b' : 'a'}`),
    own().replace('r+', 'c+'),
    bounce.replace('b+', 'r+'),
    `r+@${domain}`,
    'r+x',
  ]
  for (const address of foreign) assert.equal(readReturnAddress(address, { tokens, domain }), undefined, address)
  assert.equal(readReturnAddress(own().replace(domain, 'other.example'), { tokens, domain }), undefined)
  for (const key of [
    { clientId, runId: runId + 1000, recipientId },
    { clientId, runId, recipientId: recipientId + 1000 },
    { clientId: clientId + 1000, runId, recipientId },
  ])
    await come(reportReturn(tokens, key, domain), postfix())
  assert.deepEqual(await standing(), { state: 'confirmed', problem: '', mail: 'accepted' })
  assert.ok(await isEmpty())
})

test('a bounce of a campaign changes no report, and that of a report no campaign and no member', async () => {
  const { db } = database
  const token = tokens.sign('recipient', campaign.campaignId, 1, clientId)
  await db`update report_recipients set email = audience.email, address = audience.address from audience
    where audience.client_id = ${clientId} and audience.campaign_id = ${campaign.campaignId} and audience.number = 1`
  const [one] = await db<{ email: string }[]>`select email from report_recipients`
  const gone = (to: string) => postfix().replaceAll(board, one!.email).replaceAll(own(), to)
  const bounces = async () => (await db`select 1 from campaign_bounces`).length
  const before = await bounces()
  // the report quotes a link with the token of a recipient
  await come(own(), `${gone(own())}\nhttps://mails.test/u/${token}\n`)
  assert.equal(await bounces(), before)
  assert.equal((await db`select 1 from suppressions`).length, 0)
  assert.equal((await standing()).state, 'bounced')

  await db`update report_recipients set state = 'confirmed', problem = '', state_at = now() - interval '10 days'`
  await db`update report_mails set state = 'accepted'`
  const address = returnAddresses(token, domain).bounce
  await come(address, `${gone(address)}\n${own()}\n`)
  assert.equal(await bounces(), before + 1)
  assert.deepEqual(await standing(), { state: 'confirmed', problem: '', mail: 'accepted' })
})

test('bounces from files count as those over SMTP', async () => {
  const raw = Buffer.from(qmail())
  const file = {
    raw,
    size: raw.length,
    sha256: createHash('sha256').update(raw).digest(),
    sender: '',
    file: 'one.eml',
    place: 1,
  }
  async function* files() {
    yield file
  }
  await importMails({ db: database.db, tokens, now: () => new Date() }, files())
  await work()
  assert.equal((await standing()).state, 'bounced')
})
