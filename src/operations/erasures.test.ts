/** Erasure.*: what is left of a contact, and what is not. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { columnsWith } from '../../test/harness/dump.ts'
import { exporter } from '../../test/harness/exports.ts'
import { importer } from '../../test/harness/imports.ts'
import { ledgerAt, seedLedger } from '../../test/harness/ledger.ts'
import { place } from '../../test/harness/members.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { rowsOf } from '../../test/harness/rows.ts'
import { seedList } from '../../test/harness/seed.ts'
import { seedForm } from '../../test/harness/sign-ups.ts'
import { removeMails } from '../delivery/relays/outbox.ts'
import { mostAttempts } from '../domain/background/ranged.ts'
import { readRecord } from '../domain/erasures/record.ts'
import { startErasureMemory } from '../domain/erasures/remembering.ts'
import { workOnErasure } from '../domain/erasures/worker.ts'
import { subscriptions } from '../domain/subscribers/subscriptions.ts'
import { createLog } from '../lib/log.ts'
import { enqueue } from '../store/jobs/jobs.ts'
import { hashedAddress } from '../store/subscribers/address-hash.ts'
import { recordHits } from '../store/tracking/hits.ts'
import { handlers } from './handlers.ts'

const folder = await mkdtemp(join(tmpdir(), 'lettershop-erasures-'))
after(() => rm(folder, { recursive: true, force: true }))
const memories: { stop(): Promise<void> }[] = []
after(() => Promise.all(memories.map(memory => memory.stop())))

let remember = async () => {}
const { db, world, other, call, refused } = await operationsTest(handlers, db => ({
  subscriptions: subscriptions(db),
  now: () => new Date(),
  erasures: { remember: () => remember() },
}))
const target = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId }
const { clientId, accountId } = world.client
const log = createLog('silent')

async function startMemory() {
  const memory = await startErasureMemory({ db, folders: [folder], log, pollMs: 3_600_000 })
  memories.push(memory)
  remember = memory.remember
  return memory
}
await startMemory()

/** Carries out what waits, and what was put off. */
async function work() {
  await db`update erasures set claimed_until = '-infinity'`
  const removeFiles = (mails: Parameters<typeof removeMails>[1]) => removeMails(join(folder, 'outbox'), mails)
  while (await workOnErasure({ db, removeMails: removeFiles }, new AbortController().signal));
}

const erase = async (Email: string) => (await call('Erasure.Create', { ...target, Email })) as string // of success
const receipt = (ErasureID: string) => call('Erasure.Get', { ...target, ErasureID })

const tablesWith = (...texts: readonly string[]) => columnsWith(db, ...texts)

async function filesWith(text: RegExp, path = folder): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && text.test(await readFile(file, 'latin1'))) found.push(file)
  }
  return found
}

