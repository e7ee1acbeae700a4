/** Imports carry answers by purpose and the basis: of what contradicts itself the refusal counts, and undoing leaves it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { countsOf, type Importer, importer } from '../../test/harness/imports.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { answerOf, basisOf } from '../domain/imports/consent-words.ts'
import { setConsent } from '../domain/subscribers/consent.ts'
import type { Database } from '../store/connection/database.ts'

let database: TestDatabase
let db: Database
let world: World
let it: Importer
before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(db)
  it = importer(db, world)
  await db`update lists set personalising = true, hygiene = true, tracking = 'consent' where id = ${world.list.listId}`
})

type Answer = boolean | null

async function member(email: string, measuring: Answer = null, hygiene: Answer = null): Promise<number> {
  const { clientId, listId } = world.list
  const [row] = await db<{ id: number }[]>`
    with added as (
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      values (${clientId}, ${listId}, ${email}, ${email}, 'Active', now(), now())
      returning id
    ), noted as (
      insert into subscriber_history (client_id, list_id, subscriber_id, at, to_state, cause, evidence)
      select ${clientId}, ${listId}, id, now() - interval '1 day', 'Active', 'added', '{"by": "api"}' from added
    )
    select id from added`
  if (measuring !== null) await setConsent(db, world.list, row!.id, 'measuring', measuring, { by: 'page' })
  if (hygiene !== null) await setConsent(db, world.list, row!.id, 'hygiene', hygiene, { by: 'page' })
  return row!.id
}

/** Measuring, personalising, hygiene, basis and its end, by address. */
async function answers(): Promise<Record<string, readonly unknown[]>> {
  const rows = await db<{ address: string; answers: unknown[] }[]>`
    select address, jsonb_build_array(tracking_consent, personalising_consent, hygiene_consent, basis, basis_until) as answers
    from subscribers where list_id = ${world.list.listId} order by address`
  return Object.fromEntries(rows.map(row => [row.address, row.answers]))
}

const historyOf = async (address: string) =>
  (
    await db<{ line: string }[]>`
      select h.preference || ': ' || coalesce(h.from_value, '–') || ' → ' || coalesce(h.to_value, '–') as line
      from preference_history h join subscribers s on s.client_id = h.client_id and s.id = h.subscriber_id
      where s.list_id = ${world.list.listId} and s.address = ${address} order by h.at, h.preference`
  ).map(({ line }) => line)

const withdrawn = async () =>
  (
    await db<{ address: string }[]>`
      select s.address from tracking_withdrawals w join subscribers s on s.client_id = w.client_id and s.id = w.subscriber_id
      where s.list_id = ${world.list.listId} order by s.address`
  ).map(({ address }) => address)

const events = async () =>
  (
    await db<{ data: Record<string, string> }[]>`
      select data from events where type = 'subscriber.consent' and data ->> 'ListID' = ${world.list.listPublicId} order by at`
  ).map(({ data }) => `${data.EmailAddress} ${data.Purpose} ${data.Consent} ${data.By}`)

async function lossesOf(id: string) {
  const { Losses = [], ValuesLost } = (await it.get(id)) as unknown as {
    Losses?: readonly { Column: string; Values: number; Reasons: readonly { Reason: string }[] }[]
    ValuesLost: number
  }
  return [
    ValuesLost,
    ...Losses.map(({ Column, Values, Reasons }) => `${Column} ${Values} ${Reasons.map(one => one.Reason)}`),
  ]
}

