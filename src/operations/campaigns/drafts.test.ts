/** Drafts that are written here, on a real database: revisions, two people at once, sources, audiences, templates, senders. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { noContent } from '../../../test/harness/content.ts'
import { png } from '../../../test/harness/images.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedList } from '../../../test/harness/seed.ts'
import { serveWeb } from '../../../test/harness/web.ts'
import type { OperationName, ParamsOf } from '../../contract/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import { planDueCampaign } from '../../delivery/planning/plan.ts'
import { guardedFetch } from '../../lib/fetcher.ts'
import { createLog } from '../../lib/log.ts'
import { purge } from '../../store/purge.ts'
import { handlers } from '../handlers.ts'

let clock = new Date('2026-03-01T12:00:00Z')
const { db, world, other, call, refused } = await operationsTest(handlers, () => ({
  fetch: guardedFetch({ allowPrivate: true, userAgent: 'test' }),
  now: () => clock,
  deliverTest: async ({ recipients }) => recipients.map(() => ({ state: 'accepted', code: 250, answer: 'taken' })),
}))
const images: { picture: Buffer } = { picture: png }
const unsubscribe = '<unsubscribe>Unsubscribe</unsubscribe>'
const web = await serveWeb({
  '/page': { body: `<html><body><img src="a.png" alt="">${unsubscribe}</body></html>` },
  '/a.png': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(images.picture)
  },
})
after(() => web.close())
beforeEach(() => {
  clock = new Date('2026-03-01T12:00:00Z')
  images.picture = png
})

const key = { ApiKey: world.accountKey }
const client = { ...key, ClientID: world.client.clientPublicId }
const html = `<html><body><p>Hello [firstname,fallback=friend]</p>${unsubscribe}</body></html>`
const inHtml = (Html: string, Text: string | null = null) => ({ ...noContent, Kind: 'Html' as const, Html, Text })
const inUrl = (path: string) => ({ ...noContent, Kind: 'Url' as const, HtmlUrl: `${web.url}${path}` })
const audience = (change: object = {}) => ({
  ListIDs: [world.list.listPublicId],
  Segments: [],
  ExcludedListIDs: [],
  ExcludedSegments: [],
  ...change,
})

type Given = Partial<ParamsOf<'Campaign.CreateDraft'>>
let names = 0
async function begin(given: Given = {}) {
  const { CampaignID, Revision } = await call('Campaign.CreateDraft', { ...client, Name: `Draft ${++names}`, ...given })
  assert.equal(Revision, 1)
  return { ...key, CampaignID: CampaignID! }
}
const complete = (given: Given = {}) =>
  begin({
    Subject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    Audience: audience(),
    Content: inHtml(html),
    ...given,
  })
async function refusalOf<Name extends OperationName>(name: Name, params: Partial<ParamsOf<Name>>): Promise<Refusal> {
  try {
    await call(name, params)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  assert.fail(`${name} was not refused`)
}
const revisions = async (draft: { CampaignID: string; ApiKey: string }) =>
  (await call('Campaign.ListRevisions', draft)).Revisions as { Revision: number; Action: string; Restored: number }[]
async function subscriber(listId: number, address: string) {
  await db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${world.client.clientId}, ${listId}, ${address}, ${address}, 'Active', now(), now())`
}

test('an empty draft has a name of its own, and the next one another', async () => {
  const ids = [await call('Campaign.CreateDraft', client), await call('Campaign.CreateDraft', client)]
  const drafts = await Promise.all(
    ids.map(({ CampaignID }) => call('Campaign.GetDraft', { ...key, CampaignID: CampaignID! })),
  )
  assert.deepEqual(
    drafts.map(({ Name }) => Name),
    ['Untitled', 'Untitled 2'],
  )
  const { SavedDate, SavedBy, CampaignID, ...empty } = drafts[0]!
  assert.equal(SavedDate, '2026-03-01 13:00:00', 'in the time zone of the client')
  assert.notEqual(SavedBy, '')
  assert.deepEqual(empty, {
    State: 'Draft',
    Revision: 1,
    Name: 'Untitled',
    Subject: '',
    FromName: '',
    FromEmail: '',
    ReplyTo: '',
    Preheader: '',
    Audience: audience({ ListIDs: [] }),
    Tracking: { Opens: true, Clicks: true },
    Utm: { None: false, Source: '', Medium: '', Campaign: '', Term: '', Content: '' },
    AsksForConsent: false,
    InlineCss: true,
    Content: null,
    SeriesID: '',
  })
})

test('the check of an empty draft names what is missing, and sending it is refused with it', async () => {
  const draft = await begin()
  const { Findings, Ready } = await call('Campaign.Check', draft)
  const errors = (Findings as readonly { Severity: string; Code: string }[]).filter(
    ({ Severity }) => Severity === 'Error',
  )
  assert.equal(Ready, false)
  assert.deepEqual(
    errors.map(({ Code }) => Code),
    ['SubjectMissing', 'SenderMissing', 'ReplyToMissing', 'ContentMissing', 'AudienceMissing', 'AudienceEmpty'],
  )
  const order = { ...draft, ConfirmationEmail: 'boss@client.example', SendDate: 'Immediately' }
  await refused('Campaign.Send', order, 'NoRecipients')
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Audience: audience() })
  const refusal = await refusalOf('Campaign.Send', order)
  assert.equal(refusal.refusal, 'DraftIncomplete')
  assert.match(refusal.detail!, /SubjectMissing, SenderMissing, ReplyToMissing, ContentMissing/)
  await refused('Campaign.SendTest', { ...draft, Recipients: ['boss@client.example'] }, 'DraftIncomplete')
})

test('what is left out of a save stays, what is empty is emptied, and what changes nothing saves nothing', async () => {
  const draft = await complete({ Preheader: 'First words' })
  const before = await call('Campaign.GetDraft', draft)
  assert.deepEqual(await call('Campaign.UpdateDraft', { ...draft, Revision: 1 }), {
    CampaignID: draft.CampaignID,
    Revision: 1,
    SavedDate: before.SavedDate,
  })
  assert.equal((await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Other' })).Revision, 2)
  assert.equal((await call('Campaign.UpdateDraft', { ...draft, Revision: 2, Preheader: '' })).Revision, 3)
  assert.equal((await call('Campaign.UpdateDraft', { ...draft, Revision: 3, Content: inHtml(html) })).Revision, 3)
  assert.deepEqual(await call('Campaign.GetDraft', draft), { ...before, Revision: 3, Subject: 'Other', Preheader: '' })
})

test('a draft says whether styles are inlined, and each revision keeps it', async () => {
  const styled = inHtml(`<style>p{color:red}</style><p>Red</p>${html}`)
  const shown = async (draft: object) => (await call('Campaign.Preview', { ...draft })).Html
  const draft = await complete({ Content: styled })
  assert.match((await shown(draft))!, /<p style="color: red;">/)
  assert.equal((await call('Campaign.UpdateDraft', { ...draft, Revision: 1, InlineCss: false })).Revision, 2)
  assert.doesNotMatch((await shown(draft))!, /<p style/)
  assert.equal(
    (await call('Campaign.UpdateDraft', { ...draft, Revision: 2, InlineCss: false })).Revision,
    2,
    'the same',
  )
  assert.equal((await call('Campaign.UpdateDraft', { ...draft, Revision: 2, Subject: 'Other' })).Revision, 3)
  const inlined = async (Revision: number) => (await call('Campaign.GetRevision', { ...draft, Revision })).InlineCss
  assert.deepEqual([await inlined(1), await inlined(2), await inlined(3)], [true, false, false])
  const copy = await call('Campaign.Duplicate', draft)
  assert.equal(
    (await call('Campaign.GetDraft', { ApiKey: draft.ApiKey, CampaignID: copy.CampaignID })).InlineCss,
    false,
  )
  await call('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 3 })
  assert.equal((await call('Campaign.GetDraft', draft)).InlineCss, true)
  assert.match((await shown(draft))!, /<p style="color: red;">/)
  const plain = await begin({ InlineCss: false, Content: styled })
  assert.equal((await call('Campaign.GetDraft', plain)).InlineCss, false)
})

test('a stale save is refused with what there is and with what would have been saved', async () => {
  const draft = await complete()
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Hers', Content: inHtml(`${html}hers`) })
  const stale = { ...draft, Revision: 1, Name: 'His name', Content: inHtml(`${html}his`) }
  await refused('Campaign.UpdateDraft', stale, 'StaleRevision')
  const { data, status, detail } = await refusalOf('Campaign.UpdateDraft', stale)
  assert.equal(status, 409)
  assert.match(detail!, /^Revision 2 was saved by \S+ on 2026-03-01 13:00:00; this is based on 1\./)
  const { Current, Refused } = data as Record<
    string,
    { Subject: string; Name: string; Revision: number; Content: { Html: string } }
  >
  assert.deepEqual([Current!.Revision, Current!.Subject, Current!.Content.Html], [2, 'Hers', `${html}hers`])
  assert.deepEqual([Refused!.Revision, Refused!.Subject, Refused!.Content.Html], [1, 'News', `${html}his`])
  assert.equal(Refused!.Name, 'His name')
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 3, Subject: 'Of the future' }, 'StaleRevision')
})

test('of many who save the same revision at once, one wins', async () => {
  const draft = await complete()
  const saves = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: `Subject ${n}`, Content: inHtml(`${html}${n}`) }),
    ),
  )
  const won = saves.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
  assert.equal(won.length, 1)
  for (const save of saves) if (save.status === 'rejected') assert.equal(save.reason.refusal, 'StaleRevision')
  const { Subject, Content, Revision } = await call('Campaign.GetDraft', draft)
  assert.deepEqual([Revision, Subject, Content!.Html], [2, `Subject ${won[0]}`, `${html}${won[0]}`])
  assert.equal((await revisions(draft)).length, 2)
})

test('a save and its entry of the audit log are one commit, and a refused save has an entry too', async () => {
  const draft = await complete()
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Audited' })
  await refusalOf('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Late' })
  const entries = await db`
    select a.outcome, a.xmin::text = r.xmin::text as is_one_commit
    from audit_log a
    left join campaigns m on m.public_id = ${draft.CampaignID}
    left join campaign_revisions r on r.campaign_id = m.id and r.revision = 2
    where a.operation = 'Campaign.UpdateDraft' and a.subject like ${`%${draft.CampaignID}%`}
    order by a.at`
  assert.deepEqual(
    entries.map(entry => ({ ...entry })),
    [
      { outcome: '', isOneCommit: true },
      { outcome: 'StaleRevision', isOneCommit: false },
    ],
  )
})

test('revisions are listed page by page, read, and restored as new ones', async () => {
  const draft = await complete({ Subject: 'One' })
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Two' })
  await call('Campaign.UpdateDraft', { ...draft, Revision: 2, Content: inHtml(`${html}three`), Preheader: 'Three' })
  const first = await call('Campaign.ListRevisions', { ...draft, Limit: 2 })
  assert.deepEqual(
    (first.Revisions as readonly { Revision: number }[]).map(({ Revision }) => Revision),
    [3, 2],
  )
  const rest = await call('Campaign.ListRevisions', { ...draft, Limit: 2, Cursor: first.NextCursor! })
  assert.deepEqual(
    [(rest.Revisions as readonly { Revision: number }[]).map(({ Revision }) => Revision), rest.NextCursor],
    [[1], ''],
  )
  const one = await call('Campaign.GetRevision', { ...draft, Revision: 1 })
  assert.deepEqual([one.Subject, one.Preheader, one.Content!.Html], ['One', '', html])

  await refused('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 2 }, 'StaleRevision')
  await refused('Campaign.RestoreRevision', { ...draft, Revision: 9, BasedOn: 3 }, 'UnknownRevision')
  await refused('Campaign.GetRevision', { ...draft, Revision: 9 }, 'UnknownRevision')
  assert.equal((await call('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 3 })).Revision, 4)
  const { SavedDate, Revision, ...restored } = await call('Campaign.GetDraft', draft)
  const { SavedDate: _date, Revision: _revision, ...original } = one
  assert.deepEqual(restored, original)
  assert.deepEqual(
    (await revisions(draft)).map(({ Revision, Action, Restored }) => [Revision, Action, Restored]),
    [
      [4, 'Restored', 1],
      [3, 'Saved', 0],
      [2, 'Saved', 0],
      [1, 'Created', 0],
    ],
  )
})

test('a revision whose list is gone is not restored to fewer exclusions', async () => {
  const barred = await seedList(db, world.client, 'Barred')
  const draft = await complete({ Audience: audience({ ExcludedListIDs: [barred.listPublicId] }) })
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Audience: audience() })
  await db`update lists set deleted_at = now() where id = ${barred.listId}`
  await refused('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 0 }, 'InvalidListIds')
})

test('a page that is half written is saved; the check says why it cannot be sent', async () => {
  const draft = await complete({ Content: inHtml('<p>half <a href="relative">x') })
  const { Findings } = await call('Campaign.Check', draft)
  const found = (Findings as readonly { Code: string; Detail: string }[]).find(({ Code }) => Code === 'ContentRefused')
  assert.match(found!.Detail, /This link is not a valid URL: relative/)
  await subscriber(world.list.listId, 'half@people.example')
  const order = { ...draft, ConfirmationEmail: 'boss@client.example', SendDate: 'Immediately' }
  await refused('Campaign.Send', order, 'NotComposable')
  await refused('Campaign.SendTest', { ...draft, Recipients: ['boss@client.example'] }, 'NotComposable')
})

test('HTML of the call keeps what was written, and what is sent has copies of its images', async () => {
  const written = `<p><img src="${web.url}/a.png" alt=""><a href="#top">x</a><a href="[Site]">y</a></p>`
  const draft = await complete({ Content: inHtml(written, 'News') })
  await call('Campaign.SendTest', { ...draft, Recipients: ['boss@client.example'] })
  const [row] = await db`select * from campaigns where public_id = ${draft.CampaignID}`
  assert.match(row!.html as string, /<img src="kept:web\/[0-9a-f]+-[0-9a-f]+\.png" alt="">.*<unsubscribe[ >]/s)
  assert.match(row!.text as string, /^News\n\n.*\[unsubscribe\]/s)
  assert.equal((await call('Campaign.GetDraft', draft)).Content!.Html, written)
  const files = await db`select bytes from assets where owner = 'campaign' and owner_id = ${row!.id as number}`
  assert.deepEqual(
    files.map(({ bytes }) => bytes),
    [png],
  )
})

test('each revision of a page that was fetched shows the images it was fetched with', async () => {
  const draft = await complete({ Content: inUrl('/page') })
  const [first] = await db`select html from campaigns where public_id = ${draft.CampaignID}`
  images.picture = Buffer.concat([png, Buffer.from('other')])
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Content: inUrl('/page') })
  const [second] = await db`select id, html from campaigns where public_id = ${draft.CampaignID}`
  assert.notEqual(second!.html, first!.html)
  await call('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 2 })
  const [restored] = await db`select html from campaigns where public_id = ${draft.CampaignID}`
  assert.equal(restored!.html, first!.html)
  const files = await db`select path, bytes from assets where owner = 'campaign' and owner_id = ${second!.id as number}`
  const shown = files.filter(({ path }) => (restored!.html as string).includes(path as string))
  assert.deepEqual(
    shown.map(({ bytes }) => bytes),
    [png],
  )
})

test('another kind of source is a new revision, and content of one kind has nothing of another', async () => {
  const draft = await complete()
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Content: inUrl('/page') })
  const { Content } = await call('Campaign.GetDraft', draft)
  assert.deepEqual([Content!.Kind, Content!.HtmlUrl], ['Url', `${web.url}/page`])
  assert.equal((await call('Campaign.GetRevision', { ...draft, Revision: 1 })).Content!.Html, html)
  const mixed = { ...inUrl('/page'), Html: html }
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 2, Content: mixed }, 'InvalidParameter')
  const large = inHtml('é'.repeat(1_000_001))
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 2, Content: large }, 'ValueTooLong')
})

test('a campaign of Campaign.Create is a draft that can be read, saved and restored', async () => {
  const CampaignID = await call('Campaign.Create', {
    ...client,
    CampaignName: `Historical ${++names}`,
    CampaignSubject: 'News',
    FromName: 'Carla',
    FromEmail: 'carla@client.example',
    ReplyTo: 'reply@client.example',
    HtmlUrl: `${web.url}/page`,
    SubscriberListIDs: [world.list.listPublicId],
  })
  const draft = { ...key, CampaignID }
  assert.equal((await call('Campaign.GetDraft', draft)).Content!.HtmlUrl, `${web.url}/page`)
  assert.equal((await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Other' })).Revision, 2)
  assert.equal((await call('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 2 })).Revision, 3)
  assert.equal((await call('Campaign.GetDraft', draft)).Subject, 'News')
})

test('a campaign from before revisions has one, which saving keeps', async () => {
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    values (${world.client.clientId}, 'Of old', 'News', 'Carla', 'carla@client.example', 'carla@client.example', 'http://a.example/', ${html})
    returning public_id`
  const draft = { ...key, CampaignID: row!.publicId as string }
  const before = await call('Campaign.GetRevision', { ...draft, Revision: 1 })
  assert.equal((await revisions(draft)).length, 1)
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Other', Content: inHtml('<p>New</p>') })
  assert.equal((await revisions(draft)).length, 2)
  assert.deepEqual(await call('Campaign.GetRevision', { ...draft, Revision: 1 }), before)
  await call('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 2 })
  const [now] = await db`select html from campaigns where public_id = ${draft.CampaignID}`
  assert.equal(now!.html, html)
})

test('only drafts are saved: a scheduled one is to be unscheduled first', async () => {
  await subscriber(world.list.listId, 'scheduled@people.example')
  const draft = await complete()
  await call('Campaign.Send', { ...draft, ConfirmationEmail: 'boss@client.example', SendDate: '2026-04-01' })
  const refusal = await refusalOf('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Other' })
  assert.equal(refusal.refusal, 'CampaignNotDraft')
  assert.match(refusal.detail!, /Campaign\.Unschedule/)
  await refused('Campaign.RestoreRevision', { ...draft, Revision: 1, BasedOn: 0 }, 'CampaignNotDraft')
  const events = await call('Campaign.GetHistory', draft)
  assert.match((events as { Detail: string }[])[0]!.Detail, /revision: 1/)
  await call('Campaign.Unschedule', draft)
  assert.equal((await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Other' })).Revision, 2)
})

test('a duplicate of a campaign is a draft with all it had but what is gone', async () => {
  const [one, two] = [await seedList(db, world.client, 'One'), await seedList(db, world.client, 'Two')]
  const ListIDs = [one.listPublicId, two.listPublicId]
  const draft = await complete({ Audience: audience({ ListIDs }), Content: inUrl('/page'), Preheader: 'First words' })
  const copy = await call('Campaign.Duplicate', draft)
  const { Name, CampaignID, ...made } = await call('Campaign.GetDraft', { ...key, CampaignID: copy.CampaignID! })
  const { Name: original, CampaignID: _id, ...had } = await call('Campaign.GetDraft', draft)
  assert.equal(Name, `Copy of ${original}`)
  assert.deepEqual(made, had)
  const [files] = await db`
    select count(*)::integer as n from assets f join campaigns m on m.id = f.owner_id and f.owner = 'campaign'
    where m.public_id = ${copy.CampaignID!}`
  assert.equal(files!.n, 1)
  await db`update lists set deleted_at = now() where id = ${two.listId}`
  const again = await call('Campaign.Duplicate', { ...draft, Name: 'Again' })
  const { Audience } = await call('Campaign.GetDraft', { ...key, CampaignID: again.CampaignID! })
  assert.deepEqual(Audience!.ListIDs, [one.listPublicId])
  await refused('Campaign.Duplicate', { ...draft, Name: 'AGAIN' }, 'DuplicateCampaignName')
})

test('members of excluded lists and segments are left out, counted, and no list of theirs is deleted', async () => {
  const [all, barred, partly] = [
    await seedList(db, world.client, 'All'),
    await seedList(db, world.client, 'Barred ones'),
    await seedList(db, world.client, 'Partly'),
  ]
  for (const name of ['ann', 'bob', 'cid', 'dan', 'eve']) await subscriber(all.listId, `${name}@people.example`)
  await subscriber(barred.listId, 'bob@people.example')
  await subscriber(partly.listId, 'cid@people.example')
  await subscriber(partly.listId, 'dan@people.example')
  await subscriber(barred.listId, 'eve@people.example')
  await db`update subscribers set state = 'Unsubscribed' where list_id = ${barred.listId} and address like 'eve@%'`
  await db`
    insert into segments (client_id, list_id, name, rules)
    values (${world.client.clientId}, ${partly.listId}, 'Dans', '[{"field": "email", "operator": "contains", "value": "dan"}]')`
  const draft = await complete({
    Audience: audience({
      ListIDs: [all.listPublicId],
      ExcludedListIDs: [barred.listPublicId],
      ExcludedSegments: [{ ListID: partly.listPublicId, Name: 'dans' }],
    }),
  })
  const check = await call('Campaign.Check', draft)
  assert.equal(check.Recipients, 3)
  const found = (check.Findings as readonly { Code: string; Detail: string }[]).find(
    ({ Code }) => Code === 'ExcludedRecipients',
  )
  assert.equal(found!.Detail, '2 addresses')
  await refused('List.Delete', { ...key, ListID: barred.listPublicId }, 'ListInDraft')
  await refused('Segment.Delete', { ...key, ListID: partly.listPublicId, Name: 'Dans' }, 'SegmentInDraft')
  await call('Campaign.Send', { ...draft, ConfirmationEmail: 'boss@client.example', SendDate: 'Immediately' })
  await planDueCampaign({ db, log: createLog('silent'), contentTasks: contentTasksHere }, clock)
  const rows = await db`
    select a.address from audience a join campaigns m on m.id = a.campaign_id
    where m.public_id = ${draft.CampaignID} order by a.address`
  assert.deepEqual(
    rows.map(({ address }) => address),
    ['ann@people.example', 'cid@people.example', 'eve@people.example'],
  )
})

test('a campaign whose every recipient is excluded is not sent', async () => {
  const [all, barred] = [await seedList(db, world.client, 'Few'), await seedList(db, world.client, 'Few barred')]
  for (const { listId } of [all, barred]) await subscriber(listId, 'only@people.example')
  const draft = await complete({
    Audience: audience({ ListIDs: [all.listPublicId], ExcludedListIDs: [barred.listPublicId] }),
  })
  const order = { ...draft, ConfirmationEmail: 'boss@client.example', SendDate: 'Immediately' }
  await refused('Campaign.Send', order, 'RecipientListsEmpty')
  const contradiction = audience({ ListIDs: [all.listPublicId], ExcludedListIDs: [all.listPublicId] })
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 1, Audience: contradiction }, 'InvalidListIds')
  const foreign = audience({ ExcludedListIDs: [other.list.listPublicId] })
  await refused('Campaign.UpdateDraft', { ...draft, Revision: 1, Audience: foreign }, 'InvalidListIds')
})

test('content of one’s own needs the right ImportHtml, the rest of a draft does not', async () => {
  const draft = await complete()
  await db`update clients set access_level = 5 where id = ${world.client.clientId}`
  const theirs = { ...draft, ApiKey: world.clientKey }
  await refused('Campaign.UpdateDraft', { ...theirs, Revision: 1, Content: inHtml('<p>Mine</p>') }, 'AccessDenied')
  await refused('Campaign.CreateDraft', { ...client, ApiKey: world.clientKey, Content: inHtml('x') }, 'AccessDenied')
  assert.equal((await call('Campaign.UpdateDraft', { ...theirs, Revision: 1, Subject: 'Mine' })).Revision, 2)
  await db`update clients set access_level = 63 where id = ${world.client.clientId}`
})

test('hours of autosave leave at most 200 revisions, the newest ones all of them, the older ones ever sparser', async () => {
  const draft = await complete()
  for (let revision = 1; revision <= 230; revision++) {
    clock = new Date(clock.getTime() + 2_000)
    await call('Campaign.UpdateDraft', { ...draft, Revision: revision, Content: inHtml(`${html}${revision}`) })
  }
  const kept = (await revisions(draft)).map(({ Revision }) => Revision)
  assert.equal(kept.length, 191)
  assert.deepEqual(
    kept.slice(0, 50),
    Array.from({ length: 50 }, (_, n) => 231 - n),
  )
  assert.equal(kept.at(-1), 1, 'the first one stays')
  const [contents] = await db`
    select count(*)::integer as n from campaign_contents k join campaigns m on m.id = k.campaign_id
    where m.public_id = ${draft.CampaignID}`
  assert.equal(contents!.n, 191, 'no content without a revision')
})

test('a deleted draft comes back with its revisions, and a purge leaves nothing of it', async () => {
  const draft = await complete()
  await call('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Other' })
  const [row] = await db`select id from campaigns where public_id = ${draft.CampaignID}`
  await call('Campaign.Delete', draft)
  await refused('Campaign.GetDraft', draft, 'InvalidCampaignId')
  await call('Deleted.Restore', { ...key, Kind: 'Campaign', ID: draft.CampaignID })
  assert.equal((await revisions(draft)).length, 2)
  await call('Campaign.Delete', draft)
  await db`update campaigns set deleted_at = now() - interval '31 days' where public_id = ${draft.CampaignID}`
  await purge(db)
  for (const table of ['campaign_revisions', 'campaign_contents', 'campaign_lists', 'campaign_exclusions']) {
    assert.deepEqual([...(await db`select 1 from ${db(table)} where campaign_id = ${row!.id as number}`)], [])
  }
})

test('saved senders: one for a name and an address, listed by address, foreign ones unknown', async () => {
  const sender = { FromName: 'Bloom', FromEmail: 'news@client.example', ReplyTo: '' }
  const SenderID = await call('Sender.Save', { ...client, ...sender })
  assert.equal(
    await call('Sender.Save', { ...client, ...sender, FromEmail: 'NEWS@client.example', ReplyTo: 'a@client.example' }),
    SenderID,
  )
  await call('Sender.Save', { ...client, ...sender, FromEmail: 'alpha@client.example' })
  const page = await call('Sender.List', { ...client, Limit: 1 })
  const next = await call('Sender.List', { ...client, Limit: 1, Cursor: page.NextCursor! })
  assert.deepEqual(
    [...(page.Senders as object[]), ...(next.Senders as object[])].map(one => ({ ...one, SenderID: '' })),
    [
      { SenderID: '', FromName: 'Bloom', FromEmail: 'alpha@client.example', ReplyTo: 'alpha@client.example' },
      { SenderID: '', FromName: 'Bloom', FromEmail: 'news@client.example', ReplyTo: 'a@client.example' },
    ],
  )
  await refused('Sender.Save', { ...client, ...sender, FromName: ' ' }, 'FromNameRequired')
  await refused('Sender.Save', { ...client, ...sender, FromEmail: 'news' }, 'InvalidFromEmail')
  await refused('Sender.Save', { ...client, ...sender, ReplyTo: 'news' }, 'InvalidReplyTo')
  const theirs = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId, SenderID }
  await refused('Sender.Delete', theirs, 'UnknownSender')
  await call('Sender.Delete', { ...client, SenderID })
  await refused('Sender.Delete', { ...client, SenderID }, 'UnknownSender')
})
