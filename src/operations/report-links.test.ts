import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Caller, caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seedReported } from '../../test/harness/report.ts'
import { seed, testKeys, type World } from '../../test/harness/seed.ts'
import type { ReportLink } from '../contract/groups/report-links.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { linkPlaces } from '../delivery/content/link-places.ts'
import { contentTasksHere } from '../delivery/content/tasks.ts'
import type { CampaignRef } from '../domain/access/access.ts'
import { mostReportLinks } from '../domain/campaigns/reports/report-links.ts'
import { mailLinks } from '../domain/tokens/mail-links.ts'
import { tokens } from '../domain/tokens/tokens.ts'
import { TaskFault } from '../lib/tasks.ts'
import { purge } from '../store/purge.ts'
import { reportLinks } from './report-links.ts'

let database: TestDatabase
let world: World
let campaign: CampaignRef
let calls: Caller
before(async () => {
  database = await freshDatabase()
  calls = caller(database.db, reportLinks)
  world = await seed(database.db)
  campaign = await seedReported(database.db, world.client, world.list.listId)
})
after(() => database.drop())

const targetOf = ({ campaignPublicId } = campaign) => ({ ApiKey: world.accountKey, CampaignID: campaignPublicId })
const share = (more = {}, from = campaign) => calls.call('Report.Share', { ...targetOf(from), ...more })
const inDays = async (days: number) => {
  const [row] = await database.db`
    select to_char((now() + make_interval(days => ${days})) at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI:SS') as date`
  return row!.date as string
}
async function page(given: object = {}, from = campaign) {
  const { ReportLinks, NextCursor } = await calls.call('Report.ListLinks', { ...targetOf(from), ...given })
  return { links: ReportLinks as readonly OutputOf<typeof ReportLink>[], NextCursor } // the handler yields no stream
}
const linkOf = async (id: string) => (await page()).links.find(({ ReportLinkID }) => ReportLinkID === id)!

test('a shared report has a signed link for 90 days, in the language of its list', async () => {
  await database.db`update lists set language = 'fr' where id = ${world.list.listId}`
  const shared = await share({ Label: ' The board ' })
  const token = /\/r\/([\w-]{36})$/.exec(shared.URL!)![1]!
  const [row] = await database.db`select id from report_links where public_id = ${shared.ReportLinkID!}`
  assert.deepEqual(tokens(testKeys).verify('report', token), [campaign.clientId, row!.id])
  assert.equal(tokens(testKeys).verify('recipient', token), undefined)
  assert.equal(shared.Language, 'fr')
  assert.equal(shared.ExpiresDate!.slice(0, 10), (await inDays(90)).slice(0, 10))
  const { CreatedDate, ...listed } = await linkOf(shared.ReportLinkID!)
  assert.match(CreatedDate!, /^\d{4}-/)
  assert.deepEqual(listed, {
    ReportLinkID: shared.ReportLinkID,
    Label: 'The board',
    State: 'Active',
    Language: 'fr',
    CreatedBy: listed.CreatedBy,
    ExpiresDate: shared.ExpiresDate,
    RevokedDate: '',
    Views: 0,
    LastViewedDate: '',
  })
  assert.ok(!JSON.stringify(await calls.call('Report.ListLinks', targetOf())).includes(token), 'the link is shown once')
})

test('the language and the end can be chosen', async () => {
  const ExpiresDate = await inDays(365)
  const { Language, ...shared } = await share({ Language: 'de-AT', ExpiresDate })
  assert.deepEqual([Language, shared.ExpiresDate], ['de', ExpiresDate])
})

test('the places of the links are read when the report is shared', async () => {
  const { ReportLinkID } = await share()
  const [row] = await database.db`select link_places from report_links where public_id = ${ReportLinkID!}`
  assert.deepEqual(
    (row!.linkPlaces as { number: number; text: string; times: number }[]).map(({ number, text, times }) => [
      number,
      text,
      times,
    ]),
    [
      [1, 'Tulips in red', 2],
      [2, 'Bulbs & more', 1],
      [3, 'Garden day', 1],
      [4, 'About us', 1],
    ],
  )
})

test('a mail that cannot be read gives a report without places', async () => {
  const contentTasks = { ...contentTasksHere, linkPlaces: () => Promise.reject(new TaskFault('too slow')) }
  const other = caller(database.db, reportLinks, { findLinkPlaces: linkPlaces({ db: database.db, contentTasks }) })
  const { ReportLinkID } = await other.call('Report.Share', targetOf())
  const [row] = await database.db`select link_places from report_links where public_id = ${ReportLinkID!}`
  assert.deepEqual(row!.linkPlaces, [])
})