/** Everything a client can hold of a contact, and the same of a neighbour whose address begins alike. */
async function fill(person: string, name: string) {
  const email = person.replace(/^./, first => first.toUpperCase())
  const news = await seedList(db, world.client, `News of ${name.length} ${person.length}`)
  const gone = await seedList(db, world.client, `Gone ${person.length}`)
  const sent = await seedLedger(db, world, 'sent', [
    [
      { attempt: 1, kind: 'deferred', code: 450, answer: `4.2.0 <${person}> later`, retryAt: ledgerAt },
      { attempt: 2, kind: 'refused', code: 550, answer: `5.1.1 no ${person.split('@')[0]} here`, at: 5, bounce: 'H' },
    ],
    [{ attempt: 1, kind: 'accepted', code: 250, answer: 'queued as 7', at: 5 }],
  ])
  const { campaignId } = sent
  const [contact] = await db<{ id: number; listId: number; address: string }[]>`
    select id, list_id, address from subscribers
    where client_id = ${clientId} and id = (select subscriber_id from audience where client_id = ${clientId} and campaign_id = ${campaignId} and number = 1)`
  await db`
    update subscribers set email = ${email}, address = ${person}, name = ${name}, fields = ${db.json({ city: `${name} town` })}
    where client_id = ${clientId} and id = ${contact!.id}`
  await db`
    update audience set email = ${email}, address = ${person}, name = ${name}, fields = ${db.json({ city: `${name} town` })}
    where client_id = ${clientId} and campaign_id = ${campaignId} and number = 1`
  // those of the ledger have no history, and are not counted
  await db`
    insert into subscriber_history (client_id, list_id, subscriber_id, at, to_state, cause)
    select client_id, list_id, id, state_at, state, 'placed' from subscribers s
    where client_id = ${clientId} and not exists (
      select 1 from subscriber_history h where h.client_id = s.client_id and h.list_id = s.list_id and h.subscriber_id = s.id)`
  await db`update list_totals set active = active + 2 where client_id = ${clientId} and list_id = ${contact!.listId}`
  await place(db, news, 'Active', { address: person, name })
  await place(db, gone, 'Unsubscribed', { address: person, name })
  await db`update lists set deleted_at = now() where client_id = ${clientId} and id = ${gone.listId}`
  await db`
    update subscriber_history set evidence = ${db.json({ by: 'page', detail: name })}
    where client_id = ${clientId} and subscriber_id = ${contact!.id}`
  await db`
    insert into preference_history (client_id, list_id, subscriber_id, at, preference, from_value, to_value)
    values (${clientId}, ${contact!.listId}, ${contact!.id}, now(), 'address', ${`old.${person}`}, ${email}),
      -- of another, who had this address before
      (${clientId}, ${contact!.listId}, 999999, now(), 'address', ${email}, 'new@x.example')`
  await db`
    update campaign_bounces set evidence = ${`550 ${person}`}, reported = ${person}, worked_at = now()
    where client_id = ${clientId} and campaign_id = ${campaignId} and number = 1`
  await db`
    insert into campaign_complaints (client_id, campaign_id, number, at, feedback_type, evidence)
    values (${clientId}, ${campaignId}, 1, now(), 'abuse', ${`complained: ${name}`})`
  await db`
    insert into hits (client_id, campaign_id, number, kind, at, remote, agent)
    values (${clientId}, ${campaignId}, 1, 'open', now(), '192.0.2.77', ${`Reader of ${name}`})`
  const raw = Buffer.from(`To: bounce\r\n\r\n${name} <${email}> has left`)
  await db`
    insert into mailbox (at, source, recipient, route, size, sha256, raw, state, due_at, client_id, campaign_id, number, evidence)
    values (now(), 'smtp', 'b-1@bounce.example', 'bounce', 9, ${Buffer.from(`a${person}`)}, ${raw}, 'read', now(), ${clientId}, ${campaignId}, 1, ${person}),
      (now(), 'smtp', 'x@bounce.example', 'other', 9, ${Buffer.from(`b${person}`)}, ${raw}, 'unmatched', now(), null, null, null, null)`
  const data = { EmailAddress: email, Name: name, ListID: news.listPublicId, State: 'Active' }
  await db`insert into events (client_id, type, at, data) values (${clientId}, 'subscriber.subscribed', now(), ${db.json(data)})`
  await db`
    insert into event_heads (client_id, last_sequence, first_kept) values (${clientId}, 1, 1)
    on conflict (client_id) do update set last_sequence = event_heads.last_sequence + 1`
  await db`
    insert into published_events (client_id, sequence, type, at, published_at, data)
    select client_id, last_sequence, 'subscriber.unsubscribed', now(), now(), ${db.json(data)} from event_heads where client_id = ${clientId}`
  const recipients = { recipients: [email, 'boss@x.example'] }
  const results = [
    { email: 'boss@x.example', state: 'accepted', answer: 'kept' },
    { email, state: 'accepted', answer: `written to ${name}` },
  ]
  await db`
    insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state, detail)
    values (${clientId}, ${campaignId}, now(), 'test', 1, 'carla', 'json', '', 'draft', 'draft', ${db.json(recipients)}),
      (${clientId}, ${campaignId}, now(), 'tested', 1, 'carla', 'json', '', 'draft', 'draft', ${db.json({ test: 9, results })})`
  await call('TestGroup.Create', { ...target, Name: `Only ${person.length}`, Addresses: [email] })
  await call('TestGroup.Create', { ...target, Name: `Some ${person.length}`, Addresses: [email, 'boss@x.example'] })
  await call('Segment.Create', {
    ApiKey: world.accountKey,
    ListID: news.listPublicId,
    Name: 'One',
    Rules: [{ Field: 'Email', Operator: 'Equals', Value: email }],
  })
  await db`
    insert into bulk_changes (client_id, list_id, action, rule, about, state, subscribers, created_by)
    values (${clientId}, ${news.listId}, 'delete', ${db.json({ prefix: person })}, '{}', 'done', 1, '{}')`
  await db`
    insert into bulk_change_rows (client_id, change_id, number, subscriber_id, before)
    select client_id, id, 1, ${contact!.id}, ${db.json({ state: 'Active', name })} from bulk_changes where client_id = ${clientId} and rule ->> 'prefix' = ${person}`
  await db`
    insert into previews (client_id, html, framed_by, expires_at) values (${clientId}, ${`<p>Dear ${name}</p>`}, '', now() + interval '5 minutes')`
  await db`
    insert into occurrences (kind, subject) values ('confirmation mail to address', ${`${accountId} ${person}`}),
      ('confirmation mail to membership', ${`${news.listId} ${person}`}), ('letter forwarded to address', ${`${accountId} ${person}`})`
  await enqueue(db, 'forwardedLetter', {
    clientId,
    campaignId,
    email,
    address: person,
    name,
    message: '',
    language: 'en',
  })
  await call('Suppression.Add', { ...target, ListID: news.listPublicId, EmailAddress: email })
  await call('Suppression.AddToAccount', { ApiKey: world.accountKey, EmailAddress: email })
  const outbox = join(folder, 'outbox')
  for (const [place, file] of [
    [sent.publicId, '1.eml'],
    [sent.publicId, 'test-9-1.eml'],
    ['notices', `${person.length}.eml`],
  ] as const) {
    await mkdir(join(outbox, place), { recursive: true })
    await writeFile(join(outbox, place, file), `To: ${email}\r\n\r\nDear ${name}`)
  }
  const imports = importer(db, world)
  const done = await imports.committed(
    `Email,Name\n${email},${name}\nboss${person.length}@x.example,Boss\n`,
    undefined,
    news,
  )
  await exporter(db, world).file({ Kind: 'Subscribers', ListID: news.listPublicId })
  return { sent, news, gone, importId: done }
}

