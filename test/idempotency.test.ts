/** Idempotency-Key on the JSON wire (draft-ietf-httpapi-idempotency-key-header): what is created is created once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { takesIdempotencyKey } from '../src/contract/card.ts'
import { allOperations } from '../src/contract/operations.ts'
import { type RefusalName, refusals } from '../src/contract/refusals.ts'
import { belongings, goodValues, startTarget, type Target } from './bad-input/world.ts'
import { jsonRequest, request, send } from './harness/dial.ts'
import { png } from './harness/images.ts'
import { seedKey } from './harness/people.ts'
import { seedReported } from './harness/report.ts'
import { seed } from './harness/seed.ts'
import { until } from './harness/until.ts'
import { upload } from './harness/uploads.ts'
import { serveWeb, type TestWeb } from './harness/web.ts'

let target: Target
before(async () => {
  target = await startTarget()
})
after(() => target?.stop())

interface Answer {
  readonly status: number
  readonly value: unknown
}
async function ask(
  operation: string,
  key: string | undefined,
  params: object,
  apiKey = target.home.accountKey,
): Promise<Answer> {
  const { headers, ...rest } = jsonRequest(operation, JSON.stringify(params))
  const own = { ...headers, Authorization: `Bearer ${apiKey}`, ...(key !== undefined && { 'Idempotency-Key': key }) }
  const { status, text } = await send(target.service.url, { ...rest, headers: own })
  return { status, value: JSON.parse(text) }
}
const settings = { UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }
const listOf = (Title: string) => ({ ClientID: target.ids.ClientID, Title, ...settings })
const countOf = async (title: string) => (await target.service.db`select from lists where title = ${title}`).length
function assertRefused({ status, value }: Answer, refusal: RefusalName) {
  assert.deepEqual([(value as { code: number }).code, status], [refusals[refusal][0], refusals[refusal][2]])
}

test('the operations that take a key are those that create', () => {
  const taking = allOperations.filter(takesIdempotencyKey).map(({ name }) => name)
  assert.deepEqual(taking.sort(), [
    'Asset.Crop',
    'Asset.Upload',
    'Block.Create',
    'BulkChange.Create',
    'Campaign.AddComment',
    'Campaign.CatchUp',
    'Campaign.Create',
    'Campaign.CreateDraft',
    'Campaign.CreateFromPages',
    'Campaign.CreateFromTemplate',
    'Campaign.Duplicate',
    'Campaign.RequestApproval',
    'Campaign.Resend',
    'Client.Create',
    'Client.CreateCompany',
    'Domain.Create',
    'Export.Create',
    'Feed.Create',
    'Form.Create',
    'Import.Create',
    'Import.CreateFromApi',
    'Key.Create',
    'List.AddCustomField',
    'List.Create',
    'List.CreateCustomField',
    'List.CreateWebhook',
    'List.CreateWithScope',
    'Person.AddToTeam',
    'Person.Invite',
    'Report.Share',
    'Sample.Create',
    'Segment.Add',
    'Segment.Create',
    'Segment.SetTree',
    'SegmentTemplate.Create',
    'SegmentTemplate.Use',
    'Series.Create',
    'Tag.Create',
    'Template.Copy',
    'Template.Create',
    'Template.CreateFromContent',
    'Template.CreateFromStarter',
    'TestGroup.Create',
    'Webhook.Create',
  ])
})

test('the same call with the same key creates once and is answered alike, quoted or not', async () => {
  const first = await ask('List.Create', '"of the list"', listOf('Once'))
  assert.equal(first.status, 200)
  for (const key of ['"of the list"', ' "of the list" '])
    assert.deepEqual(await ask('List.Create', key, listOf('Once')), first)
  assert.equal(await countOf('Once'), 1)
  const bare = await ask('List.Create', 'bare-key', listOf('Bare'))
  assert.deepEqual(await ask('List.Create', '"bare-key"', listOf('Bare')), bare)
  assert.equal(bare.status, 200)
})

test('every operation that takes a key answers a repeated call from it', async () => {
  const { service, home } = target
  const ids = { ClientID: home.client.clientPublicId, ...(await belongings(service, home.client.clientId)) }
  const values = goodValues({ ...target, ids })
  for (const operation of [
    'Block.Create',
    'Campaign.Create',
    'Client.Create',
    'Domain.Create',
    'Key.Create',
    'List.Create',
    'List.CreateCustomField',
    'List.CreateWebhook',
    'Segment.Create',
    'Template.Create',
    'Template.CreateFromContent',
    'Template.CreateFromStarter',
    'TestGroup.Create',
    'Webhook.Create',
  ] as const) {
    const first = await ask(operation, `each ${operation}`.replace(' ', '-'), values[operation])
    assert.equal(first.status, 200, `${operation} ${JSON.stringify(first.value)}`)
    assert.deepEqual(await ask(operation, `each-${operation}`, values[operation]), first, operation)
    assert.notDeepEqual(await ask(operation, undefined, values[operation]), first, 'without a key it is another call')
  }
})

test('a report is shared once for a key, and the link is answered again', async () => {
  const { service, home } = target
  const campaign = await seedReported(service.db, home.client, home.list.listId)
  const given = { CampaignID: campaign.campaignPublicId, Label: 'Once' }
  const first = await ask('Report.Share', 'of-the-report', given)
  assert.equal(first.status, 200, JSON.stringify(first.value))
  assert.deepEqual(await ask('Report.Share', 'of-the-report', given), first)
  const rows = await service.db`select from report_links where campaign_id = ${campaign.campaignId}`
  assert.equal(rows.length, 1)
})

test('an upload is made an image once for a key, and the image is answered again', async () => {
  const { service, home } = target
  const { clientPublicId } = home.client
  const { value } = await upload(service.url, clientPublicId, png, { key: home.accountKey })
  const given = { ClientID: clientPublicId, UploadID: value.UploadID }
  const first = await ask('Asset.Upload', 'of-the-image', given)
  assert.equal(first.status, 200, JSON.stringify(first.value))
  assert.deepEqual(await ask('Asset.Upload', 'of-the-image', given), first)
  assertRefused(await ask('Asset.Upload', undefined, given), 'UnknownUpload')
  const deleted = { ClientID: clientPublicId, UploadID: '0'.repeat(32) }
  assertRefused(await ask('Asset.Upload', 'of-no-image', deleted), 'UnknownUpload')
  assertRefused(await ask('Asset.Upload', 'of-no-image', given), 'UnknownUpload')
})

test('a secret is answered again and stored encrypted', async () => {
  const params = { Label: 'Once', Scopes: ['Reports'] }
  const first = await ask('Key.Create', 'of-the-key', params)
  const { Secret, KeyID } = first.value as { Secret: string; KeyID: string }
  assert.deepEqual(await ask('Key.Create', 'of-the-key', params), first)
  const rows = await target.service.db<{ answer: Buffer }[]>`select answer from idempotency_keys`
  for (const { answer } of rows) for (const part of [Secret, KeyID]) assert.ok(!answer.includes(part))
  assert.equal((await target.service.db`select from api_keys where label = 'Once'`).length, 1)
})

test('another body or another operation under the same key is refused', async () => {
  await ask('List.Create', 'reused', listOf('Reused'))
  assertRefused(await ask('List.Create', 'reused', listOf('Reused otherwise')), 'IdempotencyKeyReused')
  assertRefused(await ask('Key.Create', 'reused', { Label: 'x', Scopes: ['Reports'] }), 'IdempotencyKeyReused')
  assert.equal(await countOf('Reused otherwise'), 0)
})

test('keys are each caller’s own', async () => {
  const { db } = target.service
  const other = await seed(db)
  const mine = await ask('List.Create', 'shared', listOf('Mine'))
  const params = { ClientID: other.client.clientPublicId, Title: 'Mine', ...settings }
  const theirs = await ask('List.Create', 'shared', params, other.accountKey)
  assert.equal(theirs.status, 200)
  assert.notDeepEqual(theirs, mine)
  const { secret } = await seedKey(db, target.home.accountId, ['Reports'])
  assertRefused(await ask('List.Create', 'shared', listOf('Mine'), secret), 'AccessDenied')
})

test('of calls at the same moment one creates; the others wait for its answer or are asked to repeat', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('List.Create', 'at-once', listOf('At once'))))
  const done = answers.filter(({ status }) => status === 200)
  assert.ok(done.length >= 1)
  for (const answer of done) assert.deepEqual(answer, done[0])
  for (const answer of answers.filter(({ status }) => status !== 200)) assertRefused(answer, 'IdempotencyKeyInUse')
  assert.equal(await countOf('At once'), 1)
})

test('a refused call leaves its key free', async () => {
  assertRefused(await ask('List.Create', 'mended', listOf('')), 'ListTitleEmpty')
  assert.equal((await ask('List.Create', 'mended', listOf('Mended'))).status, 200)
})

test('what was created, the answer and the audit entry commit together or not at all', async () => {
  const { db } = target.service
  await db.unsafe(`
    create function break_it() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_it before update on idempotency_keys for each row execute function break_it()`)
  assert.equal((await ask('List.Create', 'crash', listOf('Crash'))).status, 500)
  assert.equal(await countOf('Crash'), 0)
  await db.unsafe('drop trigger break_it on idempotency_keys')
  const answer = await ask('List.Create', 'crash', listOf('Crash'))
  assert.equal(answer.status, 200)
  assert.deepEqual(await ask('List.Create', 'crash', listOf('Crash')), answer)
  assert.equal(await countOf('Crash'), 1)
  const [row] = await db`
    select count(*) as entries from audit_log a join idempotency_keys k on k.xmin = a.xmin
    where a.subject like ${`%${answer.value}`}`
  assert.equal(row!.entries, 1)
  const entries = await db`select outcome, subject from audit_log where subject like ${`%${answer.value}%`} order by id`
  assert.deepEqual(
    entries.map(({ outcome, subject }) => [outcome, /answered again/.test(subject as string)]),
    [
      ['', false],
      ['', true],
    ],
  )
})

describe('a call that asks another server first', () => {
  let web: TestWeb
  const page = '<html><body><multiline>News</multiline><unsubscribe>Leave</unsubscribe></body></html>'
  /** Answers to what was asked for and waits. */
  const opened: (() => void)[] = []
  const open = () => {
    for (const answer of opened.splice(0)) answer()
  }
  before(async () => {
    web = await serveWeb({
      '/slow': (_, response) => {
        opened.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
      },
    })
  })
  after(() => web?.close())

  const template = (TemplateName: string, path = '/slow') => ({
    ClientID: target.ids.ClientID,
    TemplateName,
    HTMLPageURL: web.url + path,
    ZipFileURL: '',
    ScreenshotURL: '',
  })
  const templatesOf = async (name: string) =>
    (await target.service.db`select from templates where name = ${name}`).length
  const rowsOf = () =>
    target.service.db`select answer, holder, held_until from idempotency_keys where held_until is not null`

  test('reserves its key, holds no transaction open meanwhile, and is answered again', async () => {
    const { db } = target.service
    const first = ask('Template.Create', 'slow', template('Slow'))
    await until(async () => opened.length > 0, 'the page is asked for')
    assert.equal((await rowsOf()).length, 1)
    const [busy] = await db<{ count: number }[]>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    assert.equal(busy!.count, 0)
    assertRefused(await ask('Template.Create', 'slow', template('Slow')), 'IdempotencyKeyInUse')
    open()
    const answer = await first
    assert.equal(answer.status, 200)
    const asked = web.asked.length
    assert.deepEqual(await ask('Template.Create', 'slow', template('Slow')), answer)
    assert.equal(web.asked.length, asked, 'no page is asked for again')
    assertRefused(await ask('Template.Create', 'slow', template('Otherwise')), 'IdempotencyKeyReused')
    assert.equal(await templatesOf('Slow'), 1)
    assert.equal((await rowsOf()).length, 0)
  })

  test('is refused while another process has the key, until that one’s lease ends', async () => {
    const { db } = target.service
    const first = ask('Template.Create', 'elsewhere', template('Elsewhere'))
    await until(async () => opened.length > 0, 'the page is asked for')
    // the call is another process's: only its row is seen here
    const [row] = await db`select caller, key_hash, fingerprint from idempotency_keys where held_until is not null`
    open()
    await first
    await db`
      update idempotency_keys set answer = null, holder = gen_random_uuid(), held_until = now() + interval '1 minute'
      where key_hash = ${row!.keyHash}`
    assertRefused(await ask('Template.Create', 'elsewhere', template('Elsewhere')), 'IdempotencyKeyInUse')
    assertRefused(await ask('List.Create', 'elsewhere', listOf('Elsewhere')), 'IdempotencyKeyReused')
    assert.equal(await templatesOf('Elsewhere'), 1)
    await db`update idempotency_keys set held_until = now() - interval '1 second' where key_hash = ${row!.keyHash}`
    const again = ask('Template.Create', 'elsewhere', template('Elsewhere'))
    await until(async () => opened.length > 0, 'the page is asked for')
    open()
    assert.equal((await again).status, 200)
  })

  test('creates nothing when it was so slow that another one has its key', async () => {
    const { db } = target.service
    const first = ask('Template.Create', 'overtaken', template('Overtaken'))
    await until(async () => opened.length > 0, 'the page is asked for')
    const other = '11111111-1111-1111-1111-111111111111'
    await db`update idempotency_keys set holder = ${other} where held_until is not null`
    open()
    assertRefused(await first, 'IdempotencyKeyInUse')
    assert.equal(await templatesOf('Overtaken'), 0)
    const [kept] = await db`select answer from idempotency_keys where holder = ${other}`
    assert.equal(kept!.answer, null, 'the key stays the other one’s')
    await db`delete from idempotency_keys where holder = ${other}`
  })

  test('leaves its key free when it is refused', async () => {
    assertRefused(await ask('Template.Create', 'mend-page', template('Mended', '/none')), 'InvalidHtmlPageUrl')
    assert.equal((await rowsOf()).length, 0)
    const again = ask('Template.Create', 'mend-page', template('Mended'))
    await until(async () => opened.length > 0, 'the page is asked for')
    open()
    assert.equal((await again).status, 200)
    assert.equal(await templatesOf('Mended'), 1)
  })

  test('commits what it creates, the answer and the audit entry together', async () => {
    const { db } = target.service
    const asked = ask('Template.Create', 'together', template('Together'))
    await until(async () => opened.length > 0, 'the page is asked for')
    open()
    const { value } = await asked
    const [row] = await db`
      select count(*)::integer as entries from audit_log a join idempotency_keys k on k.xmin = a.xmin
      where a.subject like ${`%TemplateID ${value}`} and a.outcome = ''`
    assert.equal(row!.entries, 1)
    assert.equal((await db`select from audit_log where subject like ${`%${value}%`}`).length, 1)
  })
})

