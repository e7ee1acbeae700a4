/** Series from the event that enrols to the mail, over real SMTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leave } from '../../../test/harness/freezing.ts'
import { sendChecks } from '../../../test/harness/send-checks.ts'
import { assertAccounts, campaign, carla, present, relay, sender, sink, until } from '../../../test/harness/sending.ts'
import {
  enrol,
  given,
  isInForce,
  join,
  pause,
  people,
  step as plainStep,
  publish,
  saver,
  seriesOf,
  show,
  start,
  work,
} from '../../../test/harness/series.ts'
import { countExistingMembers, enrolExisting } from '../../domain/series/enrolling.ts'
import { renewEdition } from '../../domain/series/renewing.ts'
import { changeSeries, editStep, removeSeries } from '../../domain/series/series.ts'
import { startSeries } from '../../domain/series/starting.ts'
import { pauseUncertainSeries } from '../../domain/series/uncertain.ts'
import { workOnSeries } from '../../domain/series/worker.ts'
import { changeMember } from '../../domain/subscribers/changing.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { tagContacts } from '../../store/tags/tagged.ts'

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

const step = async (id: string, place = 0) => (await show(id)).steps[place]!

/** A segment of the list whose members have a name. */
async function segment(name: string): Promise<string> {
  const { clientId, listId } = present.world.list
  const rules = [{ field: 'name', operator: 'equals', value: name }]
  const [row] = await present.db<{ publicId: string }[]>`
    insert into segments (client_id, list_id, name, rules) values (${clientId}, ${listId}, ${name}, ${present.db.json(rules as never)})
    returning public_id`
  return row!.publicId
}

const rename = (address: string, name: string) =>
  present.db`update subscribers set name = ${name} where list_id = ${present.world.list.listId} and address = ${address}`

test('who is not in the segment of a step is passed over, and who is at the goal gets nothing more', async () => {
  const one = await campaign(['a@x.example', 'b@x.example', 'c@x.example'])
  await rename('a@x.example', 'Buyer')
  await rename('b@x.example', 'Reader')
  await rename('c@x.example', 'Reader')
  const id = await seriesOf(one.publicId, [{ SegmentID: await segment('Reader') }, { DelayMinutes: day }], {
    GoalSegmentID: await segment('Owner'),
  })
  const peer = await sink()
  sender(relay(peer))
  await start(id)
  await isInForce(id)
  await enrol(id, ['a@x.example', 'b@x.example', 'c@x.example'])
  await work()
  await until(async () => peer.messages.length === 2, 'the readers have the first mail')
  await rename('c@x.example', 'Owner')
  await work(after(day + 5))
  await until(async () => peer.messages.length === 4, 'two have the second mail')
  assert.deepEqual(mails(peer), ['a@x.example', 'b@x.example', 'b@x.example', 'c@x.example'])
  const { series, steps } = await show(id)
  assert.deepEqual([series.finished, series.reached, steps[0]!.skipped, steps[1]!.stopped], [2, 1, 1, 1])
})

test('a segment that was deleted pauses the series with a sentence, and no one is mailed', async () => {
  const one = await campaign(['a@x.example'])
  const id = await seriesOf(one.publicId, [{ SegmentID: await segment('Reader') }])
  const peer = await sink()
  sender(relay(peer))
  await start(id)
  await isInForce(id)
  await present.db`delete from segments where list_id = ${present.world.list.listId}`
  await enrol(id, ['a@x.example'])
  await work()
  const { series } = await show(id)
  assert.equal(series.state, 'paused')
  assert.match(series.problem, /segment .* deleted/)
  assert.equal(peer.messages.length, 0)
})

