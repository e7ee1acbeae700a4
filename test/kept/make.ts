/**
 * Makes a kept installation for `test/upgrade.test.ts`: drives the program of this checkout from outside, through every table
 * of its schema, and leaves a dump and the small files of the data folder. For an earlier schema copy this file and `later.ts` into a
 * checkout of that time. `DATABASE_URL` names an empty database that `pg_dump` can reach:
 *
 *     DATABASE_URL=… node --import tsx test/kept/make.ts <folder>
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { createTransport } from 'nodemailer'
import { type Program, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import { serveWeb } from '../harness/web.ts'
import { playLater } from './later.ts'

const run = promisify(execFile)
const target = process.argv[2]
const databaseUrl = process.env.DATABASE_URL
assert.ok(target && databaseUrl, 'usage: DATABASE_URL=… node --import tsx test/kept/make.ts <folder>')

const working = join(target, 'working')
const bounceDomain = 'bounce.example'
/** Links in the kept mails lead there; tests put another origin in its place. */
const port = 18_480
const publicUrl = `http://127.0.0.1:${port}`
const siteUrl = 'http://agency.example/'
const password = 'the password of a kept dump'
const settings = (data: string) => ({
  DATABASE_URL: databaseUrl,
  LETTERSHOP_DATA: data,
  LETTERSHOP_FETCH_PRIVATE: 'true',
  LETTERSHOP_PORT: String(port),
  LETTERSHOP_PUBLIC_URL: publicUrl,
  LETTERSHOP_BOUNCE_DOMAIN: bounceDomain,
  LETTERSHOP_MAILBOX_PORT: '0',
  LETTERSHOP_SITE_URL: siteUrl,
  LETTERSHOP_ADMIN_PASSWORD: password,
})
const letter = `<html><body><p>Dear [firstname,fallback=friend] of [Town,fallback=nowhere]</p><img src="rose.png" alt="A rose">
<p><a href="https://shop.example/roses?a=1">Roses</a> <a href="https://shop.example/herbs">Herbs</a></p>
<p><forwardtoafriend>Send it on</forwardtoafriend> <webversion>In the browser</webversion>
<preferences>Preferences</preferences> <unsubscribe>Unsubscribe</unsubscribe></p></body></html>`
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const member = (ListID: string, n: number) => ({ ListID, Email: `reader${n}@readers.example` })

const order = { ConfirmationEmail: 'carla@bloom.example' }

const autoReply = `From: reader10@readers.example
Subject: Out of office
Auto-Submitted: auto-replied

I am away until Monday.
`

const web = await serveWeb({
  '/letter.html': { body: letter },
  '/rose.png': { type: 'image/png', body: pixel },
  '/template.html': {
    body: '<html><body><singleline>Title</singleline><img src="rose.png" width="1"><unsubscribe>Unsubscribe</unsubscribe></body></html>',
  },
  '/hook': { status: 204 },
})
await rm(target, { recursive: true, force: true })
await mkdir(working, { recursive: true })
await writeFile(join(working, 'secret'), 'a secret of a kept dump, for tests alone\n', { mode: 0o600 })

const program = await startProgram(settings(working))
try {
  await play(program)
} finally {
  await program.end('SIGKILL')
}
await fillMomentary()
await web.close()
await keep()

