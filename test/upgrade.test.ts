/**
 * Installations of earlier versions upgrade with their data: `test/kept/schema-<number>/` holds what `test/kept/make.ts` left
 * with the program of that time: the dump of a database with rows in every table, files of the data folder with mails it
 * sent, and its answers to calls. A kept installation is never made anew.
 */
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { connect } from '../src/store/connection/database.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from './harness/database.ts'
import { root } from './harness/markdown.ts'
import { type Program, startProgram } from './harness/program.ts'
import { schemaText } from './harness/schema.ts'
import { until } from './harness/until.ts'

interface Recorded {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

/** Of the service that was, in its mails and answers (test/kept/make.ts). */
const oldUrl = 'http://127.0.0.1:18480'

for (const schema of [10, 56]) describe(`an installation of schema ${schema}`, () => upgrade(schema))

function upgrade(schema: number): void {
  const kept = join(root, `test/kept/schema-${schema}`)
  let database: TestDatabase
  let folder: string
  let program: Program
  let recorded: readonly Recorded[]
  let mails: readonly string[]

  before(async () => {
    database = await emptyDatabase()
    const sql = gunzipSync(await readFile(join(kept, 'dump.sql.gz'))).toString()
    const restoring = connect(database.url, { max: 1 }) // the dump changes settings of its session
    await restoring.unsafe(sql)
    await restoring.end()
    const tables = await database.db<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
    for (const { name } of tables)
      assert.ok(
        (await database.db`select from ${database.db(name)} limit 1`).length > 0,
        `${name} has rows in the dump`,
      )
    const [row] = await database.db`select max(number) as number from migrations`
    assert.equal(row!.number, schema)

    folder = await mkdtemp(join(tmpdir(), 'lettershop-upgrade-'))
    await cp(join(kept, 'folder'), folder, { recursive: true })
    const outbox = join(folder, 'outbox')
    const files = (await readdir(outbox, { recursive: true })).filter(name => name.endsWith('.eml')).sort()
    mails = await Promise.all(files.map(async file => decoded(await readFile(join(outbox, file), 'utf8'))))
    // what purges by age has no part in it: the test passes in later years too
    program = await startProgram({
      DATABASE_URL: database.url,
      LETTERSHOP_DATA: folder,
      LETTERSHOP_ROLES: 'api,feedback',
      LETTERSHOP_BOUNCE_DOMAIN: 'bounce.example',
    })
    const lines = (await readFile(join(kept, 'answers.jsonl'), 'utf8'))
      .replaceAll(oldUrl, program.url)
      .trim()
      .split('\n')
    recorded = lines.map(line => JSON.parse(line))
  })
  after(async () => {
    await program?.end()
    await database?.drop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const answerTo = (operation: string) => recorded.find(one => one.operation === operation)!
  /** The first link of this kind in a mail with this subject, at the service as it is now. */
  const link = (subject: RegExp, kind: string) => {
    const ofSubject = mails.filter(text => subject.test(/^Subject: (.*)$/m.exec(text)?.[1] ?? ''))
    const links = ofSubject.flatMap(text => text.match(new RegExp(`${oldUrl}/${kind}/[\\w/.-]+`)) ?? [])
    assert.ok(links.length > 0, `a mail ${subject} has a link ${kind}`)
    return links[0]!.replace(oldUrl, program.url)
  }

  test('its schema becomes that of a new installation', async () => {
    const today = await freshDatabase()
    const text = await schemaText(database.db)
    const withoutMonths = text.replace(/create table \w+_\d{4}_\d{2} partition of .*\n\n/g, '')
    assert.equal(withoutMonths, await schemaText(today.db))
    await today.drop()
  })

  test('every call is answered as the earlier version answered it', async () => {
    for (const { operation, params, answer } of recorded.map(asSince)) {
      // a hit that was not counted yet changes these
      if (operation === 'Campaign.GetOpens' || operation === 'Campaign.GetSummary') continue
      assert.deepEqual(membersOf(answer, await program.call(operation, params)), answer, operation)
    }
  })

  test('a hit that the earlier version had stored and not counted is counted', async () => {
    const { params, answer } = answerTo('Campaign.GetSummary')
    const was = answer as { TotalOpened: number }
    const summary = () => program.call<typeof was>('Campaign.GetSummary', params)
    await until(async () => (await summary()).TotalOpened > was.TotalOpened, 'the hit is counted')
    assert.equal((await summary()).TotalOpened, was.TotalOpened + 1)
  })

  test('links in its mails work: of letters, confirmations and letters sent on', async () => {
    for (const [subject, kind, status] of [
      [/^Spring/, 'w', 200],
      [/^Spring/, 'c', 302],
      [/^Spring/, 'p', 200],
      [/^Spring/, 'u', 200],
      [/./, 'confirm', 200],
      [/./, 'l', 200],
      [/./, 'n', 200],
    ] as const) {
      assert.equal((await fetch(link(subject, kind), { redirect: 'manual' })).status, status, kind)
    }
  })

  test('a reader leaves by a link of an old mail', async () => {
    const { params } = answerTo('Subscribers.GetActive')
    const Email = 'reader1@readers.example'
    const isSubscribed = () => program.call<string>('Subscribers.GetIsSubscribed', { ListID: params.ListID, Email })
    assert.equal(await isSubscribed(), 'True')
    assert.equal((await fetch(link(/^Spring/, 'u'), { method: 'POST' })).status, 200)
    assert.equal(await isSubscribed(), 'False')
  })

  test('suppressed addresses stay out, and what was held stays held', async () => {
    const { params } = answerTo('Subscribers.GetActive')
    const Email = 'unwanted@readers.example'
    await assert.rejects(program.call('Subscriber.Add', { ListID: params.ListID, Email, Name: '' }), /"code":204/)
    const holds = await database.db`select kind from holds`
    assert.deepEqual(
      holds.map(({ kind }) => kind),
      ['database restored'],
    )
    const { params: client } = answerTo('Client.GetLists')
    assert.notEqual((await program.call<{ HeldDate: string }>('Client.GetHold', client)).HeldDate, '')
  })

  test('it goes on: a subscriber joins, with a history and an event', async () => {
    const { ListID } = answerTo('Subscribers.GetActive').params
    const later = { ListID, Email: 'later@readers.example' }
    await program.call('Subscriber.Add', { ...later, Name: 'Later' })
    assert.equal(await program.call('Subscribers.GetIsSubscribed', later), 'True')
    assert.equal((await program.call<unknown[]>('Subscriber.GetHistory', later)).length, 1)
    const events = await database.db`select data from events where data::text like '%later@readers.example%'`
    assert.equal(events.length, 1)
  })
}

/** What was changed on purpose since. */
function asSince(one: Recorded): Recorded {
  // pages begin after a number, not after an identifier
  if (one.operation === 'Mailbox.List') return { ...one, params: { ...one.params, After: 0 } }
  if (one.operation !== 'Campaign.GetHistory') return one
  // times in details were in UTC
  const answer = (one.answer as object[]).map(entry => ({ ...entry, Detail: undefined }))
  return { ...one, answer: JSON.parse(JSON.stringify(answer)) }
}

/** Folded headers and quoted-printable undone, as far as links need it. */
function decoded(mail: string): string {
  return mail
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=\r\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('\r\n', '\n')
}

/** Of an answer, the members that an earlier answer has: later versions may add some. */
function membersOf(earlier: unknown, answer: unknown): unknown {
  if (Array.isArray(earlier) && Array.isArray(answer)) return answer.map((one, index) => membersOf(earlier[index], one))
  if (typeof earlier !== 'object' || earlier === null || typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => name in earlier)
      .map(([name, value]) => [name, membersOf((earlier as Record<string, unknown>)[name], value)]),
  )
}
