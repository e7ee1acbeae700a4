/**
 * Mixed load for an hour: campaigns are sent, people open and click, programs call, files are imported, mail comes back, consoles
 * follow the live stream. Every ten seconds it takes the memory of the service and the slowest calls; in the end it says whether they grew.
 *
 *   npm run soak [-- minutes = 60] [picture.svg]
 *
 * It fails when the memory after the first sixth of the time grows by more than 5 %, when p99 of the last third is more than 1.25 times that
 * of the third before, or when any call fails. The load is about half of what two cores carry, so that answers do not queue.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { keyRing } from '../src/domain/access/keys.ts'
import { returnAddresses } from '../src/domain/tokens/return-addresses.ts'
import { publicPaths, tokens } from '../src/domain/tokens/tokens.ts'
import { fillList, sendTo } from '../test/harness/large-list.ts'
import { bounceReport } from './bounce-report.ts'
import { drawCurves } from './curves.ts'
import { fileOf } from './import-files.ts'
import { residentMegabytes } from './processes.ts'
import { makeList, startProduct, upload } from './product.ts'
import type { Order } from './stream-readers.ts'
import { count, median, printTable } from './table.ts'

const [givenMinutes = '60', picture] = process.argv.slice(2)
const minutes = Number(givenMinutes)
if (!(minutes >= 1 && minutes <= 24 * 60)) throw new Error('The minutes are from 1 to 1440.')
const sampleMs = 10_000
const secret = 'a secret of the benchmark, forty letters'
const domain = 'bounce.example'
const mailboxPort = 20_000 + (process.pid % 20_000)
const recipients = 2_000
/** What each kind of work does in a second. */
const rates = { calls: 40, hits: 60, bounces: 2 } as const
/** Between two campaigns, and between two imports. */
const campaignEveryMs = 60_000
const importEveryMs = 120_000
const importRows = 2_000
const consoles = 20

