/** Feeds: their settings, and what becomes of their items, on a real database with a feed on loopback. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { testMailLinks } from '../../test/harness/mail-links.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedList, testKeys } from '../../test/harness/seed.ts'
import { type Page, serveWeb } from '../../test/harness/web.ts'
import { contentTasksHere } from '../delivery/content/tasks.ts'
import { composeOnce } from '../delivery/drafts/preflight.ts'
import { feedRules, workOnFeed } from '../domain/feeds/worker.ts'
import { tokens } from '../domain/tokens/tokens.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { createLog } from '../lib/log.ts'
import type { Dependencies } from './dependencies.ts'
import { feedSender } from './feeds.ts'
import { handlers } from './handlers.ts'

const fetch = guardedFetch({ allowPrivate: true, userAgent: 'Lettershop test' })
const { db, world, other, call, refused } = await operationsTest(handlers, () => ({ fetch }))
const { client } = world
const key = { ApiKey: world.accountKey, ClientID: client.clientPublicId }
await db`
  insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
  values (${client.clientId}, ${world.list.listId}, 'a@x.example', 'a@x.example', 'Active', now(), now())`

const pages: Record<string, Page> = {}
const web = await serveWeb(pages)
after(() => web.close())

const dependencies = {
  db,
  content: {
    contentTasks: contentTasksHere,
    composeOnce: composeOnce({ db, tokens: tokens(testKeys), contentTasks: contentTasksHere }),
  },
  mail: { mailLinks: testMailLinks },
  network: { fetch },
  limits: { clientsPerHalfHour: 0 },
  now: () => new Date(),
} as unknown as Dependencies // what sending asks for
const parts = {
  db,
  fetch,
  contentTasks: contentTasksHere,
  sender: feedSender(dependencies),
  now: () => new Date(),
  log: createLog('silent'),
}

interface Item {
  readonly id: string
  readonly title?: string
  readonly date?: string
}

const today = new Date().toUTCString()
function serve(items: readonly Item[], more: Page = {}): void {
  const written = items.map(
    ({ id, title = id, date = today }) =>
      `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>https://blog.example/${id}</link><pubDate>${date}</pubDate><description>About ${id}</description></item>`,
  )
  pages['/feed'] = {
    type: 'application/rss+xml',
    body: `<rss version="2.0"><channel><title>Blog</title><link>https://blog.example/</link>${written.join('')}</channel></rss>`,
    ...more,
  }
}

const settings = {
  Title: 'Blog to mail',
  Paused: false,
  URL: `${web.url}/feed`,
  Audience: { ListIDs: [world.list.listPublicId] },
  FromName: 'Bloom',
  FromEmail: 'news@bloom.example',
  Language: 'en',
  Every: 'Daily',
  Hour: 8,
  MinItems: 1,
  MaxItems: 10,
  Action: 'Draft',
} as const

beforeEach(async () => {
  await db`delete from feeds`
  await db`delete from feed_items`
  await db`delete from feed_runs`
  await db`update clients set approval_required = false where id = ${client.clientId}`
  serve([{ id: 'old' }])
})

type Given = Partial<Omit<typeof settings, 'Action' | 'MinItems' | 'MaxItems' | 'Audience'>> & {
  readonly Action?: 'Draft' | 'Approval' | 'Send'
  readonly MinItems?: number
  readonly MaxItems?: number
  readonly TemplateID?: string
  readonly Subject?: string
  readonly Audience?: object
}

/** A feed after its first look. */
async function noted(given: Given = {}): Promise<string> {
  const FeedID = (await call('Feed.Create', { ...key, ...settings, ...given } as never)) as string
  await run()
  return FeedID
}

const never = new AbortController().signal
/** Has due feeds worked off. @returns how many steps */
async function run(): Promise<number> {
  for (let steps = 0; ; steps++) if (!(await workOnFeed(parts, never))) return steps
}

/** The time of the next run has come. */
async function due(): Promise<void> {
  await db`update feeds set next_at = now() - interval '1 second' where client_id = ${client.clientId} and state <> 'stopped'`
  await run()
}

interface Got {
  readonly State: string
  readonly Problem: string
  readonly ProblemDate: string
  readonly NextDate: string
  readonly Runs: readonly {
    readonly Items: number
    readonly NewItems: number
    readonly CampaignID: string
    readonly Outcome: string
  }[]
}

