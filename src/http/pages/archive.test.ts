/** The public archive of a list: its campaigns, and the answers that a reader gets. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { usePublicPages } from '../../../test/harness/public-pages.ts'
import { seedList } from '../../../test/harness/seed.ts'
import { languages } from '../../domain/texts/texts.ts'
import { type ArchiveSettings, updateArchiveSettings } from '../../store/archives/archives.ts'
import type { FormSettings } from '../../store/forms/forms.ts'

const pages = usePublicPages()

const shown: ArchiveSettings = { shown: true, title: '', description: '', since: '', searchEngines: false, form: '' }
const set = (change: Partial<ArchiveSettings> = {}) =>
  updateArchiveSettings(pages.db, pages.world.list, { ...shown, ...change })
let path: string

beforeEach(async () => {
  path = `/archive/${pages.tokens.sign('archive', pages.world.client.clientId, pages.world.list.listId)}`
  await pages.db`delete from campaign_lists`
  await pages.db`update campaigns set archived = null, deleted_at = null, series_id = null, subject = name`
  await set()
})

/** A campaign that went to the list, so many days ago. */
async function sent(daysAgo: number, { segment = '', subject = '' } = {}): Promise<SentCampaign & { name: string }> {
  const campaign = await seedSent(pages.db, pages.world)
  const { clientId, campaignId } = campaign
  const name = subject === '' ? `Letter ${campaignId}` : subject
  await pages.db`
    update campaigns set subject = ${name}, started_at = now() - ${daysAgo} * interval '1 day' where id = ${campaignId}`
  await pages.db`
    insert into campaign_lists (client_id, campaign_id, list_id, segment)
    values (${clientId}, ${campaignId}, ${pages.world.list.listId}, ${segment})`
  return { ...campaign, name }
}

const get = (more = '', headers: Record<string, string> = {}) => pages.ask('GET', path + more, { headers })
const letterOf = ({ campaignPublicId }: SentCampaign) => `/${campaignPublicId.replaceAll('-', '')}`

test('campaigns that were sent to the complete list are shown, the latest first, in the language of the reader', async () => {
  const older = await sent(2)
  const newer = await sent(1)
  const ofSegment = await sent(1, { segment: 'Customers' })
  const resend = await sent(1)
  await pages.db`update campaigns set follows_id = ${older.campaignId}, follows_as = 'resend' where id = ${resend.campaignId}`
  const asking = await sent(1)
  await pages.db`update campaigns set asks_for_consent = true where id = ${asking.campaignId}`
  const ofSeries = await sent(1)
  await pages.db`update campaigns set series_id = 1, archived = true where id = ${ofSeries.campaignId}`
  const unfinished = await sent(1)
  await pages.db`update campaigns set state = 'sending' where id = ${unfinished.campaignId}`
  const { status, text, headers } = await get()
  assert.equal(status, 200)
  assert.ok(text.indexOf(newer.name) > 0 && text.indexOf(newer.name) < text.indexOf(older.name))
  for (const other of [ofSegment, resend, asking, ofSeries, unfinished])
    assert.ok(!text.includes(other.name), other.name)
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.match(text, /<meta name="robots" content="noindex, nofollow">/)
  for (const { language, archive } of languages) {
    const page = await get('', { 'accept-language': language })
    assert.ok(page.text.includes(`<html lang="${language}"`) && page.text.includes(archive.feed))
  }
})

test('its author decides of a campaign', async () => {
  const hidden = await sent(1)
  const chosen = await sent(1, { segment: 'Customers' })
  await pages.db`update campaigns set archived = false where id = ${hidden.campaignId}`
  await pages.db`update campaigns set archived = true where id = ${chosen.campaignId}`
  const { text } = await get()
  assert.ok(!text.includes(hidden.name) && text.includes(chosen.name))
  assert.equal((await get(letterOf(hidden))).status, 404)
  assert.equal((await get(letterOf(chosen))).status, 200)
})

