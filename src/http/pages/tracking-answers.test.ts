import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import type { ListRef } from '../../domain/access/access.ts'
import { setConsent } from '../../domain/subscribers/consent.ts'
import { subscriptions } from '../../domain/subscribers/subscriptions.ts'
import { languages } from '../../domain/texts/texts.ts'
import { consentPreferences, type Purpose, purposes } from '../../store/subscribers/purposes.ts'

const pages = usePublicPages()
const { ask, ofRecipient } = pages

interface Person {
  readonly sent: SentCampaign
  readonly path: string
  readonly email: string
  readonly news: ListRef
  readonly others: readonly ListRef[]
  readonly company: string
}

/** Recipient of a letter to News; on further lists of the client. */
async function person({ others = ['Offers'] }: { others?: readonly string[] } = {}): Promise<Person> {
  const { db } = pages
  const world = await seed(db)
  await db`update lists set title = 'News' where id = ${world.list.listId}`
  const lists: ListRef[] = []
  for (const title of others) lists.push(await seedList(db, world.client, title))
  const sent = await seedSent(db, world)
  const { email } = sent.recipients[0]!
  for (const list of lists)
    await subscriptions(db).add(list, { email, name: '' }, { resubscribe: false, publicUrl: 'http://x' }, { by: 'api' })
  return { sent, path: `/p/${ofRecipient(1, sent)}`, email, news: world.list, others: lists, company: world.clientName }
}

interface Rules {
  readonly tracking?: string
  readonly personalising?: boolean
  readonly hygiene?: boolean
}

/** Sets rules of lists. */
async function rules({ clientId, listId }: ListRef, given: Rules): Promise<void> {
  await pages.db`update lists set ${pages.db(given as Record<string, string | boolean>)} where client_id = ${clientId} and id = ${listId}`
}

/** What is stored of a purpose for each list of the person: yes, no, or - for nothing. */
async function stored({ email, news, others }: Person, purpose: Purpose = 'measuring'): Promise<string> {
  const rows = await pages.db`
    select list_id, tracking_consent as measuring, personalising_consent as personalising, hygiene_consent as hygiene
    from subscribers where client_id = ${news.clientId} and address = ${email}`
  return [news, ...others]
    .map(({ listId }) => rows.find(row => row.listId === listId)?.[purpose] as boolean | null)
    .map(consent => (consent === null ? '-' : consent ? 'yes' : 'no'))
    .join(' ')
}

async function proofs({ news }: Person) {
  return pages.db`
    select list_id, preference, to_value, evidence from preference_history where client_id = ${news.clientId} order by at, list_id`
}

async function waiting({ news }: Person): Promise<number> {
  const [row] =
    await pages.db`select count(*)::integer as count from tracking_withdrawals where client_id = ${news.clientId}`
  return row!.count
}

/** Sends the form with answers alone. */
function answer(someone: Person, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const sent = form(new URLSearchParams({ ...fields, from: 'preferences' }).toString())
  return ask('POST', someone.path, { ...sent, headers: { ...sent.headers, ...headers } })
}

/** The part of a page with a question. */
function part(text: string, purpose: Purpose): string | undefined {
  return new RegExp(
    `<fieldset class="purpose">(?:(?!</fieldset>)[^])*name="${consentPreferences[purpose]}"[^]*?</fieldset>`,
  ).exec(text)?.[0]
}

/** The same as a person reads it. */
function read(text: string | undefined): string {
  return (text ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.?:])/g, '$1')
}

test('purposes are shown where the list asks for them or where an answer exists, none preselected', async () => {
  const someone = await person({ others: [] })
  const shown = async () => {
    const { text } = await ask('GET', someone.path)
    assert.doesNotMatch(text, /<script|onclick/)
    return purposes.filter(purpose => part(text, purpose) !== undefined)
  }
  assert.deepEqual(await shown(), ['measuring'])
  await rules(someone.news, { tracking: 'never' })
  assert.deepEqual(await shown(), [])
  assert.doesNotMatch((await ask('GET', someone.path)).text, /id="tracking"/)
  await rules(someone.news, { tracking: 'consent', personalising: true, hygiene: true })
  assert.deepEqual(await shown(), purposes)
  const { text } = await ask('GET', someone.path)
  assert.match(text, /<fieldset id="tracking">/)
  assert.doesNotMatch(text, /type="radio"[^>]* checked/)
  assert.doesNotMatch(text, /name="everywhere"/)
  for (const purpose of purposes) assert.match(read(part(text, purpose)), /You have not answered yet\./)
  const { subscriberId } = someone.sent.recipients[0]!
  for (const purpose of purposes) await setConsent(pages.db, someone.news, subscriberId, purpose, true, { by: 'api' })
  await rules(someone.news, { tracking: 'never', personalising: false, hygiene: false })
  assert.deepEqual(await shown(), purposes)
})

