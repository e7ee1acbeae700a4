import assert from 'node:assert/strict'
import { test } from 'node:test'
import { form, usePublicPages } from '../../../test/harness/public-pages.ts'
import { seedReported } from '../../../test/harness/report.ts'

const pages = usePublicPages()
const { ask } = pages

let numbers = 0
async function recipient(state = 'asked', wanted = true) {
  const { clientId } = pages.world.client
  const email = `board${++numbers}@bloom.example`
  const [row] = await pages.db<{ id: number }[]>`
    insert into report_recipients (client_id, address, email, state, is_person, wanted)
    values (${clientId}, ${email}, ${email}, ${state}, false, ${wanted}) returning id`
  const token = pages.tokens.sign('report mail', clientId, row!.id)
  const stateNow = async () => (await pages.db`select state from report_recipients where id = ${row!.id}`)[0]!.state
  return { email, id: row!.id, confirm: `/rc/${token}`, stop: `/rs/${token}`, stateNow }
}

test('reports by mail are confirmed by a button: reading the page confirms nothing, and pressing it twice is once', async () => {
  const { email, confirm, stateNow } = await recipient()
  const asked = await ask('GET', confirm)
  assert.equal(asked.status, 200)
  assert.ok(asked.text.includes(email) && asked.text.includes('<button'))
  await ask('HEAD', confirm)
  assert.equal(await stateNow(), 'asked')
  for (let times = 0; times < 2; times++) {
    const done = await ask('POST', confirm, form('from=page'))
    assert.equal(done.status, 200)
    assert.equal(await stateNow(), 'confirmed')
  }
  assert.ok(!(await ask('GET', confirm)).text.includes('<button'))
})

test('reports are stopped by a button and by the one click of a mail program, and confirmed again by the reader', async () => {
  for (const body of [form('from=page'), form('List-Unsubscribe=One-Click')]) {
    const { confirm, stop, stateNow } = await recipient('confirmed')
    assert.equal((await ask('GET', stop)).status, 200)
    assert.equal(await stateNow(), 'confirmed')
    assert.equal((await ask('POST', stop, body)).status, 200)
    assert.equal(await stateNow(), 'stopped')
    await ask('POST', confirm, form('from=page'))
    assert.equal(await stateNow(), 'confirmed')
  }
})

test('who was taken out cannot confirm; a token of another purpose and one that was changed lead nowhere', async () => {
  const gone = await recipient('asked', false)
  assert.equal((await ask('POST', gone.confirm, form('from=page'))).status, 404)
  assert.equal(await gone.stateNow(), 'asked')
  const { id } = await recipient()
  const other = pages.tokens.sign('month report', pages.world.client.clientId, id)
  for (const path of [`/rc/${other}`, `/rs/${other}`, `/rm/${gone.confirm.slice(4)}`, '/rm/x', '/rc/', `${gone.stop}x`])
    assert.equal((await ask('GET', path)).status, 404, path)
})

async function month(change = '') {
  const { clientId } = pages.world.client
  await pages.db`delete from report_runs`
  const [row] = await pages.db<{ id: number }[]>`
    insert into report_runs (client_id, month, language, expires_at)
    select ${clientId}, date_trunc('month', (date_trunc('hour', now()) - interval '8 days') at time zone time_zone)::date, 'de',
      now() + interval '1 day'
    from clients where id = ${clientId}
    returning id`
  if (change !== '') await pages.db.unsafe(`update report_runs set ${change}`)
  return `/rm/${pages.tokens.sign('month report', clientId, row!.id)}`
}

test('the page of a month names its campaigns with rates, and no recipient; it runs no script', async () => {
  const { client, list } = pages.world
  await seedReported(pages.db, client, list.listId, { name: 'Spring & <script>x</script>', daysAgo: 8 })
  const path = await month()
  const { status, text, headers } = await ask('GET', path)
  assert.equal(status, 200)
  assert.equal(headers['content-language'], 'de')
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  assert.ok(text.includes('Spring &amp; &lt;script&gt;'))
  assert.ok(!text.includes('<script'))
  assert.match(text, /36\s%/)
  assert.match(text, /Stand der Zahlen: .+ \(Berlin\)\./)
  assert.doesNotMatch(text, /undefined|NaN|@x\.example/)
  await ask('HEAD', path)
  const [{ views } = { views: 0 }] = await pages.db<{ views: number }[]>`select views from report_runs`
  assert.equal(views, 1, 'a program that asks for the head is no reader')
})

test('a month leads nowhere once it is withdrawn, has ended, or its client is deleted', async () => {
  for (const change of ['revoked_at = now()', "expires_at = now() - interval '1 second'"])
    assert.equal((await ask('GET', await month(change))).status, 404)
  const path = await month()
  await pages.db`update clients set deleted_at = now()`
  assert.equal((await ask('GET', path)).status, 404)
  await pages.db`update clients set deleted_at = null`
  assert.equal((await ask('GET', path)).status, 200)
})
