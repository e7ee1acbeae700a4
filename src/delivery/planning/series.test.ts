/** Series from what enrols a person to the mail, over real SMTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leave } from '../../../test/harness/freezing.ts'
import { assertAccounts, campaign, present, relay, sender, sink, until } from '../../../test/harness/sending.ts'
import {
  enrol,
  isInForce,
  join,
  pause,
  people,
  publish,
  seriesOf,
  show,
  start,
  work,
} from '../../../test/harness/series.ts'

const day = 24 * 60
const after = (minutes: number) => new Date(Date.now() + minutes * 60_000)

const mails = (peer: { messages: readonly { to: string }[] }) => peer.messages.map(({ to }) => to).toSorted()

async function running(
  steps: Parameters<typeof seriesOf>[1],
  change: Parameters<typeof seriesOf>[2] = {},
  names = ['a@x.example', 'b@x.example'],
) {
  const one = await campaign(names)
  const id = await seriesOf(one.publicId, steps, change)
  const peer = await sink()
  sender(relay(peer))
  await start(id)
  await isInForce(id)
  return { one, id, peer }
}

test('whom a call enrols gets each step after its delay, once, and the campaigns stay in sending', async () => {
  const { id, peer } = await running([{}, { DelayMinutes: day }])
  assert.equal(await enrol(id, ['A@x.example', 'stranger@x.example']), 1)
  assert.equal(await enrol(id, ['a@x.example']), 0, 'who is in it is not enrolled again')
  await work()
  await until(async () => peer.messages.length === 1, 'the first mail is there')
  await work(after(day - 5))
  assert.equal((await people(id))[0]!.outcome, null)
  await work(after(day + 5))
  await until(async () => peer.messages.length === 2, 'the second mail is there')
  assert.deepEqual(mails(peer), ['a@x.example', 'a@x.example'])
  const { series, steps } = await show(id)
  assert.deepEqual([series.enrolled, series.finished, series.stopped], [1, 1, 0])
  for (const { edition } of steps) {
    assert.equal(edition?.state, 'sending')
    await assertAccounts({ campaignId: edition!.campaignId, clientId: series.clientId })
  }
})

test('who joins after the start is enrolled from the events, members who were there before are not', async () => {
  const { id, peer } = await running([{}], { Trigger: 'Joined' })
  await join('new@x.example')
  await publish()
  await work()
  await until(async () => peer.messages.length === 1, 'the mail is there')
  assert.deepEqual(mails(peer), ['new@x.example'])
  await publish()
  await work()
  assert.equal((await people(id)).length, 1)
})

test('who leaves between two steps, or between plan and hand-over, gets nothing more', async () => {
  const { one, id, peer } = await running([{}, { DelayMinutes: day }])
  await enrol(id, ['a@x.example', 'b@x.example'])
  await work()
  await until(async () => peer.messages.length === 2, 'the first mails are there')
  await leave(present.db, one, 'a@x.example')
  await work(after(day + 5))
  await until(async () => peer.messages.length === 3, 'the second mail is there')
  assert.deepEqual(mails(peer), ['a@x.example', 'b@x.example', 'b@x.example'])
  assert.deepEqual(
    (await people(id)).map(({ outcome }) => outcome),
    ['left', 'finished'],
  )
})

test('a pause holds everyone at their step, and the series goes on where it was', async () => {
  const { id, peer } = await running([{}])
  await pause(id)
  await enrol(id, ['a@x.example'])
  await work()
  assert.equal((await show(id)).steps[0]!.waiting, 1)
  assert.equal((await show(id)).steps[0]!.edition!.state, 'paused')
  await start(id)
  await work()
  await until(async () => peer.messages.length === 1, 'the mail is there')
})