const sink = fork(new URL('./sink.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
const readers = fork(new URL('./stream-readers.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
const [sinkPort] = (await once(sink, 'message')) as [number]
const letters = createServer((_, answer) => {
  answer.setHeader('Content-Type', 'text/html; charset=utf-8')
  answer.end(letter())
}).listen(0, '127.0.0.1')
await once(letters, 'listening')
const product = await startProduct({
  LETTERSHOP_SECRET: secret,
  LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sinkPort}?tls=none`,
  LETTERSHOP_PUBLIC_URL: 'http://127.0.0.1:1',
  LETTERSHOP_FETCH_PRIVATE: 'true',
  LETTERSHOP_BOUNCE_DOMAIN: domain,
  LETTERSHOP_MAILBOX_PORT: String(mailboxPort),
  LETTERSHOP_COMPLAINTS_WARN: '0',
  LETTERSHOP_COMPLAINTS_HOLD: '0',
})
const { db, url, apiKey, call } = product
const sign = tokens(keyRing(Buffer.from(secret)))
const mailbox = createTransport({
  host: '127.0.0.1',
  port: mailboxPort,
  pool: true,
  maxConnections: 2,
  ignoreTLS: true,
})

interface Sample {
  readonly memory: number
  readonly p99: Readonly<Record<Kind, number>>
  readonly mails: number
  readonly hits: number
  readonly waiting: number
}
const kinds = ['look-up', 'add', 'report', 'list of campaigns', 'hit', 'returned mail'] as const
type Kind = (typeof kinds)[number]
let times = emptyTimes()
const errors: string[] = []
const samples: Sample[] = []
/** Campaigns that were sent, the newest last. */
const sent: { readonly id: number; readonly publicId: string }[] = []
const done = { mails: 0, hits: 0, calls: 0, bounces: 0, imported: 0, campaigns: 0 }
const end = performance.now() + minutes * 60_000
const isOver = () => performance.now() >= end || errors.length > 100

try {
  const { ClientID, ListID } = await makeList(product)
  const imported = await call<string>('List.Create', {
    ...{ ClientID, Title: 'Imported', UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' },
  })
  await fillList(db, ListID, recipients)
  readers.send({
    ...{ port: product.port, apiKey },
    readers: Array.from({ length: consoles }, () => ({ clientId: ClientID, isFrozen: false })),
  } satisfies Order)
  await send(ClientID, ListID, 0)
  await Promise.all([
    every(campaignEveryMs, n => send(ClientID, ListID, n + 1)),
    every(importEveryMs, n => importFile(ClientID, imported, n)),
    every(1000 / rates.calls, n => callOne(ClientID, ListID, n)),
    every(1000 / rates.hits, n => hit(n)),
    every(1000 / rates.bounces, n => bounce(n)),
    every(sampleMs, takeSample),
  ])
} finally {
  mailbox.close()
  sink.kill()
  readers.kill()
  letters.close()
  await product.end()
}
process.exitCode = conclude() ? 0 : 1

/** Begins work at a pace, whether or not what began before is done, as callers do. At most 200 are under way. */
async function every(ms: number, work: (n: number) => Promise<void>): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const begun = performance.now()
  for (let n = 0; !isOver(); n++) {
    const due = begun + n * ms
    const wait = due - performance.now()
    if (wait > 0) await sleep(Math.min(wait, Math.max(0, end - performance.now())))
    if (isOver()) break
    if (underWay.size >= 200) await Promise.race(underWay)
    const one: Promise<void> = work(n)
      .catch(error => void errors.push(`${new Date().toISOString()} ${error instanceof Error ? error.message : error}`))
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
}

async function timed<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  times[kind].push(performance.now() - begun)
  return result
}

async function send(ClientID: string, ListID: string, n: number): Promise<void> {
  const { port } = letters.address() as AddressInfo
  const HtmlUrl = `http://127.0.0.1:${port}/`
  const publicId = await sendTo(call, { ClientID, ListID, CampaignName: `Letter ${n}`, HtmlUrl })
  for (;;) {
    const [row] = await db<{ id: number; state: string; accepted: number }[]>`
      select m.id, m.state, t.accepted::integer as accepted from campaigns m
      left join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
      where m.public_id = ${publicId}`
    if (row?.state === 'sent') {
      if (row.accepted < recipients / 2) throw new Error(`${row.accepted} of ${recipients} mails were accepted`)
      sent.push({ id: row.id, publicId })
      done.mails += row.accepted
      done.campaigns++
      return
    }
    if (row?.state === 'paused') throw new Error('a campaign was paused')
    await sleep(250)
  }
}

async function importFile(ClientID: string, ListID: string, n: number): Promise<void> {
  const UploadID = await upload(product, ClientID, fileOf('csv', importRows, n), 'csv')
  const consent = { ConsentSource: 'bench', ConsentDate: '2025-01-01', ConsentWording: 'bench' }
  const ImportID = await call<string>('Import.Create', { ListID, UploadID, ...consent })
  for (const [state, next] of [
    ['Mapping', 'Import.Judge'],
    ['Judged', 'Import.Commit'],
    ['Done', undefined],
  ] as const) {
    for (;;) {
      const now = await call<{ State: string; Problem: string }>('Import.Get', { ClientID, ImportID })
      if (now.State === state) break
      if (now.State === 'Failed') throw new Error(`import: ${now.Problem}`)
      await sleep(250)
    }
    if (next) await call(next, { ClientID, ImportID })
  }
  done.imported += importRows
}

async function callOne(ClientID: string, ListID: string, n: number): Promise<void> {
  const Email = `p${1 + ((n * 7919) % recipients)}@people.example`
  const campaign = sent[(n * 31) % Math.max(1, sent.length)]
  done.calls++
  if (n % 4 === 1) await timed('add', () => call('Subscriber.Add', { ListID, Email, Name: `Reader ${n}` }))
  else if (n % 8 === 2 && campaign)
    await timed('report', () => call('Campaign.GetSummary', { CampaignID: campaign.publicId }))
  else if (n % 8 === 6)
    await timed('list of campaigns', () =>
      call('Campaign.List', { ClientID, State: '', Search: '', Cursor: '', Limit: 20 }),
    )
  else await timed('look-up', () => call('Subscribers.GetIsSubscribed', { ListID, Email }))
}

async function hit(n: number): Promise<void> {
  const campaign = sent[Math.max(0, sent.length - 1 - (n % 3))]
  if (!campaign) return
  const token = sign.sign('recipient', campaign.id, 1 + ((n * 7919) % recipients))
  const path = n % 5 === 0 ? publicPaths.click(1, token) : publicPaths.open(token)
  const answer = await timed('hit', () => fetch(`${url}${path}`, { redirect: 'manual' }))
  await answer.arrayBuffer()
  if (answer.status !== 200 && answer.status !== 302) throw new Error(`a hit was answered ${answer.status}`)
  done.hits++
}

/** A soft bounce of one recipient of ten, so that no subscriber leaves the list for it. */
async function bounce(n: number): Promise<void> {
  const campaign = sent.at(-1)
  if (!campaign) return
  const number = 1 + ((n * 10) % recipients)
  const { bounce: to } = returnAddresses(sign.sign('recipient', campaign.id, number), domain)
  const raw = bounceReport({ to, email: `p${number}@people.example`, reply: '451 4.3.0 try again later' })
  await timed('returned mail', () => mailbox.sendMail({ envelope: { from: '', to: [to] }, raw }))
  done.bounces++
}

async function takeSample(): Promise<void> {
  const [row] = await db<{ waiting: number }[]>`
    select (select count(*) from uncounted_hits) + (select count(*) from mailbox where state = 'new') as waiting`
  const measured = times
  times = emptyTimes()
  samples.push({
    memory: residentMegabytes(product.child.pid!),
    p99: Object.fromEntries(kinds.map(kind => [kind, quantile(measured[kind], 0.99)])) as Record<Kind, number>,
    mails: done.mails,
    hits: done.hits,
    waiting: Number(row!.waiting),
  })
}

function emptyTimes(): Record<Kind, number[]> {
  return Object.fromEntries(kinds.map(kind => [kind, []])) as unknown as Record<Kind, number[]>
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
}

/** Prints the figures, draws the picture. @returns whether everything stayed flat */
function conclude(): boolean {
  const part = (from: number, to: number) =>
    samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to))
  const memory = (some: readonly Sample[]) => median(some.map(sample => sample.memory))
  const early = memory(part(1 / 6, 2 / 6))
  const late = memory(part(5 / 6, 1))
  const growth = late / early - 1
  const p99 = (kind: Kind, some: readonly Sample[]) =>
    median(some.map(sample => sample.p99[kind]).filter(value => value > 0))
  printTable([
    ['p99 of ten seconds, median, ms', 'first third', 'second third', 'last third'],
    ...kinds.map(kind => [kind, ...[0, 1, 2].map(third => p99(kind, part(third / 3, (third + 1) / 3)).toFixed(1))]),
  ])
  console.log(
    `${minutes} minutes: ${count(done.campaigns)} campaigns, ${count(done.mails)} mails, ${count(done.calls)} calls, ${count(done.hits)} hits, ` +
      `${count(done.imported)} rows imported, ${count(done.bounces)} returned mails, ${consoles} consoles\n` +
      `memory: ${early.toFixed(0)} MB, in the end ${late.toFixed(0)} MB (${(growth * 100).toFixed(1)} %)\n` +
      `errors: ${errors.length}\n${errors.slice(0, 10).join('\n')}`,
  )
  if (picture) writeFileSync(picture, draw())
  const slower = kinds.filter(kind => p99(kind, part(2 / 3, 1)) > 1.25 * p99(kind, part(1 / 3, 2 / 3)) + 1)
  if (slower.length > 0) console.log(`slower in the last third: ${slower.join(', ')}`)
  const worked = done.mails > 0 && done.hits > 0 && done.calls > 0 && done.bounces > 0 && samples.length > 5
  return worked && errors.length === 0 && growth <= 0.05 && slower.length === 0
}

function draw(): string {
  const perSecond = (kind: 'mails' | 'hits') =>
    samples.map((sample, n) => (sample[kind] - (samples[n - 1]?.[kind] ?? 0)) / (sampleMs / 1000))
  return drawCurves('Mixed load on one service', minutes, [
    { title: 'Resident memory', unit: 'MB', lines: [{ name: 'service', values: samples.map(({ memory }) => memory) }] },
    {
      title: 'p99 of ten seconds',
      unit: 'ms',
      lines: kinds.map(name => ({ name, values: samples.map(({ p99 }) => p99[name]) })),
    },
    {
      title: 'Work done',
      unit: 'a second',
      lines: [
        { name: 'mails (as campaigns end)', values: perSecond('mails') },
        { name: 'hits', values: perSecond('hits') },
      ],
    },
    {
      title: 'Waiting to be counted or read',
      unit: 'rows',
      lines: [{ name: 'hits and returned mails', values: samples.map(({ waiting }) => waiting) }],
    },
  ])
}

function letter(): string {
  const paragraph = `<p>The roses are out, [firstname,fallback=reader]. ${'Come and see them. '.repeat(20)}</p>`
  return `<html><body>${paragraph.repeat(8)}<p><a href="https://bench.example/roses">Roses</a></p><p><unsubscribe>Unsubscribe</unsubscribe></p></body></html>`
}
