import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import PostalMime from 'postal-mime'
import { type Caller, caller } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { itemsOf } from '../../../test/harness/items.ts'
import { testMailLinks } from '../../../test/harness/mail-links.ts'
import { seedPerson } from '../../../test/harness/people.ts'
import { seedReported } from '../../../test/harness/report.ts'
import { seed, testKeys, type World } from '../../../test/harness/seed.ts'
import type { Outcome } from '../../delivery/outcome.ts'
import { noticeSender } from '../../delivery/system-mail/notices.ts'
import { reportMailJobs } from '../../delivery/system-mail/report-mails.ts'
import type { Message } from '../../delivery/transport.ts'
import { createLog } from '../../lib/log.ts'
import { handlers } from '../../operations/handlers.ts'
import type { Jobs } from '../../store/jobs/jobs.ts'
import { languages } from '../texts/texts.ts'
import { readReturnAddress } from '../tokens/return-addresses.ts'
import { tokens as tokensOf } from '../tokens/tokens.ts'
import { workOnReports } from './worker.ts'

let it: TestDatabase
let world: World
let api: Caller
const tokens = tokensOf(testKeys)
before(async () => {
  it = await freshDatabase()
  world = await seed(it.db)
  api = caller(it.db, handlers)
})
after(() => it.drop())
beforeEach(async () => {
  for (const table of ['report_mails', 'report_runs', 'report_recipients', 'report_mailings', 'report_links'])
    await it.db.unsafe(`delete from ${table}`)
  await it.db`update campaigns set deleted_at = now()`
  await it.db`update clients set deleted_at = null`
  await taken('reportMail')
  await taken('reportAskMail')
})

const parts = { tokens, mailLinks: testMailLinks, findLinkPlaces: async () => [], log: createLog('silent') }
const work = (over: Partial<Parameters<typeof workOnReports>[0]> = {}) =>
  workOnReports({ ...parts, db: it.db, ...over }, new AbortController().signal)

async function set(given: object): Promise<void> {
  await api.call('ReportMail.Set', {
    ...{ ApiKey: world.accountKey, ClientID: world.client.clientPublicId, Monthly: false, AfterCampaigns: false },
    ...{ DaysAfter: 0, Language: 'en', Addresses: [], ...given },
  })
}

async function get() {
  const found = await api.call('ReportMail.Get', {
    ...{ ApiKey: world.accountKey, ClientID: world.client.clientPublicId },
  })
  return { problem: found.Problem, recipients: itemsOf(found.Recipients) }
}

/** As if the mails had been switched on so long ago. */
const since = (age: string) => it.db`update report_mailings set since = now() - ${age}::interval, next_at = now()`
const dueNow = () => it.db`update report_mailings set next_at = now()`

async function taken<Name extends 'reportMail' | 'reportAskMail'>(name: Name): Promise<Jobs[Name][]> {
  const rows = await it.db`
    select j.id, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name} order by j.id`
  await it.db`delete from graphile_worker._private_jobs where id = any(${rows.map(({ id }) => id as number)}::bigint[])`
  return rows.map(({ payload }) => payload as Jobs[Name])
}

function jobs(outcome: Outcome['kind'] | (() => Promise<Outcome>) = 'accepted') {
  const sent: Message[] = []
  const transport = {
    concurrency: 1,
    async send(message: Message) {
      sent.push(message)
      return typeof outcome === 'function' ? outcome() : ({ kind: outcome, code: 250, answer: 'so' } as Outcome)
    },
    async close() {},
  }
  const send = noticeSender({ transport, log: createLog('silent') })
  const bounceDomain = 'bounces.test'
  const run = reportMailJobs({
    db: it.db,
    tokens,
    mailLinks: testMailLinks,
    contentUrl: null,
    from: null,
    bounceDomain,
    send,
  })
  return { sent, ...run }
}

const states = async () => (await it.db<{ state: string }[]>`select state from report_mails`).map(({ state }) => state)
async function person() {
  const { id } = await seedPerson(it.db, world.accountId, 'Client', world.client.clientId)
  const [row] = await it.db<{ email: string; address: string }[]>`select email, address from people where id = ${id}`
  return { id, ...row! }
}
const campaign = (daysAgo: number, over = {}) =>
  seedReported(it.db, world.client, world.list.listId, { daysAgo, ...over })