const person = 'zelda.quixby@person.example'
const neighbour = 'zelda.quixbyson@person.example'
const isPerson = ['zelda[. ]quixby(?!son)', 'quixby town']

describe('a contact of whom a client holds everything', async () => {
  const filled = await fill(person, 'Zelda Quixby')
  await fill(neighbour, 'Zelda Quixbyson')
  const before = await tablesWith(...isPerson)
  const countsOf = () => db`
    select (select jsonb_agg(to_jsonb(t) - 'hits_revision' order by t.campaign_id) from campaign_totals t where client_id = ${clientId}) as totals,
      (select jsonb_agg(to_jsonb(c) order by c.import_id, c.stage) from import_counts c where client_id = ${clientId}) as imports`
  const counts = await countsOf()
  const id = await erase('Zelda.QUIXBY@person.example')

  test('the test has filled every table that can hold one', () => {
    const tables = new Set(before.map(column => column.split('.')[0]))
    for (const table of [
      'subscribers', 'subscriber_history', 'preference_history', 'audience', 'log', 'campaign_bounces', 'campaign_complaints', 'hits',
      'mailbox', 'events', 'published_events', 'campaign_history', 'test_groups', 'segments', 'bulk_changes', 'bulk_change_rows',
      'previews', 'occurrences', '_private_jobs', 'list_suppressions', 'list_suppression_history', 'account_suppressions',
      'account_suppression_history', 'import_rows', 'upload_chunks', 'export_chunks',
    ]) // biome-ignore format: names
      assert.ok(tables.has(table) || [...tables].some(one => one!.startsWith(`${table}_`)), table)
  })

  test('is off every list at once, and on no wire any more', async () => {
    assert.equal((await db`select 1 from subscribers where client_id = ${clientId} and address = ${person}`).length, 0)
    assert.equal((await db`select 1 from audience where client_id = ${clientId} and address = ${person}`).length, 0)
    await refused(
      'Subscriber.Add',
      { ApiKey: world.accountKey, ListID: filled.news.listPublicId, Email: person },
      'InSuppressionList',
    )
    const { Memberships, Timeline, Suppression } = await call('Subscriber.GetContact', { ...target, Email: person })
    assert.deepEqual([rowsOf(Memberships), rowsOf(Timeline)], [[], []])
    assert.equal(Suppression?.EmailAddress, 'erased contact')
    await refused('Client.RemoveSuppression', { ...target, EmailAddress: person, Deliberately: true }, 'ContactErased')
    assert.equal((await receipt(id)).State, 'Waiting')
  })

  test('is asked for once while it goes on', async () => {
    assert.equal(await erase(person), id)
  })

  test('leaves neither address nor name in the database and the data folder, and the neighbour as it was', async () => {
    const held = await tablesWith('quixbyson')
    await work()
    assert.equal((await receipt(id)).WaitsFor, '')
    assert.deepEqual(await tablesWith(...isPerson), [])
    assert.deepEqual(await filesWith(/zelda[. ]quixby(?!son)/i), [])
    // except exports and previews, which do not show whose data they contain
    const shared = /^(export_chunks|previews)\./
    assert.deepEqual(
      await tablesWith('quixbyson'),
      held.filter(column => !shared.test(column)),
    )
    assert.equal((await filesWith(/quixbyson/i)).length, 3)
  })

  test('has a receipt that says how much was removed, and not of whom', async () => {
    const { RequestedDate, EndedDate, ...counts } = await receipt(id)
    assert.match(String(counts.RequestedBy), /^admin/)
    for (const date of [RequestedDate, EndedDate]) assert.match(String(date), /^\d{4}-/)
    assert.deepEqual(counts, {
      ErasureID: id,
      State: 'Done',
      WaitsFor: '',
      Memberships: 3,
      Recipients: 1,
      Texts: 4,
      Hits: 1,
      ReturnedMails: 2,
      Events: counts.Events,
      ImportRows: 1,
      Files: counts.Files,
      Suppressions: 2,
      Others: counts.Others,
      RequestedBy: counts.RequestedBy,
      IsReplayed: false,
    })
    const { Erasures } = await call('Erasure.List', target)
    assert.deepEqual(
      rowsOf(Erasures).map(({ ErasureID }) => ErasureID),
      [id],
    )
  })

  test('leaves every count as it was, but for the members of the lists', async () => {
    assert.deepEqual(await countsOf(), counts)
    const wrong = await db`
      select t.list_id from list_totals t
      where t.client_id = ${clientId} and (t.active, t.unsubscribed, t.deleted) <> (
        select count(*) filter (where state = 'Active'), count(*) filter (where state = 'Unsubscribed'), count(*) filter (where state = 'Deleted')
        from subscribers s where s.client_id = t.client_id and s.list_id = t.list_id)`
    assert.deepEqual([...wrong], [])
  })

  test('cannot come back: by a file, by a call, by an undo', async () => {
    const imports = importer(db, world)
    const again = await imports.committed(`Email\n${person}\n`)
    assert.equal((await imports.get(again)).Written?.Suppressed, 1)
    await call('Import.Undo', imports.of(filled.importId))
    await imports.work()
    assert.equal((await db`select 1 from subscribers where client_id = ${clientId} and address = ${person}`).length, 0)
  })

  test('leaves no trace of what comes later', async () => {
    const { campaignId } = filled.sent
    const hit = {
      clientId,
      campaignId,
      link: null,
      at: new Date(),
      remote: '192.0.2.9',
      agent: 'Late',
      method: 'GET',
      prefetch: false,
    } as const
    await recordHits(
      db,
      [1, 2].map(number => ({ ...hit, number })),
    )
    const late = await db<
      { number: number }[]
    >`select number from hits where client_id = ${clientId} and agent = 'Late'`
    assert.deepEqual(
      late.map(({ number }) => number),
      [2],
    )
  })
})

