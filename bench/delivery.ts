/**
 * Campaigns from the claim to the relay's answer: composing and SMTP alone (the ledger off), then the whole sender on an embedded,
 * durable PostgreSQL, unsigned and signed with RSA-2048; beside them, to the same sink, Debian's `smtp-source` with a constant
 * message and nodemailer's pool with the same personalisation. Senders, PostgreSQL and sink share the machine's cores.
 *
 *   node --import tsx bench/delivery.ts [recipients] [rounds] [connections]
 *
 * With 1000000 1 it shows what planning and sending to a million costs in time and memory.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCampaign } from '../src/delivery/compose/campaign.ts'
import { contentTasksHere } from '../src/delivery/content/tasks.ts'
import { planDueCampaign } from '../src/delivery/planning/plan.ts'
import { smtpTransport } from '../src/delivery/relays/transport.ts'
import { useKeys } from '../src/domain/access/keys.ts'
import { tokens as tokensOf } from '../src/domain/tokens/tokens.ts'
import { createLog } from '../src/lib/log.ts'
import { connect, type Database } from '../src/store/connection/database.ts'
import { startEmbedded } from '../src/store/embedded/embedded.ts'
import { migrateJobs } from '../src/store/jobs/jobs.ts'
import { migrate } from '../src/store/migrate.ts'
import { assertAccounts } from '../test/harness/accounting.ts'
import { testKeys } from '../test/harness/seed.ts'
import { type LetterSize, letterContent, letterHtml, letterRecipient, letterSizes } from './letters.ts'
import { opensslRate, rsaKey } from './openssl.ts'
import { mailer, smtpSource, source } from './peers.ts'
import { findPostmaster, processorTime, processorTimeOfServer } from './processes.ts'
import { seedCampaign } from './seed-campaign.ts'
import type { SenderMessage, SenderUsage } from './sender-process.ts'
import { count, median, printTable, ratio } from './table.ts'

const [recipients = 30_000, rounds = 3, connections = 10] = process.argv.slice(2).map(Number)
const tokens = tokensOf(testKeys)
/** A campaign that takes longer is not sent at all. */
const mostMs = 20 * 60_000
/** Of a constant message that weighs about as much. */
const octets: Readonly<Record<LetterSize, number>> = { '5 KB': 5_120, '40 KB': 36_000 }
const dkim = { domain: 'bloom.example', selector: 'r', privateKey: rsaKey() }
const dkimKey = dkim.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const log = createLog('warn')
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const sink = fork(new URL('./sink.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
let postgres: Awaited<ReturnType<typeof startEmbedded>> | undefined
try {
  const port = Number((await once(sink, 'message'))[0])
  const relay = `smtp://127.0.0.1:${port}?connections=${connections}&tls=none`
  const bareRate = opensslRate()
  postgres = await startEmbedded({ dataFolder: folder, log, durable: true, maxConnections: 40 })
  const db = connect(postgres.url, { max: 8 })
  useKeys(db, testKeys)
  await migrate(db)
  await migrateJobs(postgres.url)
  const postmaster = await findPostmaster(db)

  for (const size of recipients > 200_000 ? letterSizes.slice(0, 1) : letterSizes) {
    const many = Math.min(recipients, 100_000)
    const peers: number[][] = [[], [], []]
    const off: number[] = []
    const on: Run[] = []
    const signed: Run[] = []
    for (let round = 0; round < rounds; round++) {
      if (smtpSource) peers[0]!.push(await source(smtpSource, port, connections, many, octets[size]))
      peers[1]!.push(await mailer(port, { lines: connections, many: many / 20, message: personalised(size) }))
      peers[2]!.push(await mailer(port, { lines: connections, many: many / 40, message: personalised(size), dkim }))
      off.push(await ledgerOff(relay, size))
      on.push(await ledgerOn(db, postmaster, relay, size, recipients))
      signed.push(await ledgerOn(db, postmaster, relay, size, Math.min(Math.ceil(recipients / 2), 100_000), dkimKey))
    }
    const [bySource, byMailer, byMailerSigned] = peers.map(median)
    const rates = [median(off), middle(on, run => run.perSecond), middle(signed, run => run.perSecond)] as const
    const beside = (name: string, rate: number | undefined, goals: readonly string[]) => [
      name,
      ...rates.map((own, index) => (goals[index] && rate ? `${ratio(own, rate)} (${goals[index]})` : '')),
    ]
    const each = (name: string, read: (run: Run) => number, digits: number) => [
      name,
      '',
      ...[on, signed].map(runs => middle(runs, read).toLocaleString('en', { maximumFractionDigits: digits })),
    ]
    printTable([
      [`${size}, ${count(recipients)} recipients`, 'ledger off', 'ledger on', 'ledger on, RSA-2048'],
      ['messages/s', ...rates.map(count)],
      beside('of the ledger off', rates[0], ['', '≥ 0.6', '']),
      beside(`of smtp-source -d, ${count(bySource ?? 0)}/s`, bySource, [
        size === '5 KB' ? '≥ 0.9' : '≥ 0.65',
        '≥ 0.5',
        '',
      ]),
      beside(`of nodemailer's pool, ${count(byMailer ?? 0)}/s`, byMailer, ['≥ 15', '≥ 10', '']),
      beside(`of the same signing, ${count(byMailerSigned ?? 0)}/s`, byMailerSigned, ['', '', '≥ 4']),
      beside(`of bare RSA-2048 on these cores, ${count(bareRate)}/s`, bareRate, ['', '', '≥ 0.65']),
      each('commits per 1,000 mails (≤ 15)', run => run.commits, 1),
      each('WAL bytes per mail (≤ 300)', run => run.wal, 0),
      each('PostgreSQL CPU per mail, µs (≤ 20)', run => run.backends, 1),
      each('the same with its writers', run => run.postgres, 1),
      each('sender CPU per mail, µs', run => run.sender, 1),
      each('planning, seconds (≤ 30 for 1,000,000)', run => run.planning, 1),
      each('memory of the sender, MB (< 250)', run => run.megabytes, 0),
    ])
  }
  await db.end()
} finally {
  sink.kill()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}

function middle(runs: readonly Run[], read: (run: Run) => number): number {
  return median(runs.map(read))
}

/** What nodemailer is given: the tags replaced and the links tracked, as a careful program around it would. */
function personalised(size: LetterSize) {
  const html = letterHtml(size)
  return (number: number) => {
    const { email, name, fields } = letterRecipient(number)
    const token = tokens.sign('recipient', 7, number)
    const firstName = name.split(' ')[0]!
    const written = html
      .replace('[firstname,fallback=Freund]', firstName)
      .replace('[email]', email)
      .replace('[City,fallback=unbekannt]', String(fields.City))
      .replace(/href="[^"]*"/g, `href="https://mail.example/c/1/${token}"`)
      .replace('<unsubscribe>Abmelden</unsubscribe>', `<a href="https://mail.example/u/${token}">Abmelden</a>`)
    return {
      from: '"Bloom & Söhne" <news@bloom.example>',
      to: { name, address: email },
      subject: `Neues für ${firstName}`,
      html: written,
      text: written.replace(/<[^>]*>/g, ''),
      messageId: `<${token}@bloom.example>`,
    }
  }
}

/** @returns messages a second */
async function ledgerOff(relay: string, size: LetterSize): Promise<number> {
  const transport = smtpTransport([relay])
  const many = Math.min(recipients, 100_000)
  const compiled = compileCampaign(letterContent(size), { tokens })
  let next = 1
  const start = performance.now()
  await Promise.all(
    Array.from({ length: transport.concurrency }, async () => {
      while (next <= many) {
        const { kind } = await transport.send(await compiled.compose(letterRecipient(next++), new Date()))
        if (kind !== 'accepted') throw new Error(`A message was ${kind}.`)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  await transport.close()
  return many / seconds
}

interface Run {
  readonly perSecond: number
  readonly commits: number
  readonly wal: number
  readonly backends: number
  readonly postgres: number
  readonly sender: number
  readonly planning: number
  readonly megabytes: number
}

async function ledgerOn(
  db: Database,
  postmaster: number,
  relay: string,
  size: LetterSize,
  recipients: number,
  rsa?: string,
): Promise<Run> {
  const key = await seedCampaign(db, size, recipients)
  const planned = performance.now()
  await planDueCampaign({ db, log, contentTasks: contentTasksHere }, new Date())
  const planning = (performance.now() - planned) / 1000
  await db`checkpoint`
  await db`vacuum analyze`
  // backends report their statistics within a second
  await new Promise(resolve => setTimeout(resolve, 1500))

  const sender = fork(new URL('./sender-process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const order = (message: SenderMessage) => sender.send(message)
  // a folder of its own: the ledger is emptied between runs, and a sender would miss what the one before had committed
  const journalFolder = join(folder, `journal-${key.campaignId}`)
  order({ url: postgres!.url, relay, owner: `bench/${key.campaignId}`, journalFolder, key: rsa })
  await once(sender, 'message')
  const before = await usage(db, postmaster)
  const start = performance.now()
  order('begin')
  for (let state = ''; state !== 'sent'; ) {
    if (performance.now() - start > mostMs)
      throw new Error(`The campaign is ${state} after ${mostMs / 60_000} minutes.`)
    await new Promise(resolve => setTimeout(resolve, 20))
    const [row] = await db<{ state: string }[]>`select state from campaigns where id = ${key.campaignId}`
    state = row!.state
  }
  const seconds = (performance.now() - start) / 1000
  await new Promise(resolve => setTimeout(resolve, 1500))
  const after = await usage(db, postmaster)
  const answered = once(sender, 'message')
  order('usage')
  const used = ((await answered) as [SenderUsage])[0] // as it answers
  order('end')
  await once(sender, 'exit')
  await assertAccounts(db, key)
  await db`truncate audience, log`
  const looks = seconds * 50
  return {
    perSecond: recipients / seconds,
    commits: ((after.commits - before.commits - looks) / recipients) * 1000,
    wal: (after.wal - before.wal) / recipients,
    backends: (after.backends - before.backends) / recipients,
    postgres: (after.all - before.all) / recipients,
    sender: used.microseconds / recipients,
    planning,
    megabytes: used.megabytes,
  }
}

/** CPU in microseconds, WAL in bytes. */
async function usage(db: Database, postmaster: number) {
  const [row] = await db<{ commits: number; wal: number; pids: number[] }[]>`
    select (select xact_commit from pg_stat_database where datname = current_database())::bigint as commits,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal,
      array(select pid from pg_stat_activity where application_name = 'sender') as pids`
  const backends = row!.pids.reduce((sum, pid) => sum + processorTime(pid), 0)
  const all = processorTimeOfServer(postmaster)
  return { commits: Number(row!.commits), wal: Number(row!.wal), backends, all }
}
