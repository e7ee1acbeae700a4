import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { confirmationJobs, history } from '../../../test/harness/members.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import type { ListRef } from '../../domain/access/access.ts'
import { subscriptions } from '../../domain/subscribers/subscriptions.ts'

const pages = usePublicPages()
const { ask, ofRecipient } = pages

interface Person {
  readonly sent: SentCampaign
  readonly path: string
  readonly email: string
  readonly lists: { readonly news: ListRef; readonly offers: ListRef; readonly club: ListRef }
}

/** On News and Offers, asked to join Club (which asks to confirm). */
async function person(): Promise<Person> {
  const { db } = pages
  const world = await seed(db)
  const lists = {
    news: world.list,
    offers: await seedList(db, world.client, 'Offers & more'),
    club: await seedList(db, world.client, 'Club', true),
  }
  await seedList(db, world.client, 'Never joined')
  const sent = await seedSent(db, world)
  const { email } = sent.recipients[0]!
  const subject = subscriptions(db)
  for (const list of [lists.offers, lists.club])
    await subject.add(list, { email, name: '' }, { resubscribe: false, publicUrl: 'http://x' }, { by: 'api' })
  return { sent, path: `/p/${ofRecipient(1, sent)}`, email, lists }
}

async function states({ lists, email }: Person) {
  const rows = await pages.db`
    select list_id, state from subscribers where address = ${email} and client_id = ${lists.news.clientId}`
  const stateOf = ({ listId }: ListRef) => rows.find(row => row.listId === listId)?.state as string
  return [stateOf(lists.news), stateOf(lists.offers), stateOf(lists.club)]
}

/** What the browser sends when the form is as given. */
function save({ lists }: Person, wanted: readonly (keyof Person['lists'])[], more: Record<string, string> = {}) {
  const fields = new URLSearchParams()
  for (const list of Object.values(lists)) fields.append('shown', list.listPublicId)
  for (const name of wanted) fields.append('list', lists[name].listPublicId)
  for (const [name, value] of Object.entries(more)) fields.append(name, value)
  fields.append('from', 'preferences')
  return form(fields.toString())
}

test('the page shows the lists the person is on, and changes nothing', async () => {
  const someone = await person()
  const was = await dump(pages.db)
  for (const path of [someone.path, `${someone.path}?from=leave-all&list=`]) {
    const { status, text } = await ask('GET', path)
    assert.equal(status, 200)
    assert.match(text, /<h1>Your email preferences<\/h1>/)
    assert.equal(text.match(/name="list" value="[0-9a-f]{32}" checked/g)?.length, 3)
    assert.ok(text.includes('Offers &amp; more'))
    assert.match(text, /Club<\/bdi> \(waiting for your confirmation\)/)
    assert.ok(!text.includes('Never joined'))
    assert.match(text, /<legend>/)
    assert.doesNotMatch(text, /<script|onclick/)
  }
  assert.equal((await ask('HEAD', someone.path)).status, 200)
  assert.deepEqual(await dump(pages.db), was)
})

test('who unticks a list leaves that one, with evidence, whatever its scope, and twice is once', async () => {
  const someone = await person()
  await pages.db`update lists set unsubscribe_scope = 'client' where id = ${someone.lists.news.listId}`
  for (let time = 1; time <= 2; time++) {
    const { status, text } = await ask('POST', someone.path, save(someone, ['offers', 'club']))
    assert.equal(status, 200)
    assert.match(text, /<p role="status" class="done">Your preferences are saved\.<\/p>/)
    assert.equal(text.match(/ checked/g)?.length, 2) // two lists; of tracking nothing was said
  }
  assert.deepEqual(await states(someone), ['Unsubscribed', 'Active', 'Unconfirmed'])
  const [row] = await pages.db`
    select evidence from subscriber_history where list_id = ${someone.lists.news.listId} and cause = 'unsubscribed'`
  const { by, campaignId, number, remote, detail } = row!.evidence
  assert.deepEqual(
    { by, campaignId, number, remote, detail },
    { by: 'page', campaignId: someone.sent.campaignId, number: 1, remote: '127.0.0.1', detail: 'preferences' },
  )
  const suppressed = await pages.db`select 1 from suppressions where address = ${someone.email}`
  assert.equal(suppressed.length, 0)
})

test('leaving the list of the mail counts for its campaign, leaving another does not', async () => {
  const someone = await person()
  const counted = async () =>
    (await pages.db`select unsubscribes from campaign_totals where campaign_id = ${someone.sent.campaignId}`)[0]!
      .unsubscribes
  await ask('POST', someone.path, save(someone, ['news', 'club']))
  assert.equal(await counted(), 0)
  await ask('POST', someone.path, save(someone, ['club']))
  assert.equal(await counted(), 1)
  await ask('POST', someone.path, save(someone, ['news', 'club']))
  assert.equal(await counted(), 0)
})

