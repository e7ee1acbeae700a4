/** A form in several languages: which one the page, the mail, the pages behind it and the member get, and the words that are kept. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { form as posted, usePublicPages } from '../../../../test/harness/public-pages.ts'
import { seedList } from '../../../../test/harness/seed.ts'
import {
  decideAll,
  type FormSettings,
  fillIn,
  forgetMails,
  formMailbox,
  linkIn,
  seedForm,
  type TestForm,
} from '../../../../test/harness/sign-ups.ts'
import { languageOf } from '../../../domain/texts/texts.ts'

const pages = usePublicPages()

const english = 'You may see which of your mails I open.'
const german = 'Sie dürfen sehen, welche Ihrer Mails ich öffne.'
const measuring = (Wording: string) => ({ Purpose: 'Measuring', Name: '', Wording }) as const
const translation = {
  Language: 'de',
  Heading: 'Tulpen per Mail',
  Introduction: '',
  ButtonText: 'Her damit',
  SuccessText: 'Willkommen!',
  SuccessPage: '',
  Lists: [],
  Fields: [],
  Consents: [measuring(german)],
}
const inTwo = (settings: Partial<FormSettings> = {}) =>
  seedForm(pages.db, pages.world, {
    Language: 'en',
    Heading: 'Tulips by mail',
    Introduction: 'Once a month.',
    Consents: [measuring(english)],
    Translations: [translation],
    ...settings,
  })
const show = async ({ path }: TestForm, query = '', wished = '') =>
  (await pages.ask('GET', path + query, { headers: { 'accept-language': wished } })).text

test('the address chooses the language, then the browser, then the form; none that the owner has not turned on', async () => {
  const form = await inTwo()
  for (const [query, wished, expected] of [
    ['', '', 'en'],
    ['', 'de-AT,en;q=0.5', 'de'],
    ['', 'fr, de;q=0.3', 'de'],
    ['', 'fr', 'en'],
    ['?lang=de', 'en', 'de'],
    ['?lang=en', 'de', 'en'],
    ['?lang=fr', 'de', 'de'],
    ['?lang=%3Cb%3E', '', 'en'],
  ] as const) {
    const text = await show(form, query, wished)
    assert.match(text, new RegExp(`<html lang="${expected}"`), `${query} ${wished}`)
    const [words, others] = expected === 'de' ? [german, english] : [english, german]
    assert.ok(text.includes(words) && !text.includes(others))
    assert.ok(text.includes(`value="${hash('sha256', words)}"`), 'a box sends the hash of the words that are shown')
    assert.equal(text.includes('<h1>Tulpen per Mail</h1>'), expected === 'de')
    assert.equal(
      text.includes('Once a month.'),
      expected === 'en',
      'an introduction is shown in its own language alone',
    )
  }
  const { headers } = await pages.ask('GET', form.path)
  assert.equal(headers.vary, 'Accept-Language')
})

test('the page leads to its other languages with what the address fills in; a form of one language leads nowhere', async () => {
  const form = await inTwo({ Prefill: ['Email'] })
  const text = await show(form, '?Email=ann%40a.example')
  assert.match(text, /<a href="\?Email=ann%40a\.example&amp;lang=de" lang="de" hreflang="de">Deutsch<\/a>/)
  assert.doesNotMatch(text, /hreflang="(en|fr|es)"/)
  assert.match(
    await show(form, '?Email=ann%40a.example&lang=de'),
    /lang=en" lang="en" hreflang="en">English[\s\S]*value="ann@a/,
  )
  for (const Language of ['en', null])
    assert.doesNotMatch(await show(await seedForm(pages.db, pages.world, { Language })), /hreflang/)
  // after a POST a link would lose what was typed
  const again = await pages.ask('POST', form.path, posted('email=ann%40a.example'))
  assert.doesNotMatch(again.text, /hreflang/)
})

test('labels without words of their own in a language are those of the form', async () => {
  const { db, world } = pages
  const other = await seedList(db, world.client, 'Workshops')
  const Lists = [
    { ListID: world.list.listPublicId, Title: 'Letter', Description: 'Monthly.' },
    { ListID: other.listPublicId, Title: '', Description: '' },
  ]
  const german = { ListID: world.list.listPublicId, Title: 'Brief', Description: '' }
  const form = await inTwo({ Lists, Translations: [{ ...translation, Lists: [german] }] })
  const text = await show(form, '?lang=de')
  assert.ok(text.includes('<bdi>Brief</bdi>') && text.includes('<bdi>Workshops</bdi>') && !text.includes('Monthly.'))
})

test('who signs up in a language has it on the page, in the mail, behind its link, with the words agreed to, and as a member', async () => {
  const { db } = pages
  const said = languageOf('de')!.signUp
  const form = await inTwo()
  const values = { email: 'ann@languages.example', box: hash('sha256', german) }
  const taken = await pages.ask('POST', `${form.path}?lang=de`, posted(await fillIn(form, values)))
  assert.match(taken.text, new RegExp(said.taken.title))
  await decideAll(db)
  const [mail] = await formMailbox(db).read()
  const [client] = await db`select company_name from clients where id = ${pages.world.client.clientId}`
  assert.equal(mail!.subject, said.mail.subject(client!.companyName))
  const link = linkIn(mail!, 'join')
  const asked = await pages.ask('GET', link, { headers: { 'accept-language': 'fr' } })
  assert.ok(asked.text.includes('<html lang="de"') && asked.text.includes(german))
  const joined = await pages.ask('POST', link, posted('from=page'))
  assert.match(joined.text, /Willkommen!/)
  const [member] = await db`select id, language from subscribers where address = ${values.email}`
  assert.equal(member!.language, 'de')
  const [kept] =
    await db`select wording, language, version, encode(hash, 'hex') as hash from form_consents where address = ${values.email}`
  assert.deepEqual({ ...kept }, { wording: german, language: 'de', version: 2, hash: hash('sha256', german) })
  const history = await db`
    select from_value, to_value from preference_history where subscriber_id = ${member!.id} and preference = 'language'`
  assert.deepEqual(
    history.map(row => ({ ...row })),
    [{ fromValue: null, toValue: 'de' }],
  )
})

test('a language that the person chose before stays; a form of one language sets none', async () => {
  const { db } = pages
  const signUp = async (form: TestForm, email: string) => {
    await forgetMails(db)
    await pages.ask('POST', `${form.path}?lang=de`, posted(await fillIn(form, { email })))
    await decideAll(db)
    const [mail] = await formMailbox(db).read()
    await pages.ask('POST', linkIn(mail!, 'join'), posted('from=page'))
    const rows = await db`select language from subscribers where address = ${email} order by list_id`
    return rows.map(row => row.language)
  }
  const email = 'ben@languages.example'
  assert.deepEqual(await signUp(await seedForm(db, pages.world, { Language: 'de' }), email), [null])
  await db`update subscribers set language = 'fr' where address = ${email}`
  const other = await seedList(db, pages.world.client, 'Second')
  const Lists = [{ ListID: other.listPublicId, Title: '', Description: '' }]
  assert.deepEqual(await signUp(await inTwo({ Lists }), email), ['fr', 'fr'])
})

test('the JSON interface has the words of the language that is asked for, and names the languages', async () => {
  const form = await inTwo()
  for (const [query, expected, words] of [
    ['', 'en', english],
    ['?lang=de', 'de', german],
  ] as const) {
    const { text } = await pages.ask('GET', `${form.path}/token${query}`)
    const { Language, Languages, Boxes } = JSON.parse(text)
    assert.deepEqual([Language, Languages, Boxes[0].Wording], [expected, ['en', 'de'], words])
  }
})
