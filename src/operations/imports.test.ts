import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { exporter } from '../../test/harness/exports.ts'
import { consent, countsOf, everythingOf, type Importer, importer, membersOf } from '../../test/harness/imports.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { seedUpload } from '../../test/harness/uploaded.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import type { Database } from '../store/connection/database.ts'
import { erasedEmail, hashedAddress } from '../store/subscribers/address-hash.ts'
import { subscribers } from './subscribers.ts'

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
})

const statesOf = async () =>
  Object.fromEntries(Object.entries(await membersOf(db, world.list)).map(([address, { state }]) => [address, state]))
async function member(address: string, state: string, more: { name?: string; fields?: object } = {}) {
  const { clientId, listId } = world.list
  await db`
    with added as (
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
      values (${clientId}, ${listId}, ${address}, ${address}, ${more.name ?? ''}, ${state}, now(), now(), ${db.json(more.fields ?? {})})
      returning id
    )
    insert into subscriber_history (client_id, list_id, subscriber_id, at, to_state, cause)
    select ${clientId}, ${listId}, id, now(), ${state}, 'added' from added`
  await db`
    update list_totals set ${db(state.toLowerCase())} = ${db(state.toLowerCase())} + 1
    where client_id = ${clientId} and list_id = ${listId}`
}
const suppressed = (address: string, reason = 'complained') => db`
  insert into suppressions (client_id, address, email, reason, at) values (${world.client.clientId}, ${address}, ${address}, ${reason}, now())`
const field = (key: string, dataType = 'Text', options: readonly string[] = []) => db`
  insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
  select ${world.list.clientId}, ${world.list.listId}, ${key}, ${key}, ${dataType}, ${options as string[]}, count(*) from custom_fields`
const verdictsOf = async (id: string) => {
  const { Rows } = (await it.call('Import.GetVerdicts', it.of(id))) as unknown as {
    Rows: {
      Row: number
      EmailAddress: string
      Verdict: string
      Code: number
      Reason: string
      DuplicateOf: number
      ChangedSince: string
    }[]
  }
  return Object.fromEntries(Rows.map(row => [row.Row, row]))
}