test('who comes again after the days gets the steps again, by another edition of the same content', async () => {
  const { id, peer } = await running([{}], { AgainAfterDays: 2 })
  await enrol(id, ['a@x.example'])
  await work()
  await until(async () => peer.messages.length === 1, 'the first mail is there')
  assert.equal(await enrol(id, ['a@x.example'], after(day)), 0, 'it is too early')
  assert.equal(await enrol(id, ['a@x.example'], after(2 * day + 5)), 1)
  const later = after(2 * day + 6)
  const { source } = sendChecks(present.db)
  await work(later, { renew: (key, stepId) => renewEdition({ db: present.db, source }, key, stepId, new Date()) })
  await until(async () => {
    await work(later)
    return !(await step(id)).coming
  }, 'another edition is in force')
  await work(after(2 * day + 20))
  await until(async () => peer.messages.length === 2, 'the second mail is there')
  assert.deepEqual(
    (await people(id)).map(({ run, outcome }) => [run, outcome]),
    [[2, 'finished']],
  )
  const editions = await present.db<{ state: string; recipients: number }[]>`
    select m.state, t.recipients from campaigns m
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.series_step_id = ${(await step(id)).stepId} order by m.id`
  assert.deepEqual(
    editions.map(({ recipients }) => recipients),
    [1, 1],
  )
  await until(async () => {
    const [first] = await present.db<{ state: string }[]>`
      select state from campaigns where series_step_id = ${(await step(id)).stepId} order by id limit 1`
    return first!.state === 'sent'
  }, 'the replaced edition is over')
})

test('a changed step is in force for those who do not have it yet', async () => {
  const { id, peer } = await running([{}])
  await enrol(id, ['a@x.example'])
  await work()
  await until(async () => peer.messages.length === 1, 'the first mail is there')
  const { clientId } = present.world.client
  const draft = await editStep(present.db, present.world.client, id, (await step(id)).stepId, new Date(), saver)
  assert.equal(await editStep(present.db, present.world.client, id, (await step(id)).stepId, new Date(), saver), draft)
  await present.db`update campaigns set subject = 'Anew' where client_id = ${clientId} and public_id = ${draft}`
  await start(id)
  await isInForce(id)
  await enrol(id, ['b@x.example'])
  await work()
  await until(async () => peer.messages.length === 2, 'the second mail is there')
  assert.match(String(peer.messages.find(({ to }) => to === 'b@x.example')!.raw), /^Subject: Anew/m)
  assert.equal((await step(id)).draft, undefined)
})

test('a step waits for its hours in the time zone of the client', async () => {
  const { id } = await running([{ FromTime: '08:00', ToTime: '18:00' }])
  // in Berlin it is 23:30
  const night = new Date('2031-01-15T22:30:00Z')
  await enrol(id, ['a@x.example'], night)
  assert.deepEqual((await people(id))[0]!.nextAt, new Date('2031-01-16T07:00:00Z'))
  // due at noon, and planned in the night only
  await enrol(id, ['b@x.example'], new Date('2031-01-14T11:00:00Z'))
  await work(night)
  assert.equal((await step(id)).waiting, 2)
  await work(new Date('2031-01-16T07:00:01Z'))
  assert.equal((await step(id)).waiting, 0)
})

test('members who are given a tag are enrolled, but not by an import', async () => {
  const one = await campaign(['a@x.example', 'b@x.example', 'c@x.example'])
  const id = await seriesOf(one.publicId, [{}], { Trigger: 'TagGiven', Tag: 'VIP' })
  sender(relay(await sink()))
  await start(id)
  await isInForce(id)
  const { clientId } = present.world.client
  const [tag] = await present.db<
    { id: number }[]
  >`select id from contact_tags where client_id = ${clientId} and name = 'VIP'`
  const give = (address: string, source: 'api' | 'import') =>
    transaction(present.db, sql => tagContacts(sql, clientId, [{ address, tagId: tag!.id }], source))
  await give('a@x.example', 'api')
  await give('b@x.example', 'import')
  await publish()
  await work()
  assert.deepEqual(
    (await people(id)).map(({ address }) => address),
    ['a@x.example'],
  )
})

