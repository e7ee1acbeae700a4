import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seed, type World } from '../../test/harness/seed.ts'
import { rightSet } from '../contract/rights.ts'
import type { Principal } from '../domain/access/principal.ts'
import { readAccountOverview } from '../domain/accounts/account-overview.ts'
import { theService } from '../store/campaigns/campaign-history.ts'
import { accountOverviews } from './account-overview.ts'

const start = new Date('2026-02-10T12:00:00Z')
let now = start
const { db, call, refused } = await operationsTest(accountOverviews, () => ({ now: () => now }))

let world: World
beforeEach(async () => {
  world = await seed(db)
  await db`update clients set company_name = 'Zero' where id = ${world.client.clientId}`
  now = start
})

async function addClient(name: string, more: { heldAt?: Date; deletedAt?: Date } = {}): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, held_at, deleted_at)
    values (${world.accountId}, ${name}, 'C', ${`${name.toLowerCase()}@c.example`}, 'Germany', 'Europe/Berlin', 'Berlin',
      ${more.heldAt ?? null}, ${more.deletedAt ?? null})
    returning id`
  return row!.id
}

let campaigns = 0

async function addCampaign(clientId: number, state: string, dates: { dueAt?: string; startedAt?: string } = {}) {
  const [row] = await db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, due_at, started_at)
    values (${clientId}, ${`Campaign ${++campaigns}`}, 'News', 'C', 'c@c.example', 'c@c.example', '', '', ${state},
      ${dates.dueAt ?? null}::text::timestamptz, ${dates.startedAt ?? null}::text::timestamptz)
    returning id`
  return row!.id
}

async function addPaused(clientId: number, action: string, loginId: number) {
  const campaignId = await addCampaign(clientId, 'paused', { startedAt: '2026-01-05' })
  await db`
    insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state)
    values (${clientId}, ${campaignId}, ${now}, ${action}, ${loginId}, '', '', '', 'sending', 'paused')`
}

async function warn(clientId: number, daysAgo: number, releasedDaysAgo?: number) {
  const at = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await db`
    insert into complaint_alarms (client_id, kind, at, complaints, mails) values (${clientId}, 'warning', ${at(daysAgo)}, 5, 1000)`
  if (releasedDaysAgo !== undefined)
    await db`
      insert into complaint_alarms (client_id, kind, at, complaints, mails, released_at)
      values (${clientId}, 'hold', ${at(daysAgo)}, 5, 1000, ${at(releasedDaysAgo)})`
}

const addDomain = (clientId: number, checkedAt: Date | null, verifiedAt: Date | null) => db`
  insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public, checked_at, verified_at)
  values (${clientId}, ${`d${++campaigns}.example`}, 's', '', '', '', '', ${checkedAt}, ${verifiedAt})`

async function addRequest(clientId: number, state: string) {
  const campaignId = await addCampaign(clientId, 'draft')
  await db`
    insert into campaign_approvals (client_id, campaign_id, revision, fingerprint, state, requested_at, requested_by, request_comment)
    values (${clientId}, ${campaignId}, 1, '', ${state}, ${now}, 'Carla', '')`
}

const addWebhook = (clientId: number, pausedAt: Date | null) => db`
  insert into webhooks (client_id, public_id, url, types, secret, published_to, paused_at)
  values (${clientId}, gen_random_uuid(), 'https://hooks.example/', '{}', '', 0, ${pausedAt})`

async function addImport(clientId: number, state: string, daysAgo: number, listId?: number) {
  const at = new Date(now.getTime() - daysAgo * 86_400_000)
  const [list] =
    listId === undefined
      ? await db<{ id: number }[]>`
          insert into lists (client_id, title, confirm_opt_in) values (${clientId}, ${`List ${++campaigns}`}, false) returning id`
      : [{ id: listId }]
  await db`
    insert into imports (client_id, list_id, file_name, bytes, sha256, consent, created_by, state, ended_at)
    values (${clientId}, ${list!.id}, 'people.csv', 1, '', '{}', '{}', ${state}, ${at})`
  return list!.id
}

const ask = (params: object = {}, ApiKey = world.accountKey) => call('Account.GetOverview', { ApiKey, ...params })
const rows = async (params: object = {}) => rowsOf((await ask(params)).Clients)

