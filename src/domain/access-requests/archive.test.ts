/** Export.Create of the Kind AccessRequest: everything that is stored of one contact, in one ZIP file. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { exporter } from '../../../test/harness/exports.ts'
import { importer } from '../../../test/harness/imports.ts'
import { ledgerAt, seedLedger } from '../../../test/harness/ledger.ts'
import { place } from '../../../test/harness/members.ts'
import { operationsTest } from '../../../test/harness/operations.ts'
import { seedList } from '../../../test/harness/seed.ts'
import { seedForm } from '../../../test/harness/sign-ups.ts'
import { handlers } from '../../operations/handlers.ts'
import { makePartitionsOf } from '../../store/partitions.ts'
import { accessArchive } from './archive.ts'

const { db, world, other, call } = await operationsTest(handlers)
const { clientId } = world.client
const it = exporter(db, world)
const person = 'ida.bell@person.example'
const request = { Kind: 'AccessRequest', Format: '', Email: 'Ida.Bell@person.example' }

/** The files of a ZIP by their names. */
async function filesOf(zip: Buffer): Promise<Readonly<Record<string, string>>> {
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  )
  const files: Record<string, string> = {}
  return new Promise((resolve, reject) => {
    opened.on('error', reject)
    opened.on('end', () => resolve(files))
    opened.on('entry', (entry: Entry) =>
      opened.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        void buffer(stream).then(bytes => {
          files[entry.fileName] = bytes.toString()
          opened.readEntry()
        }, reject)
      }),
    )
    opened.readEntry()
  })
}

let files: Readonly<Record<string, string>>
let data: Record<string, Record<string, unknown>[]> & Record<string, unknown>
let mailed: Awaited<ReturnType<typeof seedLedger>>

before(async () => {
  mailed = await seedLedger(db, world, 'sent', [
    [
      { attempt: 1, kind: 'deferred', code: 450, answer: '4.2.0 later', retryAt: ledgerAt },
      { attempt: 2, kind: 'accepted', code: 250, answer: '2.0.0 queued as 7', at: 5 },
    ],
    [{ attempt: 1, kind: 'accepted', code: 250, answer: 'of another', at: 5 }],
  ])
  await call('List.CreateCustomField', {
    ApiKey: world.accountKey,
    ListID: world.list.listPublicId,
    FieldName: 'City',
    DataType: 'Text',
  })
  const name = '<script>alert(1)</script>'
  for (const table of ['subscribers', 'audience'])
    await db`
      update ${db(table)} set email = 'Ida.Bell@person.example', address = ${person}, name = ${name}, fields = '{"City": "Ulm & Bonn"}'
      where client_id = ${clientId} and address like 'r1.%'`
  const gone = await seedList(db, world.client, 'Gone')
  await place(db, gone, 'Unsubscribed', { address: person, name })
  await db`update lists set deleted_at = now() where client_id = ${clientId} and id = ${gone.listId}`
  // the same person with another client is that client's
  await place(db, other.list, 'Active', { address: person, name: 'Elsewhere' })
  await db`
    insert into hits (client_id, campaign_id, number, kind, at, remote, agent)
    values (${clientId}, ${mailed.campaignId}, 1, 'open', ${new Date(ledgerAt.getTime() + 3_600_000)}, '192.0.2.0', 'Thunderbird'),
      (${clientId}, ${mailed.campaignId}, 2, 'open', ${ledgerAt}, '198.51.100.0', 'Of another')`
  const results = [
    { email: person, state: 'accepted', answer: 'tested' },
    { email: 'boss@x.example', state: 'accepted', answer: 'not his' },
  ]
  await db`
    insert into campaign_history (client_id, campaign_id, at, action, login_id, username, wire, remote, from_state, to_state, detail)
    values (${clientId}, ${mailed.campaignId}, now(), 'tested', 1, 'carla', 'json', '', 'draft', 'draft', ${db.json({ test: 9, results })})`
  await db`
    insert into form_consents (client_id, address, form_id, purpose, name, version, wording, hash, given_at, confirmed_at, page, remote, agent)
    values (${clientId}, ${person}, 1, 'further', 'Post', 1, 'You may write me letters.', '', now(), now(), 'https://bloom.example/', '192.0.2.0', ''),
      (${other.client.clientId}, ${person}, 1, 'further', 'Post', 1, 'Of another client.', '', now(), now(), '', '', '')`
  const form = await seedForm(db, world)
  await db`
    insert into form_wordings (client_id, form_id, purpose, name, version, wording, hash)
    values (${clientId}, ${form.formId}, 'further', 'Post', 2, 'You may write me cards.', '')`
  for (const [client, typed] of [
    [clientId, 'Ida of the form'],
    [other.client.clientId, 'Elsewhere'],
  ] as const)
    await db`
      insert into form_sign_ups (client_id, form_id, state, email, address, name, list_ids, fields, consents, language, page, remote, agent)
      values (${client}, ${form.formId}, 'asked', ${person}, ${person}, ${typed}, ${[world.list.listId]}::bigint[],
        '[{"Key": "City", "Value": "Ulm"}]', '[{"purpose": "further", "name": "Post", "version": 2}]', 'en', 'https://bloom.example/join',
        '192.0.2.9', 'Firefox')`
  for (const [client, name] of [
    [clientId, 'Welcome'],
    [other.client.clientId, 'Of another'],
  ] as const)
    await db`
      with made as (
        insert into series (client_id, name, list_id, settings, state) values (${client}, ${name}, ${world.list.listId}, '{}', 'paused') returning id
      )
      insert into series_enrolments (client_id, series_id, address, subscriber_id, enrolled_at, ended_at, outcome)
      select ${client}, id, ${person}, 1, ${ledgerAt}, ${ledgerAt}, 'goal' from made`
  const news = await seedList(db, world.client, 'News')
  await importer(db, world).committed(`Email,Name\n${person},Ida\nboss@x.example,Boss\n`, undefined, news)
  await call('Suppression.AddToAccount', { ApiKey: world.accountKey, EmailAddress: '@person.example' })
  files = await filesOf(await it.file(request))
  data = JSON.parse(files['data.json']!)
})

