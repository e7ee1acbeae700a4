/**
 * What is there before the scenario begins and no call can make: bounced and deleted members, a campaign that was sent,
 * another account. Dates are local ones of the past, so that they are answered as they stand here.
 */
import { randomBytes } from 'node:crypto'
import { keyHash } from '../../src/domain/access/keys.ts'
import { mostComments } from '../../src/domain/campaigns/approval/comments.ts'
import { mostSenders } from '../../src/domain/campaigns/drafting/senders.ts'
import { mostTestGroups } from '../../src/domain/campaigns/mails/test-groups.ts'
import { mostReportLinks } from '../../src/domain/campaigns/reports/report-links.ts'
import { exportLimits } from '../../src/domain/exports/exports.ts'
import { mostFeeds } from '../../src/domain/feeds/feeds.ts'
import { mostForms } from '../../src/domain/forms/forms.ts'
import { mostImages } from '../../src/domain/images/images.ts'
import { mostSeries } from '../../src/domain/series/series.ts'
import { mostBlocks } from '../../src/domain/templates/blocks.ts'
import { decideRequest, insertRequest } from '../../src/store/campaigns/approvals.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { transaction } from '../../src/store/connection/transaction.ts'
import type { CampaignKey } from '../../src/store/keys.ts'
import { mostTagsOfClient } from '../../src/store/tags/tags.ts'
import { png } from '../harness/images.ts'
import { seedKey } from '../harness/people.ts'
import { seedUpload } from '../harness/uploaded.ts'
import { zipOf } from '../harness/zip.ts'
import { insertBulkChanges, insertManyBulkChanges } from './bulk-changes.ts'
import { insertExports, insertManyExports } from './exports.ts'
import { insertImports, insertManyImports } from './imports.ts'
import { insertTeam } from './team.ts'
import { local, timeZone } from './zone.ts'

/** Name in the scenario → id or key. */
export type World = Readonly<Record<string, string>>