describe('an import', () => {
  test('a file becomes members, each with its consent, its history and the totals', async () => {
    await field('City')
    const id = await it.begin('E-Mail,Name,city,Whatever\nAnna@Shop.example,Anna,Ulm,x\nben@shop.example,Ben,,y\n')
    const { Columns, DefaultState } = await it.call('Import.GetMapping', it.of(id))
    assert.equal(DefaultState, 'Active')
    assert.deepEqual(
      (Columns as unknown as { Header: string; Target: string; Key: string }[]).map(({ Header, Target, Key }) => [
        Header,
        Target,
        Key,
      ]),
      [
        ['E-Mail', 'Email', ''],
        ['Name', 'Name', ''],
        ['city', 'Field', 'City'],
        ['Whatever', 'NewField', 'Whatever'],
      ],
    )
    await it.call('Import.Judge', it.of(id))
    await it.work()
    assert.deepEqual(countsOf((await it.get(id)).Judged), { New: 2 })
    await it.call('Import.Commit', it.of(id))
    await it.work()
    const done = await it.get(id)
    assert.equal(done.State, 'Done')
    assert.deepEqual(countsOf(done.Written), { New: 2 })
    assert.deepEqual(await membersOf(db, world.list), {
      'anna@shop.example': {
        state: 'Active',
        name: 'Anna',
        fields: { City: 'Ulm', Whatever: 'x' },
        mobileNumber: null,
      },
      'ben@shop.example': { state: 'Active', name: 'Ben', fields: { Whatever: 'y' }, mobileNumber: null },
    })
    const history = await db`
      select cause, from_state, to_state, evidence ->> 'by' as by, evidence ->> 'row' as row from subscriber_history
      where client_id = ${world.list.clientId} order by evidence ->> 'row'`
    assert.deepEqual(
      [...history].map(row => ({ ...row })),
      ['1', '2'].map(row => ({ cause: 'imported', fromState: null, toState: 'Active', by: 'import', row })),
    )
  })

  test('the history of a member shows the import’s note of consent, and the consent and the opt-out in its row', async () => {
    const note = 'The sign-up page of the shop; 2024-05-01; Yes, send me the newsletter'
    const header = 'email,state,consent date,consent address,confirmed at,unsubscribed at'
    await it.committed(
      `${header}\na@x.example,Active,2023-02-03 10:00:00,192.0.2.7,2023-02-03T11:00:00Z,\nb@x.example,Unsubscribed,,,,2023-09-01\nc@x.example,,,,,\n`,
    )
    const detailsOf = async (Email: string) => {
      const asked = { ApiKey: world.accountKey, ListID: world.list.listPublicId, Email }
      const [row] = await caller(db, subscribers).call('Subscriber.GetHistory', asked)
      return [row!.Cause, row!.By, row!.Detail]
    }
    const targetOf = (row: number, ...more: string[]) => [
      'imported',
      'import',
      [note, `row ${row} of people.csv`, ...more].join('; '),
    ]
    assert.deepEqual(
      await detailsOf('a@x.example'),
      targetOf(
        1,
        'agreed on 2023-02-03 10:00:00 Europe/Berlin',
        'agreed from 192.0.2.7',
        'confirmed on 2023-02-03 11:00:00+00',
      ),
    )
    assert.deepEqual(await detailsOf('b@x.example'), targetOf(2, 'left on 2023-09-01 00:00:00 Europe/Berlin'))
    assert.deepEqual(await detailsOf('c@x.example'), targetOf(3))
  })

  test('a dry run writes nothing of the list', async () => {
    await member('anna@shop.example', 'Active')
    const before = await everythingOf(db, world.client.clientId)
    const id = await it.judged('email,name\nanna@shop.example,New\nben@shop.example,Ben\nnobody,x\n')
    assert.deepEqual(countsOf((await it.get(id)).Judged), { New: 1, Updated: 1, Refused: 1 })
    await it.call('Import.Cancel', it.of(id))
    await it.work()
    assert.deepEqual(await everythingOf(db, world.client.clientId), before)
    assert.equal((await it.get(id)).State, 'Cancelled')
  })

  test('each row has one verdict, and opt-outs, bounces and suppressed addresses stay what they are', async () => {
    await member('same@shop.example', 'Active', { name: 'Same' })
    await member('changed@shop.example', 'Active', { name: 'Old' })
    await member('left@shop.example', 'Unsubscribed')
    await member('deleted@shop.example', 'Deleted')
    await member('bounced@shop.example', 'Bounced')
    await member('leaving@shop.example', 'Active')
    await suppressed('complained@shop.example')
    const file = [
      'email,name,state',
      'same@shop.example,Same,Active',
      'changed@shop.example,New,Active',
      'left@shop.example,X,Active',
      'deleted@shop.example,X,Active',
      'bounced@shop.example,X,Active',
      'leaving@shop.example,,Unsubscribed',
      'complained@shop.example,X,Active',
      'new@shop.example,New,Active',
      'twice@shop.example,One,Active',
      'Twice@shop.example,Two,Unsubscribed',
      'no address,X,Active',
      'strange@shop.example,X,Sleeping',
    ]
    const id = await it.committed(file.join('\n'))
    const counts = {
      New: 2,
      Updated: 1,
      Unchanged: 1,
      StateMadeStricter: 1,
      OptOutKept: 2,
      Suppressed: 1,
      BouncedKept: 1,
      Duplicate: 1,
      Refused: 2,
    }
    const done = await it.get(id)
    assert.deepEqual(countsOf(done.Judged), counts)
    assert.deepEqual(countsOf(done.Written), counts)
    assert.deepEqual(await statesOf(), {
      'same@shop.example': 'Active',
      'changed@shop.example': 'Active',
      'left@shop.example': 'Unsubscribed',
      'deleted@shop.example': 'Deleted',
      'bounced@shop.example': 'Bounced',
      'leaving@shop.example': 'Unsubscribed',
      'new@shop.example': 'Active',
      // the strictest of its rows
      'twice@shop.example': 'Unsubscribed',
    })
    const rows = await verdictsOf(id)
    assert.deepEqual([rows[9]!.Verdict, rows[9]!.DuplicateOf], ['Duplicate', 10])
    assert.deepEqual([rows[11]!.Verdict, rows[11]!.Code], ['Refused', 1])
    assert.deepEqual([rows[12]!.Verdict, rows[12]!.Code], ['Refused', 6])
    assert.deepEqual([rows[7]!.Verdict, rows[7]!.Reason], ['Suppressed', 'complained'])
    assert.deepEqual([rows[1]!.Reason, rows[2]!.Verdict, rows[2]!.Reason], ['', 'Updated', 'Name'])
  })

  test('who opts out between review and commit stays out', async () => {
    await member('anna@shop.example', 'Active', { name: 'Anna' })
    const id = await it.judged('email,name\nanna@shop.example,Other\nben@shop.example,Ben\n')
    assert.deepEqual(countsOf((await it.get(id)).Judged), { New: 1, Updated: 1 })
    await db`update subscribers set state = 'Unsubscribed' where address = 'anna@shop.example' and client_id = ${world.client.clientId}`
    await db`update list_totals set active = 0, unsubscribed = 1 where client_id = ${world.client.clientId}`
    await suppressed('ben@shop.example')
    await it.call('Import.Commit', it.of(id))
    await it.work()
    const { Judged, Written } = await it.get(id)
    assert.deepEqual(countsOf(Judged), { New: 1, Updated: 1 })
    assert.deepEqual(countsOf(Written), { OptOutKept: 1, Suppressed: 1 })
    assert.deepEqual(await membersOf(db, world.list), {
      'anna@shop.example': { state: 'Unsubscribed', name: 'Anna', fields: {}, mobileNumber: null },
    })
  })

  test('a suppressed domain or hash of an address keeps rows of a file out', async () => {
    await suppressed('@barred.example', 'manual')
    await suppressed(`@md5:${createHash('md5').update('hashed@shop.example').digest('hex')}`, 'manual')
    await suppressed(hashedAddress(db, 'erased@shop.example'), 'manual')
    const id = await it.committed(
      'email\nann@barred.example\nann@sub.barred.example\nHashed@shop.example\nErased@shop.example\n',
    )
    assert.deepEqual(countsOf((await it.get(id)).Written), { New: 1, Suppressed: 3 })
    assert.deepEqual(await statesOf(), { 'ann@sub.barred.example': 'Active' })
  })

  test('hard bounces and suppressed people of a file go on the suppression list', async () => {
    await it.committed('email,state\na@x.example,Bounced\nb@x.example,Suppressed\nc@x.example,Unsubscribed\n')
    const rows =
      await db`select address, reason from suppressions where client_id = ${world.client.clientId} order by address`
    assert.deepEqual(
      [...rows].map(row => ({ ...row })),
      [
        { address: 'a@x.example', reason: 'bounced' },
        { address: 'b@x.example', reason: 'manual' },
      ],
    )
    assert.deepEqual(await statesOf(), {
      'a@x.example': 'Bounced',
      'b@x.example': 'Unsubscribed',
      'c@x.example': 'Unsubscribed',
    })
  })

  const policies: [name: string, mapping: object, changes: string, expected: object][] = [
    ['overwrite', { Values: 'Overwrite' }, 'Name, [Zip]', { name: 'New', fields: { City: 'Old', Zip: '2' } }],
    [
      'overwrite and erase',
      { Values: 'Overwrite', EmptyCells: 'Erase' },
      'Name, [City], [Zip]',
      { name: 'New', fields: { Zip: '2' } },
    ],
    ['fill only what is empty', { Values: 'FillEmpty' }, '', { name: 'Old', fields: { City: 'Old', Zip: '1' } }],
    ['add only', { Values: 'AddOnly' }, '', { name: 'Old', fields: { City: 'Old', Zip: '1' } }],
  ]
  for (const [name, mapping, changes, expected] of policies) {
    test(`values of members: ${name}`, async () => {
      await field('City')
      await field('Zip')
      await member('a@x.example', 'Active', { name: 'Old', fields: { City: 'Old', Zip: '1' } })
      const id = await it.committed('email,name,city,zip\na@x.example,New,,2\n', mapping)
      assert.deepEqual(await membersOf(db, world.list), {
        'a@x.example': { state: 'Active', mobileNumber: null, ...expected },
      })
      assert.equal((await verdictsOf(id))[1]!.Reason, changes)
    })
  }

  test('the first or the last of the rows of an address counts', async () => {
    await it.committed('email,name\na@x.example,One\na@x.example,Two\n', { Duplicates: 'First' })
    await it.committed('email,name\nb@x.example,One\nb@x.example,Two\n', { Duplicates: 'Last' })
    const members = await membersOf(db, world.list)
    assert.deepEqual([members['a@x.example']!.name, members['b@x.example']!.name], ['One', 'Two'])
  })

  test('a value that its field cannot hold is left out, and its row goes in', async () => {
    await field('Age', 'Number')
    const id = await it.committed('email,age,mobile\na@x.example,old,12\nb@x.example,7,+4915112345678\n')
    assert.deepEqual(countsOf((await it.get(id)).Written), { New: 2, ValueDropped: 1 })
    const { Rows } = await it.call('Import.GetVerdicts', it.of(id))
    assert.deepEqual(
      (Rows as unknown as { ValuesDropped: string[] }[]).map(row => row.ValuesDropped),
      [['[Age]', 'MobileNumber'], []],
    )
    assert.deepEqual(await membersOf(db, world.list), {
      'a@x.example': { state: 'Active', name: '', fields: {}, mobileNumber: null },
      'b@x.example': { state: 'Active', name: '', fields: { Age: '7' }, mobileNumber: '+4915112345678' },
    })
  })

  test('old dates are kept in partitions of their own, and never in the default one', async () => {
    const file =
      'email,joined\na@x.example,2015-03-02 10:00:00\nb@x.example,2023-07-09\nc@x.example,1890-01-01\nd@x.example,2999-01-01\n'
    await it.committed(file)
    const rows = await db<{ address: string; joined: string; partition: string }[]>`
      select s.address, to_char(s.joined_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as joined, h.tableoid::regclass::text as partition
      from subscribers s join subscriber_history h on h.client_id = s.client_id and h.subscriber_id = s.id
      where s.client_id = ${world.client.clientId} order by s.address`
    assert.deepEqual([rows[0]!.joined, rows[0]!.partition], ['2015-03-02 09:00', 'subscriber_history_2015'])
    assert.deepEqual([rows[1]!.joined, rows[1]!.partition], ['2023-07-08 22:00', 'subscriber_history_2023_07'])
    assert.equal((await db`select 1 from subscriber_history_rest where at < now() - interval '1 year'`).length, 0)
    const [{ late }] = (await db`
      select count(*)::integer as late from subscribers where client_id = ${world.client.clientId} and joined_at > now()`) as unknown as [
      { late: number },
    ]
    assert.equal(late, 0)
  })

  test('dates are read in the order that no row contradicts, and asked for where two are left', async () => {
    const clear = await it.judged('email,joined\na@x.example,03/04/2021\nb@x.example,25/12/2021\n')
    assert.equal((await it.get(clear)).State, 'Judged')
    const [row] = await db`select joined_at from import_rows where client_id = ${world.client.clientId} and number = 1`
    assert.equal((row!.joinedAt as Date).toISOString().slice(0, 10), '2021-04-02') // midnight in Berlin
    const open = await it.judged('email,joined\na@x.example,03/04/2021\nb@x.example,05/06/2021\n')
    const { State, Problem, ProblemCode } = await it.get(open)
    assert.equal(State, 'Mapping')
    assert.match(Problem!, /more than one way/)
    assert.equal(ProblemCode, 'DatesAmbiguous')
    await it.call('Import.SetMapping', { ...it.of(open), Dates: 'mdy' })
    await it.call('Import.Judge', it.of(open))
    await it.work()
    assert.equal((await it.get(open)).State, 'Judged')
  })

  test('on a list that asks for confirmation rows are unconfirmed unless the file says when they confirmed, and no mail goes out', async () => {
    world = { ...world, list: await seedList(db, world.client, 'Double opt-in', true) }
    it = importer(db, world)
    await it.committed('email,ConfirmedAt\na@x.example,\nb@x.example,2023-01-01\n')
    assert.deepEqual(await statesOf(), { 'a@x.example': 'Unconfirmed', 'b@x.example': 'Active' })
    assert.equal((await db`select 1 from graphile_worker.jobs`).length, 0)
  })
})