test('who ticks a list again is back: soon by undoing, later by joining, with a confirmation where the list asks', async () => {
  const someone = await person()
  const { lists, email } = someone
  await ask('POST', someone.path, save(someone, []))
  assert.deepEqual(await states(someone), ['Unsubscribed', 'Unsubscribed', 'Unsubscribed'])
  await ask('POST', someone.path, save(someone, ['news']))
  assert.deepEqual(await states(someone), ['Active', 'Unsubscribed', 'Unsubscribed'])
  assert.match((await history(pages.db, lists.news, email)).at(-1)!, /undone$/)

  await pages.db`
    update subscriber_history set at = at - interval '31 days' where list_id in (${lists.offers.listId}, ${lists.club.listId})`
  await pages.db`delete from occurrences`
  const before = (await confirmationJobs(pages.db, lists.club)).length
  const { text } = await ask('POST', someone.path, save(someone, ['news', 'offers', 'club']))
  assert.deepEqual(await states(someone), ['Active', 'Active', 'Unconfirmed'])
  assert.match((await history(pages.db, lists.offers, email)).at(-1)!, /resubscribed$/)
  assert.equal((await confirmationJobs(pages.db, lists.club)).length, before + 1)
  assert.match(text, /you will get an email with a link/)
})

test('leaving everything ends every membership at once', async () => {
  for (const scope of ['list', 'client']) {
    const someone = await person()
    await pages.db`update lists set unsubscribe_scope = ${scope} where id = ${someone.lists.offers.listId}`
    for (let time = 1; time <= 2; time++)
      assert.equal((await ask('POST', someone.path, form('from=leave-all'))).status, 200)
    assert.deepEqual(await states(someone), ['Unsubscribed', 'Unsubscribed', 'Unsubscribed'])
    const suppressed = await pages.db`select reason from suppressions where address = ${someone.email}`
    assert.deepEqual(
      suppressed.map(({ reason }) => reason),
      scope === 'client' ? ['unsubscribed'] : [],
    )
    // and back to one of them, all in one action or each by itself
    await ask('POST', someone.path, save(someone, ['news']))
    assert.deepEqual(await states(someone), ['Active', 'Unsubscribed', 'Unsubscribed'])
    assert.equal((await pages.db`select 1 from suppressions where address = ${someone.email}`).length, 0)
  }
})

test('a suppressed address gets a page that explains it, and nothing restores it', async () => {
  const someone = await person()
  await ask('POST', someone.path, form('from=leave-all'))
  await pages.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${someone.sent.clientId}, ${someone.email}, ${someone.email}, 'complained', now())`
  const was = await dump(pages.db)
  const shown = await ask('GET', someone.path)
  assert.match(shown.text, /No emails go to/)
  assert.doesNotMatch(shown.text, /name="list"/)
  await ask('POST', someone.path, save(someone, ['news', 'offers', 'club']))
  assert.deepEqual(await dump(pages.db), was)
})

test('lists that were not shown stay as they are', async () => {
  const someone = await person()
  const { news } = someone.lists
  await ask('POST', someone.path, form(`from=preferences&shown=${news.listPublicId}`))
  assert.deepEqual(await states(someone), ['Unsubscribed', 'Active', 'Unconfirmed'])
})

test('a form cannot reach lists of others, or ones the person never joined', async () => {
  const someone = await person()
  const [never] = await pages.db`
    select public_id from lists where client_id = ${someone.sent.clientId} and title = 'Never joined'`
  const foreign = (await seed(pages.db)).list.listPublicId
  const was = await dump(pages.db)
  const ids = [never!.publicId, foreign, 'x', '']
  await ask('POST', someone.path, form(`from=preferences&${ids.map(id => `shown=${id}&list=${id}`).join('&')}`))
  assert.deepEqual(await dump(pages.db), was)
})

test('a language is chosen, noted, and spoken from then on', async () => {
  const someone = await person()
  const all = ['news', 'offers', 'club'] as const
  const chosen = await ask('POST', someone.path, save(someone, all, { language: 'fr' }))
  assert.match(chosen.text, /<html lang="fr" dir="ltr">/)
  assert.match(chosen.text, /<option value="fr" lang="fr" selected>/)
  const other = await ask('GET', `/u/${ofRecipient(1, someone.sent)}`, { headers: { 'accept-language': 'de' } })
  assert.equal(other.headers['content-language'], 'fr')
  const noted = await pages.db`
    select from_value, to_value from preference_history where client_id = ${someone.sent.clientId} and preference = 'language'`
  assert.equal(noted.length, 3)
  const was = await dump(pages.db)
  for (const language of ['fr', 'tlh', '../x']) await ask('POST', someone.path, save(someone, all, { language }))
  assert.deepEqual(await dump(pages.db), was)
  await ask('POST', someone.path, save(someone, all, { language: '' }))
  assert.equal((await ask('GET', someone.path)).headers['content-language'], 'en')
})

test('no other POST changes anything, and an invalid link gets the page for invalid links', async () => {
  const someone = await person()
  const was = await dump(pages.db)
  for (const options of [{}, form('List-Unsubscribe=One-Click'), form('from=page'), form('from=undo')])
    assert.equal((await ask('POST', someone.path, options)).status, 200)
  assert.equal((await ask('GET', '/p/tampered')).status, 404)
  assert.equal((await ask('POST', '/p/tampered', form('from=leave-all'))).status, 404)
  assert.deepEqual(await dump(pages.db), was)
  await pages.db`update clients set deleted_at = now() where id = ${someone.sent.clientId}`
  assert.equal((await ask('GET', someone.path)).status, 404)
  assert.equal((await ask('POST', someone.path, form('from=leave-all'))).status, 404)
  assert.deepEqual(await states(someone), ['Active', 'Active', 'Unconfirmed'])
})
