/** People who paused get no campaign: neither when its audience is frozen nor by the last look before the hand-over. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAccounts,
  campaign,
  isSent,
  present,
  type Running,
  relay,
  sender,
  sendNow,
  sink,
} from '../../../test/harness/sending.ts'
import { createLog } from '../../lib/log.ts'
import { countAudience, measureAudience } from '../../store/campaigns/audience-counts.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { storePause } from '../../store/subscribers/pauses.ts'
import { contentTasksHere } from '../content/tasks.ts'
import { freezeNextRange } from './freezing.ts'
import { planDueCampaign } from './plan.ts'

const log = createLog('silent')
// in Berlin it is the 26th already
const at = new Date('2030-11-25T23:30:00Z')

const pause = (address: string, until: string | null) =>
  transaction(present.db, sql =>
    storePause(sql, { clientId: present.world.list.clientId, address }, until, { by: 'page' }),
  )

const reasonsOf = async ({ clientId, campaignId }: Running) =>
  Object.fromEntries(
    (
      await present.db<{ address: string; answer: string | null }[]>`
        select a.address, g.answer from audience a
        left join log g on g.client_id = a.client_id and g.campaign_id = a.campaign_id and g.number = a.number and g.kind = 'excluded'
        where a.client_id = ${clientId} and a.campaign_id = ${campaignId} order by a.address`
    ).map(({ address, answer }) => [address, answer]),
  )

const states = async () =>
  (
    await present.db<{ state: string }[]>`
      select distinct state from subscribers where list_id = ${present.world.list.listId}`
  ).map(({ state }) => state)

for (const freezeSize of [100, 2])
  test(`a paused person is skipped up to the last day in the client's zone, frozen ${freezeSize} at a time`, async () => {
    const one = await campaign(['over', 'last-day', 'long', 'none', 'barred'])
    await pause('over', '2030-11-25')
    await pause('last-day', '2030-11-26')
    await pause('long', '2031-02-24')
    await pause('barred', '2031-02-24')
    await present.db`
      insert into suppressions (client_id, address, email, reason, at)
      values (${present.world.list.clientId}, 'barred', 'barred', 'complained', now()) on conflict do nothing`
    await sendNow(one, at)
    await planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere, freezeSize }, at)
    while (await freezeNextRange({ db: present.db, log, now: () => at, freezeSize }));
    assert.deepEqual(await reasonsOf(one), {
      barred: 'suppressed',
      'last-day': 'paused',
      long: 'paused',
      none: null,
      over: null,
    })
    assert.deepEqual(await states(), ['Active'])
    await assertAccounts(one)
  })

test('a pause that begins while the campaign runs excludes by the last look, and one that ended does not', async () => {
  const one = await campaign(['paused@x.example', 'resumed@x.example', 'moved@x.example', 'reads@x.example'])
  await sendNow(one)
  await planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere }, new Date())
  await pause('paused@x.example', '2999-01-01')
  await pause('resumed@x.example', '2999-01-01')
  await pause('resumed@x.example', null)
  // the pause is of the person: it counts under the address that the membership has now
  await present.db`update subscribers set address = 'new@x.example' where address = 'moved@x.example'`
  await pause('new@x.example', '2999-01-01')
  const peer = await sink()
  sender(relay(peer))
  await isSent(one)
  assert.deepEqual(peer.messages.map(({ to }) => to).sort(), ['reads@x.example', 'resumed@x.example'])
  assert.deepEqual(await reasonsOf(one), {
    'moved@x.example': 'paused',
    'paused@x.example': 'paused',
    'reads@x.example': null,
    'resumed@x.example': null,
  })
  assert.deepEqual(await states(), ['Active'])
  await assertAccounts(one)
})

test('counts before sending leave the paused out, for a list and for a segment', async () => {
  await campaign(['paused@y.example', 'reads@y.example', 'barred@y.example'])
  await pause('paused@y.example', '2999-01-01')
  await pause('barred@y.example', '2999-01-01')
  const { clientId, listId } = present.world.list
  await present.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${clientId}, 'barred@y.example', 'barred@y.example', 'complained', now())`
  const everyone = { sources: [{ listId, tree: null }], exclusions: [] }
  const leaf = {
    is: 'text',
    place: { of: 'address' },
    test: 'contains',
    quantity: 'any',
    values: ['y.example'],
  } as const
  const tree = { listId, tree: { match: 'all', parts: [leaf] }, needs: [] } as const
  for (const audience of [everyone, { sources: [{ listId, tree }], exclusions: [] }]) {
    for (const count of [
      countAudience(present.db, clientId, audience),
      measureAudience(present.db, clientId, audience, []),
    ]) {
      const { addresses, suppressed, paused, recipients } = await count
      assert.deepEqual(
        { addresses, suppressed, paused, recipients },
        { addresses: 3, suppressed: 1, paused: 1, recipients: 1 },
      )
    }
  }
})

test('a pause is written once, with a row of history for each membership and one event', async () => {
  await campaign(['once@x.example'])
  const { clientId } = present.world.list
  assert.equal(await pause('once@x.example', '2999-01-01'), true)
  assert.equal(await pause('once@x.example', '2999-01-01'), false)
  assert.equal(await pause('once@x.example', null), true)
  assert.equal(await pause('once@x.example', null), false)
  assert.equal(await pause('stranger@x.example', '2999-01-01'), false)
  const history = await present.db`
    select from_value, to_value from preference_history where client_id = ${clientId} and preference = 'pause'
      and subscriber_id in (select id from subscribers where address = 'once@x.example') order by at`
  assert.deepEqual(
    history.map(row => [row.fromValue, row.toValue]),
    [
      [null, '2999-01-01'],
      ['2999-01-01', null],
    ],
  )
  const events = await present.db`
    select type, data ->> 'PausedUntil' as until from events
    where client_id = ${clientId} and data ->> 'EmailAddress' = 'once@x.example' order by at`
  assert.deepEqual(
    events.map(row => [row.type, row.until]),
    [
      ['subscriber.paused', '2999-01-01'],
      ['subscriber.resumed', ''],
    ],
  )
  const stored = await present.db`select 1 from contact_pauses where address = 'stranger@x.example'`
  assert.equal(stored.length, 0)
})
