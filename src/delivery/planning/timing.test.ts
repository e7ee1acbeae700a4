/** Mails that go out by the time zones of recipients, in allowed hours, and spread over hours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendChecks } from '../../../test/harness/send-checks.ts'
import {
  assertAccounts,
  campaign,
  carla,
  isSent,
  people,
  present,
  type Running,
  ref,
  relay,
  sender,
  sink,
  totals,
  until,
} from '../../../test/harness/sending.ts'
import { Refusal } from '../../contract/refusals.ts'
import { sendCampaign } from '../../domain/campaigns/lifecycle/sending.ts'
import { readTimetable } from '../../domain/campaigns/timing/timetable.ts'
import { setTiming, type TimingOrder } from '../../domain/campaigns/timing/timing.ts'
import { createLog } from '../../lib/log.ts'
import { contentTasksHere } from '../content/tasks.ts'
import { freezeNextRange } from './freezing.ts'
import { planDueCampaign } from './plan.ts'

const log = createLog('silent')
const utc = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
const none: TimingOrder = { from: '', until: '', days: [], spreadHours: 0, zoneField: '', past: undefined }

/** A campaign to people of these countries, whose client is in Berlin. */
async function draft(countries: Readonly<Record<string, string>>, timing: Partial<TimingOrder>) {
  const one = await campaign(Object.keys(countries).map(name => `${name}@x.example`))
  const { db, world } = present
  await db`
    insert into custom_fields (client_id, list_id, key, name, data_type, position)
    values (${one.clientId}, ${world.list.listId}, 'Country', 'Country', 'Text', 1)`
  for (const [name, Country] of Object.entries(countries))
    await db`
      update subscribers set fields = ${db.json(Country === '' ? {} : { Country })}
      where list_id = ${world.list.listId} and address = ${`${name}@x.example`}`
  await setTiming(db, ref(one), { ...none, ...timing })
  return one
}

async function schedule(one: Running, sendDate: string, now: Date): Promise<Date> {
  const order = { confirmationEmail: 'boss@x.example', sendDate, publicUrl: 'https://mail.example', stoppable: false }
  return sendCampaign(present.db, ref(one), { ...order, by: carla }, now, sendChecks(present.db))
}

async function plan(now: Date, freezeSize = 100) {
  await planDueCampaign({ db: present.db, log, contentTasks: contentTasksHere, freezeSize }, now)
  while (await freezeNextRange({ db: present.db, log, now: () => now, freezeSize }));
}

/** Starts a sender; who has got the mail at a time, in order. */
async function receivers() {
  const peer = await sink()
  let at = utc('2026-01-01 00:00')
  const running = sender(relay(peer), { now: () => at })
  return {
    peer,
    async by(time: string, count: number): Promise<readonly string[]> {
      at = utc(time)
      running.wake()
      await until(async () => peer.messages.length >= count, `${count} mails arrived`)
      // time for one too many
      await new Promise(resolve => setTimeout(resolve, 120))
      return peer.messages.map(({ to }) => to.replace('@x.example', '')).sort()
    },
  }
}

const world = {
  tokyo: 'Japan',
  berlin: 'DE',
  london: 'europe/london',
  york: 'Eastern Time (US & Canada)',
  us: 'USA',
  no: '',
}