test('what cannot be shared is refused and leaves nothing', async () => {
  const given = targetOf()
  await calls.refused('Report.Share', { ...given, Label: 'x'.repeat(101) }, 'ValueTooLong')
  await calls.refused('Report.Share', { ...given, Label: 'a\nb' }, 'InvalidCharacters')
  await calls.refused('Report.Share', { ...given, Language: 'tlh' }, 'InvalidLanguage')
  for (const ExpiresDate of ['soon', '2020-01-01', await inDays(-1), await inDays(367)])
    await calls.refused('Report.Share', { ...given, ExpiresDate }, 'InvalidDate')
  const draft = await seedReported(database.db, world.client, world.list.listId, { name: 'Draft' })
  await database.db`update campaigns set state = 'draft', started_at = null, finished_at = null where id = ${draft.campaignId}`
  await calls.refused('Report.Share', targetOf(draft), 'CampaignNotStarted')
  const nowhere = caller(database.db, reportLinks, { mailLinks: mailLinks(null, true, () => 'http://127.0.0.1:1') })
  await nowhere.refused('Report.Share', given, 'PublicUrlRequired')
})

test('a campaign has a bounded number of links that work', async () => {
  const crowded = await seedReported(database.db, world.client, world.list.listId, { name: 'Crowded' })
  await database.db`
    insert into report_links (client_id, campaign_id, label, language, created_by, expires_at, link_places)
    select ${crowded.clientId}, ${crowded.campaignId}, '', 'en', 'carla', now() + interval '1 day', '[]'
    from generate_series(1, ${mostReportLinks - 1})`
  const all = await Promise.allSettled([share({}, crowded), share({}, crowded), share({}, crowded)])
  assert.deepEqual(all.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  await calls.refused('Report.Share', targetOf(crowded), 'TooManyReportLinks')
  const { links } = await page({ Limit: 1 }, crowded)
  await calls.call('Report.Revoke', { ...targetOf(crowded), ReportLinkID: links[0]!.ReportLinkID! })
  await share({}, crowded)
})

test('a revoked link stays revoked, and revoking again changes nothing', async () => {
  const { ReportLinkID } = await share()
  await calls.call('Report.Revoke', { ...targetOf(), ReportLinkID })
  const first = await linkOf(ReportLinkID!)
  assert.equal(first.State, 'Revoked')
  await calls.call('Report.Revoke', { ...targetOf(), ReportLinkID: ReportLinkID!.toUpperCase() })
  assert.deepEqual(await linkOf(ReportLinkID!), first)
})

test('a link belongs to its campaign', async () => {
  const { ReportLinkID } = await share()
  const other = await seedReported(database.db, world.client, world.list.listId, { name: 'Other' })
  for (const id of [ReportLinkID, '0'.repeat(32), '', null])
    await calls.refused('Report.Revoke', { ...targetOf(other), ReportLinkID: id ?? null }, 'UnknownReportLink')
  assert.equal((await linkOf(ReportLinkID!)).State, 'Active')
  const stranger = await seed(database.db)
  await calls.refused('Report.ListLinks', { ...targetOf(), ApiKey: stranger.accountKey }, 'InvalidCampaignId')
})

test('links are listed newest first, page by page, those that ended too', async () => {
  const listed = await seedReported(database.db, world.client, world.list.listId, { name: 'Listed' })
  const made: string[] = []
  for (const Label of ['one', 'two', 'three']) made.unshift((await share({ Label }, listed)).ReportLinkID!)
  await database.db`update report_links set expires_at = now() where public_id = ${made[2]!}`
  const found: string[] = []
  let Cursor = ''
  do {
    const { links, NextCursor } = await page({ Cursor, Limit: 2 }, listed)
    found.push(...links.map(link => `${link.Label} ${link.State}`))
    Cursor = NextCursor!
  } while (Cursor !== '')
  assert.deepEqual(found, ['three Active', 'two Active', 'one Expired'])
  await calls.refused('Report.ListLinks', { ...targetOf(listed), Cursor: 'WzEsMl0' }, 'InvalidParameter')
})

test('sharing and revoking stand in the audit log with the link, and no log holds its token', async () => {
  const { ReportLinkID, URL } = await share({ Label: 'for the log' })
  await calls.call('Report.Revoke', { ...targetOf(), ReportLinkID })
  const rows = await database.db<{ operation: string; row: string }[]>`
    select operation, t::text as row from audit_log t where subject like ${`%ReportLinkID ${ReportLinkID}%`} order by id`
  assert.deepEqual(
    rows.map(({ operation }) => operation),
    ['Report.Share', 'Report.Revoke'],
  )
  for (const { row } of rows) assert.ok(!row.includes(URL!.split('/r/')[1]!))
})

test('a call that is repeated with its Idempotency-Key shares once and yields the same link', async () => {
  const once = { idempotencyKey: 'share once' }
  const first = await calls.call('Report.Share', { ...targetOf(), Label: 'once' }, once)
  assert.deepEqual(await calls.call('Report.Share', { ...targetOf(), Label: 'once' }, once), first)
  assert.equal((await database.db`select 1 from report_links where label = 'once'`).length, 1)
})

test('links go when their campaign is purged', async () => {
  const gone = await seedReported(database.db, world.client, world.list.listId, { name: 'Gone' })
  await share({}, gone)
  const left = () => database.db`select 1 from report_links where campaign_id = ${gone.campaignId}`
  assert.equal((await left()).length, 1)
  await database.db`update campaigns set deleted_at = now() - interval '31 days' where id = ${gone.campaignId}`
  await purge(database.db)
  assert.equal((await left()).length, 0)
})