describe('undoing', () => {
  test('takes back what nothing changed since, and the same file can be imported again', async () => {
    await member('old@x.example', 'Active', { name: 'Old' })
    await member('left@x.example', 'Active')
    const file =
      'email,name,state\nnew@x.example,New,\nold@x.example,Renamed,\nleft@x.example,,Unsubscribed\nb@x.example,,Bounced\n'
    const id = await it.committed(file)
    await it.call('Import.Undo', it.of(id))
    await it.work()
    const undone = await it.get(id)
    assert.deepEqual([undone.State, undone.RowsUndone, undone.RowsLeftAlone], ['Undone', 4, 0])
    assert.deepEqual(await statesOf(), {
      'new@x.example': 'Deleted',
      'old@x.example': 'Active',
      'left@x.example': 'Active',
      'b@x.example': 'Deleted',
    })
    assert.equal((await membersOf(db, world.list))['old@x.example']!.name, 'Old')
    assert.equal((await db`select 1 from suppressions where client_id = ${world.client.clientId}`).length, 0)
    const again = await it.committed(file)
    assert.deepEqual(countsOf((await it.get(again)).Written), { New: 2, Updated: 1, StateMadeStricter: 1 })
    assert.deepEqual(await statesOf(), {
      'new@x.example': 'Active',
      'old@x.example': 'Active',
      'left@x.example': 'Unsubscribed',
      'b@x.example': 'Bounced',
    })
  })

  test('leaves alone who opted out, or was changed, since', async () => {
    await member('old@x.example', 'Active', { name: 'Old' })
    const id = await it.committed('email,name\nnew@x.example,New\nold@x.example,Renamed\nthird@x.example,T\n')
    const { clientId } = world.client
    await db`update subscribers set name = 'By hand' where client_id = ${clientId} and address = 'old@x.example'`
    await db`
      with left_since as (update subscribers set state = 'Unsubscribed' where client_id = ${clientId} and address = 'new@x.example' returning *)
      insert into subscriber_history (client_id, list_id, subscriber_id, at, from_state, to_state, cause)
      select client_id, list_id, id, clock_timestamp(), 'Active', 'Unsubscribed', 'unsubscribed' from left_since`
    await db`update list_totals set active = active - 1, unsubscribed = unsubscribed + 1 where client_id = ${clientId}`
    await it.call('Import.Undo', it.of(id))
    await it.work()
    const undone = await it.get(id)
    assert.deepEqual([undone.RowsUndone, undone.RowsLeftAlone], [1, 2])
    const members = await membersOf(db, world.list)
    assert.deepEqual(
      [members['old@x.example']!.name, members['new@x.example']!.state, members['third@x.example']!.state],
      ['By hand', 'Unsubscribed', 'Deleted'],
    )
  })
})