for (const freezeSize of [100, 2])
  test(`each gets the mail at ten o'clock of its zone, the unknown with the client, frozen ${freezeSize} at a time`, async () => {
    const one = await draft(world, { zoneField: '[Country]' })
    const begins = await schedule(one, '2026-07-02 10:00:00', utc('2026-07-01 00:00'))
    assert.deepEqual(begins, utc('2026-07-02 01:00'), 'in Tokyo first')
    await plan(begins, freezeSize)
    const { peer, by } = await receivers()
    assert.deepEqual(await by('2026-07-02 01:00', 1), ['tokyo'])
    assert.deepEqual(await by('2026-07-02 08:00', 4), ['berlin', 'no', 'tokyo', 'us'])
    assert.deepEqual(await by('2026-07-02 09:00', 5), ['berlin', 'london', 'no', 'tokyo', 'us'])
    const { waiting, zones } = await readTimetable(present.db, ref(one), null, utc('2026-07-02 09:00'))
    assert.deepEqual(waiting, { recipients: 1, nextDate: '2026-07-02 16:00:00' })
    assert.deepEqual(
      zones.map(({ timeZone, isKnown, recipients, date }) => [timeZone, isKnown, recipients, date]),
      [
        ['Asia/Tokyo', true, 1, '2026-07-02 03:00:00'],
        ['Europe/Berlin', true, 1, '2026-07-02 10:00:00'],
        ['Europe/Berlin', false, 2, '2026-07-02 10:00:00'],
        ['Europe/London', true, 1, '2026-07-02 11:00:00'],
        ['America/New_York', true, 1, '2026-07-02 16:00:00'],
      ],
    )
    await by('2026-07-02 14:00', 6)
    await isSent(one)
    assert.equal(peer.messages.length, 6)
    await assertAccounts(one)
  })

test('the date in the letter is that of the local time, though it begins on the day before in the zone of the client', async () => {
  const one = await draft({ tokyo: 'Japan', berlin: 'DE' }, { zoneField: 'Country' })
  await present.db`
    update campaigns set html = '<p>day <currentday></p><unsubscribe>out</unsubscribe>' where id = ${one.campaignId}`
  const begins = await schedule(one, '2026-07-02 02:00:00', utc('2026-06-30 00:00'))
  assert.deepEqual(begins, utc('2026-07-01 17:00'))
  await plan(begins)
  const { peer, by } = await receivers()
  await by('2026-07-02 00:00', 2)
  for (const { raw } of peer.messages) assert.match(String(raw), /day(?:=20| )(?:=\r\n)?2</)
})

test('where the time has passed in a zone, the author chooses', async () => {
  const one = await draft(world, { zoneField: 'Country' })
  const now = utc('2026-07-02 05:00')
  const at = '2026-07-02 10:00:00'
  await assert.rejects(
    schedule(one, at, now),
    (error: unknown) =>
      error instanceof Refusal &&
      error.refusal === 'TimeZonesPast' &&
      /1 recipients in 1 time zones/.test(error.message),
  )
  const stateIn = async () =>
    (await readTimetable(present.db, ref(one), at, now)).zones.find(({ timeZone }) => timeZone === 'Asia/Tokyo')
  assert.equal((await stateIn())?.state, 'past')
  await setTiming(present.db, ref(one), { ...none, zoneField: 'Country', past: 'now' })
  assert.deepEqual([(await stateIn())?.state, (await stateIn())?.date], ['now', '2026-07-02 07:00:00'])
  await setTiming(present.db, ref(one), { ...none, zoneField: 'Country', past: 'skip' })
  assert.equal((await stateIn())?.state, 'skipped')
  const begins = await schedule(one, at, now)
  assert.deepEqual(begins, utc('2026-07-02 08:00'), 'in Berlin')
  // a late beginning skips no one else
  await plan(utc('2026-07-02 08:30'))
  const { by } = await receivers()
  await by('2026-07-02 14:30', 5)
  await isSent(one)
  assert.equal((await totals(one)).excluded, 1)
  const [entry] = await present.db`select answer from log where campaign_id = ${one.campaignId} and kind = 'excluded'`
  assert.equal(entry?.answer, 'time passed in the time zone')
  await assertAccounts(one)
})

test('people in a zone whose time has passed get it now, if the author wants it', async () => {
  const one = await draft(world, { zoneField: 'Country', past: 'now' })
  const now = utc('2026-07-02 05:00')
  assert.deepEqual(await schedule(one, '2026-07-02 10:00:00', now), now)
  await plan(now)
  const { by } = await receivers()
  assert.deepEqual(await by('2026-07-02 05:00', 1), ['tokyo'])
  assert.equal((await by('2026-07-02 14:00', 6)).length, 6)
})