const get = async (FeedID: string) => (await call('Feed.Get', { ...key, FeedID })) as unknown as Got // its lists are arrays

interface Draft {
  readonly Name: string
  readonly State: string
  readonly Subject: string
  readonly FromEmail: string
  readonly ReplyTo: string
  readonly Audience: { readonly ListIDs: readonly string[] }
  readonly Content?: { readonly Mjml?: string; readonly Html?: string }
}

const draftOf = async (CampaignID: string) =>
  (await call('Campaign.GetDraft', { ApiKey: world.accountKey, CampaignID })) as unknown as Draft // the same

async function drafts(FeedID: string): Promise<readonly string[]> {
  const { Runs } = await get(FeedID)
  return Runs.map(({ CampaignID }) => CampaignID).filter(id => id !== '')
}

async function events(type: string): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`select count(*)::integer as count from events where type = ${type} and client_id = ${client.clientId}`
  return row!.count
}

test('the first look only notes what is there; then new items become a draft', async () => {
  const FeedID = await noted()
  const first = await get(FeedID)
  assert.equal(first.State, 'Waiting')
  assert.deepEqual(first.Runs, [])
  assert.match(first.NextDate, / 08:00:00$/)
  await due()
  assert.deepEqual(await drafts(FeedID), [], 'nothing is new')
  serve([{ id: 'new', title: 'The [firstname] &amp;lt;tulips' }, { id: 'old' }])
  await due()
  const [CampaignID = ''] = await drafts(FeedID)
  const draft = await draftOf(CampaignID)
  assert.match(draft.Name, /^Blog to mail \d{4}-\d\d-\d\d/)
  assert.equal(draft.Subject, 'Blog: The [\u2060firstname] <\u2060tulips')
  assert.equal(draft.FromEmail, 'news@bloom.example')
  assert.equal(draft.ReplyTo, 'news@bloom.example')
  assert.deepEqual(draft.Audience.ListIDs, [world.list.listPublicId])
  assert.match(draft.Content?.Mjml ?? '', /https:\/\/blog.example\/new/)
  assert.ok(!draft.Content?.Mjml?.includes('blog.example/old'))
  await due()
  assert.equal((await drafts(FeedID)).length, 1, 'an item is mailed once')
  const { Runs } = await get(FeedID)
  assert.deepEqual(
    Runs.map(({ Items, NewItems }) => [Items, NewItems]),
    [
      [2, 0],
      [2, 1],
      [1, 0],
    ],
  )
})

test('too few new items wait for more, and too many for the next run', async () => {
  const FeedID = await noted({ MinItems: 2, MaxItems: 2 })
  serve([{ id: 'one' }])
  await due()
  assert.deepEqual(await drafts(FeedID), [])
  serve([{ id: 'one' }, { id: 'two' }, { id: 'three' }, { id: 'four' }, { id: 'five' }])
  await due()
  await due()
  await due()
  const made = await drafts(FeedID)
  assert.equal(made.length, 2)
  const contents = await Promise.all(made.map(async CampaignID => (await draftOf(CampaignID)).Content?.Mjml ?? ''))
  assert.ok(contents[1]!.includes('/one') && contents[1]!.includes('/two') && !contents[1]!.includes('/three'))
  assert.ok(contents[0]!.includes('/three') && contents[0]!.includes('/four'))
})

test('a server is asked whether anything has changed', async () => {
  let unchanged = 0
  const FeedID = await noted()
  const etag = '"v1"'
  const body = `<rss version="2.0"><channel><title>Blog</title><item><guid>old</guid><link>https://blog.example/old</link></item></channel></rss>`
  pages['/feed'] = ((
    request: { headers: Record<string, string> },
    response: { writeHead(status: number, headers?: object): void; end(body?: string): void },
  ) => {
    const isSame = request.headers['if-none-match'] === etag
    if (isSame) unchanged++
    response.writeHead(isSame ? 304 : 200, { etag, 'content-type': 'text/xml' })
    response.end(isSame ? undefined : body)
  }) as never // a listener
  await due()
  await due()
  assert.equal(unchanged, 1)
  assert.equal((await get(FeedID)).State, 'Waiting')
})