test('holds a page for people, a document for programs, and each mail as it was sent', () => {
  assert.deepEqual(Object.keys(files), ['index.html', 'data.json', `mails/${mailed.publicId}.html`])
})

test('the document has memberships, suppression, imports, tests, mails, hits and the timeline, deleted lists among them', () => {
  assert.equal(data.EmailAddress, person)
  assert.deepEqual(data.Memberships!.map(({ Title, State }) => [Title, State]).sort(), [
    ['Gone', 'Unsubscribed'],
    [world.list.title, 'Active'],
    ['News', 'Active'],
  ])
  assert.deepEqual(
    data.Suppressions!.map(({ EmailAddress, Scope }) => [EmailAddress, Scope]),
    [['@person.example', 'Account']],
  )
  assert.deepEqual(
    data.Imports!.map(({ FileName, Row, Verdict }) => [FileName, Row, Verdict]),
    [['people.csv', 1, 'New']],
  )
  assert.deepEqual(
    data.Series!.map(({ Name, Outcome, Times }) => [Name, Outcome, Times]),
    [['Welcome', 'Goal', 1]],
  )
  assert.deepEqual(
    data.FormConsents!.map(({ Purpose, Wording, Page }) => [Purpose, Wording, Page]),
    [['Post', 'You may write me letters.', 'https://bloom.example/']],
  )
  assert.deepEqual(
    data.SignUps!.map(({ Date: _, AskedDate, ConfirmedDate, ...rest }) => rest),
    [
      {
        FormTitle: 'Spring sign-up',
        State: 'AskedToConfirm',
        EmailAddress: person,
        Name: 'Ida of the form',
        CustomFields: [{ Key: 'City', Value: 'Ulm' }],
        Lists: [world.list.title],
        Boxes: [{ Purpose: 'Post', Wording: 'You may write me cards.' }],
        Language: 'en',
        Page: 'https://bloom.example/join',
        NextPage: '',
        RemoteAddress: '192.0.2.9',
        Agent: 'Firefox',
      },
    ],
  )
  for (const text of ['Ida of the form', 'You may write me cards.', '192.0.2.9'])
    assert.ok(files['index.html']!.includes(text), text)
  assert.deepEqual(
    data.TestMails!.map(({ Answer }) => Answer),
    ['tested'],
  )
  assert.deepEqual(
    data.Mails!.map(({ State, Code, Answer }) => [State, Code, Answer]),
    [['Accepted', 250, '2.0.0 queued as 7']],
  )
  assert.deepEqual(
    data.Hits!.map(({ Kind, RemoteAddress, Agent }) => [Kind, RemoteAddress, Agent]),
    [['Opened', '192.0.2.0', 'Thunderbird']],
  )
  const kinds = (data.Timeline as { Step: { Kind: string } | null; Change: { Cause: string } | null }[]).map(
    ({ Step, Change }) => Step?.Kind ?? Change!.Cause,
  )
  for (const kind of ['Opened', 'Accepted', 'Deferred', 'placed', 'imported'])
    assert.ok(kinds.includes(kind), `${kind}: ${kinds}`)
})

