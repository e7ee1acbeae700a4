/** Form.*: settings that are kept, versions of words, and a list that is deleted under a form. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { plainForm } from '../../test/harness/sign-ups.ts'
import { forms } from './forms.ts'

let database: TestDatabase
let world: World
before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
})
after(() => database.drop())

const client = () => ({ ApiKey: world.accountKey, ClientID: world.client.clientPublicId })
const listOf = (ListID: string) => ({ ListID, Title: '', Description: '' })
const measuring = (Wording: string) => ({ Purpose: 'Measuring', Name: '', Wording }) as const

const translation = {
  Language: 'de',
  Heading: '',
  Introduction: '',
  ButtonText: '',
  SuccessText: '',
  SuccessPage: '',
  Lists: [],
  Fields: [],
  Consents: [],
}

test('other words of a box are a new version, the same words the same one, and earlier ones are kept', async () => {
  const { call } = caller(database.db, forms)
  const settings = { ...client(), ...plainForm, Lists: [listOf(world.list.listPublicId)] }
  const FormID = await call('Form.Create', { ...settings, Consents: [measuring('One.')] })
  const versions: unknown[] = []
  for (const words of ['One.', 'Two.', 'Two.', 'One.']) {
    await call('Form.Update', { ...settings, FormID, Consents: [measuring(words)] })
    const { Consents } = await call('Form.Get', { ...client(), FormID })
    versions.push((Consents as readonly { Version: number }[])[0]!.Version) // they are not streamed
  }
  assert.deepEqual(versions, [1, 2, 2, 3])
  assert.equal((await database.db`select 1 from form_wordings`).length, 3)
})

test('the words of a box have a version in each language, counted together; those that did not change keep theirs', async () => {
  const { call } = caller(database.db, forms)
  const settings = { ...client(), ...plainForm, Lists: [listOf(world.list.listPublicId)] }
  const worded = (english: string, german: string, Language: string | null = 'en') => ({
    ...settings,
    Language,
    Consents: [measuring(english)],
    Translations: german === '' ? [] : [{ ...translation, Consents: [measuring(german)] }],
  })
  // as earlier versions stored it: without a language
  const FormID = await call('Form.Create', worded('One.', '', null))
  const versions: unknown[] = []
  for (const [english, german] of [
    ['One.', 'Eins.'],
    ['One.', 'Zwei.'],
    ['Two.', 'Zwei.'],
    ['Two.', ''],
    ['Two.', 'Zwei.'],
  ] as const) {
    await call('Form.Update', { ...worded(english, german), FormID })
    const { Consents, Translations } = await call('Form.Get', { ...client(), FormID })
    const [spoken] = Translations as readonly { Consents: unknown }[] // they are not streamed
    versions.push(
      [Consents, spoken?.Consents].map(boxes => (boxes as readonly { Version: number }[] | undefined)?.[0]?.Version),
    )
  }
  assert.deepEqual(versions, [
    [1, 2],
    [1, 3],
    [4, 3],
    [4, undefined],
    [4, 3],
  ])
})

test('a translation names what the form has, in a language of its own, with the words of each box', async () => {
  const { call, refused } = caller(database.db, forms)
  const other = await seedList(database.db, world.client, 'Another')
  const settings = {
    ...client(),
    ...plainForm,
    Lists: [listOf(world.list.listPublicId)],
    Consents: [measuring('One.'), { Purpose: 'Further', Name: 'Post', Wording: 'Two.' } as const],
  }
  const Consents = [measuring('Eins.'), { Purpose: 'Further', Name: 'Post', Wording: 'Zwei.' } as const]
  const good = { ...translation, Consents }
  for (const [part, code] of [
    [{ Translations: [null] }, 'InvalidForm'],
    [{ Translations: [{ ...good, Language: 'tlh' }] }, 'InvalidLanguage'],
    [{ Translations: [{ ...good, Language: 'en-GB' }] }, 'InvalidForm'],
    [{ Translations: [good, good] }, 'InvalidForm'],
    [{ Translations: [good], Language: null }, 'InvalidForm'],
    [{ Translations: [{ ...good, Consents: Consents.slice(1) }] }, 'InvalidForm'],
    [{ Translations: [good], Consents: settings.Consents.slice(1) }, 'InvalidForm'],
    // “One.” would be taken for the other box
    [{ Translations: [{ ...good, Consents: [Consents[0]!, { ...Consents[1]!, Wording: 'One.' }] }] }, 'InvalidForm'],
    [{ Translations: [{ ...good, Lists: [listOf(other.listPublicId)] }] }, 'InvalidListId'],
    [{ Translations: [{ ...good, Fields: [{ Key: '[City]', Label: 'Stadt' }] }] }, 'InvalidKey'],
    [{ Translations: [{ ...good, SuccessPage: 'https://elsewhere.example/' }] }, 'InvalidParameter'],
  ] as const)
    await refused('Form.Create', { ...settings, ...part }, code)
  const FormID = await call('Form.Create', { ...settings, Translations: [good] })
  const { Html } = await call('Form.GetEmbed', { ...client(), FormID, ShownLanguage: 'de' })
  assert.match(Html!, new RegExp(`action="[^"]*/form/${FormID}\\?lang=de" method="post" lang="de"`))
  await refused('Form.GetEmbed', { ...client(), FormID, ShownLanguage: 'fr' }, 'InvalidLanguage')
  const preview = await call('Form.Preview', { ...settings, Translations: [good], ShownLanguage: 'de' })
  assert.match(preview.Html!, /<html lang="de"[\s\S]*Eins\.[\s\S]*Zwei\./)
})

