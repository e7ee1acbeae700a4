import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump } from '../../../test/harness/campaign.ts'
import { keepLogo } from '../../../test/harness/logo.ts'
import { usePublicPages } from '../../../test/harness/public-pages.ts'
import { reportLinks as links, type ReportedCampaign, seedEarlier, seedReported } from '../../../test/harness/report.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { linkPlaces } from '../../delivery/content/link-places.ts'
import { contentTasksHere } from '../../delivery/content/tasks.ts'
import type { CampaignRef } from '../../domain/access/access.ts'
import { shareReport } from '../../domain/campaigns/reports/report-links.ts'
import { contrastOf } from '../../domain/content/contrast.ts'
import { saveBranding } from '../../store/accounts/branding.ts'

const pages = usePublicPages()
const { ask } = pages

interface Shared {
  readonly campaign: CampaignRef
  readonly publicId: string
  readonly path: string
}

async function shared(given: ReportedCampaign & { language?: string; of?: World } = {}): Promise<Shared> {
  const { language = 'en', of = pages.world, ...options } = given
  const campaign = await seedReported(pages.db, of.client, of.list.listId, options)
  return { campaign, ...(await linkTo(campaign, language)) }
}

async function linkTo(campaign: CampaignRef, language = 'en') {
  const { db, tokens } = pages
  const parts = {
    db,
    tokens,
    mailLinks: { base: () => 'https://mail.example', leaveThisMachine: false },
    findLinkPlaces: linkPlaces({ db, contentTasks: contentTasksHere }),
  }
  const link = await shareReport(parts, campaign, { label: '', expiresDate: '', language }, 'carla')
  return { publicId: link.publicId, path: new URL(link.url).pathname }
}

/** Every number and word between tags, one after another. */
const textOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&ndash;', '–')
    .replace(/\s+/g, ' ')

test('a report shows the numbers that the operations return, people before machines', async () => {
  const { path, campaign } = await shared()
  const { status, text } = await ask('GET', path)
  assert.equal(status, 200)
  const words = textOf(text)
  const [totals] = await pages.db`
    select t.*, e.human_unique_opens, e.human_unique_clicks from campaign_totals t join engagement e using (client_id, campaign_id)
    where campaign_id = ${campaign.campaignId}`
  const shown = (value: unknown) => (value as number).toLocaleString('en-GB')
  const accepted = shown(totals!.accepted)
  for (const part of [
    `delivered ${accepted} of ${shown(totals!.recipients)}`,
    `people opened it ${shown(totals!.humanUniqueOpens)} of ${accepted}`,
    `people clicked a link ${shown(totals!.humanUniqueClicks)} of ${accepted}`,
    `unsubscribed ${shown(totals!.unsubscribes)} of ${accepted}`,
    `Recipients ${shown(totals!.recipients)}`,
    'Tulips in red https://bloom.example/spring/tulips?colour=red at the top, link 1, there 2 times',
    'Spring 2026',
    'Tulips are here',
    '(Berlin)',
  ])
    assert.ok(words.includes(part), `${part} is missing in ${words}`)
})

test('the states of the ledger add up to the recipients on the page', async () => {
  const { path } = await shared({ state: 'sending', daysAgo: 0 })
  const { text } = await ask('GET', path)
  assert.match(textOf(text), /This campaign is still being sent\. The numbers are those of/)
  const [, ledger] = /<h2 id="delivery">([\s\S]*?)<\/section>/.exec(text)!
  const counts = [...ledger!.matchAll(/<\/th><td>([\d,]+)<\/td>/g)].map(([, count]) =>
    Number(count!.replaceAll(',', '')),
  )
  const total = counts.pop()
  assert.equal(counts.length, 5)
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    total,
  )
})

test('below 100 deliveries there are counts and no percentages', async () => {
  const { path } = await shared({ size: 40, daysAgo: 1 })
  const words = textOf((await ask('GET', path)).text)
  assert.doesNotMatch(words, /\d\s?%/)
  assert.match(words, /40 delivered 40 of 40/)
  assert.match(words, /fewer than 100 mails were delivered/)
})

