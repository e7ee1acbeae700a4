import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { type Exporter, exporter, exportParts, read } from '../../test/harness/exports.ts'
import { countsOf, importer } from '../../test/harness/imports.ts'
import { seedLedger } from '../../test/harness/ledger.ts'
import { place } from '../../test/harness/members.ts'
import { seedKey } from '../../test/harness/people.ts'
import { retain } from '../../test/harness/retention.ts'
import { seed, seedList, type World } from '../../test/harness/seed.ts'
import { mostAttempts } from '../domain/background/ranged.ts'
import { workOnExport } from '../domain/exports/worker.ts'
import type { Database } from '../store/connection/database.ts'
import { claimExport } from '../store/exports/exports.ts'

let database: TestDatabase
let db: Database
let world: World
let it: Exporter
before(async () => {
  database = await freshDatabase()
  db = database.db
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(db)
  it = exporter(db, world)
})

const ofList = () => ({ Kind: 'Subscribers', ListID: world.list.listPublicId })

async function member(email: string, state: string, more: { name?: string; mobile?: string; fields?: object } = {}) {
  const { clientId, listId } = world.list
  await db`
    with added as (
      insert into subscribers (client_id, list_id, email, address, name, mobile_number, state, state_at, joined_at, fields)
      values (${clientId}, ${listId}, ${email}, ${email.toLowerCase()}, ${more.name ?? ''}, ${more.mobile ?? null}, ${state},
        '2025-06-01 10:00:00Z', '2024-02-29 23:30:00Z', ${db.json(more.fields ?? {})})
      returning id
    )
    insert into subscriber_history (client_id, list_id, subscriber_id, at, to_state, cause, evidence)
    select ${clientId}, ${listId}, id, '2024-02-29 23:30:00Z', ${state}, 'added', '{"by": "api", "remote": "192.0.2.7"}' from added`
}
const field = (key: string, dataType = 'Text', options: readonly string[] = [], name = key) => db`
  insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
  select ${world.list.clientId}, ${world.list.listId}, ${key}, ${name}, ${dataType}, ${options as string[]}, count(*) from custom_fields`

/** Values that break tables that are written carelessly. */
async function fillList() {
  await field('City')
  await field('Born', 'Date')
  await field('Score', 'Number')
  await field('Size', 'MultiSelectOne', ['S', 'M, tall'])
  await field('Likes', 'MultiSelectMany', ['Tea', 'Coffee; strong', 'Cake, "old"', '=Pie'])
  await field('Land', 'Country', [], 'Country of residence')
  // names that mean something else to the importer
  await field('State')
  await field('Mail', 'Text', [], 'E-Mail')
  await field('When', 'Text', [], 'State changed at')
  const values = {
    City: 'Ulm; "Neu", Bahnhof',
    Born: '1990-02-28',
    Score: '-12.5',
    Size: 'M, tall',
    Likes: ['Tea', 'Cake, "old"', '=Pie'],
    Land: 'Germany',
    State: 'Bavaria',
    Mail: 'other@example.com',
    When: 'never',
  }
  await member('Anna@shop.example', 'Active', { name: '=cmd|"/C calc"!A0', mobile: '+4917012345', fields: values })
  await member('ben@shop.example', 'Unconfirmed', { name: 'O\'Neill, "Ben"', fields: { Likes: ['Coffee; strong'] } })
  await member('cem@shop.example', 'Unsubscribed', { name: '@Çem 🙂 <b>&amp;</b>', fields: { City: "it's; -1" } })
  await member('dor@shop.example', 'Bounced', { name: 'דור שלום', fields: { Likes: ['Cake, "old"'], City: '+1' } })
  await member('büro@shop.example', 'Active', { name: '-', fields: { City: 'شارع ١', Likes: ['Tea'] } })
  await db`
    update subscribers
    set tracking_consent = case email when 'Anna@shop.example' then true when 'ben@shop.example' then false end,
      personalising_consent = case email when 'ben@shop.example' then true when 'Anna@shop.example' then false end,
      hygiene_consent = case email when 'büro@shop.example' then true end,
      basis = case email when 'Anna@shop.example' then 'implied' when 'ben@shop.example' then 'legitimate interest' end,
      basis_until = case email when 'Anna@shop.example' then date '2028-02-29' end
    where list_id = ${world.list.listId}`
  await db`update lists set personalising = true, hygiene = true where id = ${world.list.listId}`
}