const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`
const losing = (id: string, ValuesLost: string) => it.call('Import.Commit', { ...it.of(id), ValuesLost })

describe('words of consent', () => {
  test('are read in many languages, and other words are no answers', () => {
    for (const word of [
      'Granted',
      'yes',
      'Y',
      'TRUE',
      't',
      '1',
      'on',
      'Oui',
      'o',
      'Ja',
      'j',
      'Sí',
      'si',
      'opt-in',
      'Opted in',
      'OPT_IN',
      'accepté',
      'zugestimmt',
      'aceptado',
      'x',
      '✓',
    ])
      assert.equal(answerOf(word), true, word)
    for (const word of [
      'Denied',
      'no',
      'N',
      'False',
      'f',
      '0',
      'off',
      'Non',
      'Nein',
      'opt-out',
      'Opted out',
      'refusé',
      'abgelehnt',
      'rechazado',
      '✗',
    ])
      assert.equal(answerOf(word), false, word)
    for (const word of ['', 'Unknown', 'unchanged', 'not asked', 'unbekannt', '-', '?'])
      assert.equal(answerOf(word), null, word)
    for (const word of ['perhaps', '2', 'yes and no', '2026-01-01', 'toString'])
      assert.equal(answerOf(word), undefined, word)
    for (const [word, basis] of [
      ['Express', 'express'],
      ['implied consent', 'implied'],
      ['Vertrag', 'contract'],
      ['Legitimate interest', 'legitimate interest'],
      ['LegitimateInterest', 'legitimate interest'],
      ['', null],
      ['soft', undefined],
    ] as const)
      assert.equal(basisOf(word), basis, word)
  })
})

describe('answers of a file', () => {
  test('come with new members, with the note of consent as their proof, and queue nothing', async () => {
    const id = await it.committed(
      lines(
        'Email,Consent to track,Personalisation consent,HygieneConsent,Legal basis,Basis ends on',
        'ann@x.example,Oui,1,granted,implied,2028-02-29',
        'ben@x.example,nein,no,,express,',
        'cem@x.example,,,,,',
      ),
    )
    assert.deepEqual(countsOf((await it.get(id)).Written), { New: 3 })
    assert.deepEqual(await answers(), {
      'ann@x.example': [true, true, true, 'implied', '2028-02-29'],
      'ben@x.example': [false, false, null, 'express', null],
      'cem@x.example': [null, null, null, null, null],
    })
    assert.deepEqual((await historyOf('ann@x.example')).toSorted(), [
      'basis: – → implied until 2028-02-29',
      'hygiene: – → granted',
      'personalising: – → granted',
      'tracking: – → granted',
    ])
    assert.deepEqual(await historyOf('cem@x.example'), [])
    assert.deepEqual([await withdrawn(), await events()], [[], []])
  })

  test('change members: refusals always, consent where nothing is recorded; each refusal queues the removal and is an event', async () => {
    await member('ann@x.example', true)
    await member('ben@x.example', false)
    await member('cem@x.example')
    await member('dee@x.example', true)
    const id = await it.judged(
      lines('Email,TrackingConsent', 'ann@x.example,no', 'ben@x.example,yes', 'cem@x.example,yes', 'dee@x.example,yes'),
    )
    assert.deepEqual(countsOf((await it.get(id)).Judged), { Updated: 2, Unchanged: 2, ValueDropped: 1 })
    assert.deepEqual(await lossesOf(id), [1, 'MeasuringConsent 1 ConsentRefused'])
    await assert.rejects(it.call('Import.Commit', it.of(id)), /Loss|lost/i)
    await losing(id, '1')
    await it.work()
    const { 'ann@x.example': ann, 'ben@x.example': ben, 'cem@x.example': cem } = await answers()
    assert.deepEqual([ann?.[0], ben?.[0], cem?.[0]], [false, false, true])
    assert.deepEqual(await withdrawn(), ['ann@x.example', 'ben@x.example'])
    assert.deepEqual(await events(), [
      'ann@x.example Measuring Granted page',
      'ben@x.example Measuring Denied page',
      'dee@x.example Measuring Granted page',
      'ann@x.example Measuring Denied import',
    ])
  })

  test('that contradict each other within the file are refusals', async () => {
    const id = await it.judged(
      lines(
        'Email,MeasuringConsent,HygieneConsent',
        'ann@x.example,no,yes',
        'ann@x.example,yes,yes',
        'ben@x.example,yes,',
        'ben@x.example,,no',
      ),
    )
    assert.deepEqual(countsOf((await it.get(id)).Judged), { New: 2, Duplicate: 2, ValueDropped: 1 })
    assert.deepEqual(await lossesOf(id), [1, 'MeasuringConsent 1 ConsentRefused'])
    await losing(id, '1')
    await it.work()
    assert.deepEqual(await answers(), {
      'ann@x.example': [false, null, true, null, null],
      'ben@x.example': [true, null, false, null, null],
    })
  })

  test('are lost where they are none, or where the list does not ask', async () => {
    await db`update lists set personalising = false, hygiene = false where id = ${world.list.listId}`
    const id = await it.judged(
      lines(
        'Email,TrackingConsent,PersonalisingConsent,HygieneConsent,Consent basis,Consent until',
        'ann@x.example,perhaps,yes,no,soft,',
        'ben@x.example,yes,no,yes,express,2028-01-01',
      ),
    )
    assert.deepEqual(await lossesOf(id), [
      5,
      'Basis 1 NoAnswer',
      'BasisEndsOn 1 NoAnswer',
      'HygieneConsent 1 NotAsked',
      'MeasuringConsent 1 NoAnswer',
      'PersonalisingConsent 1 NotAsked',
    ])
    await losing(id, '5')
    await it.work()
    assert.deepEqual(await answers(), {
      'ann@x.example': [null, null, false, null, null],
      'ben@x.example': [true, false, null, 'express', null],
    })
  })

  test('are refused for whom the file does not change besides, and AddOnly takes refusals alone', async () => {
    await member('ann@x.example', true)
    await member('ben@x.example')
    const gone = await member('cem@x.example', true)
    await db`update subscribers set state = 'Unsubscribed' where id = ${gone}`
    const id = await it.judged(
      lines(
        'Email,TrackingConsent,Consent basis',
        'ann@x.example,no,express',
        'ben@x.example,yes,express',
        'cem@x.example,no,express',
      ),
      { Values: 'AddOnly' },
    )
    assert.deepEqual(countsOf((await it.get(id)).Judged), { Updated: 1, Unchanged: 1, OptOutKept: 1 })
    await it.call('Import.Commit', it.of(id))
    await it.work()
    assert.deepEqual(await answers(), {
      'ann@x.example': [false, null, null, null, null],
      'ben@x.example': [null, null, null, null, null],
      'cem@x.example': [false, null, null, null, null],
    })
    assert.deepEqual(await withdrawn(), ['ann@x.example', 'cem@x.example'])
  })

  test('reach the members of the list alone', async () => {
    const other = await seedList(db, world.client, 'Other')
    await db`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at, tracking_consent)
      values (${other.clientId}, ${other.listId}, 'ann@x.example', 'ann@x.example', 'Active', now(), now(), true)`
    await member('ann@x.example', true)
    await it.committed(lines('Email,TrackingConsent', 'ann@x.example,no'))
    const rows = await db<{ trackingConsent: boolean }[]>`
      select tracking_consent from subscribers where client_id = ${other.clientId} order by list_id`
    assert.deepEqual(
      rows.map(({ trackingConsent }) => trackingConsent),
      [false, true],
    )
  })
})

describe('undoing an import', () => {
  test('takes back consent and basis that it gave, never a refusal', async () => {
    await member('ann@x.example')
    await member('ben@x.example', true)
    await member('cem@x.example')
    await member('dee@x.example')
    const id = await it.committed(
      lines(
        'Email,TrackingConsent,HygieneConsent,Consent basis,Consent until',
        'ann@x.example,yes,yes,implied,2028-02-29',
        'ben@x.example,no,yes,express,',
        'cem@x.example,yes,,,',
        'dee@x.example,yes,,,',
        'new@x.example,yes,no,express,',
      ),
    )
    const cem = (
      await db`select id from subscribers where address = 'cem@x.example' and list_id = ${world.list.listId}`
    )[0]!.id
    // refused, and agreed again, since: what the import gave is not in force any more
    await setConsent(db, world.list, cem as number, 'measuring', false, { by: 'page' })
    const dee = (
      await db`select id from subscribers where address = 'dee@x.example' and list_id = ${world.list.listId}`
    )[0]!.id
    await setConsent(db, world.list, dee as number, 'measuring', null, { by: 'page' })
    await setConsent(db, world.list, dee as number, 'measuring', true, { by: 'page' })
    await it.call('Import.Undo', it.of(id))
    await it.work()
    assert.deepEqual(await answers(), {
      'ann@x.example': [null, null, null, null, null],
      'ben@x.example': [false, null, null, null, null],
      'cem@x.example': [false, null, null, null, null],
      'dee@x.example': [true, null, null, null, null],
      'new@x.example': [null, null, false, null, null],
    })
    assert.deepEqual((await historyOf('ann@x.example')).slice(-3).toSorted(), [
      'basis: implied until 2028-02-29 → –',
      'hygiene: granted → –',
      'tracking: granted → –',
    ])
  })

  test('and importing again leaves who was refused as refused', async () => {
    const first = await it.committed(lines('Email,TrackingConsent', 'ann@x.example,no'))
    await it.call('Import.Undo', it.of(first))
    await it.work()
    const again = await it.judged(lines('Email,TrackingConsent', 'ann@x.example,yes'))
    assert.deepEqual(await lossesOf(again), [1, 'MeasuringConsent 1 ConsentRefused'])
    await losing(again, '1')
    await it.work()
    assert.deepEqual((await answers())['ann@x.example'], [false, null, null, null, null])
  })
})