for (const [tracking, said] of [
  ['always', 'At present this is recorded.'],
  ['consent', 'At present none of this is recorded.'],
] as const)
  test(`without an answer a list that tracks ${tracking} says what happens, and saving is no answer`, async () => {
    const someone = await person()
    await rules(someone.news, { tracking })
    const { text } = await ask('GET', someone.path)
    assert.ok(read(part(text, 'measuring')).includes(`You have not answered yet. ${said}`))
    const was = await dump(pages.db)
    for (const fields of [
      {},
      { tracking: '' },
      { tracking: '1' },
      { tracking: 'on' },
      { everywhere: 'yes' },
      { 'shown-tracking': 'no' },
    ])
      assert.equal((await answer(someone, fields as Record<string, string>)).status, 200)
    assert.deepEqual(await dump(pages.db), was)
  })

test('each purpose is answered in one step, for the list of the letter, with its own proof, and twice is once', async () => {
  const someone = await person()
  await rules(someone.news, { tracking: 'consent', personalising: true, hygiene: true })
  for (let time = 1; time <= 2; time++) {
    const { status, text } = await answer(someone, {
      tracking: 'yes',
      personalising: 'no',
      hygiene: 'yes',
      words: 'en',
    })
    assert.equal(status, 200)
    assert.match(text, /<p role="status" class="done">Your preferences are saved\.<\/p>/)
    assert.equal(text.match(/type="radio"[^>]* checked/g)?.length, 3)
  }
  assert.deepEqual(await Promise.all(purposes.map(purpose => stored(someone, purpose))), ['yes -', 'no -', 'yes -'])
  const rows = await proofs(someone)
  assert.deepEqual(
    rows.map(row => `${row.preference} ${row.toValue}`),
    ['tracking granted', 'personalising denied', 'hygiene granted'],
  )
  const { by, wording, source, remote, campaignId, number, givenAt } = rows[0]!.evidence
  assert.deepEqual(
    { by, wording, remote, campaignId, number, givenAt },
    {
      by: 'page',
      wording: `May ${someone.company} record which emails you open and which links you click? It is recorded with your address. You get the emails either way. Yes.`,
      remote: '127.0.0.1',
      campaignId: someone.sent.campaignId,
      number: 1,
      givenAt: undefined,
    },
  )
  assert.match(source, /\/p\/$/)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(ofRecipient(1, someone.sent)))
})

test('a refusal says what happens, and is for one list of several or for all', async () => {
  const someone = await person({ others: ['Offers', 'Club'] })
  await rules(someone.others[1]!, { tracking: 'never' })
  const { text } = await ask('GET', someone.path)
  assert.match(
    read(text),
    new RegExp(`Your answers are for the list News\\..*My answers are for all lists of ${someone.company}`),
  )
  assert.doesNotMatch(text, /name="everywhere"[^>]* checked/)

  const one = await answer(someone, { tracking: 'no' })
  assert.match(
    read(one.text),
    /saved\. Your answers are for the list News\. From now on .*sent already\. What was recorded is removed within a day\./,
  )
  assert.equal(await stored(someone), 'no - -')
  assert.equal(await waiting(someone), 1)

  const all = await answer(someone, { tracking: 'no', 'shown-tracking': 'no', everywhere: 'yes' })
  assert.match(read(all.text), /saved\. From now on .*removed within a day\./)
  // an objection also where nothing is recorded: the list may be set otherwise one day
  assert.equal(await stored(someone), 'no no no')
  assert.equal(await waiting(someone), 3)
  const last = (await proofs(someone)).at(-1)!
  assert.match(last.evidence.wording, new RegExp(`No\\. My answers are for all lists of ${someone.company}\\.$`))

  const again = await answer(someone, { tracking: 'no', everywhere: 'yes' })
  assert.doesNotMatch(read(again.text), /From now on/)
  assert.equal(await waiting(someone), 3)

  // agreement is recorded where a list asks for it
  await answer(someone, { tracking: 'yes', everywhere: 'yes' })
  assert.equal(await stored(someone), 'yes yes no')
})