async function play(program: Program): Promise<void> {
  const { call, url, banner } = program
  const send = (CampaignID: string) => call('Campaign.Send', { CampaignID, ...order, SendDate: 'Immediately' })
  const progress = (CampaignID: string) =>
    call<{ State: string; Accepted: number }>('Campaign.GetProgress', { CampaignID })
  const stateOf = async (CampaignID: string) => (await progress(CampaignID)).State
  const [bloom, second] = [await client('Bloom', 'carla@bloom.example'), await client('Second', 'sam@second.example')]
  const news = await list(bloom, 'News')
  const waiting = await list(bloom, 'Waiting room', true)
  const few = await list(second, 'Few')
  await call('List.SetOptions', { ListID: waiting, UnsubscribeScope: 'Client', Tracking: 'Consent', Language: 'de' })
  await call('List.CreateCustomField', { ListID: news, FieldName: 'Town', DataType: 'Text', Options: '' })
  for (let n = 1; n <= 20; n++)
    await call('Subscriber.AddWithCustomFields', {
      ...reader(news, n),
      CustomFields: [{ Key: '[Town]', Value: n % 2 ? 'Köln' : 'Leipzig' }],
    })
  await call('Subscriber.Add', reader(waiting, 1))
  await call('Subscriber.Unsubscribe', { ListID: news, Email: 'reader20@readers.example' })
  for (let n = 1; n <= 5; n++) await call('Subscriber.Add', reader(few, n))
  await call('Subscriber.SetTrackingConsent', { ListID: news, Email: 'reader19@readers.example', Consent: 'Granted' })
  await call('Segment.Create', {
    ListID: news,
    Name: 'Cologne',
    Rules: [{ Field: '[Town]', Operator: 'Equals', Value: 'Köln' }],
  })
  await call('Client.AddSuppression', { ClientID: bloom, EmailAddress: 'unwanted@readers.example' })
  await call('Client.SetDailyLimit', { ClientID: second, DailyLimit: 3 })
  await call('Domain.Create', { ClientID: bloom, Domain: 'bloom.example' })
  await call('Webhook.Create', { ClientID: bloom, URL: `${web.url}/hook`, Events: [] })
  await call('Template.Create', {
    ClientID: bloom,
    TemplateName: 'Letter',
    HTMLPageURL: `${web.url}/template.html`,
    ZipFileURL: '',
    ScreenshotURL: '',
  })

  const spring = await campaign(bloom, 'Spring', news)
  await call('Campaign.AcknowledgeWarnings', { CampaignID: spring, Codes: ['MissingFallback'] })
  const summer = await campaign(bloom, 'Summer', news)
  await call('Campaign.Send', { CampaignID: summer, ...order, SendDate: '2099-06-01 08:00:00' })
  await campaign(bloom, 'A draft', news)
  await send(spring)
  await until(async () => (await stateOf(spring)) === 'Sent', 'the campaign is sent')
  const limited = await campaign(second, 'Limited', few)
  await send(limited)
  await until(async () => (await progress(limited)).Accepted === 3, 'as many are sent as the day allows')

  const mails = await sentMails()
  const open = (n: number, headers = {}) => ask('GET', link(mails, n, 'o'), { headers })
  for (let n = 1; n <= 6; n++) await open(n, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0)' })
  for (let n = 1; n <= 4; n++) await ask('GET', link(mails, n, 'c'))
  await ask('POST', link(mails, 5, 'u'))
  await ask('POST', link(mails, 6, 'p'), form({ from: 'preferences', language: 'de', tracking: 'no' }))
  await ask(
    'POST',
    link(mails, 7, 'f'),
    form({ from: 'forward', friends: 'bea@friends.example', name: 'Ann', message: '' }),
  )
  await command('links', 'rotate')

  const mailboxPort = Number(/port (\d+)/.exec(banner.find(line => line.startsWith('Mailbox')) ?? '')?.[1])
  const smtp = createTransport({ host: '127.0.0.1', port: mailboxPort, ignoreTLS: true })
  const back = (n: number, raw: string) =>
    smtp.sendMail({ envelope: { from: '', to: [returnPath(mails, n)] }, raw: raw.replaceAll('\n', '\r\n') })
  await back(8, bounce('reader8@readers.example', '5.1.1', '550 5.1.1 User unknown'))
  await back(9, bounce('reader9@readers.example', '4.2.2', '452 4.2.2 Mailbox full'))
  await back(10, autoReply)
  for (let n = 11; n <= 15; n++) await back(n, complaint(`reader${n}@readers.example`))
  smtp.close()
  await until(
    async () =>
      (await call<unknown[]>('Campaign.GetComplaints', { CampaignID: spring, After: 0, Limit: 100 })).length === 5,
    'the complaints are counted',
  )
  await until(
    async () => (await call<unknown[]>('Campaign.GetBounces', { CampaignID: spring })).length === 2,
    'the bounces are counted',
  )
  await until(
    async () =>
      (await call<{ ClassifiedDate: string }>('Campaign.GetEngagement', { CampaignID: spring })).ClassifiedDate > '',
    'the opens are classified',
  )
  await until(async () => web.asked.some(path => path === '/hook'), 'a webhook is called')
  await call('Subscriber.Unsubscribe', { ListID: news, Email: 'reader18@readers.example' })
  await until(
    async () => (await call<{ Unsubscribed: number }>('Campaign.GetSummary', { CampaignID: spring })).Unsubscribed > 0,
    'opt-outs are counted',
  )
  const Username = banner.map(line => /^User name: *(\S+)/.exec(line)?.[1]).find(found => found !== undefined) ?? ''
  const admin = { SiteUrl: siteUrl, Username, Password: password }
  const made = { bloom, second, news, waiting, spring }
  await playLater(program, { ...made, pixel, admin, command })
  await record(call, [
    ...['GetLists', 'GetSegments', 'GetCampaigns', 'GetTemplates', 'GetSuppressionList', 'GetDetail'].map(
      name => [`Client.${name}`, { ClientID: bloom }] as const,
    ),
    ...['GetActive', 'GetUnsubscribed', 'GetBounced'].map(
      name => [`Subscribers.${name}`, { ListID: news, Date: '2000-01-01 00:00:00' }] as const,
    ),
    ['List.GetDetail', { ListID: waiting }],
    ['List.GetOptions', { ListID: waiting }],
    ['List.GetCustomFields', { ListID: news }],
    ['Segment.GetCount', { ListID: news, Name: 'Cologne' }],
    ...[6, 8, 11, 19, 20].map(n => ['Subscriber.GetHistory', member(news, n)] as const),
    ['Subscriber.GetTrackingConsent', member(news, 19)],
    ...[spring, summer, limited].map(CampaignID => ['Campaign.GetProgress', { CampaignID }] as const),
    ...[
      'GetLists',
      'GetBounces',
      'GetUnsubscribes',
      'GetSubscriberClicks',
      'GetOpens',
      'GetHistory',
      'GetForwards',
    ].map(name => [`Campaign.${name}`, { CampaignID: spring }] as const),
    ['Campaign.GetSummary', { CampaignID: spring }],
    ['Campaign.GetRecipients', { CampaignID: limited, State: '', After: 0, Limit: 100 }],
    ['Campaign.GetComplaints', { CampaignID: spring, After: 0, Limit: 100 }],
    ['Campaign.GetBounceDetails', { CampaignID: spring, After: 0, Limit: 100 }],
    ['Domain.List', { ClientID: bloom }],
    ['Mailbox.List', { ClientID: bloom, State: '', After: 0, Limit: 100 }],
    ['Event.List', { ClientID: bloom, Since: 0, Limit: 40 }],
  ])

  function client(CompanyName: string, EmailAddress: string) {
    return call<string>('Client.Create', {
      ...{ CompanyName, EmailAddress, ContactName: 'Carla', Country: 'Germany' },
      Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
    })
  }
  function list(ClientID: string, Title: string, ConfirmOptIn = false) {
    return call<string>('List.Create', {
      ClientID,
      Title,
      ConfirmOptIn,
      UnsubscribePage: '',
      ConfirmationSuccessPage: '',
    })
  }
  function campaign(ClientID: string, CampaignName: string, ListID: string) {
    return call<string>('Campaign.Create', {
      ...{ ClientID, CampaignName, CampaignSubject: `${CampaignName}, [firstname]`, FromName: 'Carla' },
      ...{
        FromEmail: 'carla@bloom.example',
        ReplyTo: 'carla@bloom.example',
        HtmlUrl: `${web.url}/letter.html`,
        TextUrl: '',
      },
      ...{ SubscriberListIDs: [ListID], ListSegments: [] },
    })
  }
  async function ask(method: string, path: string, more: RequestInit = {}) {
    const { status } = await fetch(url + path, { method, redirect: 'manual', ...more })
    assert.ok(status < 400, `${method} ${path}: ${status}`)
  }
}