/** One client for each reason, and some that only look like it. */
async function busyAccount() {
  await addClient('Gone', { deletedAt: now, heldAt: now })
  await addClient('Held', { heldAt: now })
  await warn(await addClient('Warned'), 6)
  await warn(await addClient('Warned long ago'), 8)
  await warn(await addClient('Released'), 3, 2)
  await addPaused(await addClient('Stopped'), 'pause', theService.loginId)
  await addPaused(await addClient('Complained of'), 'hold', theService.loginId)
  await addPaused(await addClient('Paused by Carla'), 'pause', 7)
  await addDomain(await addClient('Broken'), now, null)
  await addDomain(await addClient('Unchecked'), null, null)
  await addDomain(await addClient('Fine'), now, now)
  await addWebhook(await addClient('Silent'), now)
  await addWebhook(await addClient('Loud'), null)
  await addImport(await addClient('Unread'), 'failed', 6)
  await addImport(await addClient('Unread long ago'), 'failed', 8)
  const again = await addClient('Read at last')
  await addImport(again, 'done', 1, await addImport(again, 'failed', 2))
  await addCampaign(await addClient('Sending'), 'sending', { startedAt: '2026-02-10' })
  await addCampaign(await addClient('Next week'), 'scheduled', { dueAt: '2026-02-17T08:00:00Z' })
  await addCampaign(await addClient('Tomorrow'), 'scheduled', { dueAt: '2026-02-11T08:00:00Z' })
  await addRequest(await addClient('Asked'), 'requested')
  await addRequest(await addClient('Decided'), 'rejected')
  const much = await addClient('Much', { heldAt: now })
  await addWebhook(much, now)
  await addCampaign(much, 'scheduled', { dueAt: '2026-03-01T08:00:00Z' })
}

const sorted = [
  ['Much', ['Held', 'WebhookPaused', 'Scheduled'], '2026-03-01 09:00:00'],
  ['Held', ['Held'], null],
  ['Warned', ['ComplaintsHigh'], null],
  ['Complained of', ['CampaignPaused'], null],
  ['Stopped', ['CampaignPaused'], null],
  ['Asked', ['ApprovalAsked'], null],
  ['Broken', ['DomainBroken'], null],
  ['Silent', ['WebhookPaused'], null],
  ['Unread', ['ImportFailed'], null],
  ['Sending', ['Sending'], null],
  ['Tomorrow', ['Scheduled'], '2026-02-11 09:00:00'],
  ['Next week', ['Scheduled'], '2026-02-17 09:00:00'],
  ...[
    'Decided',
    'Fine',
    'Loud',
    'Paused by Carla',
    'Read at last',
    'Released',
    'Unchecked',
    'Unread long ago',
    'Warned long ago',
    'Zero',
  ].map(name => [name, [], null]),
]

test('clients come in the order of what they need, then of their next campaign, then by name', async () => {
  await busyAccount()
  const found = await rows()
  assert.deepEqual(
    found.map(({ Name, Reasons, NextDate }) => [Name, Reasons, NextDate]),
    sorted,
  )
})

test('pages hold each client once', async () => {
  await busyAccount()
  for (const Limit of [1, 4, 17]) {
    const names: string[] = []
    let Cursor = ''
    for (let n = 0; n < 30; n++) {
      const page = await ask({ Cursor, Limit })
      names.push(...rowsOf(page.Clients).map(({ Name }) => Name!))
      assert.equal(page.Month === null, Cursor !== '', 'the month is on the first page alone')
      Cursor = page.NextCursor!
      if (Cursor === '') break
    }
    assert.deepEqual(
      names,
      sorted.map(([name]) => name),
    )
  }
})