test('the page says since when in the time zone of the client, and by which words, in four languages', async () => {
  const someone = await person()
  const { subscriberId } = someone.sent.recipients[0]!
  const english = languages[0]!
  const day = { en: '2 January 2026', de: '2. Januar 2026', fr: '2 janvier 2026', es: '2 de enero de 2026' }
  for (const texts of languages) {
    const [language] = Object.keys(day).filter(tag => tag === texts.language) as (keyof typeof day)[]
    await answer(someone, { tracking: texts === english ? 'yes' : 'no', words: 'de' })
    // 00:30 in Berlin
    await pages.db`update preference_history set at = '2026-01-01T23:30:00Z' where client_id = ${someone.news.clientId}`
    const { text } = await ask('GET', someone.path, { headers: { 'accept-language': texts.language } })
    const shown = read(part(text, 'measuring'))
    assert.ok(shown.includes(day[language!]), shown)
    assert.match(shown, /Darf .* festhalten, welche E-Mails Sie öffnen/)
    await pages.db`delete from preference_history where client_id = ${someone.news.clientId}`
    await pages.db`update subscribers set tracking_consent = null where client_id = ${someone.news.clientId}`
  }
  // without any record
  await pages.db`update subscribers set tracking_consent = false where id = ${subscriberId}`
  assert.match(
    read(part((await ask('GET', someone.path)).text, 'measuring')),
    /Your answer: No\. At present none of this is recorded\. $/,
  )
})

for (const [evidence, said] of [
  [{ by: 'page' }, /You answered on this page\./],
  [{ by: 'import' }, /Client \d+ took your answer over from a file\./],
  [{ by: 'api' }, /Client \d+ recorded your answer\./],
  [{ by: 'console' }, /Client \d+ recorded your answer\./],
  [{ by: 'api', source: 'https://shop.example/<form>' }, /You answered here: https:\/\/shop\.example\/&lt;form&gt;\./],
  [
    { by: 'import', wording: 'I <b>agree</b>', source: 'form' },
    /You answered to these words: I &lt;b&gt;agree&lt;\/b&gt;/,
  ],
  [{ by: 'api', givenAt: '2025-03-01T12:00:00Z' }, /Your answer since 1 March 2025: Yes\./],
  [{ by: 'api', givenAt: 'a Monday' }, /Your answer since \d+ \w+ \d{4}: Yes\./],
] as const)
  test(`an answer that was recorded with ${JSON.stringify(evidence)} shows how`, async () => {
    const someone = await person()
    const { subscriberId } = someone.sent.recipients[0]!
    await setConsent(pages.db, someone.news, subscriberId, 'measuring', true, evidence)
    assert.match(read(part((await ask('GET', someone.path)).text, 'measuring')), said)
  })

test('an outdated page takes nothing back, and agrees to nothing that is asked no more', async () => {
  const someone = await person()
  await rules(someone.news, { personalising: true, hygiene: true })
  const { subscriberId } = someone.sent.recipients[0]!
  // shown with Yes, refused in another window, saved for the language alone
  await setConsent(pages.db, someone.news, subscriberId, 'measuring', false, { by: 'page' })
  const stale = { tracking: 'yes', 'shown-tracking': 'yes', language: 'en' }
  await answer(someone, stale)
  await answer(someone, { ...stale, everywhere: 'yes' })
  assert.equal(await stored(someone), 'no -')
  // a choice that differs from what was shown is an answer
  await answer(someone, { tracking: 'yes', 'shown-tracking': 'no' })
  assert.equal(await stored(someone), 'yes -')

  await rules(someone.news, { personalising: false, hygiene: false })
  const { text } = await answer(someone, { personalising: 'yes', hygiene: 'no' })
  assert.match(
    read(text),
    /saved\. Your Yes was not recorded, because you are not asked this any more: May Client \d+ use what you open/,
  )
  assert.equal(await stored(someone, 'personalising'), '- -')
  assert.equal(await stored(someone, 'hygiene'), 'no -')
  await answer(someone, { personalising: 'no', 'shown-personalising': 'unknown' })
  assert.equal(await stored(someone, 'personalising'), 'no -')
})