describe('the rows that undoing left as they are', () => {
  const leftAloneOf = async (id: string, more: object = {}) => {
    const given = { ...it.of(id), Undoing: 'LeftAlone', ...more }
    const { Rows, NextCursor } = (await it.call('Import.GetVerdicts', given)) as unknown as {
      Rows: { Row: number; EmailAddress: string; Verdict: string; ChangedSince: string }[]
      NextCursor: string
    }
    const rows = Rows.map(({ Row, EmailAddress, Verdict, ChangedSince }) => [Row, EmailAddress, Verdict, ChangedSince])
    return { rows, NextCursor }
  }
  const ofPeople = () => caller(db, subscribers, { subscriptions: subscriptions(db) })

  test('are listed with what changed since, and no other row is', async () => {
    await member('old@x.example', 'Active', { name: 'Old' })
    await member('kept@x.example', 'Active', { name: 'Kept' })
    await member('stricter@x.example', 'Active')
    const id = await it.committed(
      'email,name,state,mobile\nnew@x.example,New,,\nrenamed@x.example,R,,\nOld@x.example,Other,,\nkept@x.example,Other,,\nmailed@x.example,M,,\n' +
        'left@x.example,L,,\nstricter@x.example,,Unsubscribed,\nnumber@x.example,N,,+4915112345678\nno address,,,\nmoved@x.example,M,,\nerased@x.example,E,,\n',
    )
    assert.deepEqual(countsOf((await it.get(id)).Written), { New: 7, Updated: 2, StateMadeStricter: 1, Refused: 1 })
    assert.deepEqual((await leftAloneOf(id)).rows, [], 'nothing is left alone before')
    assert.ok(Object.values(await verdictsOf(id)).every(({ ChangedSince }) => ChangedSince === 'None'))
    const { clientId, listId } = world.list
    const ofList = { ApiKey: world.accountKey, ListID: world.list.listPublicId }
    for (const Email of ['renamed@x.example', 'old@x.example']) {
      await ofPeople().call('Subscriber.Add', { ...ofList, Email, Name: 'By a call' })
    }
    await db`
      update subscribers set mobile_number = '+4915100000000' where client_id = ${clientId} and address = 'number@x.example'`
    await ofPeople().call('Subscriber.Unsubscribe', { ...ofList, Email: 'left@x.example' })
    await db`
      update subscribers set address = 'now@x.example', email = 'now@x.example'
      where client_id = ${clientId} and address = 'moved@x.example'`
    // as an erasure leaves them
    await db`delete from subscribers where client_id = ${clientId} and address = 'erased@x.example'`
    await db`
      update import_rows set address = ${hashedAddress(db, 'erased@x.example')}, email = ${erasedEmail}
      where client_id = ${clientId} and address = 'erased@x.example'`
    await db`
      insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select ${clientId}, 1, 1, list_id, id, email, address, name, fields from subscribers
      where client_id = ${clientId} and list_id = ${listId} and address = 'mailed@x.example'`
    await it.call('Import.Undo', it.of(id))
    await it.work()
    const listed = [
      [2, 'renamed@x.example', 'New', 'Values'],
      [3, 'Old@x.example', 'Updated', 'Values'],
      [5, 'mailed@x.example', 'New', 'Mailed'],
      [6, 'left@x.example', 'New', 'State'],
      [8, 'number@x.example', 'New', 'Values'],
      [10, 'moved@x.example', 'New', 'Address'],
    ]
    const { RowsUndone, RowsLeftAlone } = await it.get(id)
    assert.deepEqual([RowsUndone, RowsLeftAlone], [3, listed.length])
    assert.deepEqual(await leftAloneOf(id), { rows: listed, NextCursor: '' })
    assert.deepEqual((await leftAloneOf(id, { Verdict: 'Updated' })).rows, [listed[1]])
    const pages: unknown[] = []
    for (let Cursor = ''; ; ) {
      const { rows, NextCursor } = await leftAloneOf(id, { Limit: 2, Cursor })
      pages.push(rows)
      if (NextCursor === '') break
      Cursor = NextCursor
    }
    assert.deepEqual(pages, [listed.slice(0, 2), listed.slice(2, 4), listed.slice(4)])
    const text = await exporter(db, world).text({ Kind: 'ImportVerdicts', ImportID: id, Undoing: 'LeftAlone' })
    assert.deepEqual(
      text
        .trim()
        .split('\r\n')
        .map(line => line.split(','))
        .map(cells => `${cells[0]},${cells[7]}`),
      ['Row,ChangedSince', '2,Values', '3,Values', '5,Mailed', '6,State', '8,Values', '10,Address'],
    )
    await it.refused('Import.GetVerdicts', { ...it.of(id), Undoing: 'Undone' }, 'InvalidParameter')
  })

  test('are those of every range, each marked in the transaction that leaves it', async () => {
    const id = await it.committed(`email\n${Array.from({ length: 10_003 }, (_, n) => `p${n}@x.example`).join('\n')}\n`)
    await db`
      update subscribers set name = 'By hand'
      where client_id = ${world.client.clientId} and address in ('p0@x.example', 'p9999@x.example', 'p10002@x.example')`
    await it.call('Import.Undo', it.of(id))
    await it.work()
    assert.equal((await it.get(id)).RowsLeftAlone, 3)
    assert.deepEqual(
      (await leftAloneOf(id)).rows.map(([row]) => row),
      [1, 10_000, 10_003],
    )
  })
})