test('a form whose lists were deleted reports it, and its embedded HTML names those that are left', async () => {
  const { db } = database
  const { call } = caller(db, forms)
  const gone = await seedList(db, world.client, 'Gone')
  const left = await seedList(db, world.client, 'Left')
  const Lists = [gone, left].map(({ listPublicId }) => listOf(listPublicId))
  const FormID = await call('Form.Create', { ...client(), ...plainForm, Lists })
  assert.equal((await call('Form.Get', { ...client(), FormID })).Problem, '')
  await db`update lists set deleted_at = now() where id = ${gone.listId}`
  assert.match((await call('Form.Get', { ...client(), FormID })).Problem!, /nothing for “Gone”/)
  assert.doesNotMatch((await call('Form.GetEmbed', { ...client(), FormID })).Html!, /Gone/)
  await db`update lists set deleted_at = now() where id = ${left.listId}`
  assert.match((await call('Form.Get', { ...client(), FormID })).Problem!, /the form takes nothing/)
})

test('markup in settings stays text, in the page and in the HTML for other sites', async () => {
  const { call } = caller(database.db, forms)
  const script = '<script>alert(1)</script>'
  const settings = {
    ...client(),
    ...plainForm,
    Lists: [{ ListID: world.list.listPublicId, Title: script, Description: script }],
    Heading: script,
    Introduction: script,
    ButtonText: script,
    Consents: [measuring(script)],
  }
  const { Html = '' } = await call('Form.Preview', settings)
  assert.doesNotMatch(Html!, /<script/)
  const FormID = await call('Form.Create', settings)
  assert.doesNotMatch((await call('Form.GetEmbed', { ...client(), FormID })).Html!, /<script/)
})

test('a form of another client is unknown', async () => {
  const { call, refused } = caller(database.db, forms)
  const FormID = await call('Form.Create', { ...client(), ...plainForm, Lists: [listOf(world.list.listPublicId)] })
  const other = await seed(database.db)
  const foreign = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId, FormID }
  await refused('Form.Get', foreign, 'UnknownForm')
  await refused('Form.Update', { ...foreign, ...plainForm, Lists: [listOf(other.list.listPublicId)] }, 'UnknownForm')
  await refused('Form.Delete', foreign, 'UnknownForm')
  await refused('Form.Create', { ...foreign, ...plainForm, Lists: [listOf(world.list.listPublicId)] }, 'InvalidListId')
})