export async function prepareWorld(db: Database): Promise<World> {
  const [account] = await db`select id from accounts`
  const accountId: number = account!.id
  const client = await insertClient(db, accountId, 'Bloom & Co', 'office@bloom.example')
  const reportsKey = await insertLogin(db, accountId, client.id, 'bloom')

  const readers = await insertList(db, client.id, 'Readers')
  await insertFields(db, client.id, readers.id)
  const ids = new Map<string, number>()
  for (const [name, state, at, fields] of members)
    ids.set(name, await insertMember(db, client.id, readers.id, { name, state, at, fields }))
  await countMembers(db, client.id, readers.id)

  const optInList = await insertList(db, client.id, 'Waiting room', { confirmOptIn: true })
  await insertMember(db, client.id, optInList.id, {
    name: 'asked',
    state: 'Unconfirmed',
    at: '2024-03-06 08:00:00',
    fields: {},
  })
  await countMembers(db, client.id, optInList.id)
  await db`
    insert into segments (client_id, list_id, name, rules)
    values (${client.id}, ${optInList.id}, 'Locals', '[{"field": "email", "operator": "contains", "value": "readers"}]')`
  await db`
    insert into occurrences (kind, subject)
    select 'confirmation mail to address', ${`${accountId} pestered@readers.example`} from generate_series(1, 10)`

  await db`
    insert into occurrences (kind, subject)
    select 'test mail of account', ${String(accountId)} from generate_series(1, 235)
    union all
    select 'webhook test of account', ${String(accountId)} from generate_series(1, 58)
    union all
    select 'webhook replay of client', ${String(client.id)} from generate_series(1, 11)`

  const fullList = await insertList(db, client.id, 'Full of fields')
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    select ${client.id}, ${fullList.id}, 'Field' || n, 'Field ' || n, 'Text', n from generate_series(1, 50) n`

  const crowded = await insertClient(db, accountId, 'Crowded', 'office@crowded.example')
  const crowdedList = await insertList(db, crowded.id, 'Full of segments')
  await db`
    insert into feeds (client_id, title, paused, settings)
    select ${crowded.id}, 'Feed ' || n, true, '{}' from generate_series(1, ${mostFeeds}) n`
  await db`
    insert into forms (client_id, title, settings)
    select ${crowded.id}, 'Form ' || n, '{}' from generate_series(1, ${mostForms}) n`
  await db`
    insert into series (client_id, name, list_id, settings)
    select ${crowded.id}, 'Series ' || n, ${crowdedList.id}, '{}' from generate_series(1, ${mostSeries}) n`
  await db`
    insert into segments (client_id, list_id, name, rules)
    select ${crowded.id}, ${crowdedList.id}, 'Segment ' || n, '[]' from generate_series(1, 200) n`

  await db`
    insert into sending_domains (client_id, domain, selector, rsa_private, rsa_public, ed25519_private, ed25519_public)
    select ${crowded.id}, 'd' || n || '.crowded.example', 'ls', '', '', '', '' from generate_series(1, 50) n`

  await db`
    insert into blocks (client_id, name, section)
    select ${crowded.id}, 'Block ' || n, '{"version":1,"sections":[{"kind":"divider"}]}' from generate_series(1, ${mostBlocks}) n`
  await db`
    insert into test_groups (client_id, name, addresses)
    select ${crowded.id}, 'Group ' || n, '{group@crowded.example}' from generate_series(1, ${mostTestGroups}) n`
  await db`
    insert into contact_tags (client_id, name) select ${crowded.id}, 'Tag ' || n from generate_series(1, ${mostTagsOfClient}) n`
  await db`
    insert into senders (client_id, from_name, from_email, reply_to)
    select ${crowded.id}, 'Sender ' || n, 'news@crowded.example', 'news@crowded.example'
    from generate_series(1, ${mostSenders}) n`

  await db`
    insert into images (client_id, name, sha256, media_type, width, height, animated, size, bytes)
    select ${crowded.id}, 'Image ' || n, sha256(n::text::bytea), 'image/gif', 1, 1, false, 0, ''
    from generate_series(1, ${mostImages}) n`
  const upload = await seedUpload(db, client.id, 'dot.png', png)
  const textUpload = await seedUpload(db, client.id, 'dot.png', Buffer.from('no image'))
  const usedUpload = await seedUpload(db, client.id, 'dot.png', png)
  const foreignUpload = await seedUpload(db, crowded.id, 'dot.png', png)
  const zip = await zipOf({ 'index.html': '<p>Of a file <img src="a.png" alt=""></p>', 'a.png': png })
  const zipUpload = await seedUpload(db, client.id, 'news.zip', zip)
  await db`
    update uploads set claimed_until = now() + interval '1 day' where client_id = ${client.id} and public_id = ${usedUpload}`

  for (const [name, reason] of suppressed)
    await db`
      insert into suppressions (client_id, address, email, reason, at)
      values (${client.id}, ${email(name)}, ${email(name)}, ${reason}, ${local('2024-03-07 12:00:00')})`

  const aimless = await insertCampaign(db, client.id, 'Aimless', [])
  const unheard = await insertCampaign(db, client.id, 'Unheard', [fullList.id])
  const unready = await insertCampaign(db, client.id, 'Unready', [readers.id])
  const senderless = await insertCampaign(db, client.id, 'Senderless', [readers.id])
  await db`update campaigns set from_email = 'no address' where id = ${senderless.id}`
  const sent = await insertCampaign(db, client.id, 'Winter', [readers.id])
  await send(db, client.id, sent.id, readers.id, ids)
  const underway = await insertCampaign(db, client.id, 'Underway', [readers.id])
  await underWay(db, client.id, underway.id, readers.id, ids)
  const stopped = await insertCampaign(db, client.id, 'Stopped', [readers.id])
  await db`update campaigns set state = 'cancelled', finished_at = now() where id = ${stopped.id}`

  await db`
    insert into report_links (client_id, campaign_id, label, language, created_by, expires_at, link_places)
    select ${client.id}, ${underway.id}, 'Link ' || n, 'en', 'admin', now() + interval '1 day', '[]'
    from generate_series(1, ${mostReportLinks}) n`

  const [monthReport] = await db`
    insert into report_runs (client_id, month, language, at, expires_at)
    values (${client.id}, '2024-02-01', 'de', ${local('2024-03-01 08:00:00')}, now() + interval '1 day')
    returning public_id`
  const [campaignReport] = await db`
    insert into report_runs (client_id, campaign_id, language, at, expires_at)
    values (${client.id}, ${sent.id}, 'de', ${local('2024-03-09 08:00:00')}, now() + interval '1 day')
    returning public_id`

  const carefulList = await insertList(db, crowded.id, 'Careful readers')
  const followed = await insertCampaign(db, crowded.id, 'Followed', [carefulList.id])
  await db`update campaigns set state = 'sent', started_at = ${local('2024-02-02 09:00:00')}, finished_at = '2999-01-01T00:00:00Z' where id = ${followed.id}`
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at, answer)
    values (${crowded.id}, ${followed.id}, 1, 1, 'excluded', ${local('2024-02-02 09:00:00')}, 'frequency cap')`
  const tested = await insertCampaign(db, crowded.id, 'Tested', [carefulList.id])
  await insertTest(db, { clientId: crowded.id, campaignId: tested.id }, local('2024-02-02 09:00:00'))
  const approvedDraft = await insertCampaign(db, crowded.id, 'Approved', [carefulList.id])
  await insertApproval(db, { clientId: crowded.id, campaignId: approvedDraft.id })
  const travellers = await insertList(db, crowded.id, 'Travellers')
  await insertFields(db, crowded.id, travellers.id)
  await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    select ${crowded.id}, ${travellers.id}, 'in' || n || '@bloom.example', 'in' || n || '@bloom.example', '', 'Active', now(), now(),
      jsonb_build_object('City', place)
    from unnest('{UTC-12,UTC+14,Nowhere}'::text[]) with ordinality t (place, n)`
  const everywhere = await insertCampaign(db, crowded.id, 'Everywhere', [travellers.id])
  await db`
    insert into campaign_comments (client_id, campaign_id, revision, place, text, at, author, author_kind, author_id)
    select ${client.id}, ${underway.id}, 1, '', 'Comment ' || n, ${local('2024-03-06 09:00:00')}, 'bloom', 'login', 1
    from generate_series(1, ${mostComments}) n`

  const imported = await insertImports(db, { clientId: client.id, listId: readers.id, otherListId: optInList.id })
  await insertManyImports(db, crowded.id, crowdedList.id)
  const changes = await insertBulkChanges(db, { clientId: client.id, listId: readers.id, otherListId: optInList.id })
  await insertManyBulkChanges(db, crowded.id, crowdedList.id)
  const exported = await insertExports(db, client.id)
  await insertManyExports(db, crowded.id, exportLimits.waiting)
  const { secret: importKey } = await seedKey(db, accountId, ['WriteAudience'], [client.id])

  const holds = await insertHolds(db, accountId)
  const [returnedBounce, returnedMail] = await insertReturnedMail(db, client.id, sent.id)

  await insertEvents(db, client.id)
  await db`
    insert into webhooks (client_id, public_id, url, types, secret, published_to)
    select ${crowded.id}, gen_random_uuid(), 'https://hooks.crowded.example/' || n, '{}', '', 0 from generate_series(1, 10) n`

  // the purge is about to come
  const [bygone] = await db`
    insert into templates (client_id, name, page_url, html, deleted_at)
    values (${client.id}, 'Bygone', 'http://x.example/', '', now() - interval '31 days') returning public_id`
  await db`
    insert into deletions (account_id, client_id, kind, public_id, name, at, deleted_by)
    values (${accountId}, ${client.id}, 'template', ${bygone!.publicId}, 'Bygone', now() - interval '31 days', 'admin')`

  const [other] = await db`
    insert into accounts (name, site_url) values ('Other agency', 'http://other.example/') returning id`
  const foreignClient = await insertClient(db, other!.id, 'Elsewhere', 'office@elsewhere.example')
  const foreignList = await insertList(db, foreignClient.id, 'Elsewhere')
  const foreignCampaign = await insertCampaign(db, foreignClient.id, 'Elsewhere', [foreignList.id])
  const [foreignTemplate] = await db`
    insert into templates (client_id, name, page_url, html)
    values (${foreignClient.id}, 'Elsewhere', 'http://x.example/', '') returning public_id`

  const [crowdedTemplate] = await db`
    insert into templates (client_id, name, page_url, html)
    values (${crowded.id}, 'Crowded', 'http://x.example/', repeat('<singleline label="a">x</singleline>', 1001))
    returning public_id`

  const team = await insertTeam(db, accountId)

  return {
    ...holds,
    ...team,
    ...exported,
    ...changes,
    ...imported,
    importKey,
    reportsKey,
    client: client.publicId,
    crowded: crowded.publicId,
    readers: readers.publicId,
    optInList: optInList.publicId,
    fullList: fullList.publicId,
    crowdedList: crowdedList.publicId,
    crowdedTemplate: crowdedTemplate!.publicId as string,
    aimless: aimless.publicId,
    unheard: unheard.publicId,
    unready: unready.publicId,
    senderless: senderless.publicId,
    sent: sent.publicId,
    underway: underway.publicId,
    campaignReport: campaignReport!.publicId as string,
    monthReport: monthReport!.publicId as string,
    followed: followed.publicId,
    tested: tested.publicId,
    approvedDraft: approvedDraft.publicId,
    carefulList: carefulList.publicId,
    travellers: travellers.publicId,
    everywhere: everywhere.publicId,
    // at any hour of the day: over for 6 hours at UTC+14, and to come in the client's zone and at UTC-12
    pastInTheEast: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    stopped: stopped.publicId,
    returnedBounce: returnedBounce!,
    returnedMail: returnedMail!,
    bygone: bygone!.publicId,
    upload,
    textUpload,
    usedUpload,
    foreignUpload,
    zipUpload,
    foreignClient: foreignClient.publicId,
    foreignList: foreignList.publicId,
    foreignCampaign: foreignCampaign.publicId,
    foreignTemplate: foreignTemplate!.publicId,
  }
}

type Member = readonly [name: string, state: string, at: string, fields: Readonly<Record<string, string | string[]>>]

const members: readonly Member[] = [
  ['ada', 'Active', '2024-03-01 08:00:00', { City: 'Ulm <an der Donau>', Colours: ['Red', 'Blue'] }],
  ['ben', 'Active', '2024-03-02 08:00:00', {}],
  ['cleo', 'Active', '2024-03-02 08:00:01', { City: 'Köln' }],
  ['left', 'Unsubscribed', '2024-03-03 08:00:00', {}],
  ['bounced', 'Bounced', '2024-03-04 08:00:00', {}],
  ['deleted', 'Deleted', '2024-03-05 08:00:00', {}],
  ['lost', 'Bounced', '2024-03-06 08:00:00', {}],
]

const suppressed = [
  ['optedout', 'unsubscribed'],
  ['complained', 'complained'],
  ['unreachable', 'bounced'],
  ['barred', 'manual'],
] as const

const email = (name: string) => `${name}@readers.example`

const timeZoneLabel = '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna'

interface Row {
  readonly id: number
  readonly publicId: string
}

async function insertClient(db: Database, accountId: number, company: string, address: string): Promise<Row> {
  const [row] = await db<Row[]>`
    insert into clients
      (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, access_level, created_at)
    values (${accountId}, ${company}, 'Carla Contact', ${address}, 'Germany', ${timeZone}, ${timeZoneLabel}, 1,
      ${local('2024-01-01 12:00:00')})
    returning id, public_id`
  return row!
}

/** @returns its key */
async function insertLogin(db: Database, accountId: number, clientId: number, username: string): Promise<string> {
  const key = randomBytes(16).toString('hex')
  await db`
    insert into logins (account_id, client_id, username, password_hash, key_hash)
    values (${accountId}, ${clientId}, ${username}, 'none', ${keyHash(key)})`
  return key
}

async function insertList(db: Database, clientId: number, title: string, { confirmOptIn = false } = {}): Promise<Row> {
  const [row] = await db<Row[]>`
    insert into lists (client_id, title, confirm_opt_in) values (${clientId}, ${title}, ${confirmOptIn})
    returning id, public_id`
  await db`insert into list_totals (client_id, list_id) values (${clientId}, ${row!.id})`
  return row!
}

async function insertFields(db: Database, clientId: number, listId: number): Promise<void> {
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
    values (${clientId}, ${listId}, 'City', 'City', 'Text', '{}', 1),
      (${clientId}, ${listId}, 'Colours', 'Colours', 'MultiSelectMany', '{Red,Blue}', 2)`
}

