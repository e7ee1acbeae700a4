import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { contents } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { assertAccounted, confirmationJobs, history, member, place } from '../../../test/harness/members.ts'
import { seed, seedList, type World } from '../../../test/harness/seed.ts'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import type { ListRef } from '../access/access.ts'
import { memberStates as states } from './membership.ts'
import { type Entry, type Subscriptions, subscriptions } from './subscriptions.ts'

let database: TestDatabase
let db: Database
let world: World
let single: ListRef
let double: ListRef
let subject: Subscriptions

before(async () => {
  database = await freshDatabase()
  db = database.db
  world = await seed(db)
  single = world.list
  double = await seedList(db, world.client, 'Double opt-in', true)
  subject = subscriptions(db)
})
afterEach(() => assertAccounted(db))
after(() => database.drop())

const evidence = { by: 'api', wire: 'json', remote: '192.0.2.1' }
const publicUrl = 'http://lettershop.test'
const add = (list: ListRef, entry: Entry) => subject.add(list, entry, { resubscribe: false, publicUrl }, evidence)
const resubscribe = (list: ListRef, entry: Entry) =>
  subject.add(list, entry, { resubscribe: true, publicUrl }, evidence)

const is = (refusal: RefusalName) => (error: unknown) => error instanceof Refusal && error.refusal === refusal

