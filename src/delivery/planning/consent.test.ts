/** Who is left out because of consent, when an audience is frozen and by the last look before the hand-over. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, isSent, present, type Running, relay, sender, sendNow, sink } from '../../../test/harness/sending.ts'
import { createLog } from '../../lib/log.ts'
import { contentTasksHere } from '../content/tasks.ts'
import { freezeNextRange } from './freezing.ts'
import { planDueCampaign } from './plan.ts'

const log = createLog('silent')
// in Berlin it is the next day already
const at = new Date('2030-11-25T23:30:00Z')

const reasonsOf = async ({ clientId, campaignId }: Running) =>
  Object.fromEntries(
    (
      await present.db<{ address: string; answer: string | null }[]>`
        select a.address, g.answer from audience a
        left join log g on g.client_id = a.client_id and g.campaign_id = a.campaign_id and g.number = a.number and g.kind = 'excluded'
        where a.client_id = ${clientId} and a.campaign_id = ${campaignId} order by a.address`
    ).map(({ address, answer }) => [address, answer]),
  )

const change = (address: string, column: string, value: string | boolean) =>
  present.db`
    update subscribers set ${present.db(column)} = ${value as never}
    where list_id = ${present.world.list.listId} and address = ${address}`

async function refuse(address: string, when: string) {
  const { clientId, listId } = present.world.list
  await present.db`
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value)
    select ${clientId}, ${listId}, id, ${when}, 'tracking', null, 'denied' from subscribers
    where list_id = ${listId} and address = ${address}`
  await change(address, 'tracking_consent', false)
}

for (const freezeSize of [100, 2])
  test(`a letter that asks skips who was asked, refused or consented, frozen ${freezeSize} at a time`, async () => {
    const names = ['new', 'asked-may-26', 'asked-may-27', 'refused-may-26', 'refused-may-27', 'granted', 'expired']
    const one = await campaign(names)
    await present.db`update campaigns set asks_for_consent = true where id = ${one.campaignId}`
    await change('asked-may-26', 'consent_asked_on', '2030-05-26')
    await change('asked-may-27', 'consent_asked_on', '2030-05-27')
    await refuse('refused-may-26', '2030-05-26T21:59:59Z')
    await refuse('refused-may-27', '2030-05-26T22:00:00Z')
    await change('granted', 'tracking_consent', true)
    await change('expired', 'basis', 'implied')
    await change('expired', 'basis_until', '2030-11-25')
    await sendNow(one, at)
    await planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere, freezeSize }, at)
    while (await freezeNextRange({ db: present.db, log, now: () => at, freezeSize }));
    assert.deepEqual(await reasonsOf(one), {
      'asked-may-26': null,
      'asked-may-27': 'asked before',
      expired: 'consent expired',
      granted: 'consent granted',
      new: null,
      'refused-may-26': null,
      'refused-may-27': 'consent refused',
    })
    const asked = await present.db<{ address: string }[]>`
      select address from subscribers where list_id = ${present.world.list.listId} and consent_asked_on = '2030-11-26' order by 1`
    assert.deepEqual(
      asked.map(({ address }) => address),
      ['asked-may-26', 'new', 'refused-may-26'],
    )
    const links = await present.db`select 1 from links where campaign_id = ${one.campaignId}`
    assert.equal(links.length, 0)
  })

test('an implied consent that ends after the freezing excludes by the last look; its last day counts', async () => {
  const one = await campaign(['ended@x.example', 'today@x.example'])
  await sendNow(one)
  await planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere }, new Date())
  await present.db`
    update subscribers set basis = 'implied', basis_until = (now() at time zone 'Europe/Berlin')::date
      + case when address = 'ended@x.example' then -1 else 1 end
    where list_id = ${present.world.list.listId}`
  const peer = await sink()
  sender(relay(peer))
  await isSent(one)
  assert.deepEqual(
    peer.messages.map(({ to }) => to),
    ['today@x.example'],
  )
  assert.deepEqual(await reasonsOf(one), { 'ended@x.example': 'consent expired', 'today@x.example': null })
})