async function insertMember(
  db: Database,
  clientId: number,
  listId: number,
  { name, state, at, fields }: { name: string; state: string; at: string; fields: Member[3] },
): Promise<number> {
  const [row] = await db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    values (${clientId}, ${listId}, ${email(name)}, ${email(name)}, ${`${name} & <sons>`}, ${state},
      ${local(at)}, ${local(at)}, ${db.json(fields)})
    returning id`
  return row!.id
}

async function countMembers(db: Database, clientId: number, listId: number): Promise<void> {
  await db`
    update list_totals set (active, unconfirmed, unsubscribed, bounced, deleted) = (
      select count(*) filter (where state = 'Active'), count(*) filter (where state = 'Unconfirmed'),
        count(*) filter (where state = 'Unsubscribed'), count(*) filter (where state = 'Bounced'),
        count(*) filter (where state = 'Deleted')
      from subscribers where client_id = ${clientId} and list_id = ${listId})
    where client_id = ${clientId} and list_id = ${listId}`
}

/** Approved as it is. */
async function insertApproval(db: Database, campaign: CampaignKey): Promise<void> {
  const by = { name: 'Rosa', comment: '', at: local('2024-03-06 09:00:00') }
  await transaction(db, async sql => {
    const id = await insertRequest(sql, campaign, { ...by, personId: null, loginId: null })
    await decideRequest(sql, { ...campaign, id }, 'approved', by)
  })
}

async function insertCampaign(db: Database, clientId: number, name: string, lists: readonly number[]): Promise<Row> {
  const [row] = await db<Row[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${clientId}, ${name}, ${`${name} & <more>`}, 'Bloom', 'news@bloom.example', 'news@bloom.example',
      'http://x.example/', '<p>x</p>')
    returning id, public_id`
  for (const listId of lists)
    await db`
      insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${row!.id}, ${listId})`
  return row!
}

