/**
 * Background work of a process that was killed: the next process takes it up at once, though its claim would last for long, and all of
 * it is done once.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { mayTake } from '../harness/effort.ts'
import { fillList } from '../harness/large-list.ts'
import { longOnly } from '../harness/long.ts'
import { basics } from '../harness/new-client.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { startSink } from '../harness/sink.ts'
import { seen, until } from '../harness/until.ts'

const people = 5_000
let database: TestDatabase
let folder: string
let program: Program
let ClientID: string
let ListID: string
before(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ls-faults-'))
  program = await start()
  ClientID = await program.call('Client.Create', basics)
  ListID = await newList('News')
  await fillList(database.db, ListID, people)
})
after(async () => {
  await program?.end('SIGKILL')
  await database?.drop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

function start(settings: Readonly<Record<string, string>> = {}): Promise<Program> {
  const own = { DATABASE_URL: database.url, LETTERSHOP_DATA: folder, LETTERSHOP_LOG_LEVEL: 'fatal' }
  return startProgram({ ...own, ...settings })
}

function newList(Title: string, ConfirmOptIn = false): Promise<string> {
  const pages = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  return program.call('List.Create', { ClientID, Title, ConfirmOptIn, ...pages })
}

type Claimed = 'exports' | 'erasures' | 'bulk_changes'

/** Kills the program while it waits, amid this work, for a table that we have locked; and starts another. */
async function killAmid(claims: Claimed, locked: string, begin: () => Promise<unknown>): Promise<void> {
  const { db } = database
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  let isLocked = () => {}
  const lockedNow = new Promise<void>(resolve => {
    isLocked = resolve
  })
  const holding = db.begin(async sql => {
    await sql.unsafe(`lock table ${locked} in access exclusive mode`)
    isLocked()
    await released
  })
  await lockedNow
  await begin()
  await until(
    async () => (await db`select from ${db(claims)} where claim = 1 and claimed_until > now()`).length === 1,
    'it is claimed',
  )
  await program.end('SIGKILL')
  // a process that waits for the end of the lease waits for a day
  await db`update ${db(claims)} set claimed_until = now() + interval '1 day' where claimed_until > now()`
  release()
  await holding
  program = await start()
}

async function assertTakenOverOnce(claims: Claimed): Promise<void> {
  const [row] = await database.db`select claim from ${database.db(claims)} order by id desc limit 1`
  assert.equal(row!.claim, 2)
}

test('an export is written anew, whole', async () => {
  let ExportID = ''
  await killAmid('exports', 'export_chunks', async () => {
    ExportID = await program.call('Export.Create', {
      ClientID,
      ListID,
      Kind: 'Subscribers',
      Format: 'Csv',
      Gzip: false,
      Segment: '',
      CampaignID: '',
      State: '',
    })
  })
  await seen(
    'the export is done',
    () => program.call<{ State: string }>('Export.Get', { ClientID, ExportID }),
    ({ State }) => State === 'Done',
  )
  const [file] = await database.db`select rows from exports`
  assert.equal(file!.rows, people)
  await assertTakenOverOnce('exports')
})

test('an erasure goes on, and leaves nothing of the contact', async () => {
  const erased = 'p7@people.example'
  await killAmid('erasures', 'mailbox', () => program.call('Erasure.Create', { ClientID, Email: erased }))
  await until(
    async () => (await database.db`select from erasures where state = 'done' or claim >= 2`).length === 1,
    'the next process works on it',
  )
  await until(
    async () => (await database.db`select from subscribers where address = ${erased}`).length === 0,
    'the contact is gone',
  )
})

test('a bulk change goes on, and changes each subscriber once', async () => {
  const other = await newList('Others')
  await fillList(database.db, other, people)
  const [before] = await database.db`select count(*)::int as entries from subscriber_history`
  await killAmid('bulk_changes', 'subscriber_history', () =>
    program.call('BulkChange.Create', {
      ListID: other,
      Action: 'Unsubscribe',
      CreateFields: false,
      Subscribers: people,
    }),
  )
  await until(
    async () => (await database.db`select from bulk_changes where state = 'done'`).length === 1,
    'the change is done',
  )
  await assertTakenOverOnce('bulk_changes')
  const [now] = await database.db`select count(*)::int as entries from subscriber_history`
  assert.equal(now!.entries - before!.entries, people)
})

describe('a job', longOnly, () => {
  test('of a process that was killed amid it is done by the next, without waiting for four hours', async () => {
    mayTake(600_000)
    let reply: 'hang' | 'accept' = 'hang'
    const sink = await startSink({ reply: () => reply })
    await program.end()
    program = await start({ LETTERSHOP_TRANSPORT: sink.url })
    const asking = await newList('Asking', true)
    await program.call('Subscriber.Add', { ListID: asking, Email: 'zoe@reader.example', Name: '' })
    await until(
      async () =>
        (await database.db`select from graphile_worker._private_jobs where locked_at is not null`).length === 1,
      'the job is under way',
    )
    await program.end('SIGKILL')
    reply = 'accept'
    program = await start({ LETTERSHOP_TRANSPORT: sink.url })
    await until(async () => sink.messages.some(({ to }) => to === 'zoe@reader.example'), 'the mail is sent')
    assert.equal(sink.messages.filter(({ to }) => to === 'zoe@reader.example').length, 1)
    await sink.close()
  })
})
