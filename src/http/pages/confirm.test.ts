import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, seedSent } from '../../../test/harness/campaign.ts'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seed } from '../../../test/harness/seed.ts'

const pages = usePublicPages()
const { ask, ofMember, stateOf, setState } = pages

test('the page to confirm asks, its button confirms, and twice is once', async () => {
  const { db } = pages
  const sent = await seedSent(db, pages.world)
  await setState(sent, 1, 'Unconfirmed')
  const path = `/confirm/${ofMember(1, sent)}`
  const asked = await ask('GET', path)
  assert.match(asked.text, /<h1>Confirm your subscription<\/h1>/)
  assert.match(asked.text, /<form method="post">/)
  assert.equal(await stateOf(sent, 1), 'Unconfirmed')
  for (let time = 1; time <= 2; time++) {
    const seen = await ask('POST', path, form('from=page'))
    assert.equal(seen.status, 200)
    assert.match(seen.text, /<h1>Your subscription is confirmed<\/h1>/)
    assert.equal(await stateOf(sent, 1), 'Active')
  }
  assert.match((await ask('GET', path)).text, /<h1>Your subscription is confirmed<\/h1>/)
  const history = await db`
    select evidence from subscriber_history where subscriber_id = ${sent.recipients[0]!.subscriberId}`
  assert.deepEqual(
    history.map(({ evidence }) => evidence.by),
    ['page'],
  )
})

test("confirming leads to the list's success page if it has one", async () => {
  const { db } = pages
  const other = await seed(db)
  await db`update lists set confirmation_success_page = 'https://shop.example/hello' where id = ${other.list.listId}`
  const sent = await seedSent(db, other)
  await setState(sent, 1, 'Unconfirmed')
  const seen = await ask('POST', `/confirm/${ofMember(1, sent)}`, form('from=page'))
  assert.equal(seen.status, 303)
  assert.equal(seen.headers.location, 'https://shop.example/hello')
  assert.equal(await stateOf(sent, 1), 'Active')
})

for (const state of ['Unsubscribed', 'Bounced', 'Deleted'])
  test(`an old confirmation link does not revive who is ${state}`, async () => {
    const sent = await seedSent(pages.db, pages.world)
    await setState(sent, 1, state)
    const was = await dump(pages.db)
    for (const method of ['GET', 'POST']) {
      const seen = await ask(method, `/confirm/${ofMember(1, sent)}`)
      assert.equal(seen.status, 410)
      assert.doesNotMatch(seen.text, /<form/)
    }
    assert.deepEqual(await dump(pages.db), was)
  })