/** To all who were ever on the list, in the order of members: the first two opened and clicked, the fourth left … */
async function send(
  db: Database,
  clientId: number,
  campaignId: number,
  listId: number,
  ids: ReadonlyMap<string, number>,
) {
  const at = local('2024-02-01 09:00:00')
  const campaign = { clientId, campaignId }
  await db`
    update campaigns set state = 'sent', started_at = ${at}, finished_at = ${at}
    where id = ${campaignId}`
  let number = 0
  for (const [name, subscriberId] of ids)
    await db`
      insert into audience ${db({ ...campaign, number: ++number, listId, subscriberId, email: email(name), address: email(name), name, fields: db.json({}) })}`
  const links = [
    { ...campaign, number: 1, url: 'http://bloom.example/?a=1&b=2' },
    { ...campaign, number: 2, url: 'https://bloom.example/tulips' },
  ]
  const clicks = [
    { ...campaign, number: 1, link: 1, clicks: 2, firstAt: at },
    { ...campaign, number: 1, link: 2, clicks: 1, firstAt: at },
    { ...campaign, number: 2, link: 1, clicks: 1, firstAt: at },
  ]
  const opens = [
    { ...campaign, number: 1, opens: 2, firstAt: at },
    { ...campaign, number: 2, opens: 1, firstAt: at },
  ]
  const bounces = [
    {
      ...campaign,
      number: 3,
      type: 'S',
      class: 'mailbox full',
      at,
      code: 552,
      status: '5.2.2',
      evidence: '552 5.2.2 <full> & over',
      reported: 'cleo@elsewhere.example',
      workedAt: at,
    },
    {
      ...campaign,
      number: 5,
      type: 'H',
      class: 'recipient gone',
      at,
      code: null,
      status: '',
      evidence: 'no such user',
      reported: '',
      workedAt: at,
    },
  ]
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer)
    select ${clientId}, ${campaignId}, n, 1, 'accepted', ${at}, 250, '2.0.0 taken' from generate_series(1, ${number}) n`
  const classes = bounces.map(bounce => ({ ...campaign, class: bounce.class, recipients: 1 }))
  const complaint = { ...campaign, number: 6, at, feedbackType: 'abuse', evidence: 'Feedback-Type: abuse & <more>' }
  await db`insert into links ${db(links)}`
  await db`insert into clicks ${db(clicks)}`
  await db`insert into opens ${db(opens)}`
  await db`insert into campaign_bounces ${db(bounces)}`
  await db`insert into campaign_bounce_classes ${db(classes)}`
  await db`insert into campaign_complaints ${db(complaint)}`
  await db`insert into campaign_unsubscribes ${db([{ ...campaign, number: 4, at }])}`
  await db`
    insert into campaign_totals
      (client_id, campaign_id, recipients, next_number, accepted, opens, unique_opens, clicks, unsubscribes, bounces, complaints)
    values (${clientId}, ${campaignId}, ${number}, ${number + 1}, ${number}, 3, 2, 4, 1, 2, 1)`
}

/** Two clients of which too many recipients complained: one is held, of the other a campaign is. */
async function insertHolds(db: Database, accountId: number) {
  const at = local('2024-04-01 11:00:00')
  const barred = await insertClient(db, accountId, 'Barred', 'office@barred.example')
  const draft = await insertCampaign(db, barred.id, 'Barred', [])
  await db`update clients set held_at = ${at} where id = ${barred.id}`
  const strained = await insertClient(db, accountId, 'Strained', 'office@strained.example')
  await db`update clients set access_level = 63 where id = ${strained.id}`
  const key = await insertLogin(db, accountId, strained.id, 'strained')
  const halted = await insertCampaign(db, strained.id, 'Halted', [])
  await db`update campaigns set state = 'paused', started_at = ${at} where id = ${halted.id}`
  await db`
    insert into campaign_totals (client_id, campaign_id, complaints) values (${strained.id}, ${halted.id}, 5)`
  const alarm = { kind: 'hold', at, complaints: 41, mails: 10_000 }
  await db`
    insert into complaint_alarms ${db([
      { ...alarm, clientId: barred.id, campaignId: null },
      { ...alarm, clientId: strained.id, campaignId: halted.id },
    ])}`
  return {
    barred: barred.publicId,
    barredDraft: draft.publicId,
    strained: strained.publicId,
    strainedKey: key,
    halted: halted.publicId,
  }
}

/** A bounce that was understood, and a mail that was not recognised. @returns their public ids */
async function insertReturnedMail(db: Database, clientId: number, campaignId: number): Promise<readonly string[]> {
  const raw = 'Subject: Ärger & <more>\r\nFrom: mx\x00\r\n\r\nWhat is this?\r\n'
  const mail = {
    at: local('2024-02-01 10:00:00'),
    source: 'smtp',
    route: 'bounce',
    dueAt: local('2024-02-01 10:00:00'),
  }
  const about = { clientId, campaignId, remote: '192.0.2.25', helo: 'mx.readers.example', size: 100_000 }
  const kept = { raw: Buffer.from(raw), sha256: Buffer.from('sum') }
  const rows = await db<{ publicId: string }[]>`
    insert into mailbox ${db([
      {
        ...mail,
        ...about,
        ...kept,
        number: 3,
        recipient: 'b+3@bounce.example',
        sender: '',
        state: 'read',
        kind: 'bounce',
        class: 'mailbox full',
        status: '5.2.2',
        evidence: '552 5.2.2 <full> & over',
      },
      {
        ...mail,
        ...about,
        ...kept,
        number: 1,
        recipient: 'b+1@bounce.example',
        sender: 'ada@readers.example',
        state: 'unrecognised',
        kind: 'other',
        class: 'unknown',
        status: null,
        evidence: '',
      },
    ])}
    returning public_id`
  return rows.map(({ publicId }) => publicId)
}

/** Three are kept, of five. */
async function insertEvents(db: Database, clientId: number) {
  await db`insert into event_heads (client_id, last_sequence, first_kept) values (${clientId}, 5, 3)`
  const at = local('2024-03-08 12:00:00')
  await db`
    insert into published_events ${db(
      ['subscriber.subscribed', 'subscriber.unsubscribed', 'campaign.started'].map((type, index) => ({
        clientId,
        sequence: index + 3,
        type,
        at,
        publishedAt: at,
        data: db.json({ EmailAddress: `event${index}@readers.example`, Name: 'Ada "of" <Ulm> & more' }),
      })),
    )}`
}

/** Paused: one of each state, the ledger's range given back. */
async function underWay(
  db: Database,
  clientId: number,
  campaignId: number,
  listId: number,
  ids: ReadonlyMap<string, number>,
) {
  const at = local('2024-02-02 09:00:00')
  const later = local('2024-02-02 09:05:00')
  const campaign = { clientId, campaignId }
  await db`update campaigns set state = 'paused', due_at = ${at}, started_at = ${at} where id = ${campaignId}`
  const people = [...ids].slice(0, 6)
  for (const [index, [name, subscriberId]] of people.entries())
    await db`
      insert into audience ${db({ ...campaign, number: index + 1, listId, subscriberId, email: email(name), address: email(name), name, fields: db.json({}) })}`
  await db`
    insert into log (client_id, campaign_id, number, attempt, kind, at, code, answer, retry_at)
    select ${clientId}, ${campaignId}, number, 1, kind, ${at}, code, answer, case kind when 'deferred' then ${later}::timestamptz end
    from (values (1, 'accepted', 250, '2.0.0 taken'), (2, 'refused', 554, '5.7.1 not <wanted> & never'),
      (3, 'unknown', null, 'the connection was lost'), (4, 'excluded', null, 'unsubscribed since'),
      (5, 'deferred', 450, '4.2.0 later')) as given (number, kind, code, answer)`
  await db`
    insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, due_at)
    values (${clientId}, ${campaignId}, 1, 6, '', nextval('lease_tokens'), ${at}, ${later})`
  await db`
    insert into campaign_totals
      (client_id, campaign_id, recipients, next_number, planned, accepted, deferred, refused, unknown, excluded)
    values (${clientId}, ${campaignId}, 6, 7, 1, 1, 1, 1, 1, 1)`
}

/** Makes a campaign one that is paused while its test of two variants waits. */
async function insertTest(
  db: Database,
  { clientId, campaignId }: { readonly clientId: number; readonly campaignId: number },
  startedAt: Date,
): Promise<void> {
  await db`update campaigns set state = 'paused', started_at = ${startedAt} where id = ${campaignId}`
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, next_number, planned, accepted)
    values (${clientId}, ${campaignId}, 6, 7, 2, 4)`
  await db`
    insert into campaign_variants (client_id, campaign_id, variant, subject)
    values (${clientId}, ${campaignId}, 1, null), (${clientId}, ${campaignId}, 2, 'Another subject')`
  await db`
    insert into campaign_tests (client_id, campaign_id, share, decides, wait_minutes, usual_rate, hoped_rate, tested, begun_at, rest)
    values (${clientId}, ${campaignId}, 70, 'clicks', 240, 200, 300, '{[1,5)}', ${startedAt}, 2)`
}
