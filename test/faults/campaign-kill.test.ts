/**
 * A campaign whose senders are killed again and again, with something unusual around them. No recipient is lost, none gets a second mail,
 * and no more are unknown than transactions were open.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Database } from '../../src/store/connection/database.ts'
import type { CampaignKey } from '../../src/store/keys.ts'
import { assertAccounts } from '../harness/accounting.ts'
import { createCluster, startPooler } from '../harness/cluster.ts'
import { freshDatabase } from '../harness/database.ts'
import { mayTake } from '../harness/effort.ts'
import { fillList, keyOfCampaign, sendTo } from '../harness/large-list.ts'
import { longOnly } from '../harness/long.ts'
import { needs } from '../harness/needs.ts'
import { basics } from '../harness/new-client.ts'
import { makeNextVersion } from '../harness/next-version.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { type SinkProcess, startSinkProcess } from '../harness/sink-child.ts'
import { until } from '../harness/until.ts'
import { serveWeb, type TestWeb } from '../harness/web.ts'

const recipients = 6_000
/** Of each sender. */
const connections = 5
const letter = '<html><body><p>Hi</p><unsubscribe>leave</unsubscribe></body></html>'

let web: TestWeb
before(async () => {
  web = await serveWeb({ '/letter.html': { body: letter } })
})
after(() => web?.close())

interface Place {
  readonly db: Database
  readonly sink: SinkProcess
  /** Starts a process on the data folder that all share. */
  start(roles?: string): Promise<Program>
  /** A campaign to everyone that is being sent, and of which the sink took some. */
  send(program: Program): Promise<CampaignKey>
  end(): Promise<void>
}

async function placeOn(url: string, db: Database): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'ls-faults-'))
  const sink = await startSinkProcess()
  const programs: Program[] = []
  let apiKey: string | undefined
  return {
    db,
    sink,
    async start(roles) {
      const program = await startProgram(
        {
          DATABASE_URL: url,
          LETTERSHOP_DATA: folder,
          LETTERSHOP_LOG_LEVEL: 'fatal',
          LETTERSHOP_FETCH_PRIVATE: 'true',
          LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sink.port}/?connections=${connections}`,
          ...(roles === undefined ? {} : { LETTERSHOP_ROLES: roles }),
        },
        apiKey === undefined ? {} : { apiKey },
      )
      apiKey = program.apiKey
      programs.push(program)
      return program
    },
    async send(program) {
      const ClientID = await program.call<string>('Client.Create', basics)
      const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
      const ListID = await program.call<string>('List.Create', {
        ClientID,
        Title: 'News',
        ConfirmOptIn: false,
        ...pages,
      })
      await fillList(db, ListID, recipients)
      const order = { ClientID, ListID, CampaignName: 'Spring', HtmlUrl: `${web.url}/letter.html` }
      return keyOfCampaign(db, await sendTo(program.call, order))
    },
    async end() {
      for (const program of programs) await program.end('SIGKILL')
      await sink.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The rest goes out, and each recipient has one mail or is unknown. @param open transactions that were open at kills */
async function assertOnce({ db, sink }: Place, campaign: CampaignKey, open: number): Promise<void> {
  sink.takes(recipients)
  await until(async () => {
    const [row] = await db`select state from campaigns where id = ${campaign.campaignId}`
    return row!.state === 'sent'
  }, 'the campaign is sent')
  const copies = await sink.recipients()
  assert.equal(new Set(copies).size, copies.length, 'no recipient got two')
  const [totals] = await db<{ accepted: number; unknown: number }[]>`
    select accepted, unknown from campaign_totals where campaign_id = ${campaign.campaignId}`
  assert.equal(totals!.accepted + totals!.unknown, recipients, 'every recipient is accounted for')
  assert.ok(totals!.unknown <= open, `${totals!.unknown} unknown, ${open} transactions were open`)
  assert.deepEqual([...(await db`select kind from holds`)], [])
  await assertAccounts(db, campaign)
}

/** Two processes that send; one after the other is killed and started again. @returns how many transactions were open at the kills */
async function killByTurns(place: Place, kills: number): Promise<{ campaign: CampaignKey; open: number }> {
  const running = [await place.start(), await place.start('sender')]
  place.sink.takes(0)
  const campaign = await place.send(running[0]!)
  for (let kill = 0; kill < kills; kill++) {
    const taken = place.sink.taken()
    place.sink.takes(taken + 400)
    await place.sink.took(taken + 300)
    await running[kill % 2]!.end('SIGKILL')
    running[kill % 2] = await place.start(kill % 2 === 0 ? undefined : 'sender')
  }
  return { campaign, open: kills * connections }
}

describe('a campaign', longOnly, () => {
  test('of two senders that share a folder, with a database outside', async () => {
    mayTake(900_000)
    const database = await freshDatabase()
    const place = await placeOn(database.url, database.db)
    try {
      const { campaign, open } = await killByTurns(place, 8)
      await assertOnce(place, campaign, open)
    } finally {
      await place.end()
      await database.drop()
    }
  })

  test('whose next version is killed amid its migration, by the database too', async () => {
    mayTake(900_000)
    const database = await freshDatabase()
    const place = await placeOn(database.url, database.db)
    const next = await makeNextVersion([
      'create table next_things (id bigint primary key)',
      "alter table lists add column next_word text; select pg_sleep(case when to_regclass('go_on') is null then 600 else 0 end)",
    ])
    try {
      const program = await place.start()
      place.sink.takes(1_000)
      const campaign = await place.send(program)
      await place.sink.took(500)
      for (const how of ['program', 'server'] as const) {
        const [command, ...words] = next.command('migrate')
        const child = spawn(command, words, {
          env: { ...process.env, DATABASE_URL: database.url },
          stdio: 'ignore',
        })
        const ended = once(child, 'exit')
        const sleeping = () => database.db<{ pid: number }[]>`
          select pid from pg_stat_activity where state = 'active' and wait_event = 'PgSleep' and datname = current_database()`
        await until(async () => (await sleeping()).length === 1, 'it migrates')
        if (how === 'program') child.kill('SIGKILL')
        // the server ends what a client left only when its statement ends
        for (const { pid } of await sleeping()) await database.db`select pg_terminate_backend(${pid})`
        await ended
        const taken = place.sink.taken()
        place.sink.takes(taken + 1_000)
        await place.sink.took(taken + 900)
      }
      const columns = await database.db`
        select from information_schema.columns where table_name = 'lists' and column_name = 'next_word'`
      assert.equal(columns.length, 0, 'nothing of the migration is there')
      await database.db`create table go_on ()`
      const [command, ...words] = next.command('migrate')
      const again = spawn(command, words, { env: { ...process.env, DATABASE_URL: database.url }, stdio: 'ignore' })
      assert.deepEqual((await once(again, 'exit'))[0], 0)
      await assertOnce(place, campaign, 0)
    } finally {
      await place.end()
      await next.remove()
      await database.drop()
    }
  })
})

describe('a campaign, with PgBouncer between,', { ...needs('postgresql', 'pgbouncer'), ...longOnly }, () => {
  test('of two senders that are killed by turns', async () => {
    mayTake(900_000)
    const cluster = await createCluster()
    const pooler = await startPooler(cluster, 'session')
    const db = connect(cluster.url, { max: 3 })
    const place = await placeOn(pooler.url, db)
    try {
      const { campaign, open } = await killByTurns(place, 6)
      await assertOnce(place, campaign, open)
    } finally {
      await place.end()
      await db.end()
      await pooler.stop()
      await cluster.remove()
    }
  })
})