test('what nothing is known of is refused, and so is what is no address', async () => {
  await refused('Erasure.Create', { ...target, Email: 'stranger@x.example' }, 'NotInList')
  await refused('Erasure.Create', { ...target, Email: 'nonsense' }, 'InvalidEmail')
  const { address } = await place(db, other.list, 'Active')
  await refused('Erasure.Create', { ...target, Email: address }, 'NotInList')
  await refused('Erasure.Get', { ...target, ErasureID: '0'.repeat(32) }, 'UnknownErasure')
  await refused('Erasure.Get', { ...target, ErasureID: '' }, 'UnknownErasure')
})

test('who only sent off a form is known, and is erased with it; the neighbour stays', async () => {
  const form = await seedForm(db, world)
  const [person, neighbour] = ['only.form@signup.example', 'xonly.form@signup.example']
  for (const address of [person, neighbour]) {
    await db`
      insert into form_sign_ups (client_id, form_id, state, email, address, name, list_ids, language, remote)
      values (${clientId}, ${form.formId}, 'asked', ${address}, ${address}, 'Olive', ${[world.list.listId]}::bigint[], 'en', '192.0.2.1')`
    await db`
      insert into form_consents (client_id, address, form_id, purpose, name, version, wording, hash, given_at, confirmed_at, page, remote, agent)
      values (${clientId}, ${address}, ${form.formId}, 'further', 'Post', 1, 'Letters.', '', now(), now(), '', '192.0.2.1', '')`
  }
  await refused(
    'Erasure.Create',
    { ...target, ApiKey: other.accountKey, ClientID: other.client.clientPublicId, Email: person },
    'NotInList',
  )
  const id = await erase(person)
  await work()
  assert.equal(((await receipt(id)) as unknown as Record<string, string>).State, 'Done')
  for (const table of ['form_sign_ups', 'form_consents']) {
    const left = await db`
      select address from ${db(table)} where client_id = ${clientId} and address like '%only.form@signup.example'`
    assert.deepEqual(
      left.map(({ address }) => address),
      [neighbour],
      table,
    )
  }
  assert.equal(await erase(person), id, 'asked again, the receipt is the same')
})

