/** How often an address is mailed because of forms, what such a mail says, and how it is stopped. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { form as posted, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import {
  decideAll,
  fillIn,
  forgetMails,
  formMailbox,
  linkIn,
  seedForm,
  type TestForm,
} from '../../../test/harness/sign-ups.ts'
import { languages } from '../texts/texts.ts'
import { deleteOld } from './deciding.ts'

const pages = usePublicPages()

async function signUp(form: TestForm, values: Readonly<Record<string, string>>) {
  const answer = await pages.ask('POST', form.path, posted(await fillIn(form, values)))
  assert.equal(answer.status, 200)
  await decideAll(pages.db)
  return formMailbox(pages.db).read()
}

const later = (minutes: number) => pages.db`update occurrences set at = at - make_interval(mins => ${minutes})`

test('one mail an hour over the whole installation, one in 24 hours and three in 30 days for a list', async () => {
  const { db, world } = pages
  const email = 'victim@caps.example'
  const form = await seedForm(db, world)
  assert.equal((await signUp(form, { email })).length, 1)
  assert.equal((await signUp(form, { email })).length, 0, 'the list mailed it already')
  const other = await seed(db)
  const foreign = await seedForm(db, other)
  assert.equal((await signUp(foreign, { email })).length, 0, 'another account has to wait, too')
  await later(61)
  assert.equal((await signUp(foreign, { email })).length, 1)
  assert.equal((await signUp(form, { email })).length, 0, 'not within 24 hours')
  for (const expected of [1, 1, 0]) {
    await later(24 * 60 + 1)
    assert.equal((await signUp(form, { email })).length, expected)
  }
  await later(30 * 24 * 60)
  assert.equal((await signUp(form, { email })).length, 1)
  const [refused] =
    await db`select count from form_counts where form_id = ${form.formId} and kind = 'refused MailLimit'`
  assert.equal(refused!.count, 3)
})

test('forms have at most five mails a day sent to an address, whatever lists they ask for', async () => {
  const { db, world } = pages
  await forgetMails(db)
  const mails: number[] = []
  for (let n = 0; n < 7; n++) {
    const list = await seedList(db, world.client, `Of day ${n}`)
    const form = await seedForm(db, world, { Lists: [{ ListID: list.listPublicId, Title: '', Description: '' }] })
    mails.push((await signUp(form, { email: 'victim@day.example' })).length)
    await later(61)
  }
  assert.deepEqual(mails, [1, 1, 1, 1, 1, 0, 0])
})

test('a mail about a sign-up has nothing of what was typed, nothing to fetch, one link to confirm and one to stop', async () => {
  const { db, world } = pages
  await forgetMails(db)
  const advert = 'WIN $1000 at https://casino.example'
  for (const { language, signUp: said } of languages) {
    const form = await seedForm(db, world, { Language: language })
    const [mail] = await signUp(form, { email: `victim@${language}.example`, name: advert })
    const { subject, text = '', html = '', raw, to } = mail!
    assert.equal(subject, said.mail.subject(world.clientName))
    assert.doesNotMatch(raw, /casino|WIN/)
    assert.deepEqual(to, [{ address: `victim@${language}.example`, name: '' }])
    assert.doesNotMatch(html, /<img|url\(|<link/)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => new URL(href!).pathname)
    assert.deepEqual(links, [linkIn(mail!, 'join'), linkIn(mail!, 'stop')])
    assert.equal([...text.matchAll(/https?:/g)].length, 2)
    await forgetMails(db)
  }
  const names = await db`select name from subscribers where name like '%casino%'`
  assert.equal(names.length, 0)
})

test('who stops such mails gets none from any form, until it allows them again; GET changes nothing', async () => {
  const { db, world } = pages
  await forgetMails(db)
  const email = 'victim@stop.example'
  const form = await seedForm(db, world)
  const [mail] = await signUp(form, { email })
  const stop = linkIn(mail!, 'stop')
  assert.match((await pages.ask('GET', stop)).text, /Stop these emails<\/button>/)
  assert.equal((await db`select 1 from confirmation_stops`).length, 0)
  assert.match((await pages.ask('POST', stop, posted('from=page'))).text, /These emails are stopped/)
  assert.equal((await pages.ask('POST', linkIn(mail!, 'join'), posted('from=page'))).status, 410)
  await forgetMails(db)
  const other = await seedForm(db, await seed(db))
  assert.equal((await signUp(other, { email })).length, 0)
  await pages.ask('POST', stop, posted('from=undo'))
  assert.equal((await signUp(other, { email })).length, 1)
  const [kept] = await db`select count(*)::integer as count from confirmation_stops`
  assert.equal(kept!.count, 0)
})

test('each ticked box is kept with the hash and version of its words, the time, the address and the page; others are not', async () => {
  const { db, world } = pages
  await forgetMails(db)
  const words = { measuring: 'You may see what I open.', letters: 'You may send me letters.' }
  const form = await seedForm(db, world, {
    Consents: [
      { Purpose: 'Measuring', Name: '', Wording: words.measuring },
      { Purpose: 'Further', Name: 'Letters', Wording: words.letters },
      { Purpose: 'Further', Name: 'Calls', Wording: 'You may call me.' },
    ],
  })
  const hashOf = (text: string) => hash('sha256', text)
  const email = 'ann@boxes.example'
  const body = `${await fillIn(form, { email })}&box=${hashOf(words.measuring)}&box=${hashOf(words.letters)}`
  await pages.ask('POST', form.path, posted(body))
  await decideAll(db)
  assert.equal(
    (await db`select 1 from form_consents where address = ${email}`).length,
    0,
    'nothing before the confirmation',
  )
  const [mail] = await formMailbox(db).read()
  const link = linkIn(mail!, 'join')
  assert.match((await pages.ask('GET', link)).text, /You may see what I open\./)
  await pages.ask('POST', link, posted('from=page'))
  const kept = await db`
    select purpose, name, version, wording, encode(hash, 'hex') as hash, remote, page, given_at < confirmed_at as is_earlier
    from form_consents where address = ${email} order by id`
  const page = `${pages.url}${form.path}`
  assert.deepEqual(
    [...kept],
    [
      { purpose: 'measuring', name: '', wording: words.measuring },
      { purpose: 'further', name: 'Letters', wording: words.letters },
    ].map(one => ({
      ...one,
      version: 1,
      hash: hashOf(one.wording),
      remote: '127.0.0.1',
      page,
      isEarlier: true,
    })),
  )
  const [answer] = await db`
    select p.to_value, p.evidence from preference_history p
    join subscribers s on s.client_id = p.client_id and s.id = p.subscriber_id
    where s.address = ${email} and p.preference = 'tracking'`
  assert.equal(answer!.toValue, 'granted')
  assert.deepEqual(
    [answer!.evidence.wording, answer!.evidence.wordingHash, answer!.evidence.formId],
    [words.measuring, hashOf(words.measuring), form.formId],
  )
})

test('a box that is sent several times, or was never shown, is agreed to once or not at all', async () => {
  const { db, world } = pages
  await forgetMails(db)
  const own = 'You may send me letters.'
  const form = await seedForm(db, world, {
    Consents: [
      { Purpose: 'Further', Name: 'Letters', Wording: own },
      { Purpose: 'Further', Name: 'Calls', Wording: 'You may call me.' },
    ],
  })
  const other = await seedForm(db, world, {
    Consents: [{ Purpose: 'Further', Name: 'Visits', Wording: 'You may visit me.' }],
  })
  const email = 'ann@twice.example'
  const ticked = (words: string) => `&box=${hash('sha256', words)}`
  const send = async (to: TestForm, address: string, boxes: string) =>
    pages.ask('POST', to.path, posted((await fillIn(to, { email: address })) + boxes))
  await send(form, email, `${ticked(own).repeat(2)}&box=x&box=%00`)
  await send(other, 'bea@twice.example', ticked(own))
  await decideAll(db)
  for (const mail of await formMailbox(db).read()) await pages.ask('POST', linkIn(mail, 'join'), posted('from=page'))
  const kept = await db`select address, name from form_consents where address like '%@twice.example'`
  assert.deepEqual([...kept], [{ address: email, name: 'Letters' }])
})

test('two boxes of a form cannot have the same words: one would be taken for the other', async () => {
  const { db, world } = pages
  const same = (name: string) => ({ Purpose: 'Further', Name: name, Wording: 'I agree.' }) as const
  await assert.rejects(seedForm(db, world, { Consents: [same('Letters'), same('Calls')] }), /same Wording/)
})

test('sign-ups that no one confirmed go after 30 days, and their number stays', async () => {
  const { db, world } = pages
  await forgetMails(db)
  const form = await seedForm(db, world)
  const [mail] = await signUp(form, { email: 'ann@old.example' })
  await forgetMails(db)
  await signUp(form, { email: 'bea@new.example' })
  await db`update form_sign_ups set at = now() - interval '31 days' where address = 'ann@old.example'`
  await deleteOld(db)
  assert.deepEqual(
    (await db`select address from form_sign_ups where form_id = ${form.formId}`).map(({ address }) => address),
    ['bea@new.example'],
  )
  const [abandoned] = await db`select count from form_counts where form_id = ${form.formId} and kind = 'abandoned'`
  assert.equal(abandoned!.count, 1)
  assert.equal((await pages.ask('POST', linkIn(mail!, 'join'), posted('from=page'))).status, 404)
})