test('of a test of variants it shows what was chosen', async () => {
  const { clientId, campaignId, ...campaign } = await sent(1)
  await pages.db`
    insert into campaign_tests (client_id, campaign_id, share, holdout, decides, wait_minutes, usual_rate, hoped_rate, chosen)
    values (${clientId}, ${campaignId}, 20, 0, 'clicks', 60, 300, 400, 2)`
  await pages.db`
    insert into campaign_variants (client_id, campaign_id, variant, subject, html, preheader)
    values (${clientId}, ${campaignId}, 1, null, null, null), (${clientId}, ${campaignId}, 2, 'The chosen one', '<p>Chosen words</p>', 'Read on')`
  const { text } = await get()
  assert.ok(text.includes('The chosen one') && text.includes('Read on') && !text.includes(campaign.name))
  assert.ok((await get(letterOf({ clientId, campaignId, ...campaign }))).text.includes('Chosen words'))
})

test('a letter is read without a recipient, and nothing is recorded', async () => {
  const campaign = await sent(1, { subject: 'Dear [firstname,fallback=reader], [email] [lastname]' })
  const was = await dump(pages.db)
  const { text } = await get()
  assert.ok(text.includes('Dear reader,') && !text.includes('[email]'))
  const letter = await get(letterOf(campaign))
  assert.equal(letter.status, 200)
  assert.match(String(letter.headers['content-security-policy']), /^sandbox/)
  assert.equal(letter.headers['cache-control'], 'public, max-age=300')
  const feed = await get('/feed')
  for (const answer of [text, letter.text, feed.text])
    assert.doesNotMatch(answer, /people\.example|\/[oacwupf]\/[\w-]{36}/)
  assert.deepEqual(await dump(pages.db), was)
})

test('the feed is Atom with identifiers that stay', async () => {
  const campaign = await sent(1, { subject: 'Tulips & <roses>' })
  await set({ title: 'Bloom & Sons', description: 'On Fridays' })
  const { status, text, headers } = await get('/feed')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8')
  assert.ok(text.includes('<title>Bloom &amp; Sons</title>') && text.includes('<subtitle>On Fridays</subtitle>'))
  assert.ok(text.includes('<title>Tulips &amp; &lt;roses&gt;</title>'))
  assert.match(text, /<id>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}<\/id>/)
  const digits = campaign.campaignPublicId.replaceAll('-', '')
  const entry = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)]
  assert.ok(text.includes(`<id>urn:uuid:${entry.join('-')}</id>`))
  assert.ok(!text.includes(pages.world.list.listPublicId), 'the identifier of the list is not shown')
})