function command(...args: readonly string[]): Promise<unknown> {
  return run(process.execPath, ['bin/lettershop.mjs', ...args], { env: { ...process.env, ...settings(working) } })
}

/** What the program answers, for the next one to answer too. */
async function record(call: Program['call'], calls: readonly (readonly [operation: string, params: object])[]) {
  const answers = []
  for (const [operation, params] of calls) answers.push({ operation, params, answer: await call(operation, params) })
  await writeFile(join(target!, 'answers.jsonl'), `${answers.map(answer => JSON.stringify(answer)).join('\n')}\n`)
}

function reader(ListID: string, n: number) {
  return { ...member(ListID, n), Name: `Reader ${n} “Ö”` }
}

function form(fields: Readonly<Record<string, string>>): RequestInit {
  return { body: new URLSearchParams(fields) }
}

/** Mails of the campaign to the list News by the number in their address, headers unfolded and quoted-printable undone. */
async function sentMails(): Promise<ReadonlyMap<number, string>> {
  const outbox = join(working, 'outbox')
  const files = (await readdir(outbox, { recursive: true })).filter(name => name.endsWith('.eml'))
  const mails = new Map<number, string>()
  for (const file of files) {
    const text = (await readFile(join(outbox, file), 'utf8')).replace(/\r\n[ \t]/g, ' ')
    const number = /^Subject: Spring/m.test(text) && /^To:.*reader(\d+)@/m.exec(text)?.[1]
    if (number) mails.set(Number(number), text.replace(/=\r\n/g, '').replaceAll('=3D', '='))
  }
  return mails
}