test('a purpose that only other lists ask for is about those lists', async () => {
  const someone = await person({ others: ['Offers', 'Club'] })
  await rules(someone.others[0]!, { personalising: true })
  const shown = part((await ask('GET', someone.path)).text, 'personalising')
  assert.match(read(shown), /This is about other lists: Offers\./)
  await answer(someone, { personalising: 'yes' })
  assert.equal(await stored(someone, 'personalising'), '- yes -')
})

test('the date of the last open is kept at present as the rules and the answers say', async () => {
  const someone = await person()
  const kept = async (given: Rules, answers: Record<string, string>) => {
    await pages.db`
      update subscribers set tracking_consent = null, hygiene_consent = null where client_id = ${someone.news.clientId}`
    await rules(someone.news, given)
    const { text } = await answer(someone, answers)
    return /At present this date is kept/.test(text)
      ? 'kept'
      : /At present this date is not kept/.test(text)
        ? 'not kept'
        : 'not shown'
  }
  const consent = { tracking: 'consent', hygiene: true }
  assert.equal(await kept(consent, {}), 'kept')
  assert.equal(await kept(consent, { hygiene: 'no' }), 'not kept')
  assert.equal(await kept(consent, { tracking: 'yes' }), 'not kept')
  assert.equal(await kept(consent, { tracking: 'no' }), 'not kept')
  assert.equal(await kept(consent, { tracking: 'no', hygiene: 'yes' }), 'kept')
  assert.equal(await kept({ tracking: 'consent', hygiene: false }, {}), 'not shown')
})

test('a suppressed address has no list to join, and still answers', async () => {
  const someone = await person()
  await ask('POST', someone.path, form('from=leave-all'))
  await pages.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${someone.sent.clientId}, ${someone.email}, ${someone.email}, 'complained', now())`
  const { text } = await ask('GET', someone.path)
  assert.match(text, /No emails go to/)
  assert.doesNotMatch(text, /name="list"/)
  await answer(someone, { tracking: 'no', everywhere: 'yes' })
  assert.equal(await stored(someone), 'no no')
})

test('a deleted membership and a deleted list answer still; an erased person has nothing to answer', async () => {
  const someone = await person()
  await pages.setState(someone.sent, 1, 'Deleted')
  await answer(someone, { tracking: 'no' })
  assert.equal(await stored(someone), 'no -')
  await pages.db`update lists set deleted_at = now() where id = ${someone.news.listId}`
  await answer(someone, { tracking: 'yes' })
  assert.equal(await stored(someone), 'yes -')

  await pages.db`delete from subscribers where client_id = ${someone.news.clientId} and address = ${someone.email}`
  const was = await dump(pages.db)
  assert.equal((await ask('GET', someone.path)).status, 404)
  assert.equal((await answer(someone, { tracking: 'no', everywhere: 'yes' })).status, 404)
  assert.deepEqual(await dump(pages.db), was)
})

test('a form reaches no other client, and words that it names are ours', async () => {
  const someone = await person()
  const other = await person()
  await pages.db`update subscribers set address = ${someone.email}, email = ${someone.email} where id = ${other.sent.recipients[0]!.subscriberId}`
  const words = '"><script>alert(1)</script>'
  const { text } = await answer(someone, { tracking: 'no', everywhere: 'yes', words, wording: words, source: words })
  assert.doesNotMatch(text, /<script/)
  assert.equal(await stored(someone), 'no no')
  const [row] =
    await pages.db`select tracking_consent from subscribers where id = ${other.sent.recipients[0]!.subscriberId}`
  assert.equal(row!.trackingConsent, null)
  const proof = (await proofs(someone)).at(-1)!
  assert.match(proof.evidence.wording, /^May Client/)
})

test('leaving everything answers nothing', async () => {
  const someone = await person()
  await ask('POST', someone.path, form('from=leave-all&tracking=yes&everywhere=yes'))
  assert.equal(await stored(someone), '- -')
})