test('an answer that has not changed is not sent again', async () => {
  await sent(1)
  for (const more of ['', '/feed']) {
    const { headers } = await get(more)
    const again = await get(more, { 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', headers.etag])
  }
  const { headers } = await get()
  await sent(1)
  assert.equal((await get('', { 'if-none-match': String(headers.etag) })).status, 200)
})

test('older letters are on further pages, each once', async () => {
  const all = []
  for (let n = 0; n < 45; n++) all.push(await sent(n + 1))
  const seen: string[] = []
  let more = ''
  for (let page = 0; page < 3; page++) {
    const { text } = await get(more)
    seen.push(...[...text.matchAll(/<a href="[^"]*\/archive\/[\w-]{36}\/([0-9a-f]{32})"/g)].map(([, id]) => id!))
    more = /\?before=[0-9a-f]{32}/.exec(text)?.[0] ?? ''
  }
  assert.equal(more, '')
  assert.deepEqual(
    seen,
    all.map(one => letterOf(one).slice(1)),
  )
  assert.equal((await get('?before=x')).status, 404)
})

test('the first day counts in the time zone of the client', async () => {
  const campaign = await sent(0)
  const { clientId } = pages.world.client
  await pages.db`update clients set time_zone = 'Pacific/Kiritimati' where id = ${clientId}`
  await pages.db`update campaigns set started_at = '2026-03-01T12:00:00Z' where id = ${campaign.campaignId}`
  await set({ since: '2026-03-02' })
  assert.ok((await get()).text.includes(campaign.name))
  await set({ since: '2026-03-03' })
  assert.ok(!(await get()).text.includes(campaign.name))
})

test('the archive leads to its form, and the form to the archive', async () => {
  await sent(1)
  const { client, list } = pages.world
  const publicId = await insertOpenForm()
  await set({ form: publicId })
  assert.ok((await get()).text.includes(`href="../form/${publicId}"`))
  const form = await pages.ask('GET', `/form/${publicId}`, { headers: { 'accept-language': 'en' } })
  assert.equal(form.status, 200)
  assert.ok(form.text.includes(`<a href="..${path}">Read earlier letters</a>`))
  await set({ shown: false })
  assert.ok(!(await pages.ask('GET', `/form/${publicId}`)).text.includes('/archive/'))
  await set({ form: '0'.repeat(32) })
  assert.ok(!(await get()).text.includes('/form/'))

  async function insertOpenForm(): Promise<string> {
    const settings = {
      ...{ lists: [{ listId: list.listId, title: '', description: '' }], name: 'NotAsked', fields: [], consents: [] },
      ...{ tagIds: [], primaryColor: '', backgroundColor: '', language: '', heading: '', introduction: '' },
      ...{ buttonText: '', successText: '', successPage: '', redirectHosts: [], allowedOrigins: [], prefill: [] },
      confirmOptIn: true,
    } satisfies FormSettings
    const [form] = await pages.db<{ publicId: string }[]>`
      insert into forms (client_id, title, paused, settings)
      values (${client.clientId}, 'Join', false, ${pages.db.json(settings)})
      returning public_id`
    return form!.publicId
  }
})

test('the page has the look of the client', async () => {
  const { clientId } = pages.world.client
  await pages.db`
    insert into client_brandings (client_id, logo_url, primary_color, background_color, footer_text, postal_address, imprint_url, from_name, from_email, wordings)
    values (${clientId}, '', '#8a1538', '#ffffff', 'Bloom, Main Street 1', '', '', '', '', '[]')`
  const { text } = await get()
  assert.ok(text.includes('Bloom, Main Street 1') && text.includes('#8a1538'))
  await pages.db`delete from client_brandings where client_id = ${clientId}`
})

test('search engines may list it where the list allows it', async () => {
  const campaign = await sent(1)
  await set({ searchEngines: true })
  for (const more of ['', '/feed', letterOf(campaign)]) {
    const { headers, text } = await get(more)
    assert.equal(headers['x-robots-tag'], 'all', more)
    assert.ok(!text.includes('noindex'), more)
  }
})

test('what is hidden, deleted or unknown is a page with the reason, in the look of the client where it is known', async () => {
  const { clientId } = pages.world.client
  const campaign = await sent(1)
  const isGone = async (more: string) => {
    const { status, text, headers } = await get(more, { 'accept-language': 'en' })
    assert.equal(status, 404, more)
    assert.ok(text.includes('Nothing to read here'), more)
    assert.equal(headers['cache-control'], 'no-store')
  }
  for (const more of ['/0', '/feeds', `/${'0'.repeat(32)}`, `${letterOf(campaign)}0`]) await isGone(more)
  await pages.db`update campaigns set deleted_at = now() where id = ${campaign.campaignId}`
  await isGone(letterOf(campaign))
  assert.ok(!(await get()).text.includes(campaign.name))
  await pages.db`update campaigns set deleted_at = null where id = ${campaign.campaignId}`
  await set({ shown: false })
  for (const more of ['', '/feed', letterOf(campaign)]) await isGone(more)
  await set()
  const { listId } = pages.world.list
  await pages.db`update lists set deleted_at = now() where client_id = ${clientId} and id = ${listId}`
  await isGone('')
  await pages.db`update lists set deleted_at = null where client_id = ${clientId} and id = ${listId}`
  assert.equal((await get()).status, 200)
  const other = await seedList(pages.db, pages.world.client, 'Another')
  const never = `/archive/${pages.tokens.sign('archive', clientId, other.listId)}`
  assert.equal((await pages.ask('GET', never)).status, 404)
  assert.equal((await pages.ask('GET', `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).status, 404)
  assert.equal((await pages.ask('POST', path)).status, 405)
})
