import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed, seedList } from '../../../test/harness/seed.ts'
import { subscriptions } from '../../domain/subscribers/subscriptions.ts'

const pages = usePublicPages()
const { ask, ofRecipient, stateOf } = pages
const undoButton = /<button type="submit" name="from" value="undo">/
const oneClick = form('List-Unsubscribe=One-Click')
const undo = form('from=undo')

async function counts({ campaignId }: SentCampaign) {
  const [totals] = await pages.db`select unsubscribes from campaign_totals where campaign_id = ${campaignId}`
  const rows = await pages.db`select number from campaign_unsubscribes where campaign_id = ${campaignId} order by 1`
  return { total: totals!.unsubscribes as number, rows: rows.map(({ number }) => number as number) }
}

async function changes({ recipients }: SentCampaign, number = 1) {
  const rows = await pages.db`
    select from_state, to_state, cause, evidence ->> 'by' as by from subscriber_history
    where subscriber_id = ${recipients[number - 1]!.subscriberId} order by at`
  return rows.map(row => `${row.fromState}>${row.toState} ${row.cause} by ${row.by}`)
}

for (const [how, leave] of [
  ['the button', form('from=page')],
  ['one-click', oneClick],
] as const)
  test(`an opt-out by ${how} is taken back by the button of the page, once, and counts no more`, async () => {
    const sent = await seedSent(pages.db, pages.world)
    const path = `/u/${ofRecipient(1, sent)}`
    const left = await ask('POST', path, leave)
    // RFC 8058 §3.1: the answer to a one-click is for a machine
    assert.equal(undoButton.test(left.text), how === 'the button')
    assert.deepEqual(await counts(sent), { total: 1, rows: [1] })
    assert.match((await ask('GET', path)).text, undoButton)
    assert.equal(await stateOf(sent, 1), 'Unsubscribed')

    const was: unknown[] = []
    for (let time = 1; time <= 3; time++) {
      const seen = await ask('POST', path, undo)
      assert.equal(seen.status, 200)
      assert.match(seen.text, /<h1>You stay subscribed<\/h1>/)
      assert.equal(await stateOf(sent, 1), 'Active')
      was.push(await dump(pages.db))
    }
    assert.deepEqual(was[1], was[0])
    assert.deepEqual(was[2], was[0])
    assert.deepEqual(await counts(sent), { total: 0, rows: [] })
    const by = how === 'one-click' ? 'one-click' : 'page'
    assert.deepEqual(await changes(sent), [
      `Active>Unsubscribed unsubscribed by ${by}`,
      'Unsubscribed>Active undone by page',
    ])
    assert.match((await ask('GET', path)).text, /<h1>Unsubscribe<\/h1>/)
  })

test('who unsubscribed, undid and unsubscribes again is unsubscribed', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const path = `/u/${ofRecipient(1, sent)}`
  for (const body of [oneClick, undo, oneClick]) await ask('POST', path, body)
  assert.equal(await stateOf(sent, 1), 'Unsubscribed')
  assert.deepEqual(await counts(sent), { total: 1, rows: [1] })
})

test('fifty who undo at once undo once', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const path = `/u/${ofRecipient(1, sent)}`
  await ask('POST', path, oneClick)
  const seen = await Promise.all(Array.from({ length: 50 }, () => ask('POST', path, undo)))
  assert.deepEqual(new Set(seen.map(({ status }) => status)), new Set([200]))
  assert.equal((await changes(sent)).length, 2)
  assert.deepEqual(await counts(sent), { total: 0, rows: [] })
})

/** What happened after, or instead of, an opt-out by the person; then the page offers nothing and the button does nothing. */
const notUndoable: readonly (readonly [name: string, prepare: (sent: SentCampaign) => Promise<unknown>])[] = [
  [
    'long ago',
    async sent => {
      await ask('POST', `/u/${ofRecipient(1, sent)}`, oneClick)
      await pages.db`
        update subscriber_history set at = at - interval '30 days 1 minute'
        where subscriber_id = ${sent.recipients[0]!.subscriberId}`
    },
  ],
  [
    'by a login with a key',
    sent => subscriptions(pages.db).unsubscribe(sent.recipients[0]!.list, sent.recipients[0]!.email, { by: 'api' }),
  ],
  [
    'by a complaint',
    sent => {
      const { list, subscriberId } = sent.recipients[0]!
      return subscriptions(pages.db).unsubscribeMember(sent, list.listId, subscriberId, { by: 'complaint' })
    },
  ],
  ...(['bounced', 'complained', 'manual', 'unsubscribed'] as const).map(
    reason =>
      [
        `and the address is suppressed (${reason}) by something else`,
        async (sent: SentCampaign) => {
          await ask('POST', `/u/${ofRecipient(1, sent)}`, oneClick)
          const { email } = sent.recipients[0]!
          await pages.db`
            insert into suppressions (client_id, address, email, reason, at, evidence)
            values (${sent.clientId}, ${email}, ${email}, ${reason}, now(), '{"act": "another"}')`
        },
      ] as const,
  ),
  [
    'and the list was deleted',
    async sent => {
      await ask('POST', `/u/${ofRecipient(1, sent)}`, oneClick)
      await pages.db`update lists set deleted_at = now() where id = ${sent.recipients[0]!.list.listId}`
    },
  ],
]
for (const [name, prepare] of notUndoable)
  test(`who left ${name} does not come back by the button`, async () => {
    const sent = await seedSent(pages.db, await seed(pages.db))
    await prepare(sent)
    const was = await dump(pages.db)
    const path = `/u/${ofRecipient(1, sent)}`
    assert.doesNotMatch((await ask('GET', path)).text, undoButton)
    const seen = await ask('POST', path, undo)
    assert.equal(seen.status, 410)
    assert.match(seen.text, /<h1>This can no longer be undone<\/h1>/)
    assert.deepEqual(await dump(pages.db), was)
  })