test('waits for an import that may hold the contact, and goes on when it is cancelled', async () => {
  const imports = importer(db, world)
  await place(db, world.list, 'Active', { address: 'staged@x.example' })
  const open = await imports.judged('Email\nStaged@x.example\n')
  const id = await erase('staged@x.example')
  await work()
  assert.match(String((await receipt(id)).WaitsFor), /^An import that was begun before/)
  assert.deepEqual(await tablesWith('staged@'), ['erasures.address', 'erasures.spellings', 'upload_chunks.bytes'])
  // what is made meanwhile is left alone
  await db`
    insert into previews (client_id, html, framed_by, expires_at) values (${clientId}, '<p>Later</p>', '', now() + interval '20 minutes')`
  await call('Import.Cancel', imports.of(open))
  await work()
  assert.equal((await db`select 1 from previews where client_id = ${clientId} and html = '<p>Later</p>'`).length, 1)
  assert.equal((await receipt(id)).State, 'Done')
  assert.deepEqual(await tablesWith('staged@'), [])
})

test('takes the values that an import lost of the contact, and the names that its encoding was chosen by', async () => {
  const imports = importer(db, world)
  const file = 'Email;Joined;Name\nlossy@x.example;quince day;Zoë Medlar\nother@x.example;plum day;Chloë Sloe\n'
  const ImportID = await imports.committed(Buffer.from(file, 'latin1'))
  assert.equal((await imports.get(ImportID)).ValuesLost, 2)
  const id = await erase('lossy@x.example')
  await work()
  assert.equal((await receipt(id)).State, 'Done')
  assert.deepEqual(await tablesWith('lossy@', 'quince', 'medlar'), [])
  const { Losses } = (await imports.get(ImportID)) as unknown as { Losses: { Values: number; Examples: object[] }[] }
  assert.deepEqual(Losses[0]!.Examples, [{ Row: 2, Value: 'plum day', Reason: 'NoDate' }], 'others stay')
  assert.equal(Losses[0]!.Values, 2)
})