describe('what is refused', () => {
  test('an import without a note of consent is refused, and the upload stays usable', async () => {
    const UploadID = await seedUpload(db, world.client.clientId, 'a.csv', Buffer.from('email\na@x.example\n'))
    const given = { ApiKey: world.accountKey, ListID: world.list.listPublicId, UploadID, ...consent }
    for (const name of ['ConsentSource', 'ConsentDate', 'ConsentWording']) {
      await it.refused('Import.Create', { ...given, [name]: ' ' }, 'ConsentRequired')
    }
    await it.refused('Import.Create', { ...given, ConsentDate: 'yesterday' }, 'InvalidDate')
    await it.refused('Import.Create', { ...given, UploadID: 'f'.repeat(32) }, 'UnknownUpload')
    await it.call('Import.Create', given)
    await it.refused('Import.Create', given, 'UnknownUpload')
  })

  test('an import of another client is unknown', async () => {
    const id = await it.begin('email\na@x.example\n')
    const other = await seed(db)
    const foreign = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId, ImportID: id }
    for (const name of [
      'Import.Get',
      'Import.GetMapping',
      'Import.GetVerdicts',
      'Import.Judge',
      'Import.Commit',
      'Import.Undo',
    ] as const) {
      await it.refused(name, foreign, 'UnknownImport')
    }
  })

  test('what does not follow the state of the import is refused', async () => {
    const id = await it.begin('email\na@x.example\n')
    await it.refused('Import.Commit', it.of(id), 'ImportNotReady')
    await it.refused('Import.Undo', it.of(id), 'ImportNotReady')
    await it.refused('Import.GetVerdicts', it.of(id), 'ImportNotReady')
    await it.call('Import.Judge', it.of(id))
    await it.refused('Import.Judge', it.of(id), 'ImportNotReady')
    await it.refused('Import.SetMapping', it.of(id), 'ImportNotReady')
  })

  test('rows are not written into a list that was deleted since', async () => {
    const id = await it.judged('email\na@x.example\n')
    await db`update lists set deleted_at = now() where id = ${world.list.listId}`
    await it.refused('Import.Commit', it.of(id), 'ListIsDeleted')
    assert.equal((await db`select 1 from subscribers where client_id = ${world.client.clientId}`).length, 0)
  })

  test('a mapping that cannot be is refused with what is wrong', async () => {
    const id = await it.begin('email,other\na@x.example,b@x.example\n')
    const set = (more: object) => ({ ...it.of(id), ...more })
    const column = (Column: number, Target: string, Key = '', Part = 1) => ({
      Columns: [{ Part, Column, Target, Key }],
    })
    for (const more of [
      column(3, 'Name'),
      column(0, 'Name'),
      column(1, 'Name', '', 2),
      column(1, 'Anything'),
      column(2, 'Email'),
      column(2, 'Field', 'Nothing'),
      { Values: 'Merge' },
      { Dates: 'whatever' },
      { Words: [{ Word: 'here', State: 'Here' }] },
      { PartStates: [{ Part: 2, State: 'Active' }] },
    ]) {
      await it.refused('Import.SetMapping', set(more), 'InvalidMapping')
    }
    await it.call('Import.SetMapping', set(column(1, 'Ignore')))
    await it.refused('Import.Judge', it.of(id), 'InvalidMapping')
  })

  test('two imports into one list are not written at a time, and two lists are', async () => {
    const first = await it.judged('email\na@x.example\n')
    const second = await it.judged('email\nb@x.example\n')
    const other = await it.judged('email\nc@x.example\n', undefined, await seedList(db, world.client, 'Other'))
    await it.call('Import.Commit', it.of(first))
    await it.refused('Import.Commit', it.of(second), 'ListImportUnderWay')
    await it.call('Import.Commit', it.of(other))
    await it.work()
    await it.call('Import.Commit', it.of(second))
    await it.work()
    for (const id of [first, second, other]) assert.equal((await it.get(id)).State, 'Done')
  })

  test('a client’s first large import waits for the account', async () => {
    const file = `email\n${Array.from({ length: 10_001 }, (_, n) => `p${n}@x.example`).join('\n')}\n`
    const id = await it.judged(file)
    const ofClient = { ...it.of(id), ApiKey: world.clientKey }
    assert.equal((await it.get(id)).NeedsApproval, true)
    await it.refused('Import.Commit', ofClient, 'ImportNeedsApproval')
    await it.call('Import.Commit', it.of(id))
    await it.work()
    assert.deepEqual(countsOf((await it.get(id)).Written), { New: 10_001 })
    const second = await it.judged(file)
    await it.call('Import.Commit', { ...ofClient, ImportID: second })
    await it.work()
    assert.deepEqual(countsOf((await it.get(second)).Written), { Unchanged: 10_001 })
    await membersOf(db, world.list)
  })

  test('a file that cannot be read fails with a reason, and nothing is staged', async () => {
    const id = await it.begin('\n\n')
    const { State, Problem, ProblemCode, ProblemAbout } = await it.get(id)
    assert.equal(State, 'Failed')
    assert.match(Problem!, /no rows/)
    assert.deepEqual([ProblemCode, ProblemAbout], ['NoRows', ['people.csv']])
  })
})