for (const from of ['Unconfirmed', 'Bounced'])
  test(`who was ${from} before ${from === 'Unconfirmed' ? 'is that again' : 'does not come back'}`, async () => {
    const sent = await seedSent(pages.db, pages.world)
    await pages.setState(sent, 1, from)
    await ask('POST', `/u/${ofRecipient(1, sent)}`, oneClick)
    assert.equal(await stateOf(sent, 1), 'Unsubscribed')
    await ask('POST', `/u/${ofRecipient(1, sent)}`, undo)
    assert.equal(await stateOf(sent, 1), from === 'Unconfirmed' ? 'Unconfirmed' : 'Unsubscribed')
  })

test('an opt-out that counted for the client is undone completely, with its suppression and nothing else', async () => {
  const { db } = pages
  const world = await seed(db)
  const second = await seedList(db, world.client, 'Second')
  const third = await seedList(db, world.client, 'Third')
  await db`update lists set unsubscribe_scope = 'client' where id = ${world.list.listId}`
  const sent = await seedSent(db, world)
  const { email, subscriberId } = sent.recipients[0]!
  const subject = subscriptions(db)
  for (const list of [second, third])
    await subject.add(list, { email, name: '' }, { resubscribe: false, publicUrl: 'http://x' }, { by: 'api' })
  await subject.unsubscribe(third, email, { by: 'api' })
  const states = async () => {
    const rows =
      await db`select state from subscribers where client_id = ${sent.clientId} and address = ${email} order by id`
    return rows.map(({ state }) => state as string)
  }
  const suppressed = async () =>
    (await db`select reason from suppressions where client_id = ${sent.clientId} and address = ${email}`).length > 0
  assert.deepEqual(await states(), ['Active', 'Active', 'Unsubscribed'])

  await ask('POST', `/u/${ofRecipient(1, sent)}`, oneClick)
  assert.deepEqual(await states(), ['Unsubscribed', 'Unsubscribed', 'Unsubscribed'])
  assert.equal(await suppressed(), true)

  await ask('POST', `/u/${ofRecipient(1, sent)}`, undo)
  assert.deepEqual(await states(), ['Active', 'Active', 'Unsubscribed'])
  assert.equal(await suppressed(), false)
  const history = await db`
    select from_reason, to_reason, evidence ->> 'by' as by from suppression_history where address = ${email} order by at`
  assert.deepEqual(
    history.map(row => `${row.fromReason}>${row.toReason} ${row.by}`),
    ['null>unsubscribed one-click', 'unsubscribed>null page'],
  )
  assert.ok(subscriberId)
})

test('a tampered link takes nothing back, and a link of another person only what is theirs', async () => {
  const sent = await seedSent(pages.db, pages.world)
  await ask('POST', `/u/${ofRecipient(1, sent)}`, oneClick)
  const token = ofRecipient(1, sent)
  assert.equal((await ask('POST', `/u/${token.slice(0, -2)}AA`, undo)).status, 404)
  assert.equal((await ask('POST', `/u/${ofRecipient(2, sent)}`, undo)).status, 200)
  assert.equal(await stateOf(sent, 1), 'Unsubscribed')
  assert.equal(await stateOf(sent, 2), 'Active')
  assert.deepEqual(await changes(sent, 2), [])
})

test('whatever a mail program posts is no undoing', async () => {
  const sent = await seedSent(pages.db, pages.world)
  const path = `/u/${ofRecipient(1, sent)}`
  await ask('POST', path, oneClick)
  for (const options of [
    {},
    oneClick,
    form('undo=1'),
    form('from=preferences'),
    { headers: { 'content-type': 'application/json' }, body: '{"from":"undo"}' },
    { headers: { 'content-type': 'text/plain' }, body: 'from=undo' },
  ])
    await ask('POST', path, options)
  await ask('GET', `${path}?from=undo`)
  assert.equal(await stateOf(sent, 1), 'Unsubscribed')
})

for (const [accept, list, own, language, title] of [
  ['de-AT,de;q=0.9', 'fr', null, 'de', 'Abmelden'],
  [undefined, 'fr', null, 'fr', 'Se désabonner'],
  ['nl', 'es', null, 'es', 'Cancelar la suscripción'],
  ['de', 'fr', 'es', 'es', 'Cancelar la suscripción'],
  ['xx', 'xx', null, 'en', 'Unsubscribe'],
] as const)
  test(`a page for ${accept ?? 'no language'} of a list in ${list}, chosen ${own}: ${language}`, async () => {
    const { db } = pages
    const world = await seed(db)
    await db`update lists set language = ${list} where id = ${world.list.listId}`
    const sent = await seedSent(db, world)
    await db`update subscribers set language = ${own} where id = ${sent.recipients[0]!.subscriberId}`
    const headers: Record<string, string> = accept === undefined ? {} : { 'accept-language': accept }
    const seen = await ask('GET', `/u/${ofRecipient(1, sent)}`, { headers })
    assert.equal(seen.headers['content-language'], language)
    assert.equal(seen.headers.vary, 'Accept-Language')
    assert.match(seen.text, new RegExp(`<html lang="${language}" dir="ltr">`))
    assert.ok(seen.text.includes(`<h1>${title}</h1>`))
  })