test('waits for a transaction that began before, and removes what it wrote', async () => {
  await place(db, world.list, 'Active', { address: 'racing@x.example' })
  const further = await seedList(db, world.client, 'Racing')
  const id = await db.begin(async sql => {
    await sql`select 1`
    const begun = await erase('racing@x.example')
    await work()
    assert.match(String((await receipt(begun)).WaitsFor), /^A transaction/)
    await sql`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      values (${clientId}, ${further.listId}, 'racing@x.example', 'racing@x.example', '', 'Unconfirmed', now(), now())`
    await sql`update list_totals set unconfirmed = 1 where client_id = ${clientId} and list_id = ${further.listId}`
    return begun
  })
  await work()
  await work()
  assert.deepEqual([(await receipt(id)).State, (await receipt(id)).Memberships], ['Done', 2])
  assert.deepEqual(await tablesWith('racing@'), [])
})

test('a database that was restored to a time before has the contact erased again, before anything is sent', async () => {
  await place(db, world.list, 'Active', { address: 'replayed@x.example', name: 'Rebecca' })
  const id = await erase('replayed@x.example')
  await work()
  const recorded = await readRecord(folder)
  assert.equal(recorded.filter(({ publicId }) => publicId === id).length, 1)
  assert.deepEqual(await filesWith(/replayed/), [])

  // the dump of yesterday
  const hash = hashedAddress(db, 'replayed@x.example')
  await db`delete from erasures where client_id = ${clientId} and public_id = ${id}`
  await db`delete from suppressions where client_id = ${clientId} and address = ${hash}`
  await place(db, world.list, 'Active', { address: 'replayed@x.example', name: 'Rebecca' })
  await startMemory()
  await refused(
    'Subscriber.Add',
    { ApiKey: world.accountKey, ListID: world.list.listPublicId, Email: 'replayed@x.example' },
    'InSuppressionList',
  )
  await work()
  const { State, IsReplayed, Memberships } = await receipt(id)
  assert.deepEqual([State, IsReplayed, Memberships], ['Done', true, 1])
  assert.deepEqual(await tablesWith('replayed@', 'rebecca'), [])
  assert.equal((await readRecord(folder)).length, recorded.length, 'and is recorded once')
})

test('erasures that are asked for side by side are all recorded before they are answered', async () => {
  // lanes that drift apart: some commit while the record is written for others
  const lane = async () => {
    for (let times = 0; times < 12; times++) {
      const id = await erase((await place(db, world.list, 'Active')).address)
      assert.ok((await readRecord(folder)).some(({ publicId }) => publicId === id))
    }
  }
  await Promise.all(Array.from({ length: 5 }, lane))
})

test('the record outlives a line that a crash cut off, and knows nothing of clients that are gone', async () => {
  const path = join(folder, 'erasures')
  const text = await readFile(path, 'utf8')
  const foreign = {
    erasure: 'a'.repeat(32),
    client: 'b'.repeat(32),
    contact: `@hmac:${'c'.repeat(64)}`,
    at: '2026-01-01T00:00:00.000Z',
  }
  await writeFile(path, `${text}${JSON.stringify(foreign)}\n{"erasure":"dd`)
  await startMemory()
  const { address } = await place(db, world.list, 'Active')
  const id = await erase(address)
  const recorded = await readRecord(folder)
  assert.equal(recorded.at(-1)?.publicId, id)
  assert.equal(recorded.filter(({ publicId }) => publicId === foreign.erasure).length, 1)
  assert.equal((await db`select 1 from erasures where public_id = ${foreign.erasure}`).length, 0)
})

test('a login that may only change subscribers cannot erase a contact', async () => {
  const { address } = await place(db, world.list, 'Active')
  await refused('Erasure.Create', { ...target, ApiKey: world.clientKey, Email: address }, 'AccessDenied')
})

test('an erasure whose removal fails reports it, and ends after any number of failures', async () => {
  const id = await erase((await place(db, world.list, 'Active')).address)
  const broken = () => Promise.reject(new Error('the disk does not answer'))
  for (let n = 0; n < mostAttempts * 2; n++) {
    await db`update erasures set claimed_until = case when public_id = ${id} then '-infinity' else 'infinity' end::timestamptz`
    await assert.rejects(workOnErasure({ db, removeMails: broken }, new AbortController().signal), /does not answer/)
    const { State, WaitsFor } = (await receipt(id)) as unknown as Record<string, string>
    assert.deepEqual([State, /failed and is tried again/.test(WaitsFor!)], ['Waiting', true])
  }
  await work()
  assert.equal(((await receipt(id)) as unknown as Record<string, string>).State, 'Done')
})