test('after a day a key may name another call', async () => {
  await ask('List.Create', 'yesterday', listOf('Yesterday'))
  await target.service.db`update idempotency_keys set created_at = created_at - interval '25 hours'`
  assert.equal((await ask('List.Create', 'yesterday', listOf('Today'))).status, 200)
})

for (const key of ['', '""', 'x'.repeat(256), '"a', 'a"b', 'two words', 'ümlaut', '\t'])
  test(`the Idempotency-Key ${JSON.stringify(key.slice(0, 20))} is refused`, async () => {
    assertRefused(await ask('List.Create', key, listOf('Never')), 'InvalidRequest')
    assert.equal(await countOf('Never'), 0)
  })

test('an operation that does not keep the promise refuses the key instead of ignoring it', async () => {
  for (const [operation, params] of [
    ['List.GetDetail', { ListID: target.ids.ListID }],
    ['Template.Update', goodValues(target)['Template.Update']],
  ] as const)
    assertRefused(await ask(operation, 'ignored', params), 'InvalidRequest')
})

test('the other wires do not know the header', async () => {
  for (const [n, wire] of (['soap11', 'soap12', 'get', 'post'] as const).entries()) {
    const params = { ApiKey: target.home.accountKey, ...listOf(`Wire ${n}`) }
    const { headers, ...rest } = request(wire, 'List.Create', params)
    const twice = { ...rest, headers: { ...headers, 'Idempotency-Key': 'on-a-wire' } }
    await send(target.service.url, twice)
    assert.match((await send(target.service.url, twice)).text, /<Code>250<\/Code>/)
  }
})