test('nothing of another recipient, of another client, or of the operator is in it', () => {
  for (const text of Object.values(files)) assert.doesNotMatch(text, /of another|not his|boss@|Elsewhere/i)
})

test('what a contact wrote stays text, and nothing runs', () => {
  for (const [name, text] of Object.entries(files).filter(([name]) => name.endsWith('.html'))) {
    assert.match(text, /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;/, name)
    assert.doesNotMatch(text, /<script/i, name)
  }
  assert.match(files['index.html']!, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.match(files['index.html']!, /Ulm &amp; Bonn/)
  assert.match(files[`mails/${mailed.publicId}.html`]!, /Ulm &amp; Bonn/)
})

test('an address that nothing is known of, or another format, is refused', async () => {
  await it.refused('Export.Create', { ...it.of(''), ...request, Email: 'stranger@x.example' }, 'NotInList')
  await it.refused('Export.Create', { ...it.of(''), ...request, Email: 'nonsense' }, 'InvalidEmail')
  await it.refused('Export.Create', { ...it.of(''), ...request, Format: 'Csv' }, 'InvalidParameter')
  await it.refused('Export.Create', { ...it.of(''), Kind: 'Suppressions', Format: 'Zip' }, 'InvalidParameter')
  await it.refused(
    'Export.Create',
    { ...it.of(''), Kind: 'Suppressions', Format: 'Csv', Email: person },
    'InvalidParameter',
  )
})

test('a contact of 1,200 mails is complete over all pages', async () => {
  await makePartitionsOf(db, 3000)
  await db`
    with made as (
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
      select ${clientId}, 'Daily ' || n, 'Day ' || n, 'C', 'c@x.example', 'c@x.example', 'https://x.example/', '<p>Day</p>', 'sent', now()
      from generate_series(1, 1200) n returning id
    ), sent as (
      insert into audience (client_id, campaign_id, number, list_id, subscriber_id, email, address, name, fields)
      select ${clientId}, id, 1, ${world.list.listId}, 1, 'daily@x.example', 'daily@x.example', '', '{}' from made
    )
    insert into log (client_id, campaign_id, number, attempt, kind, code, answer) select ${clientId}, id, 1, 1, k.kind, 250, 'ok'
    from made cross join (values ('accepted'), ('deferred')) k (kind)`
  const all = await filesOf(await it.file({ ...request, Email: 'daily@x.example' }))
  assert.equal(Object.keys(all).filter(name => name.startsWith('mails/')).length, 1200)
  const { Mails, Timeline } = JSON.parse(all['data.json']!) as { Mails: { CampaignID: string }[]; Timeline: unknown[] }
  assert.equal(new Set(Mails.map(({ CampaignID }) => CampaignID)).size, 1200)
  assert.equal(Timeline.length, 2400)
})

test('a mail that cannot be read ends the file with the error, and the file is incomplete', async () => {
  const archive = accessArchive({
    db,
    mailOf: () => Promise.reject(new Error('the disk is gone')),
    now: () => new Date(),
  })
  const client = { clientId, timeZone: world.client.timeZone }
  await assert.rejects(async () => {
    for await (const piece of archive(client, person, { rows: 0 })) assert.ok(piece.length > 0)
  }, /the disk is gone/)
})
