/** Campaigns that cannot be composed: none is sent, none is retried in silence, and each says why. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  campaign,
  carla,
  endings,
  people,
  present,
  ref,
  relay,
  sender,
  sendNow,
  sink,
  stateOf,
  until,
} from '../../../test/harness/sending.ts'

import { resumeCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { createLog } from '../../lib/log.ts'
import { TaskFault } from '../../lib/tasks.ts'
import { findCampaignContent } from '../../store/campaigns/sending.ts'
import { contentTasksHere, contentThreads } from '../content/tasks.ts'

import { planDueCampaign } from './plan.ts'

const log = createLog('silent')

const history = ({ campaignId }: { campaignId: number }) =>
  present.db<{ action: string; username: string; fromState: string; toState: string; detail: object }[]>`
    select action, username, from_state, to_state, detail from campaign_history
    where campaign_id = ${campaignId} and action <> 'send' order by id`

const events = async ({ clientId }: { clientId: number }) =>
  (await present.db`select type, data from events where client_id = ${clientId} order by id`).map(({ type, data }) => [
    type,
    (data as { Reason?: string }).Reason,
  ])

async function breakSender({ campaignId }: { campaignId: number }) {
  await present.db`update campaigns set from_email = 'no address' where id = ${campaignId}`
}
const reason = 'it cannot be composed: the From address is not an address mail can be sent to'

test('Campaign.Send refuses a campaign that cannot be composed, and leaves a draft without history', async () => {
  const one = await campaign(people(1))
  await breakSender(one)
  await assert.rejects(sendNow(one), { refusal: 'NotComposable', message: /the From address is not an address/ })
  assert.equal(await stateOf(one), 'draft')
  assert.deepEqual([...(await history(one))], [])
})

test('one that breaks after it was scheduled is paused with its reason, is not tried again, and can be resumed', async () => {
  const one = await campaign(people(2))
  await sendNow(one)
  await breakSender(one)
  const peer = await sink()
  sender(relay(peer))
  await until(async () => (await stateOf(one)) === 'paused', 'it is paused')
  assert.deepEqual(
    [...(await history(one))],
    [{ action: 'pause', username: 'Lettershop', fromState: 'scheduled', toState: 'held', detail: { reason } }],
  )
  assert.deepEqual(await events(one), [['campaign.paused', reason]])
  assert.equal(peer.messages.length, 0)
  await present.db`update campaigns set from_email = 'carla@client.example' where id = ${one.campaignId}`
  await resumeCampaign(present.db, ref(one), carla, new Date())
  await until(async () => (await stateOf(one)) === 'sent', 'it is sent after all')
  assert.equal(peer.messages.length, 2)
})

test('one that cannot be composed any more while it is being sent is paused too', async () => {
  const one = await campaign(people(1))
  await sendNow(one)
  await planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere }, new Date())
  await breakSender(one)
  const peer = await sink()
  sender(relay(peer))
  await until(async () => (await stateOf(one)) === 'paused', 'it is paused')
  assert.deepEqual(
    (await history(one)).map(({ fromState, toState, detail }) => [fromState, toState, detail]),
    [
      ['scheduled', 'sending', {}],
      ['sending', 'paused', { reason, waiting: 1 }],
    ],
  )
  assert.equal(peer.messages.length, 0)
})

test('content that changes while it is compiled is compiled anew, and nothing is planned by the old', async () => {
  const one = await campaign(people(1))
  await sendNow(one)
  let compiled = 0
  const contentTasks = {
    ...contentTasksHere,
    async compileDraft(...given: Parameters<typeof contentTasksHere.compileDraft>) {
      const result = await contentTasksHere.compileDraft(...given)
      if (compiled++ === 0)
        await present.db`update campaigns set html = replace(html, 'shop.example', 'new.example') where id = ${one.campaignId}`
      return result
    },
  }
  const parts = { db: present.db, log, contentTasks }
  await planDueCampaign(parts, new Date())
  assert.equal(await stateOf(one), 'scheduled')
  await planDueCampaign(parts, new Date())
  assert.equal(await stateOf(one), 'sending')
  const links = await present.db`select url from links where campaign_id = ${one.campaignId}`
  assert.deepEqual(
    links.map(({ url }) => url),
    ['https://new.example/'],
  )
})

test('when threads cannot be had the campaign stays scheduled, for it is not to blame', async () => {
  const one = await campaign(people(1))
  await sendNow(one)
  const compileDraft = async () => {
    throw new Error('no thread within 60 s')
  }
  await planDueCampaign({ db: present.db, log, contentTasks: { compileDraft } }, new Date())
  assert.equal(await stateOf(one), 'scheduled')
  assert.deepEqual([...(await history(one))], [])
})

test('a campaign that takes too long holds up no other', async () => {
  const slow = await campaign(people(1))
  await sendNow(slow)
  const quick = await campaign(people(1))
  await sendNow(quick)
  let end = (_: Error) => {}
  const contentTasks = {
    ...contentTasksHere,
    compileDraft: (...given: Parameters<typeof contentTasksHere.compileDraft>) =>
      given[0].campaignId === slow.campaignId
        ? new Promise<never>((_, reject) => {
            end = reject
          })
        : contentTasksHere.compileDraft(...given),
  }
  sender(relay(await sink()), { contentTasks })
  await until(async () => (await stateOf(quick)) === 'sent', 'the other is sent')
  assert.equal(await stateOf(slow), 'scheduled')
  end(new TaskFault('it takes longer than 20 s'))
  await until(async () => (await stateOf(slow)) === 'paused', 'it is paused')
  assert.deepEqual(
    (await history(slow)).map(({ detail }) => detail),
    [{ reason: 'it cannot be composed: it takes longer than 20 s' }],
  )
})

test('threads compile what this one compiles, and campaigns are sent by it', async () => {
  const threads = contentThreads()
  endings.push(() => threads.stop())
  const one = await campaign(people(3))
  await present.db`
    update campaigns set html = replace(html, '</html>', '<p>Grüße [City,fallback=friend] 😀</p></html>')
    where id = ${one.campaignId}`
  const content = await findCampaignContent(present.db, one.clientId, one.campaignId)
  const input = { ...content!, startedAt: new Date(0) }
  const tenant = { key: one.clientId }
  assert.deepEqual(await threads.tasks.compileDraft(input, tenant), await contentTasksHere.compileDraft(input, tenant))
  await sendNow(one)
  const peer = await sink()
  sender(relay(peer), { contentTasks: threads.tasks })
  await until(async () => (await stateOf(one)) === 'sent', 'it is sent')
  assert.equal(peer.messages.length, 3)
  for (const { raw } of peer.messages) assert.match(raw.toString(), /Gr=C3=BC=C3=9Fe/)
})