describe('a list that is exported and imported again', () => {
  for (const Format of ['Csv', 'Excel', 'Xlsx', 'JsonLines'])
    test(`is unchanged as ${Format}`, async () => {
      await fillList()
      const file = await it.file({ ...ofList(), Format })
      const imports = importer(db, world)
      const id = await imports.judged(file)
      const { Rows } = (await imports.call('Import.GetVerdicts', imports.of(id))) as unknown as {
        Rows: { Verdict: string }[]
      }
      assert.deepEqual(
        Rows.map(({ Verdict }) => Verdict),
        Array(5).fill('Unchanged'),
        JSON.stringify(Rows),
      )
      const { Judged } = await imports.get(id)
      assert.deepEqual(countsOf(Judged), { Unchanged: 5 })
    })

  test('gives another list the same members', async () => {
    await fillList()
    const file = await it.file({ ...ofList(), Format: 'Excel', State: 'Active' })
    const other = await seedList(db, world.client, 'Others')
    await db`update lists set personalising = true, hygiene = true where id = ${other.listId}`
    await db`
      insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
      select client_id, ${other.listId}, key, name, data_type, options, position from custom_fields where list_id = ${world.list.listId}`
    const imports = importer(db, world)
    await imports.committed(file, undefined, other)
    const members = (listId: number) => db`
      select address, email, name, mobile_number, state, joined_at, fields, tracking_consent, personalising_consent, hygiene_consent,
        basis, basis_until
      from subscribers
      where client_id = ${world.client.clientId} and list_id = ${listId} and state = 'Active' order by address`
    assert.deepEqual(await members(other.listId), await members(world.list.listId))
  })
})

describe('a file', () => {
  test('for programs is plain CSV; for Excel it begins with a mark, and no cell is a formula', async () => {
    await field('City')
    await member('anna@shop.example', 'Active', { name: '=1+1', fields: { City: "'-x" } })
    const header =
      'EmailAddress,Name,MobileNumber,State,JoinedAt,City,StateChangedAt,Language,TrackingConsent,' +
      'TrackingConsentAt,PersonalisingConsent,PersonalisingConsentAt,HygieneConsent,HygieneConsentAt,Basis,BasisEndsOn,PausedUntil,LeaveReason,LeaveComment,Tags\r\n'
    const rest = ',,Active,2024-03-01 00:30:00'
    assert.equal(
      await it.text(ofList()),
      `${header}anna@shop.example,=1+1${rest},'-x,2025-06-01 12:00:00,,,,,,,,,,,,,\r\n`,
    )
    assert.equal(
      await it.text({ ...ofList(), Format: 'Excel' }),
      `\ufeff${header}anna@shop.example,'=1+1${rest},''-x,2025-06-01 12:00:00,,,,,,,,,,,,,\r\n`,
    )
  })

  test('of JSON lines has an object for each row, with options as an array', async () => {
    await field('Likes', 'MultiSelectMany', ['Tea', 'Cake'])
    await member('anna@shop.example', 'Active', { fields: { Likes: ['Tea', 'Cake'] } })
    await member('ben@shop.example', 'Active')
    const rows = (await it.text({ ...ofList(), Format: 'JsonLines' })).trimEnd().split('\n')
    const likes = rows.map(row => (JSON.parse(row) as { Likes: unknown }).Likes)
    assert.deepEqual(likes, [['Tea', 'Cake'], []])
  })

  test('is compressed where that is asked for, a workbook is not twice', async () => {
    await member('anna@shop.example', 'Active')
    const plain = await it.text(ofList())
    assert.equal(gunzipSync(await it.file({ ...ofList(), Gzip: true })).toString(), plain)
    const workbook = await it.file({ ...ofList(), Format: 'Xlsx', Gzip: true })
    assert.equal(workbook.subarray(0, 2).toString(), 'PK')
  })

  test('of many rows is stored in pieces, and counts them', async () => {
    const { clientId, listId } = world.list
    await db`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      select ${clientId}, ${listId}, 'reader' || n || '@shop.example', 'reader' || n || '@shop.example', repeat('ß', 50), 'Active', now(), now()
      from generate_series(1, 12000) n`
    const id = await it.begin(ofList())
    await it.work()
    const { RowsWritten, State, Bytes } = (await it.call('Export.Get', it.of(id))) as Record<string, unknown>
    assert.deepEqual([State, RowsWritten], ['Done', 12_000])
    const [chunks] = await db<{ count: number }[]>`select count(*)::integer as count from export_chunks`
    assert.ok(chunks!.count > 1)
    const text = (await read(await it.follow(id))).toString()
    assert.equal(Buffer.byteLength(text), Bytes)
    assert.equal(text.split('\r\n').length, 12_002)
    assert.equal(new Set(text.match(/reader\d+@/g)).size, 12_000)
  })
})