test('what was not measured is not shown as 0', async () => {
  const seeded = await seed(pages.db)
  await pages.db`update lists set tracking = 'never' where id = ${seeded.list.listId}`
  const { path } = await shared({ of: seeded, opened: 0, links: [] })
  await pages.db`
    update campaign_totals set opens = 0, unique_opens = 0, clicks = 0, unique_clicks = 0 where client_id = ${seeded.client.clientId}`
  const words = textOf((await ask('GET', path)).text)
  assert.match(words, /not measured people opened it not measured people clicked a link/)
  assert.doesNotMatch(words, / 0 people opened/)
  assert.match((await ask('GET', `${path}?format=csv`)).text, /not measured/)
})

test('what a draft chose not to track is not measured, and the other is', async () => {
  const { path, campaign } = await shared()
  const { campaignId } = campaign
  const choose = (opens: boolean, clicks: boolean) =>
    pages.db`update campaigns set track_opens = ${opens}, track_clicks = ${clicks} where id = ${campaignId}`
  await pages.db`update campaign_totals set opens = 0, unique_opens = 0 where campaign_id = ${campaignId}`
  await choose(false, true)
  const page = await ask('GET', path)
  const words = textOf(page.text)
  assert.match(words, /not measured people opened it [\d.]+ ?% people clicked a link/)
  assert.match(words, /Opens of this campaign were not measured/)
  assert.doesNotMatch(page.text, /id="opens-hours/)
  assert.match(page.text, /id="clicks-hours/)
  const csv = (await ask('GET', `${path}?format=csv`)).text
  assert.match(csv, /Opens of this campaign were not measured/)
  assert.doesNotMatch(csv, /,Opens,/)
  await pages.db`update campaign_totals set clicks = 0, unique_clicks = 0 where campaign_id = ${campaignId}`
  await choose(true, false)
  const other = await ask('GET', path)
  assert.match(textOf(other.text), /not measured people clicked a link/)
  assert.match(textOf(other.text), /Clicks of this campaign were not measured/)
  assert.doesNotMatch(other.text, /bloom\.example\/spring\/bulbs/)
})

test('the subject is read as without a recipient: fallbacks, the date it was sent, and no tags', async () => {
  const subject = 'Hello [firstname,fallback=friend], your [Town] news of <$currentyear$>'
  const { path, campaign } = await shared({ subject })
  await pages.db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    select client_id, list_id, 'Town', 'Town', 'Text', 9 from campaign_lists where campaign_id = ${campaign.campaignId}`
  assert.ok(textOf((await ask('GET', path)).text).includes(`Hello friend, your news of 2026`))
})

test('a report wears the branding of its client, in colours that can be read in both schemes', async () => {
  const seeded = await seed(pages.db)
  const { clientId } = seeded.client
  await saveBranding(pages.db, clientId, {
    ...{ logoUrl: 'https://bloom.example/logo.png', primaryColor: '#9a3412', backgroundColor: '#fff7ed' },
    ...{ footerText: 'Bloom & Sons', postalAddress: 'Garden Lane 1', imprintUrl: 'https://bloom.example/imprint' },
    ...{
      fromName: '',
      fromEmail: '',
      wordings: [],
      headingFont: '',
      textFont: '',
      colors: [],
      socialLinks: [],
      logoImageId: await keepLogo(pages.db, clientId),
    },
  })
  const { path } = await shared({ of: seeded })
  const { text, headers } = await ask('GET', path)
  const [, light, dark] = /--person: (#\w{6}).*?--person: (#\w{6})/s.exec(text)!
  assert.equal(light, '#9a3412')
  for (const paper of ['#17171b', '#212127']) assert.ok(contrastOf(dark!, paper) >= 4.5)
  assert.match(
    text,
    new RegExp(
      `<img src="\\.\\./files/client/${seeded.client.clientPublicId}/[0-9a-f]{64}\\.png\\?w=300&amp;x=2" alt="">`,
    ),
  )
  assert.match(textOf(text), /Bloom &amp; Sons Garden Lane 1 Imprint/)
  assert.equal(text.match(/<footer>/g)!.length, 1)
  assert.match(String(headers['content-security-policy']), /img-src 'self' data:;/)
})

test('where recipients were asked, the page says that only those who agreed are counted', async () => {
  const seeded = await seed(pages.db)
  await pages.db`update lists set tracking = 'consent' where id = ${seeded.list.listId}`
  const { path } = await shared({ of: seeded })
  assert.match(textOf((await ask('GET', path)).text), /only for recipients who agreed/)
})

test('a campaign is compared with the client’s own, and not while it is being sent', async () => {
  const seeded = await seed(pages.db)
  await seedEarlier(pages.db, seeded.client, seeded.list.listId, 12)
  const { path } = await shared({ of: seeded, opened: 0.6 })
  const words = textOf((await ask('GET', path)).text)
  assert.match(words, /the last 10 campaigns of your own/)
  assert.match(words, /opened by people 60% 31% 22% – 40% higher than in all of them/)
  const early = await shared({ of: seeded, state: 'sending', daysAgo: 0 })
  assert.match(textOf((await ask('GET', early.path)).text), /comes once the campaign has been sent/)
})

test('the page speaks the language of the link, whatever the browser asks for, in the time zone of the client', async () => {
  const seeded = await seed(pages.db, { timeZone: 'America/New_York' })
  const { path } = await shared({ of: seeded, language: 'de' })
  const { text, headers } = await ask('GET', path, { headers: { 'accept-language': 'fr' } })
  assert.equal(headers['content-language'], 'de')
  assert.match(text, /<html lang="de" dir="ltr">/)
  assert.match(text, /Kampagnenbericht/)
  assert.match(text, /\(New York\)/)
  assert.match(text, /12\.403/)
})

test('the page is for its reader alone: no referrer, no index, nothing kept, no scripts, no foreign content', async () => {
  const { path } = await shared()
  const { headers, text } = await ask('GET', path)
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(headers['cache-control'], 'no-store')
  const policy = headers['content-security-policy'] as string
  assert.match(
    policy,
    /^default-src 'none'; img-src data:; style-src 'sha256-[\w+/]{43}='; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  assert.doesNotMatch(text, /<script|style="|unsafe-inline|\son\w+=/)
})

test('names, subjects, words of links and addresses are text, whatever they hold', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
  const { path } = await shared({
    name: evil,
    subject: evil,
    links: [`javascript:alert("3")${evil}`, `https://x.example/?q=${evil}`],
    html: `<body><a href="https://x.example/?q=&quot;&gt;&lt;script&gt;">&lt;script&gt;alert(4)&lt;/script&gt;</a></body>`,
  })
  const { text } = await ask('GET', path)
  assert.doesNotMatch(text, /<script|<img|href="javascript/i)
  assert.match(text, /&quot;&gt;&lt;script&gt;alert\(1\)/)
})

test('no address of a recipient is on the page or in the download', async () => {
  const seeded = await seed(pages.db)
  const { path, campaign } = await shared({ of: seeded })
  await pages.db`
    insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
    values (${seeded.client.clientId}, ${seeded.list.listId}, 'secret@reader.example', 'secret@reader.example', 'Active', now(), now())`
  await pages.db`
    insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
    select client_id, ${campaign.campaignId}, 1, list_id, id, email, address, 'Secret Name', '{}' from subscribers
    where client_id = ${seeded.client.clientId}`
  for (const query of ['', '?format=csv']) {
    const { text } = await ask('GET', path + query)
    assert.doesNotMatch(text, /secret@|Secret Name|carla@|c@bloom/)
  }
})

test('the download has every link, and no cell that a spreadsheet would run', async () => {
  const { path } = await shared({ name: '=1+1', subject: '@SUM("a")' })
  const { text, headers } = await ask('GET', `${path}?format=csv`)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present')
  assert.match(
    String(headers['content-disposition']),
    /^attachment; filename="[\w-]+-1-1-\d{4}-\d\d-\d\d\.csv"; filename\*=/,
  )
  assert.equal(headers['cache-control'], 'no-store')
  const lines = text.split('\r\n')
  assert.equal(lines[0], '\ufeffSection,Item,Detail,People,Machines,All')
  assert.ok(lines.includes("Campaign report,Campaign report,'=1+1,,,"))
  assert.ok(lines.includes(`Campaign report,Subject,"'@SUM(""a"")",,,`))
  for (const link of links)
    assert.ok(
      lines.some(line => line.startsWith(`Link map,${link},`)),
      link,
    )
  assert.equal(lines.at(-1), '')
})

test('views are counted, those of the download too, and HEAD is not counted', async () => {
  const { path, publicId } = await shared()
  const state = async () =>
    (await pages.db`select views, last_viewed_at from report_links where public_id = ${publicId}`)[0]!
  assert.deepEqual({ ...(await state()) }, { views: 0, lastViewedAt: null })
  assert.equal((await ask('HEAD', path)).status, 200)
  assert.equal((await state()).views, 0)
  const asked = new Date()
  await Promise.all([ask('GET', path), ask('GET', path), ask('GET', `${path}?format=csv`)])
  const { views, lastViewedAt } = await state()
  assert.equal(views, 3)
  assert.ok((lastViewedAt as Date) >= asked, `${lastViewedAt}`)
})

test('a link that works no more answers exactly as one that never did, and changes nothing', async () => {
  const unknown = await ask('GET', `/r/${'A'.repeat(36)}`)
  assert.equal(unknown.status, 404)
  assert.match(unknown.text, /This link does not work/)
  const set = (table: string, change: string) => async (link: Shared) => {
    await pages.db.unsafe(
      `update ${table} set ${change} where ${table === 'report_links' ? `public_id = '${link.publicId}'` : `id = ${table === 'clients' ? link.campaign.clientId : link.campaign.campaignId}`}`,
    )
  }
  const ends = {
    revoked: set('report_links', 'revoked_at = now()'),
    expired: set('report_links', 'expires_at = now()'),
    'its campaign is deleted': set('campaigns', 'deleted_at = now()'),
    'its client is deleted': set('clients', 'deleted_at = now()'),
  }
  for (const [name, end] of Object.entries(ends)) {
    const link = await shared({ of: await seed(pages.db) })
    assert.equal((await ask('GET', link.path)).status, 200, name)
    await end(link)
    const was = await dump(pages.db)
    for (const query of ['', '?format=csv']) {
      const seen = await ask('GET', link.path + query)
      assert.deepEqual([seen.status, seen.text], [404, unknown.text], name)
      const { date: _date, 'x-request-id': _id, ...headers } = seen.headers
      const { date: _other, 'x-request-id': _otherId, ...expected } = unknown.headers
      assert.deepEqual(headers, expected, name)
    }
    assert.deepEqual(await dump(pages.db), was, name)
  }
})

test('tokens of other purposes and tampered ones open no report', async () => {
  const { path, campaign } = await shared()
  const token = path.slice('/r/'.length)
  const more = token[35] === 'A' ? 'B' : 'A'
  for (const wrong of [
    pages.tokens.sign('recipient', campaign.clientId, 1),
    pages.tokens.sign('letter', campaign.clientId, 1),
    pages.tokens.sign('report', campaign.clientId, 999_999),
    pages.tokens.sign('report', campaign.clientId + 1, 1),
    token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21),
    `${token}${more}`,
    token.slice(1),
    '',
    '%00',
  ])
    assert.equal((await ask('GET', `/r/${wrong}`)).status, 404, wrong)
  assert.equal((await ask('POST', path)).status, 405)
})