async function suppressed(address: string) {
  await db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${world.client.clientId}, ${address}, ${address}, 'manual', now())`
}

const refusals = {
  Unconfirmed: 'IsUnconfirmed',
  Unsubscribed: 'IsUnsubscribed',
  Bounced: 'IsBounced',
  Deleted: 'IsDeleted',
} as const

for (const [kind, listOf] of [
  ['single opt-in', () => single],
  ['ConfirmOptIn', () => double],
] as const) {
  for (const operation of ['Add', 'AddAndResubscribe'] as const) {
    const run = (list: ListRef, entry: Entry) => (operation === 'Add' ? add : resubscribe)(list, entry)
    for (const present of [undefined, ...states]) {
      const who = present ? `a member that is ${present}` : 'a new address'
      const address = `${kind}.${operation}.${present}@x.example`.toLowerCase().replace(' ', '.')

      test(`${operation} of ${who} on a ${kind} list`, async () => {
        const list = listOf()
        if (present) await place(db, list, present, { address, name: 'Before' })
        const started = present ? [`null>${present} placed`] : []
        const to = kind === 'ConfirmOptIn' ? 'Unconfirmed' : 'Active'
        if (present && present !== 'Active' && operation === 'Add') {
          await assert.rejects(run(list, { email: address, name: 'After' }), is(refusals[present]))
          assert.equal((await member(db, list, address))?.name, 'Before')
          assert.equal((await member(db, list, address))?.state, present)
          assert.deepEqual(await history(db, list, address), started)
        } else {
          await run(list, { email: address, name: 'After' })
          const stays = present === 'Active' ? 'Active' : to
          const step = present === stays ? [] : [`${present ?? null}>${stays} ${present ? 'resubscribed' : 'added'}`]
          assert.equal((await member(db, list, address))?.name, 'After')
          assert.equal((await member(db, list, address))?.state, stays)
          assert.deepEqual(await history(db, list, address), [...started, ...step])
        }
        const asked = (await confirmationJobs(db, list)).filter(job => job.address === address)
        const mustAsk =
          kind === 'ConfirmOptIn' && present !== 'Active' && (!present || operation === 'AddAndResubscribe')
        assert.deepEqual([...asked], mustAsk ? [{ address, publicUrl }] : [])
      })

      test(`${operation} of ${who} on a ${kind} list changes nothing when the address is suppressed`, async () => {
        const list = listOf()
        const hidden = `suppressed.${address}`
        if (present) await place(db, list, present, { address: hidden })
        await suppressed(hidden)
        const before = await contents(db)
        await assert.rejects(run(list, { email: hidden, name: 'After' }), is('InSuppressionList'))
        assert.deepEqual(await contents(db), before)
      })
    }
  }
}

const malformed: readonly (readonly [fact: string, entry: Entry, refusal: RefusalName])[] = [
  ['no address', { email: null, name: '' }, 'InvalidEmail'],
  ['an empty address', { email: '', name: '' }, 'InvalidEmail'],
  ['an address with CR and LF', { email: 'a@x.example\r\nBcc: b@x.example', name: '' }, 'InvalidEmail'],
  ['an address that ends in LF', { email: 'a@x.example\n', name: '' }, 'InvalidEmail'],
  ['an address with NUL', { email: 'a\0@x.example', name: '' }, 'InvalidEmail'],
  ['an address without a domain', { email: 'a@', name: '' }, 'InvalidEmail'],
  ['two addresses', { email: 'a@x.example, b@x.example', name: '' }, 'InvalidEmail'],
  ['a name of 251 characters', { email: 'a@x.example', name: 'n'.repeat(251) }, 'ValueTooLong'],
  ['a name of two lines', { email: 'a@x.example', name: 'Ann\r\nBcc: b@x.example' }, 'InvalidCharacters'],
  ['a name with NUL', { email: 'a@x.example', name: 'Ann\0' }, 'InvalidCharacters'],
  ['a mobile number without +', { email: 'a@x.example', name: '', mobileNumber: '4915112345678' }, 'InvalidMobileNumber'],
  ['a mobile number too short', { email: 'a@x.example', name: '', mobileNumber: '+49' }, 'InvalidMobileNumber'],
] // biome-ignore format: a table reads by its rows

for (const [fact, entry, refusal] of malformed) {
  test(`${fact} is refused and leaves no trace`, async () => {
    const before = await contents(db)
    await assert.rejects(add(single, entry), is(refusal))
    await assert.rejects(resubscribe(double, entry), is(refusal))
    assert.deepEqual(await contents(db), before)
  })
}

test('a new member has what it was given, its address as it came, and the evidence in its history', async () => {
  await add(single, { email: ' Ann.Lee@Example.COM ', name: ' Ann Lee ', mobileNumber: '+4915112345678' })
  const row = await member(db, single, 'ann.lee@example.com')
  assert.equal(row?.email, 'Ann.Lee@Example.COM')
  assert.equal(row?.name, 'Ann Lee')
  assert.equal(row?.mobileNumber, '+4915112345678')
  const [noted] = await db`select evidence, at, s.state_at from subscriber_history h
    join subscribers s on s.id = h.subscriber_id where s.address = 'ann.lee@example.com'`
  assert.deepEqual(noted!.evidence, evidence)
  assert.deepEqual(noted!.at, noted!.stateAt)
})

test('an empty name or number leaves a member those it has; another case is the same member', async () => {
  await add(single, { email: 'keep@x.example', name: 'Kim', mobileNumber: '+12025550123' })
  await add(single, { email: 'KEEP@x.example', name: '', mobileNumber: '' })
  await add(single, { email: 'keep@X.example', name: null, mobileNumber: null })
  const row = await member(db, single, 'keep@x.example')
  assert.deepEqual([row?.email, row?.name, row?.mobileNumber], ['keep@x.example', 'Kim', '+12025550123'])
  await add(single, { email: 'keep@x.example', name: 'Kit', mobileNumber: '+12025550124' })
  const later = await member(db, single, 'keep@x.example')
  assert.deepEqual([later?.name, later?.mobileNumber], ['Kit', '+12025550124'])
})

test('custom fields: Add changes those given, AddAndResubscribe erases the others, operations without fields keep all', async () => {
  const list = await seedList(db, world.client, 'With fields')
  await db`insert into custom_fields (client_id, list_id, key, name, data_type, options, position) values
    (${list.clientId}, ${list.listId}, 'City', 'City', 'Text', '{}', 1),
    (${list.clientId}, ${list.listId}, 'Likes', 'Likes', 'MultiSelectMany', '{Cats,Dogs}', 2)`
  const email = 'fields@x.example'
  const fields = async () => (await member(db, list, email))?.fields
  await add(list, {
    email,
    name: '',
    customFields: [
      { Key: '[city]', Value: 'Ulm' },
      { Key: 'Likes', Value: 'Dogs' },
    ],
  })
  assert.deepEqual(await fields(), { City: 'Ulm', Likes: ['Dogs'] })
  await add(list, {
    email,
    name: '',
    customFields: [{ Key: 'City', Value: 'Bonn' }, null, { Key: 'Town', Value: 'x' }],
  })
  assert.deepEqual(await fields(), { City: 'Bonn', Likes: ['Dogs'] })
  await resubscribe(list, { email, name: 'Named' })
  assert.deepEqual(await fields(), { City: 'Bonn', Likes: ['Dogs'] })
  await resubscribe(list, { email, name: '', customFields: [{ Key: 'Likes', Value: 'Cats' }] })
  assert.deepEqual(await fields(), { Likes: ['Cats'] })
  const before = await contents(db)
  await assert.rejects(
    add(list, { email, name: 'X', customFields: [{ Key: 'Likes', Value: 'Birds' }] }),
    is('InvalidCustomFieldValue'),
  )
  await assert.rejects(
    add(list, { email: 'new@x.example', name: '', customFields: [{ Key: 'Likes', Value: 'Birds' }] }),
    is('InvalidCustomFieldValue'),
  )
  assert.deepEqual(await contents(db), before)
  await resubscribe(list, { email, name: '', customFields: null })
  assert.deepEqual(await fields(), {})
})

test('of a batch, each entry gets its own answer and a bad one harms no other', async () => {
  const gone = await place(db, single, 'Deleted')
  await suppressed('batch.suppressed@x.example')
  const answers = await Promise.allSettled([
    add(single, { email: 'batch.one@x.example', name: '1' }),
    add(single, { email: gone.address, name: 'x' }),
    add(single, { email: 'nonsense', name: 'x' }),
    add(double, { email: 'batch.one@x.example', name: '2' }),
    add(single, { email: 'batch.suppressed@x.example', name: 'x' }),
    add(single, { email: 'batch.bad@x.example', name: '', mobileNumber: 'call me' }),
    add(single, { email: 'batch.two@x.example', name: '3' }),
    resubscribe(single, { email: gone.address, name: 'back' }),
  ])
  const outcomes = answers.map(answer => (answer.status === 'fulfilled' ? 'ok' : (answer.reason as Refusal).refusal))
  assert.deepEqual(outcomes, [
    'ok',
    'IsDeleted',
    'InvalidEmail',
    'ok',
    'InSuppressionList',
    'InvalidMobileNumber',
    'ok',
    'ok',
  ])
  assert.equal((await member(db, single, 'batch.one@x.example'))?.name, '1')
  assert.equal((await member(db, double, 'batch.one@x.example'))?.state, 'Unconfirmed')
  assert.equal((await member(db, single, 'batch.two@x.example'))?.state, 'Active')
  assert.equal((await member(db, single, gone.address))?.name, 'back')
  assert.equal(await member(db, single, 'batch.bad@x.example'), undefined)
})

test('an entry PostgreSQL itself cannot store fails alone', async () => {
  const unstorable = { by: 'api', detail: '\0' }
  const answers = await Promise.allSettled(
    ['a', 'b', 'poison', 'c', 'd'].map(name =>
      subject.add(
        single,
        { email: `alone.${name}@x.example`, name },
        { resubscribe: false, publicUrl },
        name === 'poison' ? unstorable : evidence,
      ),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.equal(await member(db, single, 'alone.poison@x.example'), undefined)
  assert.equal((await member(db, single, 'alone.d@x.example'))?.state, 'Active')
})

test('entries of a batch for one address are decided one after the other', async () => {
  const answers = await Promise.allSettled([
    add(double, { email: 'twice@x.example', name: 'first' }),
    add(double, { email: 'TWICE@x.example', name: 'second' }),
    resubscribe(double, { email: 'twice@x.example', name: 'third' }),
    add(single, { email: 'twice@x.example', name: 'first' }),
    add(single, { email: 'twice@x.example', name: 'second' }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  assert.equal((await member(db, double, 'twice@x.example'))?.name, 'third')
  assert.equal((await member(db, single, 'twice@x.example'))?.name, 'second')
  assert.deepEqual(await history(db, double, 'twice@x.example'), ['null>Unconfirmed added'])
  assert.equal((await confirmationJobs(db, double)).filter(({ address }) => address === 'twice@x.example').length, 1)
})

test('a membership is asked to confirm once in five minutes', async () => {
  const email = 'patient@x.example'
  const asked = async () => (await confirmationJobs(db, double)).filter(({ address }) => address === email).length
  await add(double, { email, name: '' })
  await resubscribe(double, { email, name: 'Again' })
  assert.equal(await asked(), 1)
  assert.equal((await member(db, double, email))?.name, 'Again')
  await db`update occurrences set at = at - interval '6 minutes'`
  await resubscribe(double, { email, name: '' })
  assert.equal(await asked(), 2)
})

test('an address is sent ten confirmation mails a day over all lists of the account, and no more', async () => {
  const email = 'bombed@x.example'
  const lists = []
  for (let n = 1; n <= 11; n++) lists.push(await seedList(db, world.client, `Bomb ${n}`, true))
  for (const list of lists.slice(0, 9)) await add(list, { email, name: '' })
  const [tenth, eleventh] = await Promise.allSettled(lists.slice(9).map(list => add(list, { email, name: '' })))
  assert.equal(tenth!.status, 'fulfilled')
  assert.ok(eleventh!.status === 'rejected' && is('TooManyConfirmations')(eleventh!.reason))
  assert.equal(await member(db, lists[10]!, email), undefined)
  const other = await seed(db, { confirmOptIn: true })
  await add(other.list, { email, name: '' })
  assert.equal((await confirmationJobs(db, other.list)).length, 1)
  await db`update occurrences set at = at - interval '25 hours'`
  await add(lists[10]!, { email, name: '' })
  assert.equal((await member(db, lists[10]!, email))?.state, 'Unconfirmed')
})

test('a thousand entries at once are all there', async () => {
  const list = await seedList(db, world.client, 'A thousand')
  await Promise.all(Array.from({ length: 1000 }, (_, n) => add(list, { email: `m${n}@x.example`, name: `M ${n}` })))
  const [row] =
    await db`select count(*) as members from subscribers where list_id = ${list.listId} and state = 'Active'`
  assert.equal(row!.members, 1000)
})

test('two processes that add the same addresses get one member and one history each, and right answers', async () => {
  const list = await seedList(db, world.client, 'Contended')
  const processes = [subscriptions(db, { adding: { most: 7 } }), subscriptions(db, { adding: { most: 5 } })]
  const addresses = Array.from({ length: 200 }, (_, n) => `race${n}@x.example`)
  const answers = await Promise.allSettled(
    processes.flatMap((process, index) =>
      (index === 0 ? addresses : addresses.toReversed()).map(email =>
        process.add(list, { email, name: '' }, { resubscribe: false, publicUrl }, evidence),
      ),
    ),
  )
  assert.deepEqual(
    answers.filter(({ status }) => status === 'rejected'),
    [],
  )
  const [row] =
    await db`select count(*) as members, count(distinct address) as addresses from subscribers where list_id = ${list.listId}`
  assert.deepEqual(row, { members: 200, addresses: 200 })
  const [noted] = await db`select count(*) as steps from subscriber_history where list_id = ${list.listId}`
  assert.equal(noted!.steps, 200)
})

test('two processes that add the same address to a ConfirmOptIn list send one mail, and the second gets the refusal', async () => {
  const list = await seedList(db, world.client, 'Contended double', true)
  const processes = [subscriptions(db), subscriptions(db), subscriptions(db)]
  for (let n = 0; n < 20; n++) {
    const email = `double.race${n}@x.example`
    const answers = await Promise.allSettled(
      processes.map(process => process.add(list, { email, name: '' }, { resubscribe: false, publicUrl }, evidence)),
    )
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const answer of answers) {
      if (answer.status === 'rejected') assert.ok(is('IsUnconfirmed')(answer.reason))
    }
  }
  assert.equal((await confirmationJobs(db, list)).length, 20)
})