describe('what is exported', () => {
  test('members of one state, or of all but those that were deleted', async () => {
    for (const state of ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted'])
      await member(`${state.toLowerCase()}@shop.example`, state)
    const addresses = async (params: object) =>
      (await it.text({ ...ofList(), ...params }))
        .split('\r\n')
        .slice(1, -1)
        .map(line => line.split('@')[0])
    assert.deepEqual(await addresses({}), ['active', 'unconfirmed', 'unsubscribed', 'bounced'])
    assert.deepEqual(await addresses({ State: 'deleted' }), ['deleted'])
    assert.deepEqual(await addresses({ State: 'Bounced' }), ['bounced'])
  })

  test('active members of a segment; one that cannot be read has none', async () => {
    await member('anna@shop.example', 'Active', { name: 'Anna' })
    await member('ben@shop.example', 'Active', { name: 'Ben' })
    await member('ann@shop.example', 'Unsubscribed', { name: 'Anna' })
    const { clientId, listId } = world.list
    await db`
      insert into segments (client_id, list_id, name, rules) values
        (${clientId}, ${listId}, 'Annas', '[{"field": "name", "operator": "contains", "value": "anna"}]'),
        (${clientId}, ${listId}, 'Lost', '[{"field": "Gone", "operator": "equals", "value": "1"}]')`
    const text = await it.text({ ...ofList(), Segment: 'annas' })
    assert.deepEqual(text.match(/\w+@/g), ['anna@'])
    assert.doesNotMatch(await it.text({ ...ofList(), Segment: 'Lost' }), /@/)
  })

  test('members of a list who are in a segment of the client, and no others', async () => {
    await member('anna@shop.example', 'Active', { name: 'Anna' })
    await member('ben@shop.example', 'Active', { name: 'Ben' })
    await member('ann@shop.example', 'Unsubscribed', { name: 'Anna' })
    const { clientId } = world.list
    const second = await seedList(db, world.client, 'Second')
    await place(db, second, 'Active', { address: 'annalena@shop.example', name: 'Annalena' })
    const anna = { subject: 'Name', operator: 'Contains', values: ['anna'] }
    const lost = { subject: 'Tag', operator: 'AnyOf', ids: [0] }
    for (const [name, leaf] of [
      ['All Annas', anna],
      ['Of a lost tag', lost],
    ] as const)
      await db`
        insert into segments (client_id, list_id, name, rules)
        values (${clientId}, null, ${name}, ${db.json({ match: 'All', leaves: [leaf], groups: [] })})`
    assert.deepEqual((await it.text({ ...ofList(), Segment: 'all annas' })).match(/\w+@/g), ['anna@'])
    const ofSecond = { Kind: 'Subscribers', ListID: second.listPublicId, Segment: 'All Annas' }
    assert.deepEqual((await it.text(ofSecond)).match(/\w+@/g), ['annalena@'])
    assert.doesNotMatch(await it.text({ ...ofList(), Segment: 'Of a lost tag' }), /@/)
  })

  test('every change of state of a list, with its evidence', async () => {
    await member('anna@shop.example', 'Active')
    const [, row] = (await it.text({ Kind: 'History', ListID: world.list.listPublicId })).split('\r\n')
    assert.equal(row, 'anna@shop.example,2024-03-01 00:30:00,,Active,added,api,,192.0.2.7,,,,')
  })

  test('the recipients of a campaign, all or in one state', async () => {
    const { publicId } = await seedLedger(db, world, 'paused', [
      [],
      [{ attempt: 1, kind: 'accepted', code: 250, answer: 'taken, thanks' }],
      [{ attempt: 1, kind: 'excluded', answer: 'suppressed' }],
    ])
    const target = { Kind: 'Recipients', CampaignID: publicId }
    const rows = (await it.text(target)).split('\r\n').slice(0, -1)
    assert.equal(rows[0], 'Number,EmailAddress,Name,List,State,Date,ReplyCode,Reply')
    assert.deepEqual(
      rows.slice(1).map(row => row.split(',').slice(4).join()),
      ['Planned,,,', 'Accepted,2026-02-01 10:00:00,250,"taken, thanks"', 'Excluded,2026-02-01 10:00:00,,suppressed'],
    )
    assert.deepEqual((await it.text({ ...target, State: 'accepted' })).match(/\n2,R2/g)?.length, 1)
    assert.doesNotMatch(await it.text({ ...target, State: 'accepted' }), /\n[13],/)
  })

  test('the suppression list', async () => {
    const { clientId } = world.client
    await db`
      insert into suppressions (client_id, address, email, reason, at, evidence) values
        (${clientId}, 'b@shop.example', 'b@shop.example', 'complained', '2025-01-01Z', '{}'),
        (${clientId}, 'a@shop.example', 'A@shop.example', 'manual', '2025-01-02Z', '{"by": "api"}')`
    assert.equal(
      await it.text({ Kind: 'Suppressions' }),
      'EmailAddress,Reason,Date,Campaign,By,Login\r\n' +
        'A@shop.example,manual,2025-01-02 01:00:00,,api,\r\nb@shop.example,complained,2025-01-01 01:00:00,,,\r\n',
    )
  })

  test('the suppression lists of the account and of a list, the account’s for who may read all of it', async () => {
    const { accountId, list } = world
    const { clientId, listId } = list
    await db`
      insert into account_suppressions (account_id, address, email, reason, at, evidence)
      values (${accountId}, '@account.example', '@account.example', 'manual', '2025-01-02Z', '{"by": "api"}')`
    await db`
      insert into list_suppressions (client_id, list_id, address, email, reason, at)
      values (${clientId}, ${listId}, 'l@shop.example', 'l@shop.example', 'bounced', '2025-01-02Z')`
    const header = 'EmailAddress,Reason,Date,Campaign,By,Login\r\n'
    const given = { Kind: 'Suppressions', Scope: 'Account' }
    assert.equal(await it.text(given), `${header}@account.example,manual,2025-01-02 01:00:00,,api,\r\n`)
    assert.equal(
      await it.text({ Kind: 'Suppressions', ListID: list.listPublicId }),
      `${header}l@shop.example,bounced,2025-01-02 01:00:00,,,\r\n`,
    )
    const ofClient = { ClientID: world.client.clientPublicId, ApiKey: world.clientKey }
    await it.refused('Export.Create', { ...ofClient, ...given, Format: 'Csv' }, 'AccessDenied')
    const id = await it.begin(given)
    await it.work()
    await it.refused('Export.GetLink', { ...it.of(id), ApiKey: world.clientKey }, 'AccessDenied')
  })

  test('the verdicts of an import, with reasons in words', async () => {
    const imports = importer(db, world)
    const ImportID = await imports.judged('E-Mail,Name\nanna@shop.example,Anna\nanna at shop,Anna\n')
    assert.equal(
      await it.text({ Kind: 'ImportVerdicts', ImportID }),
      'Row,EmailAddress,Name,Verdict,Reason,DuplicateOf,ValuesDropped,ChangedSince,Losses,Proposal\r\n' +
        '1,anna@shop.example,Anna,New,,,,,,\r\n2,anna at shop,,Refused,Invalid Email Address,,,,,\r\n',
    )
  })
})

describe('an export', () => {
  test('is listed until it is deleted with its file', async () => {
    const [first, second] = [await it.begin({ Kind: 'Suppressions' }), await it.begin(ofList())]
    await it.work()
    const { Exports } = (await it.call('Export.List', it.of(first))) as unknown as { Exports: { ExportID: string }[] }
    assert.deepEqual(
      Exports.map(({ ExportID }) => ExportID),
      [second, first],
    )
    await it.call('Export.Delete', it.of(first))
    await it.refused('Export.Get', it.of(first), 'UnknownExport')
    const [left] =
      await db`select count(distinct export_id)::integer as exports from export_chunks where client_id = ${world.client.clientId}`
    assert.equal(left!.exports, 1)
  })

  test('that is deleted while it is written leaves nothing behind', async () => {
    const id = await it.begin({ Kind: 'Suppressions' })
    const hasRoom = async () => {
      await it.call('Export.Delete', it.of(id))
      return true
    }
    assert.equal(await workOnExport(exportParts(db, { hasRoom }), new AbortController().signal), true)
    assert.equal((await db`select 1 from exports where client_id = ${world.client.clientId}`).length, 0)
    assert.equal((await db`select 1 from export_chunks where client_id = ${world.client.clientId}`).length, 0)
  })

  test('of a process that died is written anew by another', async () => {
    const id = await it.begin({ Kind: 'Suppressions' })
    const dead = await claimExport(db)
    await db`insert into export_chunks (client_id, export_id, number, bytes) values (${dead!.clientId}, ${dead!.exportId}, 0, 'half')`
    await it.work()
    await it.refused('Export.GetLink', it.of(id), 'ExportNotReady')
    await db`update exports set claimed_until = now() where id = ${dead!.exportId}`
    await it.work()
    assert.match((await read(await it.follow(id))).toString(), /^EmailAddress,/)
  })

  test('that fails each time it is written fails with a sentence after ten attempts', async () => {
    const id = await it.begin({ Kind: 'Suppressions' })
    const hasRoom = () => Promise.reject(new Error('the disk does not answer'))
    const attempt = () => workOnExport(exportParts(db, { hasRoom }), new AbortController().signal)
    const endClaim = () => db`update exports set claimed_until = '-infinity' where client_id = ${world.client.clientId}`
    for (let n = 0; n < mostAttempts; n++) {
      await assert.rejects(attempt, /does not answer/)
      await endClaim()
    }
    assert.equal(await attempt(), true)
    const { State, Problem } = (await it.call('Export.Get', it.of(id))) as unknown as Record<string, string>
    assert.deepEqual([State, Problem], ['Failed', 'The file could not be written; the log of the service says why.'])
    assert.equal((await db`select 1 from export_chunks where client_id = ${world.client.clientId}`).length, 0)
  })

  test('for which the disk has no room fails with a sentence', async () => {
    const id = await it.begin({ Kind: 'Suppressions' })
    await workOnExport(exportParts(db, { hasRoom: async () => false }), new AbortController().signal)
    const { State, Problem } = (await it.call('Export.Get', it.of(id))) as unknown as Record<string, string>
    assert.equal(State, 'Failed')
    assert.match(Problem!, /no room/)
    await it.refused('Export.GetLink', it.of(id), 'ExportNotReady')
  })

  test('is removed with its file after its days', async () => {
    await it.begin({ Kind: 'Suppressions' })
    await it.work()
    await retain(db, { days: 6 })
    assert.equal((await db`select 1 from export_chunks where client_id = ${world.client.clientId}`).length, 1)
    await retain(db, { days: 8 })
    assert.equal((await db`select 1 from exports where client_id = ${world.client.clientId}`).length, 0)
  })
})

describe('a link', () => {
  test('leads to the file for some minutes, and each download is in the audit log', async () => {
    const id = await it.begin({ Kind: 'Suppressions' })
    await it.work()
    const answer = await it.follow(id)
    assert.match(answer.headers['Content-Disposition']!, /^attachment; filename="suppression-list-[\d-]+\.csv"/)
    await read(answer)
    assert.equal((await it.follow(id, 16 * 60_000)).status, 404)
    assert.equal((await it.follow(id, 0, 'HEAD')).body, '')
    const entries = await db<{ subject: string; actorName: string; remote: string }[]>`
      select subject, actor_name, remote from audit_log where operation = 'Export.Download' and client_id = ${world.client.clientId}`
    assert.equal(entries.length, 1)
    assert.match(entries[0]!.subject, new RegExp(id))
    assert.equal(entries[0]!.remote, '192.0.2.9')
    const created =
      await db`select 1 from audit_log where operation = 'Export.Create' and subject like ${`%ExportID ${id}%`}`
    assert.equal(created.length, 1)
  })
})

describe('refused', () => {
  test('recipients without the right to read reports, verdicts without the right to import', async () => {
    const limited = await seedKey(db, world.accountId, ['ReadAudience'], [world.client.clientId])
    const given = { ApiKey: limited.secret, ClientID: world.client.clientPublicId, Format: 'Csv' }
    await it.refused('Export.Create', { ...given, Kind: 'Recipients' }, 'AccessDenied')
    await it.refused('Export.Create', { ...given, Kind: 'ImportVerdicts' }, 'AccessDenied')
    const imports = importer(db, world)
    const ImportID = await imports.judged('E-Mail\nanna@shop.example\n')
    const id = await it.begin({ Kind: 'ImportVerdicts', ImportID })
    await it.work()
    await it.refused('Export.GetLink', { ...it.of(id), ApiKey: limited.secret }, 'AccessDenied')
  })

  for (const [why, params, refusal] of [
    ['an unknown kind', { Kind: 'Everything' }, 'InvalidParameter'],
    ['an unknown format', { Kind: 'Suppressions', Format: 'Pdf' }, 'InvalidParameter'],
    ['an unknown list', { Kind: 'Subscribers', ListID: 'f'.repeat(32) }, 'InvalidListId'],
    ['a list that the kind does not take', { Kind: 'Recipients', ListID: 'f'.repeat(32) }, 'InvalidParameter'],
    ['suppressions of an unknown list', { Kind: 'Suppressions', ListID: 'f'.repeat(32) }, 'InvalidListId'],
    ['suppressions of lists without a list', { Kind: 'Suppressions', Scope: 'List' }, 'InvalidParameter'],
    ['a scope of what has none', { Kind: 'Recipients', Scope: 'Account' }, 'InvalidParameter'],
    ['an unknown campaign', { Kind: 'Recipients', CampaignID: 'f'.repeat(32) }, 'InvalidCampaignId'],
    ['an unknown import', { Kind: 'ImportVerdicts', ImportID: 'f'.repeat(32) }, 'UnknownImport'],
  ] as const)
    test(why, () =>
      it.refused(
        'Export.Create',
        { ApiKey: world.accountKey, ClientID: world.client.clientPublicId, Format: 'Csv', ...params },
        refusal,
      ),
    )

  test('an unknown segment, an unknown state, and a segment of those who left', async () => {
    const given = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId, Format: 'Csv', ...ofList() }
    await it.refused('Export.Create', { ...given, Segment: 'None' }, 'UnknownSegment')
    await it.refused('Export.Create', { ...given, State: 'Gone' }, 'InvalidParameter')
  })

  test('more exports than a client may have waiting', async () => {
    for (let n = 0; n < 10; n++) await it.begin({ Kind: 'Suppressions' })
    const given = {
      ApiKey: world.accountKey,
      ClientID: world.client.clientPublicId,
      Kind: 'Suppressions',
      Format: 'Csv',
    }
    await it.refused('Export.Create', given, 'TooManyExports')
    await it.work()
    await it.begin({ Kind: 'Suppressions' })
  })
})
