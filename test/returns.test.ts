/**
 * A walk through everything that comes back, as a client of the whole service sees it: over its wires, its public pages and its
 * mailbox, in one story. What each part does in every case is tested beside it; here they have to fit together.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { type Program, startProgram } from './harness/program.ts'
import { type Sink, type Sunk, startSink } from './harness/sink.ts'
import { seen } from './harness/until.ts'
import { closeServer, listen, serveWeb, type TestWeb } from './harness/web.ts'

const domain = 'bounce.example'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
let database: TestDatabase
let folder: string
let program: Program
let sink: Sink
let web: TestWeb
let log = ''

before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lettershop-returns-'))
  sink = await startSink()
  web = await serveWeb({
    '/letter.html': {
      body: `<html><head><title>News</title></head><body><p>Hi [firstname] of [Town]</p>
<a href="http://shop.example/one?a=1&amp;b=2">one</a> <a href="http://shop.example/two">two</a>
<a href="http://shop.example/three">three</a> <a href="http://shop.example/four">four</a>
<webversion>as a page</webversion> <preferences>preferences</preferences>
<forwardtoafriend>forward</forwardtoafriend> <unsubscribe>leave</unsubscribe></body></html>`,
    },
    '/letter.txt': { type: 'text/plain', body: 'Hi [firstname] http://shop.example/one [unsubscribe]' },
  })
  program = await start()
})
after(async () => {
  await program?.end('SIGKILL')
  await sink?.close()
  await web?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const settings = () => ({
  DATABASE_URL: database.url,
  LETTERSHOP_DATA: folder,
  LETTERSHOP_SECRET: 'an installation secret of the tests, 32 bytes or more',
  LETTERSHOP_TRANSPORT: sink.url,
  LETTERSHOP_BOUNCE_DOMAIN: domain,
  LETTERSHOP_MAILBOX_PORT: '0',
  LETTERSHOP_FETCH_PRIVATE: 'true',
  LETTERSHOP_LOG_LEVEL: 'debug',
})
const start = () => startProgram(settings(), { onLog: text => (log += text) })

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Follows nothing, sends nothing of its own. */
function ask(
  method: string,
  target: string,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(program.url)
  const { pathname, search } = new URL(target, program.url)
  return new Promise((resolve, reject) => {
    const length = method === 'POST' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}
    const all = { 'User-Agent': chrome, ...length, ...headers }
    const outgoing = httpRequest({ hostname, port, path: pathname + search, method, headers: all }, async response => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const form = (body: string) => ({ body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })

async function client(): Promise<{ ClientID: string; ListID: string }> {
  const ClientID = await program.call<string>('Client.Create', {
    CompanyName: 'Bloom & <Co>',
    ContactName: 'Carla',
    EmailAddress: 'carla@client.example',
    Country: 'Germany',
    Timezone: 'Europe/Berlin',
  })
  const ListID = await program.call<string>('List.Create', {
    ClientID,
    Title: 'Spring',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  await program.call('List.CreateCustomField', { ListID, FieldName: 'Town', DataType: 'Text', Options: '' })
  return { ClientID, ListID }
}

/** Creates, sends, and waits for the mails. @returns them by address */
async function send(ClientID: string, ListID: string, CampaignName: string, expected: number) {
  const CampaignID = await program.call<string>('Campaign.Create', {
    ClientID,
    CampaignName,
    CampaignSubject: `${CampaignName} for [firstname]`,
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'carla@client.example',
    HtmlUrl: `${web.url}/letter.html`,
    TextUrl: `${web.url}/letter.txt`,
    SubscriberListIDs: [ListID],
    ListSegments: [],
  })
  const had = sink.messages.length
  await program.call('Campaign.Send', {
    CampaignID,
    ConfirmationEmail: 'boss@client.example',
    SendDate: 'Immediately',
  })
  await seen(
    'it is sent',
    () => program.call<{ State: string }>('Campaign.GetProgress', { CampaignID }),
    ({ State }) => State === 'Sent',
  )
  const mails = new Map(
    sink.messages
      .slice(had)
      .filter(({ from }) => from.startsWith('b+'))
      .map(mail => [mail.to, mail]),
  )
  assert.equal(mails.size, expected)
  // as if it had been a while ago: who clicks within seconds is a machine, and who joined since is left alone
  await database.db`update log set at = at - interval '1 hour' where at > now() - interval '30 minutes'`
  await database.db`update subscribers set state_at = state_at - interval '1 day'`
  return { CampaignID, mails }
}

/** Every address of ours in a mail. */
function linksOf({ raw }: Sunk) {
  const text = raw
    .toString('latin1')
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  const all = [...new Set(text.match(/http:\/\/127\.0\.0\.1:\d+\/[\w/.-]+/g) ?? [])]
  const one = (prefix: string) => all.find(link => new URL(link).pathname.startsWith(prefix)) ?? ''
  return {
    all,
    pixel: one('/o/'),
    clicks: all.filter(link => link.includes('/c/')),
    unsubscribe: one('/u/'),
    web: one('/w/'),
    preferences: one('/p/'),
    forward: one('/f/'),
    optOut: /mailto:(u\+[a-z2-7]+@[\w.]+)/.exec(text)?.[1] ?? '',
    text,
  }
}

async function mailIn(to: string, raw: string): Promise<void> {
  const port = Number(/port (\d+)/.exec(program.banner.find(line => line.startsWith('Mailbox')) ?? '')?.[1])
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from: '', to: [to] }, raw })
  } finally {
    transport.close()
  }
}

function bounce(sunk: Sunk, status: string, words: string): string {
  return [
    'From: MAILER-DAEMON@mx.people.example',
    `To: ${sunk.from}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    words,
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.people.example',
    '',
    `Final-Recipient: rfc822; ${sunk.to}`,
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${words}`,
    '',
    '--b--',
    '',
  ].join('\r\n')
}

function complaint(sunk: Sunk): string {
  return [
    'From: fbl@mx.people.example',
    `To: fbl@${domain}`,
    'Subject: complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Loop/1.0',
    'Version: 1',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    sunk.raw.toString('latin1'),
    '--b--',
    '',
  ].join('\r\n')
}

const names = [
  'ann',
  'ben',
  'cleo',
  'dora',
  'emil',
  'fay',
  'gus',
  'hal',
  'ida',
  'jon',
  'kim',
  'lea',
  'max',
  'nell',
  'otto',
  'pia',
]
const emailOf = (name: string) => `${name}@people.example`

test('returned mail, opens, clicks and opt-outs are answered, counted and published', async () => {
  const { ClientID, ListID } = await client()
  const stateOf = async (name: string) =>
    (
      await program.call<{ State: string }>('Subscribers.GetSingleSubscriber', {
        ListID,
        EmailAddress: emailOf(name),
      })
    ).State
  const becomes = (name: string, state: string) =>
    seen(
      `${name} is ${state}`,
      () => stateOf(name),
      found => found === state,
    )

  let isUp = true
  const delivered: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[] = []
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (isUp) delivered.push({ headers: request.headers, body })
    response.writeHead(isUp ? 204 : 500).end()
  })
  const URL = `http://127.0.0.1:${await listen(receiver)}/hook`
  const hook = await program.call<{ WebhookID: string; Secret: string }>('Webhook.Create', {
    ClientID,
    URL,
    Events: [],
  })
  for (const name of names) {
    const CustomFields = [{ Key: 'Town', Value: 'Köln' }]
    await program.call('Subscriber.AddWithCustomFields', { ListID, Email: emailOf(name), Name: name, CustomFields })
  }
  await program.call('Subscriber.SetTrackingConsent', { ListID, Email: emailOf('lea'), Consent: 'Denied' })

  const { CampaignID, mails } = await send(ClientID, ListID, 'First', names.length)
  const mailOf = (name: string) => mails.get(emailOf(name))!
  const links = (name: string) => linksOf(mailOf(name))

  // opens and clicks
  assert.equal((await ask('GET', links('ann').pixel)).headers['content-type'], 'image/gif')
  const clicked = await ask('GET', links('ann').clicks.at(-4)!)
  assert.deepEqual([clicked.status, clicked.headers.location], [302, 'http://shop.example/one?a=1&b=2'])
  assert.equal((await ask('HEAD', links('ben').clicks[0]!)).status, 302)
  const burst = await Promise.all(links('cleo').all.map(link => ask('GET', link)))
  assert.deepEqual(
    burst.filter(({ status }) => status >= 400),
    [],
  )
  const { pixel, clicks, text } = links('lea')
  assert.deepEqual([pixel, clicks], ['', []])
  assert.match(text, /http:\/\/shop\.example\/one\?a=1&amp;b=2/)
  const token = new global.URL(links('ann').unsubscribe).pathname.slice(3)
  for (const prefix of ['/o/', '/c/1/', '/u/', '/w/', '/p/', '/f/', '/l/', '/confirm/'])
    for (const bad of [
      `${token.slice(0, -1)}_`,
      token.slice(0, 30),
      '<script>alert(1)</script>',
      '%00',
      `${token}%0d%0aX:y`,
    ]) {
      const { status, headers, text } = await ask('GET', prefix + bad)
      assert.deepEqual([status, headers.location], [prefix === '/o/' ? 200 : 404, undefined], prefix + bad)
      assert.doesNotMatch(text, /alert\(1\)/)
    }

  // ways out, and back
  for (const name of ['cleo', 'dora']) {
    const { text, headers } = await ask('GET', links(name).unsubscribe, { headers: { 'Accept-Language': 'de' } })
    assert.match(text, /<title>Abmelden<\/title>/)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.equal(await stateOf(name), 'Active', 'a GET changes nothing')
  }
  assert.equal((await ask('POST', links('dora').unsubscribe, form('from=page'))).status, 200)
  assert.equal(await stateOf('dora'), 'Unsubscribed')
  assert.equal((await ask('POST', links('dora').unsubscribe, form('from=undo'))).status, 200)
  assert.equal(await stateOf('dora'), 'Active')
  const json = { headers: { 'Content-Type': 'application/json' }, body: '{"List-Unsubscribe":"One-Click"}' }
  const oneClicks = [
    ['emil', form('List-Unsubscribe=One-Click')],
    ['fay', json],
    ['gus', {}],
  ] as const
  for (const [name, sent] of oneClicks) {
    assert.equal((await ask('POST', links(name).unsubscribe, sent)).status, 200)
    assert.equal(await stateOf(name), 'Unsubscribed')
  }
  for (const [language, title] of [
    ['de', 'Ihre E-Mail-Einstellungen'],
    ['fr', 'Vos préférences d’e-mail'],
    ['es', 'Sus preferencias de correo'],
    ['pt', 'Your email preferences'],
  ]) {
    const { text } = await ask('GET', links('ann').preferences, { headers: { 'Accept-Language': language! } })
    assert.ok(text.includes(`<title>${title}</title>`), language)
  }
  assert.match((await ask('GET', links('ann').web)).text, /Hi ann of Köln/)
  assert.equal(
    (await ask('POST', links('ann').forward, form('from=forward&friends=fred@friends.example&name=Ann&message=')))
      .status,
    200,
  )

  // by mail
  await mailIn(links('hal').optOut, 'From: hal@people.example\r\nSubject: unsubscribe\r\n\r\n')
  await mailIn(mailOf('ida').from, bounce(mailOf('ida'), '5.1.1', '550 5.1.1 User unknown'))
  await mailIn(mailOf('kim').from, bounce(mailOf('kim'), '5.7.1', '550 5.7.1 blocked due to poor IP reputation'))
  await mailIn(mailOf('jon').from, bounce(mailOf('jon'), '4.2.2', '452 4.2.2 Mailbox full'))
  const forged = mailOf('ann').from.replace(/(.)@/, (_, last) => (last === 'a' ? 'q@' : 'a@'))
  await assert.rejects(mailIn(forged, 'Subject: x\r\n\r\nx'), { responseCode: 550 })
  await becomes('hal', 'Unsubscribed')
  await becomes('ida', 'Bounced')
  await seen(
    'a friend is mailed',
    async () => sink.messages.some(({ to }) => to === 'fred@friends.example'),
    found => found,
  )

  // a new version of the key: links that are out keep working
  const rotated = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../bin/lettershop.mjs'), 'link-keys', 'rotate'],
    {
      env: { ...process.env, ...settings() },
    },
  )
  assert.equal(rotated.status, 0, String(rotated.stderr))
  assert.equal((await ask('GET', links('ann').preferences)).status, 200)

  // softly in a row, and complaints
  const left = names.filter(name => !['emil', 'fay', 'gus', 'hal', 'ida'].includes(name))
  for (const title of ['Second', 'Third']) {
    assert.equal(await stateOf('jon'), 'Active')
    const next = await send(ClientID, ListID, title, left.length)
    const jon = next.mails.get(emailOf('jon'))!
    await mailIn(jon.from, bounce(jon, '4.2.2', '452 4.2.2 Mailbox full'))
    await seen(
      'it is known',
      () => program.call<{ Bounced: number }>('Campaign.GetSummary', { CampaignID: next.CampaignID }),
      ({ Bounced }) => Bounced === 1,
    )
  }
  await becomes('jon', 'Bounced')
  assert.equal(await stateOf('kim'), 'Active', 'it is no fault of hers')
  const complainers = ['ben', 'max', 'nell', 'otto', 'pia']
  for (const name of complainers) await mailIn(`fbl@${domain}`, complaint(mailOf(name)))
  for (const name of complainers) await becomes(name, 'Unsubscribed')
  interface Hold {
    readonly Held: boolean
    readonly Complaints: number
    readonly Alarms: readonly { readonly Kind: string }[]
  }
  const held = await seen(
    'the client is held',
    () => program.call<Hold>('Client.GetHold', { ClientID }),
    ({ Held }) => Held,
  )
  assert.equal(held.Complaints, 5)
  await assert.rejects(send(ClientID, ListID, 'Fourth', 0), /"code":610/)
  await program.call('Client.ReleaseHold', { ClientID })
  assert.equal((await program.call<Hold>('Client.GetHold', { ClientID })).Held, false)

  // a receiver that is down loses nothing
  isUp = false
  for (const Email of ['new@people.example', 'newer@people.example'])
    await program.call('Subscriber.Add', { ListID, Email, Name: '' })
  const hooks = () => program.call<{ State: string; Waiting: number }[]>('Webhook.List', { ClientID })
  await seen('it is noticed', hooks, ([one]) => one!.State === 'Failing')
  isUp = true
  await program.call('Webhook.Resume', { ClientID, WebhookID: hook.WebhookID })

  // the numbers
  const engagement = await seen(
    'opens and clicks are classified',
    () => program.call<Record<string, number>>('Campaign.GetEngagement', { CampaignID }),
    ({ HumanClicks }) => HumanClicks === 1,
  )
  const { TotalOpened, Clicks, HumanOpened, UniqueClicked, HumanUniqueClicked } = engagement
  assert.deepEqual([TotalOpened, Clicks, HumanOpened, UniqueClicked, HumanUniqueClicked], [2, 6, 1, 2, 1])
  assert.deepEqual(await program.call('Campaign.GetSummary', { CampaignID }), {
    Recipients: 16,
    TotalOpened: 2,
    Clicks: 6,
    Unsubscribed: 4,
    Bounced: 3,
    UniqueOpened: 2,
  })
  const page = { CampaignID, After: 0, Limit: 0 }
  assert.deepEqual(
    (await program.call<Record<string, string>[]>('Campaign.GetBounceDetails', page)).map(row => [
      row.EmailAddress,
      row.BounceType,
      row.Class,
      row.Evidence,
    ]),
    [
      [emailOf('ida'), 'H', 'RecipientGone', '550 5.1.1 User unknown'],
      [emailOf('jon'), 'S', 'MailboxFull', '452 4.2.2 Mailbox full'],
      [emailOf('kim'), 'S', 'Policy', '550 5.7.1 blocked due to poor IP reputation'],
    ],
  )
  assert.equal((await program.call<unknown[]>('Campaign.GetComplaints', page)).length, 5)
  assert.equal(await program.call('Campaign.GetForwards', { CampaignID }), 1)
  const statistics = await program.call<Record<string, number>>('List.GetStats', { ListID })
  const { TotalActiveSubscribers, TotalUnsubscribes, TotalBounces, UnsubscribesToday } = statistics
  assert.deepEqual([TotalActiveSubscribers, TotalUnsubscribes, TotalBounces, UnsubscribesToday], [7, 9, 2, 10])

  // everything was delivered to the webhook: signed, in order, once
  await seen('nothing waits', hooks, ([one]) => one!.Waiting === 0)
  // an event that is classified late is published later: for a moment nothing waits, and then more is published
  const events = await seen(
    'all is delivered',
    () => program.call<{ Sequence: number; Type: string }[]>('Event.List', { ClientID, Since: 0, Limit: 0 }),
    ({ length }) => delivered.length === length,
  )
  const bodies = delivered.map(({ headers, body }) => {
    const key = Buffer.from(hook.Secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    return JSON.parse(body) as { sequence: number; type: string }
  })
  assert.deepEqual(
    bodies.map(({ sequence, type }) => [sequence, type]),
    events.map(({ Sequence, Type }) => [Sequence, Type]),
  )
  const count = (type: string) => events.filter(({ Type }) => Type === type).length
  assert.deepEqual(
    ['recipient.bounced', 'recipient.complained', 'client.held', 'client.released', 'campaign.finished'].map(count),
    [5, 5, 1, 1, 3],
  )
  await closeServer(receiver)

  assert.doesNotMatch(log, /\w@people\.example|\w@friends\.example|whsec_/)
  for (const mail of sink.messages) assert.equal(log.includes(mail.from.slice(2, 46)), false)
  assert.equal(log.includes(token), false)
})