for (const [what, timing, sendDate, refusal] of [
  ['one moment for all zones', { zoneField: 'Country' }, 'Immediately', 'InvalidTiming'],
  ['a field that no list has', { zoneField: 'Land' }, '2026-07-02 10:00:00', 'InvalidTiming'],
  [
    'a time that has passed everywhere',
    { zoneField: 'Country', past: 'now' },
    '2026-06-20 10:00:00',
    'DeliveryDateInPast',
  ],
  ['a 29 February that the year does not have', { zoneField: 'Country' }, '2027-02-29 10:00:00', 'InvalidDate'],
] as const)
  test(`${what} is refused`, async () => {
    const one = await draft(world, timing)
    await assert.rejects(
      schedule(one, sendDate, utc('2026-07-01 00:00')),
      (error: unknown) => error instanceof Refusal && error.refusal === refusal,
    )
  })

test('mails go out in the allowed hours, on the days that have them', async () => {
  const one = await draft({ a: '', b: '', c: '' }, { from: '09:00', until: '17:00', days: [1, 2, 3, 4, 5] })
  // a Friday evening
  await schedule(one, 'Immediately', utc('2026-07-03 16:00'))
  await plan(utc('2026-07-03 16:00'))
  const { by } = await receivers()
  assert.deepEqual(await by('2026-07-03 16:00', 0), [])
  assert.deepEqual(await by('2026-07-05 12:00', 0), [])
  assert.deepEqual(await by('2026-07-06 06:59', 0), [])
  assert.equal((await by('2026-07-06 07:00', 3)).length, 3)
  await isSent(one)
  await assertAccounts(one)
})

test('a range whose hours end is taken up when they begin again', async () => {
  const one = await draft(Object.fromEntries(people(40).map((_, n) => [`p${n}`, ''])), {
    from: '09:00',
    until: '17:00',
  })
  const peer = await sink()
  let at = utc('2026-07-03 14:59')
  await schedule(one, 'Immediately', at)
  await plan(at)
  sender(relay(peer, '?connections=1&timeout=20'), { now: () => at })
  await until(async () => peer.messages.length > 0, 'the first mail arrived')
  at = utc('2026-07-03 15:00')
  await until(
    async () =>
      (await present.db`select 1 from leases where campaign_id = ${one.campaignId} and (done or owner = '')`).length >
      0,
    'the range is given back',
  )
  const sentUntilFive = peer.messages.length
  at = utc('2026-07-04 06:59')
  await new Promise(resolve => setTimeout(resolve, 150))
  assert.equal(peer.messages.length, sentUntilFive)
  at = utc('2026-07-04 07:00')
  await isSent(one)
  assert.equal(new Set(peer.messages.map(({ to }) => to)).size, 40)
  assert.equal(peer.messages.length, 40)
  await assertAccounts(one)
})

test('a spread campaign goes out in even parts over its allowed hours', async () => {
  const names = Array.from({ length: 600 }, (_, n) => [`p${n}`, ''] as const)
  const one = await draft(Object.fromEntries(names), { spreadHours: 4, from: '09:00', until: '11:00' })
  await schedule(one, 'Immediately', utc('2026-07-03 05:00'))
  await plan(utc('2026-07-03 05:00'), 200)
  const hours = await present.db<{ hour: string; recipients: number }[]>`
    select to_char(due_at at time zone 'UTC', 'DD HH24') as hour, sum(high - low + 1)::integer as recipients
    from leases where campaign_id = ${one.campaignId} group by 1 order by 1`
  assert.deepEqual(
    hours.map(({ hour }) => hour),
    ['03 07', '03 08', '04 07', '04 08'],
  )
  for (const { recipients } of hours) assert.ok(Math.abs(recipients - 150) < 45, `${recipients} are about a quarter`)
  const [{ times }] = await present.db<[{ times: number }]>`
    select count(distinct due_at)::integer as times from leases where campaign_id = ${one.campaignId}`
  assert.equal(times, 48)
})