function link(mails: ReadonlyMap<number, string>, number: number, kind: string): string {
  const found = new RegExp(`${publicUrl}(/${kind}/[\\w/.-]+)`).exec(mails.get(number) ?? '')
  assert.ok(found, `the mail of ${number} has a link ${kind}`)
  return found[1]!
}

/** Where bounces of a mail go; the mail itself names the address for opt-outs, which differs in its first letter. */
function returnPath(mails: ReadonlyMap<number, string>, number: number): string {
  const found = new RegExp(`\\bu(\\+[a-z2-7]+@${bounceDomain})`).exec(mails.get(number) ?? '')
  assert.ok(found, `the mail of ${number} has an address for opt-outs`)
  return `b${found[1]}`
}

/** A socket of a process that is gone cannot be copied, and says nothing. */
function copyFiles(from: string, to: string, isWanted = (_path: string) => true): Promise<void> {
  const filter = (path: string) => !path.endsWith('.alive') && isWanted(path)
  return cp(from, to, { recursive: true, preserveTimestamps: true, filter })
}

function bounce(recipient: string, status: string, diagnostic: string): string {
  return `From: MAILER-DAEMON@mx.readers.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

<${recipient}>: host mx.readers.example said: ${diagnostic}

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.readers.example

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: ${status}
Diagnostic-Code: smtp; ${diagnostic}

--b--
`
}

function complaint(recipient: string): string {
  return `From: fbl@readers.example
Subject: FW: Spring
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="c"

--c
Content-Type: text/plain

This is an email abuse report.

--c
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Readers/1.0
Version: 1
Original-Rcpt-To: ${recipient}

--c--
`
}

/** Rows that stand for moments only, or where sending goes wrong; as the program writes them. */
async function fillMomentary(): Promise<void> {
  const rows = `
    insert into holds (kind, detail, since) values ('database restored', 'The database is older than the heartbeat file.', now());
    insert into throttle_buckets (key, full_at) values ('relay:connections:readers.example', now());
    insert into events (client_id, type, at, data)
      select client_id, type, now(), data from published_events order by sequence desc limit 1;
    insert into backups (public_id, began_at, ended_at, scheduled, anonymous, encrypted, host, file, bytes, rows)
      values (gen_random_uuid(), now(), now(), true, false, false, 'mail1', '/var/backups/lettershop/1.tar.gz', 1, 1);
    insert into factor_attempts (person_id, attempts, since) select id, 1, now() from people limit 1;
    insert into recovery_codes (person_id, code_hash) select id, '\\x00' from people limit 1;
    insert into password_resets (token_hash, person_id, expires_at) select '\\x00', id, now() from people limit 1;
    insert into shared_buckets (kind, subject, tokens) values ('calls', 'a subject', 1);
    insert into image_copies (client_id, image_id, width) select client_id, id, 300 from images limit 1;
    insert into previews (client_id, html, framed_by, expires_at)
      select id, '<p>Dear reader</p>', '', now() + interval '5 minutes' from clients limit 1;
    insert into mail_programs (client_id, campaign_id, name, version, recipients)
      select client_id, campaign_id, 'Thunderbird', '128', 1 from opens limit 1;
    insert into uncounted_hits (client_id, campaign_id, numbers, links, times, heads)
      select client_id, campaign_id, '{18}', '{0}', array[now()], '{false}' from opens limit 1`
  await run('psql', [databaseUrl!, '--no-psqlrc', '--set=ON_ERROR_STOP=1', '--command', rows])
}

/** The dump as plain SQL, and the files of the data folder with a few of the mails sent. */
async function keep(): Promise<void> {
  const { stdout } = await run(
    'pg_dump',
    ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', '--no-comments', databaseUrl!],
    { maxBuffer: 100_000_000 },
  )
  // what only psql understands
  const sql = stdout
    .replace(/^\\.*\n/gm, '')
    .replace(/^--.*\n/gm, '')
    .replace(/\n{2,}/g, '\n')
  await writeFile(join(target!, 'dump.sql.gz'), gzipSync(sql, { level: 9 }))
  // of the mails to readers two say enough
  const isSpare = (path: string) => /\/outbox\/(?!notices).*\/(?![12]\.eml$)/.test(path)
  await copyFiles(working, join(target!, 'folder'), path => !isSpare(path))
  await rm(working, { recursive: true })
}