test('members are enrolled days before a date of each year, on 28 February in a year without the 29th', async () => {
  const one = await campaign(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'])
  const { clientId, listId } = present.world.list
  await present.db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position) values (${clientId}, ${listId}, 'Birthday', 'Birthday', 'Date', 1)`
  const dates = { a: '1980-02-29', b: '1990-03-01', c: '2040-02-28', d: 'soon' }
  for (const [name, date] of Object.entries(dates))
    await present.db`
      update subscribers set fields = ${present.db.json({ Birthday: date })} where list_id = ${listId} and address = ${`${name}@x.example`}`
  const id = await seriesOf(one.publicId, [{}], {
    Trigger: 'Date',
    DateField: '[Birthday]',
    DateDays: -1,
    DateYearly: true,
  })
  sender(relay(await sink()))
  await start(id)
  await isInForce(id)
  const on = async (day: string) => {
    await present.db`update series set dated_on = ${day}::text::date - 1, dated_after = 0 where client_id = ${clientId}`
    await present.db`delete from series_enrolments where client_id = ${clientId}`
    await work(new Date(`${day}T12:00:00Z`), { rangeSize: 2, batchSize: 1 })
    return (await people(id)).map(({ address }) => address)
  }
  assert.deepEqual(await on('2031-02-27'), ['a@x.example'])
  assert.deepEqual(await on('2031-02-28'), ['b@x.example'])
  assert.deepEqual(await on('2032-02-27'), [])
  assert.deepEqual(await on('2032-02-28'), ['a@x.example'])
  assert.deepEqual(await on('2040-02-27'), ['c@x.example'])
})

test('members who were there before are enrolled when asked, with their number', async () => {
  const { id, peer } = await running([{}], { Trigger: 'Joined' }, ['a@x.example', 'b@x.example', 'c@x.example'])
  await enrol(id, ['a@x.example'])
  const { client } = present.world
  assert.equal(await countExistingMembers(present.db, client, id, new Date()), 2)
  await assert.rejects(enrolExisting(present.db, client, id, { people: 3 }, new Date()), {
    refusal: 'AudienceNotConfirmed',
  })
  assert.equal(await enrolExisting(present.db, client, id, { people: 2 }, new Date()), 2)
  await work(new Date(), { rangeSize: 1 })
  await until(async () => peer.messages.length === 3, 'all have the mail')
  assert.equal((await show(id)).series.isEnrollingExisting, false)
})

test('who waits for a step that is removed goes on to the next one', async () => {
  const { id, peer } = await running([{ DelayMinutes: day }, { DelayMinutes: day }])
  await enrol(id, ['a@x.example'])
  const second = (await step(id, 1)).stepId
  await changeSeries(present.db, present.world.client, id, given([plainStep({ StepID: second })]), new Date(), saver)
  await start(id)
  await work(after(day + 5))
  await until(async () => peer.messages.length === 1, 'the mail is there')
  assert.equal((await show(id)).steps.length, 1)
  assert.equal((await people(id))[0]!.outcome, 'finished')
})

test('after a restore what is overdue is passed over, and editions are made anew', async () => {
  const { id, peer } = await running([{}, { DelayMinutes: day }])
  await enrol(id, ['a@x.example'])
  await work()
  await until(async () => peer.messages.length === 1, 'the first mail is there')
  await enrol(id, ['b@x.example'])
  await pauseUncertainSeries(present.db, new Date())
  const { series, steps } = await show(id)
  assert.equal(series.state, 'paused')
  assert.match(series.problem, /restored/)
  const first = steps[0]!.edition!.campaignId
  await start(id)
  await isInForce(id)
  await work()
  assert.notEqual((await step(id)).edition!.campaignId, first)
  assert.equal((await step(id)).skipped, 1)
  await enrol(id, ['a@x.example', 'b@x.example'])
  await work(after(day + 5))
  await until(async () => peer.messages.length === 3, 'the second mails are there')
  assert.deepEqual(mails(peer), ['a@x.example', 'a@x.example', 'b@x.example'])
})

test('several processes plan one step, and some of their transactions fail: each person gets one mail', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `r${n + 10}@x.example`)
  const { id, peer } = await running([{}], {}, names)
  await enrol(id, names)
  let failures = 0
  /** Works as long as there is work; every third transaction is rolled back before its end. */
  async function unreliable() {
    for (let n = 0; n < 200; n++) {
      const db = new Proxy(present.db, {
        get: (target, name) =>
          name === 'begin' && n % 3 === 0
            ? (run: (sql: unknown) => Promise<unknown>) =>
                target.begin(async sql => {
                  await run(sql)
                  failures++
                  throw new Error('the connection is gone')
                })
            : Reflect.get(target, name, target),
      })
      const parts = { db, log: { error: () => {} } as never, now: () => new Date(), batchSize: 4 }
      const more = await workOnSeries(parts, new AbortController().signal).catch(() => true)
      if (!more && n % 3 !== 0) return
    }
  }
  await Promise.all([unreliable(), unreliable(), unreliable()])
  await work()
  await until(async () => peer.messages.length >= names.length, 'the mails are there')
  assert.ok(failures > 0)
  assert.deepEqual(mails(peer), names)
  const { series, steps } = await show(id)
  assert.deepEqual([series.enrolled, series.finished, steps[0]!.waiting], [30, 30, 0])
  await assertAccounts({ campaignId: steps[0]!.edition!.campaignId, clientId: series.clientId })
})

test('where a client requires approval a series does not start without one', async () => {
  const one = await campaign(['a@x.example'])
  const id = await seriesOf(one.publicId, [{}])
  await present.db`update clients set approval_required = true where id = ${present.world.client.clientId}`
  await assert.rejects(start(id), { refusal: 'ApprovalRequired' })
  assert.equal((await show(id)).series.state, 'draft')
  assert.equal((await show(id)).steps[0]!.edition, undefined, 'nothing is left behind')
})

test('a series that is deleted mails no one any more', async () => {
  const { id, peer } = await running([{}])
  await enrol(id, ['a@x.example'])
  await removeSeries(present.db, present.world.client, id, carla, new Date())
  await work()
  assert.equal(peer.messages.length, 0)
  await assert.rejects(show(id), { refusal: 'UnknownSeries' })
})

test('who clicked in a mail gets nothing more where a click is the goal', async () => {
  const { one, id, peer } = await running([{}, { DelayMinutes: day }], { GoalClick: true })
  await enrol(id, ['a@x.example', 'b@x.example'])
  await work()
  await until(async () => peer.messages.length === 2, 'the first mails are there')
  const { edition } = await step(id)
  await present.db`
    insert into opens (client_id, campaign_id, number, opens, clicks, heads, first_at, counted)
    select client_id, campaign_id, number, 1, 1, 0, now(),
      jsonb_build_object('all', jsonb_build_array(1, 1, 0, case when address = 'a@x.example' then 1 else 0 end))
    from audience where client_id = ${one.clientId} and campaign_id = ${edition!.campaignId}`
  await work(after(day + 5))
  await until(async () => peer.messages.length === 3, 'one has the second mail')
  assert.deepEqual(mails(peer), ['a@x.example', 'b@x.example', 'b@x.example'])
  assert.deepEqual(
    (await people(id)).map(({ outcome }) => outcome),
    ['goal', 'finished'],
  )
})

test('nothing is planned within the time to stop a start, also for people who are enrolled then', async () => {
  const { id, peer } = await running([{}])
  await pause(id)
  await enrol(id, ['a@x.example'])
  const begun = new Date()
  await startSeries(
    { db: present.db, checksOf: () => sendChecks(present.db) },
    present.world.client,
    id,
    { publicUrl: 'https://mail.example', stoppable: true, by: carla, saver },
    begun,
  )
  await enrol(id, ['b@x.example'], begun)
  await work(new Date(begun.getTime() + 30_000))
  assert.equal((await step(id)).waiting, 2)
  await pause(id)
  await start(id)
  await work(new Date(begun.getTime() + 30_000))
  assert.equal((await step(id)).waiting, 0, 'a caller that needs no time to stop starts at once')
  await until(async () => peer.messages.length === 2, 'the mails are there')
})

test('a person whose address changes goes on at the new one', async () => {
  const { id, peer } = await running([{}, { DelayMinutes: day }])
  await enrol(id, ['a@x.example'])
  await work()
  await until(async () => peer.messages.length === 1, 'the first mail is there')
  await changeMember(
    present.db,
    present.world.list,
    {
      email: 'a@x.example',
      entry: { email: 'new@x.example', name: null, mobileNumber: undefined, customFields: undefined } as never,
    },
    { resubscribe: false } as never,
    { by: 'api' },
  )
  assert.equal(await enrol(id, ['new@x.example']), 0, 'it is in the series')
  await work(after(day + 5))
  await until(async () => peer.messages.length === 2, 'the second mail is there')
  assert.deepEqual(mails(peer), ['a@x.example', 'new@x.example'])
})
