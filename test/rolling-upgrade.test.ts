/**
 * A rolling upgrade: the next version, whose migrations expand every table, migrates while this one serves and sends, and takes the place of
 * its processes one by one (docs/several-machines.md#upgrading-without-a-pause).
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { Agent, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { CampaignKey } from '../src/store/keys.ts'
import { assertAccounts } from './harness/accounting.ts'
import { freshDatabase, type TestDatabase } from './harness/database.ts'
import { fillList, keyOfCampaign, sendTo } from './harness/large-list.ts'
import { type Installation, startInstallation } from './harness/machines.ts'
import { needs } from './harness/needs.ts'
import { makeNextVersion, type NextVersion } from './harness/next-version.ts'
import { runbookArguments, runbookCommand } from './harness/runbook.ts'
import { startSink } from './harness/sink.ts'
import { type SinkProcess, startSinkProcess } from './harness/sink-child.ts'
import { until } from './harness/until.ts'
import { serveWeb, type TestWeb } from './harness/web.ts'

const recipients = 20_000
const letter =
  '<html><body><p>Hi <a href="https://shop.example/">shop</a></p><unsubscribe>leave</unsubscribe></body></html>'

describe('a rolling upgrade', needs('nginx'), () => {
  let database: TestDatabase
  let web: TestWeb
  let sink: SinkProcess
  let next: NextVersion
  let it: Installation
  const endings: (() => Promise<unknown>)[] = []

  before(async () => {
    database = await freshDatabase()
    endings.push(() => database.drop())
    web = await serveWeb({ '/letter.html': { body: letter } })
    const others = await startSink()
    sink = await startSinkProcess()
    endings.push(
      () => web.close(),
      () => others.close(),
      () => sink.kill(),
    )
    const [tables, made] = [await tablesOf(database), 'create table next_things (id bigint primary key)']
    // it lies in a folder of its own, with what npm would install beside it
    runbookCommand('Upgrading', 'npm install')
    next = await makeNextVersion([
      made,
      // each in a transaction of its own, as the rule is: it waits for one table
      ...tables.map(
        name => `alter table ${name} add column next_word text, add column next_count integer not null default 0`,
      ),
    ])
    endings.push(() => next.remove())
    it = await startInstallation({ DATABASE_URL: database.url, LETTERSHOP_TRANSPORT: others.url })
    endings.push(() => it.end())
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  test('loses no call and no recipient, and repeats none', async () => {
    const { db } = database
    const ListID = await makeList()
    await Promise.all([1, 2].map(n => it.start(`sender ${n}`, toSink())))
    sink.takes(1_000)
    const running = await sendToList(ListID)
    const calls = keepCalling(ListID)
    await sink.took(1_000)

    const [program, ...words] = next.command(runbookArguments('Upgrading', 'npx lettershop migrate').join(' '))
    await promisify(execFile)(program, words, { env: { ...process.env, DATABASE_URL: database.url } })
    for (const name of ['api 1', 'feedback 1', 'sender 1', 'sender 2', 'jobs 2']) {
      const answered = await fetch(`http://127.0.0.1:${it.machine(name).port}/ready`)
      assert.deepEqual([name, answered.status], [name, 200])
    }
    sink.takes(3_000)
    await sink.took(3_000)
    const beside = calls.made()
    await replaceSenders()
    for (const role of ['jobs', 'feedback', 'api'])
      for (const name of [`${role} 1`, `${role} 2`]) {
        await it.route(...serving.filter(each => each !== name))
        await replace(name)
      }
    assert.ok(calls.made() > beside, 'calls went on')
    await it.route(...serving)
    await until(async () => {
      const [row] = await db`select state from campaigns where id = ${running.campaignId}`
      return row!.state === 'sent'
    }, 'the campaign is sent')
    const { made, failures } = await calls.end()
    assert.deepEqual(failures, [])
    const [members] = await db`
      select count(*)::integer as count from subscribers where email like 'new%'`
    assert.equal(members!.count, made, 'each call that was answered is there')

    await db`analyze audience, log, leases`
    const got = await sink.recipients()
    assert.equal(new Set(got).size, got.length, 'no recipient got two')
    const [totals] = await db`select accepted, unknown from campaign_totals where campaign_id = ${running.campaignId}`
    assert.deepEqual(totals, { accepted: recipients, unknown: 0 })
    await assertAccounts(db, running)
  })

  test('cannot go back: this version does not start on the next one’s schema, while one that runs goes on', async () => {
    await assert.rejects(it.start('api 1'), /The database has schema \d+, this program knows up to \d+/)
    await it.route('api 2', 'feedback 1')
    assert.ok(await it.call('User.GetSystemDate', {}))
  })

  const serving = ['api 1', 'api 2', 'feedback 1', 'feedback 2']

  /** As an operator does: SIGTERM, and the next version in its folder and on its port. @param onStopped between the two */
  async function replace(name: string, onStopped?: () => void): Promise<void> {
    runbookCommand('Upgrading', 'systemctl restart')
    assert.equal(await it.machine(name).stop(), 0, it.machine(name).log())
    onStopped?.()
    await it.start(name, name.startsWith('sender') ? toSink() : {}, next.command('start'))
  }

  /** One after the other, in the midst of their work; between, both versions send. */
  async function replaceSenders(): Promise<void> {
    // what is in flight ends; while the next version starts, the other sender does not send all the rest
    sink.takes(Number.MAX_SAFE_INTEGER)
    await replace('sender 1', () => sink.takes(sink.taken() + 500))
    const owners = [1, 2].map(n => `%/${it.machine(`sender ${n}`).pid}/%`)
    await until(async () => {
      const [row] = await database.db`
        select count(distinct owner)::integer as count from leases where not done and owner like any(${owners}::text[])`
      return row!.count === 2
    }, 'both versions have ranges')
    sink.takes(Number.MAX_SAFE_INTEGER)
    await replace('sender 2')
  }

  const toSink = () => ({ LETTERSHOP_TRANSPORT: `smtp://127.0.0.1:${sink.port}/?connections=10` })

  async function makeList(): Promise<string> {
    const ClientID = await it.call<string>('Client.Create', {
      CompanyName: 'Bloom',
      ContactName: 'Carla',
      EmailAddress: 'carla@bloom.example',
      Country: 'Germany',
      Timezone: 'Europe/Berlin',
    })
    const ListID = await it.call<string>('List.Create', {
      ClientID,
      Title: 'Spring',
      UnsubscribePage: '',
      ConfirmOptIn: false,
      ConfirmationSuccessPage: '',
    })
    await fillList(database.db, ListID, recipients)
    return ListID
  }

  async function sendToList(ListID: string): Promise<CampaignKey> {
    const [list] = await database.db<{ publicId: string }[]>`
      select c.public_id from clients c join lists l on l.client_id = c.id where l.public_id = ${ListID}`
    const letter = { ClientID: list!.publicId, ListID, CampaignName: 'News', HtmlUrl: `${web.url}/letter.html` }
    const running = await keyOfCampaign(database.db, await sendTo(it.call, letter))
    await until(
      async () => (await database.db`select from campaign_totals where campaign_id = ${running.campaignId}`).length > 0,
      'it is planned',
    )
    return running
  }

  /** Adds one subscriber after the other, through nginx, until the test ends it. */
  function keepCalling(ListID: string) {
    const failures: string[] = []
    let made = 0
    let isOver = false
    const all = (async () => {
      while (!isOver) {
        const answer = await post('Subscriber.Add', { ListID, Email: `new${made}@reader.example`, Name: '' })
        if (answer.startsWith('200')) made++
        else failures.push(answer)
        if (failures.length > 10) return
      }
    })()
    return {
      made: () => made,
      async end() {
        isOver = true
        await all
        return { made, failures }
      },
    }
  }

  /** On a connection of its own: nginx closes those that wait when it is given another configuration. */
  function post(operation: string, params: object): Promise<string> {
    return new Promise(resolve => {
      const asked = request(
        `${it.url}/api/json/${operation}`,
        {
          method: 'POST',
          agent: new Agent({ keepAlive: false }),
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${it.apiKey}` },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8').on('data', chunk => (text += chunk))
          answer.on('end', () => resolve(`${answer.statusCode} ${text}`))
        },
      )
      asked.on('error', error => resolve(`${error}`))
      asked.end(JSON.stringify(params))
    })
  }
})

async function tablesOf({ db }: TestDatabase): Promise<readonly string[]> {
  const rows = await db<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'`
  return rows.map(({ name }) => name)
}