test('a caller sees the clients it reaches, and of each what its rights there show', async () => {
  await busyAccount()
  const ids = await db<{ id: number; companyName: string }[]>`
    select id, company_name from clients where account_id = ${world.accountId}`
  const idOf = (name: string) => ids.find(({ companyName }) => companyName === name)!.id
  const caller = (...grants: Principal['grants']): Principal => ({
    kind: 'login',
    id: 1,
    loginId: 1,
    username: 'x',
    accountId: world.accountId,
    grants,
  })
  const seen = async (principal: Principal) => {
    const { rows: found, month } = await readAccountOverview(db, principal, { cursor: null, limit: 0 }, now)
    return [month !== undefined, ...found.map(({ companyName, needs }) => `${companyName}: ${needs.join()}`)]
  }
  const view = { clientId: idOf('Much'), rights: rightSet(['View']) }
  assert.deepEqual(await seen(caller(view)), [false, 'Much: '])
  const events = { clientId: idOf('Much'), rights: rightSet(['View', 'Events']) }
  const draft = { clientId: idOf('Held'), rights: rightSet(['View', 'Draft']) }
  const reports = { clientId: idOf('Tomorrow'), rights: rightSet(['View', 'ReadReports']) }
  assert.deepEqual(await seen(caller(events, draft, reports)), [
    false,
    'Held: held',
    'Much: webhook',
    'Tomorrow: scheduled',
  ])
  const imports = (name: string) => ({ clientId: idOf(name), rights: rightSet(['View', 'Import']) })
  assert.deepEqual(await seen(caller(imports('Unread'), imports('Silent'))), [false, 'Unread: import', 'Silent: '])
  assert.deepEqual(await seen(caller()), [false])
  // the login of a client sees that client; those of other accounts are not there
  const own = rowsOf((await ask({}, world.clientKey)).Clients)
  assert.deepEqual(
    own.map(({ Name }) => Name),
    ['Zero'],
  )
})

test('the month counts the campaigns that began in it by the account’s calendar, deleted ones too, and is counted anew when it is old', async () => {
  await db`update accounts set time_zone = 'Europe/Berlin' where id = ${world.accountId}`
  const { clientId } = world.client
  const addSent = async (startedAt: string, accepted: number) => {
    const campaignId = await addCampaign(clientId, 'sent', { startedAt })
    await db`
      insert into campaign_totals (client_id, campaign_id, recipients, accepted) values (${clientId}, ${campaignId}, ${accepted}, ${accepted})`
    return campaignId
  }
  await addSent('2026-01-31T22:59:59Z', 1000)
  await addSent('2026-01-31T23:00:00Z', 10)
  const deleted = await addSent('2026-02-05T10:00:00Z', 1)
  await db`update campaigns set deleted_at = now() where id = ${deleted}`
  const month = async () => (await ask({ Limit: 1 })).Month
  assert.deepEqual(await month(), {
    Month: '2026-02',
    CampaignsSent: 2,
    Accepted: 11,
    CountedDate: '2026-02-10 13:00:00',
  })

  await addSent('2026-02-10T12:00:00Z', 100)
  assert.equal((await month())!.Accepted, 11)
  const jobs = async () => (await db`select 1 from graphile_worker.jobs where task_identifier = 'accountMonth'`).length
  assert.equal(await jobs(), 0)
  now = new Date(start.getTime() + 10 * 60_000)
  for (let n = 0; n < 3; n++) assert.equal((await month())!.Accepted, 11)
  assert.equal(await jobs(), 1, 'it is asked for once')
  now = new Date(start.getTime() + 61 * 60_000)
  assert.deepEqual(await month(), {
    Month: '2026-02',
    CampaignsSent: 3,
    Accepted: 111,
    CountedDate: '2026-02-10 14:01:00',
  })
  now = new Date('2026-03-01T00:00:00Z')
  assert.deepEqual(await month(), {
    Month: '2026-03',
    CampaignsSent: 0,
    Accepted: 0,
    CountedDate: '2026-03-01 01:00:00',
  })
})

test('an invalid cursor or limit is refused', async () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const Cursor of [
    'x',
    cursor([0, 1, 'a', 1]),
    cursor([11, 1, 'a', 1]),
    cursor([1, 1, 2, 1]),
    cursor([1, 1.5, 'a', 1]),
  ])
    await refused('Account.GetOverview', { ApiKey: world.accountKey, Cursor }, 'InvalidParameter')
  await refused('Account.GetOverview', { ApiKey: world.accountKey, Limit: 1001 }, 'InvalidParameter')
  await refused('Account.GetOverview', { ApiKey: 'x' }, 'InvalidApiKey')
})
