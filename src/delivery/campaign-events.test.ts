/** Events of a campaign: from its start to its end, pauses and cancellation in between. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  campaign,
  carla,
  isSent,
  people,
  present,
  type Running,
  ref,
  relay,
  sender,
  sendNow,
  sink,
} from '../../test/harness/sending.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from '../domain/campaigns/lifecycle/lifecycle.ts'

async function publishedEvents({ campaignId }: Running) {
  return present.db<{ type: string; data: Record<string, unknown> }[]>`
    select e.type, e.data from events e
    join campaigns m on m.client_id = e.client_id and replace(m.public_id::text, '-', '') = e.data ->> 'CampaignID'
    where m.id = ${campaignId} order by e.id`
}

const types = (rows: readonly { readonly type: string }[]) => rows.map(({ type }) => type)

test('start and end, with who was reached', async () => {
  const one = await campaign(people(20))
  const peer = await sink()
  sender(relay(peer))
  await sendNow(one)
  await isSent(one)
  const rows = await publishedEvents(one)
  assert.deepEqual(types(rows), ['campaign.started', 'campaign.finished'])
  const [started, finished] = rows
  assert.deepEqual([started!.data.Recipients, started!.data.Planned, started!.data.Accepted], [20, 20, 0])
  assert.deepEqual([finished!.data.Recipients, finished!.data.Planned, finished!.data.Accepted], [20, 0, 20])
  assert.equal(typeof finished!.data.Subject, 'string')
})

test('a pause, its end, and a cancellation when no recipient is open any more; asking twice makes one event', async () => {
  const one = await campaign(people(5))
  const now = new Date()
  await sendNow(one, now)
  await present.db`update campaigns set state = 'sending', started_at = now() where id = ${one.campaignId}`
  for (let twice = 0; twice < 2; twice++) await pauseCampaign(present.db, ref(one), carla, now)
  for (let twice = 0; twice < 2; twice++) await resumeCampaign(present.db, ref(one), carla, now)
  for (let twice = 0; twice < 2; twice++) await cancelCampaign(present.db, ref(one), carla, now)
  assert.deepEqual(types(await publishedEvents(one)), ['campaign.paused', 'campaign.resumed', 'campaign.cancelled'])
})
