/**
 * What an agency feels of sending: the service as it is started, from the moment a campaign is due until it is sent, with planning,
 * composing, tracking and the ledger on an embedded, durable PostgreSQL. Beside it, to the same relay and in turns, Debian's `smtp-source`
 * with a constant message and nodemailer's pool with one message for each recipient. Service, PostgreSQL, relay and load share the machine.
 *
 *   node --import tsx bench/campaign.ts [rounds = 4] [share of the recipients = 1] [a part of the work's name]
 *
 * Needs Debian's package postfix for smtp-source and smtp-sink.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillList, sendTo } from '../test/harness/large-list.ts'
import { type LetterSize, letterHtml } from './letters.ts'
import { mailer, smtpSink, smtpSource, source } from './peers.ts'
import { findPostmaster, processorTime, processorTimeOfServer } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import { endSinks, startOurSink, startSmtpSink } from './sinks.ts'
import { count, median, printTable, ratio } from './table.ts'

const [rounds = 4, share = 1] = process.argv.slice(2, 4).map(Number)
const wanted = process.argv[4] ?? ''
if (!smtpSink || !smtpSource) throw new Error("Debian's package postfix is needed: smtp-source and smtp-sink.")
const program = smtpSource

interface Work {
  readonly name: string
  readonly recipients: number
  readonly size: LetterSize
  /** Octets of smtp-source's message. */
  readonly octets: number
  readonly connections: number
  readonly port: number
  /** Where nodemailer is asked for fewer. */
  readonly ofMailer: number
}

const nearby = await startSmtpSink(smtpSink)
const slow = await startOurSink('0', '20', 'in-turn')
const works: readonly Work[] = [
  ...(
    [
      ['50,000 × 5 KB', 50_000, '5 KB', 5_120],
      ['10,000 × 40 KB', 10_000, '40 KB', 36_000],
      ['2,000 × 5 KB', 2_000, '5 KB', 5_120],
    ] as const
  ).map(([name, recipients, size, octets]) => ({
    ...{ name, recipients, size, octets, connections: 10, port: nearby, ofMailer: Math.min(2_000, recipients) },
  })),
  {
    ...{
      name: '20,000 × 5 KB, 50 connections that take one mail in 20 ms each',
      recipients: 20_000,
      size: '5 KB' as const,
    },
    ...{ octets: 5_120, connections: 50, port: slow, ofMailer: 5_000 },
  },
].filter(({ name }) => name.includes(wanted))

/** A campaign that takes longer is not sent at all. */
const mostMs = 10 * 60_000

interface Run {
  readonly perSecond: number
  /** Milliseconds from due to the first outcome. */
  readonly first: number
  /** Microseconds of the processors for each mail. */
  readonly service: number
  readonly postgres: number
}

try {
  for (const work of works) await compare({ ...work, recipients: Math.max(20, Math.round(work.recipients * share)) })
} finally {
  endSinks()
}

async function compare(work: Work): Promise<void> {
  const letters = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html; charset=utf-8')
    answer.end(letterHtml(work.size))
  }).listen(0, '127.0.0.1')
  await once(letters, 'listening')
  const product = await startProduct({
    LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${work.port}?connections=${work.connections}&tls=none`,
    LETTERSHOP_PUBLIC_URL: 'http://127.0.0.1:1',
    LETTERSHOP_FETCH_PRIVATE: 'true',
  })
  try {
    const { port } = letters.address() as AddressInfo // it listens
    const { ClientID, ListID } = await makeList(product)
    await fillList(product.db, ListID, work.recipients)
    const postmaster = await findPostmaster(product.db)
    const send = (n: number) =>
      sendTo(product.call, { ClientID, ListID, CampaignName: `Letter ${n}`, HtmlUrl: `http://127.0.0.1:${port}/` })
    const runs: Run[] = []
    const bySource: number[] = []
    const byMailer: number[] = []
    for (let round = 0; round < rounds; round++) {
      bySource.push(await source(program, work.port, work.connections, work.recipients, work.octets))
      runs.push(await measure(round))
      const many = Math.max(20, Math.round(work.ofMailer * share))
      byMailer.push(await mailer(work.port, { lines: work.connections, many, message: messageOf(work.size) }))
    }
    const middle = (read: (run: Run) => number) => median(runs.map(read))
    const rate = middle(run => run.perSecond)
    printTable([
      [work.name, 'mails/s', 'of smtp-source'],
      ['the service, due to sent', count(rate), ratio(rate, median(bySource))],
      ['smtp-source -d', count(median(bySource)), '1.00'],
      ["nodemailer's pool", count(median(byMailer)), ratio(median(byMailer), median(bySource))],
    ])
    printTable([
      ['for each mail, µs of a processor', 'service', 'PostgreSQL', 'first outcome after, ms'],
      [
        '',
        middle(run => run.service).toFixed(0),
        middle(run => run.postgres).toFixed(0),
        count(middle(run => run.first)),
      ],
    ])

    async function measure(n: number): Promise<Run> {
      const { db, child } = product
      const before = [processorTime(child.pid!), processorTimeOfServer(postmaster)] as const
      const publicId = await send(n)
      const begun = performance.now()
      for (;;) {
        if (performance.now() - begun > mostMs)
          throw new Error(`The campaign is not sent after ${mostMs / 60_000} minutes.`)
        await sleep(50)
        const [row] = await db<{ state: string; tookMs: number; firstMs: number; accepted: number }[]>`
          select m.state, extract(epoch from m.finished_at - m.due_at)::float8 * 1000 as took_ms, t.accepted::integer as accepted,
            case when m.state = 'sent' then (
              select extract(epoch from min(g.at) - m.due_at)::float8 * 1000 from log g
              where g.client_id = m.client_id and g.campaign_id = m.id
            ) end as first_ms
          from campaigns m
          left join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
          where m.public_id = ${publicId}`
        if (row?.state !== 'sent') continue
        if (row.accepted !== work.recipients)
          throw new Error(`${row.accepted} of ${work.recipients} mails were accepted.`)
        return {
          perSecond: (work.recipients / row.tookMs) * 1000,
          first: row.firstMs,
          service: (processorTime(child.pid!) - before[0]) / work.recipients,
          postgres: (processorTimeOfServer(postmaster) - before[1]) / work.recipients,
        }
      }
    }
  } finally {
    letters.close()
    await product.end()
  }
}

function messageOf(size: LetterSize) {
  const html = letterHtml(size)
  return (number: number) => ({
    from: '"Carla" <carla@bloom.example>',
    to: `p${number}@people.example`,
    subject: 'News',
    html: html.replace('[email]', `p${number}@people.example`),
    text: html.replace(/<[^>]*>/g, ''),
  })
}