test('items whose id, date or address change are the same, and backdated ones are not new', async () => {
  const FeedID = await noted()
  const old = new Date(Date.now() - 60 * 86_400_000).toUTCString()
  serve([
    { id: 'old', title: 'Another title', date: new Date(Date.now() + 1000).toUTCString() },
    { id: 'ancient', date: old },
  ])
  await due()
  assert.deepEqual(await drafts(FeedID), [])
})

test('a feed that is down fails, is tried again later each time, and is not without news', async () => {
  const FeedID = await noted()
  const before = [await events('feed.failed'), await events('feed.recovered')]
  serve([], { status: 503 })
  await due()
  const failing = await get(FeedID)
  assert.equal(failing.State, 'Failing')
  assert.equal(failing.Problem, 'The server answers 503 instead of 200.')
  assert.notEqual(failing.ProblemDate, '')
  assert.deepEqual(failing.Runs, [])
  serve([], { body: '<html><body>maintenance</body></html>' })
  await due()
  await due()
  assert.equal((await get(FeedID)).Problem, 'The document is a web page, not a feed.')
  const [{ minutes } = { minutes: 0 }] = await db<{ minutes: number }[]>`
    select extract(epoch from next_at - now()) / 60 as minutes from feeds where client_id = ${client.clientId}`
  assert.ok(Math.abs(minutes - 20) < 1, `tried again in ${minutes} minutes`)
  const mails = await db<{ payload: { about: string } }[]>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'feedMail'`
  assert.deepEqual(
    mails.map(({ payload }) => payload.about),
    ['failing'],
  )
  serve([{ id: 'new' }, { id: 'old' }])
  await due()
  const well = await get(FeedID)
  assert.equal(well.State, 'Waiting')
  assert.equal(well.Problem, '')
  assert.equal((await drafts(FeedID)).length, 1, 'what came meanwhile is new')
  assert.deepEqual([await events('feed.failed'), await events('feed.recovered')], [before[0]! + 1, before[1]! + 1])
})

test('a document of 10 MB is a problem, not an end', async () => {
  const FeedID = await noted()
  serve([{ id: 'new', title: 'x'.repeat(10_000_000) }])
  await due()
  const { State, Problem } = await get(FeedID)
  assert.equal(State, 'Failing')
  assert.match(Problem, /5000000|5,000,000|larger|too large|more than/i)
})

test('an item of the future is new once', async () => {
  const FeedID = await noted()
  const date = new Date(Date.now() + 30 * 86_400_000).toUTCString()
  serve([{ id: 'event', date }, { id: 'old' }])
  await due()
  serve([{ id: 'event', date: new Date(Date.now() + 60 * 86_400_000).toUTCString() }, { id: 'old' }])
  await due()
  assert.equal((await drafts(FeedID)).length, 1)
})

test('items that a feed has not had for long are forgotten, those that it has are not', async () => {
  const FeedID = await noted()
  serve([{ id: 'other' }, { id: 'old' }])
  await due()
  const keys = async () => (await db<{ count: number }[]>`select count(*)::integer as count from feed_items`)[0]!.count
  const all = await keys()
  await db`update feed_items set seen_at = now() - ${feedRules.forgetMs / 1000 + 60} * interval '1 second'`
  serve([{ id: 'old' }])
  await due()
  assert.ok((await keys()) < all)
  assert.equal((await drafts(FeedID)).length, 1)
})

test('a first look that fails is a first look when it succeeds', async () => {
  serve([], { status: 500 })
  const FeedID = await noted()
  assert.equal((await get(FeedID)).State, 'Failing')
  serve([{ id: 'old' }])
  await due()
  assert.equal((await get(FeedID)).State, 'Waiting')
  assert.deepEqual(await drafts(FeedID), [])
})

test('a feed that fails for a month stops, and goes on once it is saved', async () => {
  const FeedID = await noted()
  serve([], { status: 410 })
  await due()
  await db`update feeds set problem_at = now() - ${feedRules.stopAfterMs / 1000 + 60} * interval '1 second'`
  await due()
  const stopped = await get(FeedID)
  assert.equal(stopped.State, 'Stopped')
  assert.equal(stopped.NextDate, '')
  assert.equal(await run(), 0)
  serve([{ id: 'old' }, { id: 'new' }])
  await call('Feed.Update', { ...key, ...settings, FeedID } as never)
  await due()
  assert.equal((await drafts(FeedID)).length, 1)
})

test('private addresses are not reached, also by a redirect', async () => {
  const guarded = guardedFetch({ allowPrivate: false, userAgent: 'Lettershop test' })
  const FeedID = (await call('Feed.Create', { ...key, ...settings } as never)) as string
  await workOnFeed({ ...parts, fetch: guarded }, never)
  const { State, Problem } = await get(FeedID)
  assert.equal(State, 'Failing')
  assert.match(Problem, /no public host/)
  // the first look-up finds a server that is reachable here, and the redirect leads to the metadata service of a cloud
  let lookups = 0
  const redirected = guardedFetch({
    allowPrivate: true,
    userAgent: 'Lettershop test',
    lookup: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }],
  })
  serve([], { status: 302, headers: { location: '/latest/meta-data' } })
  const asked = web.asked.length
  await db`update feeds set next_at = now(), settings = settings || ${db.json({ url: `http://blog.example:${web.port}/feed` } as never)}`
  await workOnFeed({ ...parts, fetch: redirected }, never)
  assert.match((await get(FeedID)).Problem, /no public host/)
  assert.deepEqual([lookups, web.asked.slice(asked)], [2, ['/feed']])
})

test('two processes make one draft of a run, and one that lost its claim none', async () => {
  const FeedID = await noted()
  serve([{ id: 'new' }, { id: 'old' }])
  await db`update feeds set next_at = now()`
  await Promise.all([workOnFeed(parts, never), workOnFeed(parts, never), workOnFeed(parts, never)])
  await run()
  assert.equal((await drafts(FeedID)).length, 1)
  serve([{ id: 'newer' }, { id: 'old' }])
  await db`update feeds set next_at = now()`
  let isStolen = false
  await workOnFeed(
    {
      ...parts,
      async fetch(url, limits) {
        if (!isStolen) await db`update feeds set claim = claim + 1`
        isStolen = true
        return fetch(url, limits)
      },
    },
    never,
  )
  assert.equal((await drafts(FeedID)).length, 1)
  const [{ count } = { count: 0 }] = await db<{ count: number }[]>`
    select count(*)::integer as count from campaigns where client_id = ${client.clientId} and name like 'Blog to mail%' and subject like '%newer%'`
  assert.equal(count, 0)
})

test('campaigns are sent where the feed has them sent, and only approved ones where the client requires it', async () => {
  const FeedID = await noted({ Action: 'Send' })
  serve([{ id: 'sent' }, { id: 'old' }])
  await due()
  const [sent] = (await get(FeedID)).Runs
  assert.equal(sent!.Outcome, 'It was sent.')
  const state = async (CampaignID: string) => (await draftOf(CampaignID)).State
  assert.equal(await state(sent!.CampaignID), 'Scheduled')
  await db`update clients set approval_required = true where id = ${client.clientId}`
  serve([{ id: 'asked' }, { id: 'old' }])
  await due()
  const [asked] = (await get(FeedID)).Runs
  assert.equal(asked!.Outcome, 'Approval was asked for.')
  assert.equal(await state(asked!.CampaignID), 'Draft')
  assert.equal(
    (await call('Campaign.GetApproval', { ApiKey: world.accountKey, CampaignID: asked!.CampaignID })).State,
    'Requested',
  )
})

test('a feed sends to as many recipients as its author has allowed', async () => {
  const { listId, listPublicId } = await seedList(db, client, 'Growing')
  const join = async (address: string) => {
    await db`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      values (${client.clientId}, ${listId}, ${address}, ${address}, 'Active', now(), now())`
    await db`update list_totals set active = active + 1 where client_id = ${client.clientId} and list_id = ${listId}`
  }
  await join('a@x.example')
  await join('b@x.example')
  const given = { ...settings, Action: 'Send', Audience: { ListIDs: [listPublicId] } }
  await refused('Feed.Create', { ...key, ...given, MostRecipients: 1 } as never, 'AudienceNotConfirmed')
  const FeedID = await noted({ ...given, MostRecipients: 2 } as never)
  serve([{ id: 'first' }, { id: 'old' }])
  await due()
  assert.equal((await get(FeedID)).Runs[0]!.Outcome, 'It was sent.')
  await join('c@x.example')
  serve([{ id: 'second' }, { id: 'old' }])
  await due()
  const { Runs, Problem } = await get(FeedID)
  assert.match(Problem, /would go to 3 recipients now, and is sent by itself to 2 at most/)
  assert.equal((await draftOf(Runs[0]!.CampaignID)).State, 'Draft')
  // without a number of its own, that of the client holds
  await call('Client.SetSendConfirmation', { ...key, ConfirmAbove: 2 } as never)
  await refused('Feed.Update', { ...key, ...given, FeedID } as never, 'AudienceNotConfirmed')
  await call('Client.SetSendConfirmation', { ...key, ConfirmAbove: 3 } as never)
  await call('Feed.Update', { ...key, ...given, FeedID } as never)
  await call('Client.SetSendConfirmation', { ...key, ConfirmAbove: -1 } as never)
})

test('a draft that waits to be sent stays a draft when the feed is changed', async () => {
  const FeedID = await noted({ Action: 'Send' })
  serve([{ id: 'new' }, { id: 'old' }])
  await db`update feeds set next_at = now()`
  await workOnFeed(parts, never)
  const [CampaignID = ''] = await drafts(FeedID)
  await call('Feed.Update', { ...key, ...settings, FeedID } as never)
  await due()
  assert.equal((await draftOf(CampaignID)).State, 'Draft')
})

test('a feed that is back long after its time waits for its hour', async () => {
  const FeedID = await noted({ Every: 'Weekly' } as never)
  serve([], { status: 503 })
  await due()
  await db`update feeds set problem_at = now() - interval '5 hours'`
  serve([{ id: 'new' }, { id: 'old' }])
  await due()
  const { State, NextDate } = await get(FeedID)
  assert.equal(State, 'Waiting')
  assert.deepEqual(await drafts(FeedID), [])
  assert.match(NextDate, / 08:00:00$/)
  const [{ hours } = { hours: 0 }] = await db<{ hours: number }[]>`
    select extract(epoch from next_at - now()) / 3600 as hours from feeds where client_id = ${client.clientId}`
  assert.ok(hours <= 25, 'the next day, not the next week')
  await due()
  assert.equal((await drafts(FeedID)).length, 1)
})

test('feeds of a deleted client wait, and older items are not new when newer ones are removed', async () => {
  const many = Array.from({ length: 110 }, (_, n) => ({ id: `item-${n}`, date: 'unknown' }))
  serve(many)
  const FeedID = await noted()
  serve(many.slice(20))
  await db`update clients set deleted_at = now() where id = ${client.clientId}`
  await due()
  await db`update clients set deleted_at = null where id = ${client.clientId}`
  assert.equal((await get(FeedID)).Runs.length, 0)
  await due()
  assert.deepEqual(await drafts(FeedID), [])
})

test('a campaign that cannot be sent stays a draft, and its owner learns why', async () => {
  const empty = await seedList(db, client, 'Empty')
  const FeedID = await noted({ Action: 'Send', Audience: { ListIDs: [empty.listPublicId] } })
  serve([{ id: 'unsent' }, { id: 'old' }])
  await due()
  const { Runs, State, Problem } = await get(FeedID)
  assert.equal(State, 'Waiting')
  assert.match(Problem, /^The campaign is a draft: /)
  assert.equal(Runs[0]!.Outcome, Problem)
})

test('a feed whose list, segment or template was deleted stops with the reason', async () => {
  const gone = await seedList(db, client, 'Gone')
  const ofList = await noted({ Audience: { ListIDs: [gone.listPublicId] } })
  await db`update lists set deleted_at = now() where client_id = ${client.clientId} and id = ${gone.listId}`
  serve([{ id: 'a' }, { id: 'old' }])
  await due()
  assert.deepEqual(problemOf(await get(ofList)), ['Stopped', 'A list that the feed goes to was deleted.'])
  await db`delete from feeds`
  const html =
    '<p><singleline>Hi</singleline></p>[feed]<a href="[item:link]">[item:title]</a>[endfeed]<unsubscribe>Leave us</unsubscribe>'
  const TemplateID = (await call('Template.CreateFromContent', { ...key, Name: 'Feed', Html: html })) as string
  serve([{ id: 'old' }])
  const ofTemplate = await noted({ TemplateID })
  serve([{ id: 'b' }, { id: 'old' }])
  await due()
  const [CampaignID = ''] = await drafts(ofTemplate)
  const draft = await draftOf(CampaignID)
  assert.equal(
    draft.Content?.Html,
    '<p>Hi</p><a href="https://blog.example/b">b</a><unsubscribe>Leave us</unsubscribe>',
  )
  await call('Template.Delete', { ApiKey: world.accountKey, TemplateID })
  serve([{ id: 'c' }, { id: 'old' }])
  await due()
  assert.deepEqual(problemOf(await get(ofTemplate)), ['Stopped', 'The template of the feed was deleted.'])
})

const problemOf = ({ State, Problem }: { readonly State: string; readonly Problem: string }) => [State, Problem]

test('a preview shows the items, which are new, and the letter; nothing is noted', async () => {
  const FeedID = await noted({ Subject: 'News: [item:title]' })
  serve([{ id: 'new' }, { id: 'old' }])
  for (let n = 0; n < 2; n++) {
    const { FeedTitle, Items, Subject, Html } = (await call('Feed.Preview', { ...key, FeedID })) as unknown as {
      readonly FeedTitle: string
      readonly Items: readonly { readonly Title: string; readonly New: boolean; readonly Date: string }[]
      readonly Subject: string
      readonly Html: string
    }
    assert.equal(FeedTitle, 'Blog')
    assert.deepEqual(
      Items.map(({ Title, New }) => [Title, New]),
      [
        ['new', true],
        ['old', false],
      ],
    )
    assert.match(Items[0]!.Date, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal(Subject, 'News: new')
    assert.match(Html, /https:\/\/blog.example\/new/)
  }
  serve([], { status: 404 })
  await refused('Feed.Preview', { ...key, FeedID }, 'FeedUnreadable')
})

test('another address begins anew, and a restored database too', async () => {
  const FeedID = await noted()
  serve([{ id: 'new' }, { id: 'old' }])
  await call('Feed.Update', { ...key, ...settings, URL: `${web.url}/feed?again`, FeedID } as never)
  await run()
  await due()
  assert.deepEqual(await drafts(FeedID), [])
  serve([{ id: 'newer' }, { id: 'old' }])
  await db`update feeds set next_at = now()`
  const held = { ...parts, holds: async () => [{ kind: 'database restored' }] }
  assert.equal(await workOnFeed(held, never), false)
  await run()
  await due()
  assert.deepEqual(await drafts(FeedID), [], 'what was there may have been mailed since the backup')
})

test('settings are checked, and those of others are unknown', async () => {
  const create = (given: object) => ({ ...key, ...settings, ...given }) as never
  await refused('Feed.Create', create({ Title: ' ' }), 'InvalidFeed')
  await refused('Feed.Create', create({ URL: 'ftp://blog.example/feed' }), 'InvalidFeed')
  await refused('Feed.Create', create({ Hour: 24 }), 'InvalidFeed')
  await refused('Feed.Create', create({ MinItems: 3, MaxItems: 2 }), 'InvalidFeed')
  await refused('Feed.Create', create({ FromEmail: 'x' }), 'InvalidFromEmail')
  await refused('Feed.Create', create({ Audience: {} }), 'ListsRequired')
  await refused('Feed.Create', create({ Audience: { ListIDs: [other.list.listPublicId] } }), 'InvalidListIds')
  await refused('Feed.Create', create({ TemplateID: '0'.repeat(32) }), 'InvalidTemplateId')
  const FeedID = await noted()
  await refused('Feed.Get', { ApiKey: other.accountKey, ClientID: other.client.clientPublicId, FeedID }, 'UnknownFeed')
  const { Feeds } = (await call('Feed.List', key)) as unknown as {
    readonly Feeds: readonly { readonly FeedID: string }[]
  }
  assert.deepEqual(
    Feeds.map(feed => feed.FeedID),
    [FeedID],
  )
  await call('Feed.Delete', { ...key, FeedID })
  await refused('Feed.Get', { ...key, FeedID }, 'UnknownFeed')
  const [{ count } = { count: 1 }] = await db<{ count: number }[]>`select count(*)::integer as count from feed_items`
  assert.equal(count, 0)
})