test('a campaign is reported once, so many days after its end, to people of the client', async () => {
  const rosa = await person()
  await set({ AfterCampaigns: true, DaysAfter: 3, Addresses: [rosa.email] })
  await since('20 days')
  await campaign(1, { name: 'Too fresh' })
  const old = await campaign(6, { name: 'Spring & <more>' })
  await campaign(30, { name: 'From before' })
  await work()
  const [mail, ...others] = await taken('reportMail')
  assert.deepEqual(others, [])
  const runs = await it.db`select campaign_id from report_runs`
  assert.deepEqual(
    runs.map(row => row.campaignId),
    [old.campaignId],
  )
  await dueNow()
  await work()
  assert.deepEqual(await taken('reportMail'), [])

  const { sent, reportMail } = jobs()
  await reportMail(mail!)
  await reportMail(mail!)
  assert.equal(sent.length, 1, 'a job that runs twice mails once')
  assert.equal(sent[0]!.to, rosa.email)
  const { runId, recipientId } = mail!
  assert.deepEqual(readReturnAddress(sent[0]!.from, { tokens, domain: 'bounces.test' }), {
    ...{ route: 'report', clientId: world.client.clientId, runId, recipientId },
  })
  const parsed = await PostalMime.parse(sent[0]!.data)
  assert.equal(parsed.subject, 'Report: Spring & <more>')
  assert.match(parsed.text ?? '', /people opened it: 36%/)
  assert.ok(parsed.html?.includes('Spring &amp; &lt;more&gt;'))
  assert.ok(!parsed.html?.includes('<more>'))
  const [, token] = /http:\/\/mails\.test\/r\/([\w-]+)/.exec(parsed.text ?? '')!
  const [link] = await it.db`select id, label, language from report_links where campaign_id = ${old.campaignId}`
  assert.deepEqual(tokens.verify('report', token!), [world.client.clientId, link!.id])
  assert.ok(parsed.headers.some(({ key, value }) => key === 'list-unsubscribe' && value.includes('/rs/')))
})

test('a mail whose hand-over a crash cut off is not sent again; one that was not taken is', async () => {
  const rosa = await person()
  await set({ AfterCampaigns: true, Addresses: [rosa.email] })
  await since('20 days')
  await campaign(6)
  await work()
  const [mail] = await taken('reportMail')
  await assert.rejects(jobs('deferred').reportMail(mail!), /not taken yet/)
  assert.deepEqual(await states(), ['planned'])
  await it.db`update report_mails set state = 'handing over'`
  const after = jobs()
  await after.reportMail(mail!)
  assert.deepEqual(after.sent, [])
  await it.db`update report_mails set state = 'planned'`
  await after.reportMail(mail!)
  assert.deepEqual(await states(), ['accepted'])
})

test('nothing is sent once the report or its link is withdrawn, the client or campaign deleted, the recipient gone, or it bounced', async () => {
  const rosa = await person()
  const { clientId } = world.client
  const endings: ((runId: number) => Promise<unknown>)[] = [
    () => it.db`update report_runs set revoked_at = now()`,
    () => it.db`update report_links set revoked_at = now()`,
    () => it.db`update clients set deleted_at = now() where id = ${clientId}`,
    () => it.db`update campaigns set deleted_at = now()`,
    () => set({ AfterCampaigns: true, Addresses: [] }),
    () => it.db`update report_recipients set state = 'stopped'`,
    () => it.db`
      insert into suppressions (client_id, address, email, reason, at) values (${clientId}, ${rosa.address}, ${rosa.email}, 'bounced', now())`,
    () => it.db`delete from grants where person_id = ${rosa.id}`,
  ]
  for (const end of endings) {
    await it.db`delete from suppressions`
    await it.db`update clients set deleted_at = null`
    await it.db`delete from report_recipients`
    await it.db`delete from report_runs`
    await set({ AfterCampaigns: true, Addresses: [rosa.email] })
    await since('20 days')
    await campaign(6)
    await work()
    const mails = await taken('reportMail')
    assert.ok(mails.length > 0, String(end))
    await end(mails[0]!.runId)
    const { sent, reportMail } = jobs()
    for (const mail of mails) await reportMail(mail)
    assert.deepEqual(sent, [], String(end))
  }
})

test('an address that is refused gets no further report', async () => {
  const rosa = await person()
  await set({ AfterCampaigns: true, Addresses: [rosa.email] })
  await since('20 days')
  await campaign(6)
  await work()
  for (const mail of await taken('reportMail')) await jobs('refused').reportMail(mail)
  assert.deepEqual(await states(), ['refused'])
  assert.deepEqual(
    (await get()).recipients.map(({ State }) => State),
    ['Bounced'],
  )
  await campaign(5)
  await dueNow()
  await work()
  assert.deepEqual(await taken('reportMail'), [])
})

test('an address of no person is asked first, once, and gets nothing before it confirms', async () => {
  await set({ AfterCampaigns: true, Addresses: ['Board@Bloom.example'] })
  await since('20 days')
  const asks = await taken('reportAskMail')
  assert.equal(asks.length, 1)
  await set({ AfterCampaigns: true, Addresses: ['board@bloom.example'] })
  await taken('reportAskMail')
  const { sent, reportAskMail } = jobs()
  await reportAskMail(asks[0]!)
  await reportAskMail(asks[0]!)
  assert.equal(sent.length, 1)
  const { text } = await PostalMime.parse(sent[0]!.data)
  const named = readReturnAddress(sent[0]!.from, { tokens, domain: 'bounces.test' })
  assert.deepEqual(named, {
    route: 'report',
    clientId: world.client.clientId,
    runId: 0,
    recipientId: asks[0]!.recipientId,
  })
  const [, token] = /http:\/\/mails\.test\/rc\/([\w-]+)/.exec(text ?? '')!
  assert.deepEqual(tokens.verify('report mail', token!), [world.client.clientId, asks[0]!.recipientId])
  await campaign(6)
  await dueNow()
  await work()
  assert.deepEqual(await taken('reportMail'), [])
  await set({ AfterCampaigns: true, Addresses: ['board@bloom.example'] })
  assert.deepEqual(await taken('reportAskMail'), [], 'who was asked is not asked again')
})

test('the month that ended is reported once; a month without a campaign, and one before the mails were set, are not', async () => {
  const rosa = await person()
  await set({ Monthly: true, Addresses: [rosa.email] })
  await it.db`update clients set time_zone = 'Etc/UTC'`
  const [{ days } = { days: 0 }] = await it.db<{ days: number }[]>`
    select ((now() at time zone 'UTC')::date - (date_trunc('month', now() at time zone 'UTC') - interval '10 days')::date)::integer as days`
  const isAfterEight =
    await it.db`select 1 where now() at time zone 'UTC' >= date_trunc('month', now() at time zone 'UTC') + interval '8 hours'`
  await campaign(days, { name: 'Of last month' })
  await work()
  assert.deepEqual(await taken('reportMail'), [], 'switched on in this month')
  await since('70 days')
  await work()
  const mails = await taken('reportMail')
  assert.equal(mails.length, isAfterEight.length)
  await dueNow()
  await work()
  assert.deepEqual(await taken('reportMail'), [])
  for (const { language } of languages) {
    await it.db`update report_runs set language = ${language}`
    await it.db`update report_mails set state = 'planned'`
    const { sent, reportMail } = jobs()
    for (const mail of mails) await reportMail(mail)
    for (const message of sent) {
      const { text, html } = await PostalMime.parse(message.data)
      assert.match(text ?? '', /Of last month/)
      assert.match(text ?? '', /\/rm\/[\w-]{36}/)
      assert.doesNotMatch(`${text}${html}`, /undefined|NaN|\[object/)
    }
  }
})

test('while the database may be older than its mails nothing is made; a missing public URL is a problem that is shown', async () => {
  const rosa = await person()
  await set({ AfterCampaigns: true, Addresses: [rosa.email] })
  await since('20 days')
  await campaign(6)
  await work({ holds: async () => ['restored'] })
  assert.deepEqual(await taken('reportMail'), [])
  await work({ mailLinks: { base: () => undefined, leaveThisMachine: true } })
  assert.deepEqual(await taken('reportMail'), [])
  assert.match((await get()).problem ?? '', /LETTERSHOP_PUBLIC_URL/)
})
