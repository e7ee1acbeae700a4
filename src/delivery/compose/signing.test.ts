/** From a sending domain that is made and verified to a campaign whose signatures hold, over real DNS and SMTP. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { caller } from '../../../test/harness/caller.ts'
import { startDns, type TestDns } from '../../../test/harness/dns.ts'
import { testMailLinks } from '../../../test/harness/mail-links.ts'
import { seed, testKeys } from '../../../test/harness/seed.ts'
import { campaign, isSent, present, relay, sender, sendNow, sink } from '../../../test/harness/sending.ts'
import { friendSeal } from '../../domain/campaigns/mails/declining.ts'
import { openKey } from '../../domain/sending-domains/signing-keys.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { dns } from '../../lib/dns.ts'
import { createLog } from '../../lib/log.ts'
import { domains } from '../../operations/domains.ts'
import { contentTasksHere } from '../content/tasks.ts'
import { composeOnce } from '../drafts/preflight.ts'
import { noticeSender } from '../system-mail/notices.ts'
import { systemMailJobs } from '../system-mail/system-mail.ts'
import { signers } from './signing.ts'

let server: TestDns

before(async () => {
  server = await startDns()
})
after(() => server.close())

const calls = (bounceDomain?: string) =>
  caller(present.db, domains, { dns: dns([server.address]), keys: testKeys, bounceDomain })

type CheckedRecord = {
  readonly Name: string
  readonly Type: string
  readonly Value: string
  readonly Problem?: string | null
}
const problems = (records: unknown) => (records as CheckedRecord[]).map(({ Name, Problem }) => [Name, Problem ?? null])

function publish(records: unknown) {
  for (const { Name, Type, Value } of records as CheckedRecord[]) {
    if (Type === 'TXT') server.txt.set(Name, [Value])
    else server.mx.set(Name, ['mx.client.example'])
  }
}

test('a domain says what is missing, and nothing once all is published', async () => {
  const { client, accountKey } = await seed(present.db)
  const subject = { ApiKey: accountKey, ClientID: client.clientPublicId, Domain: 'Shop.Example' }
  const made = await calls().call('Domain.Create', subject)
  assert.deepEqual([made.Domain, made.Verified, made.CheckedDate], ['shop.example', false, null])
  for (const [, problem] of problems(made.Records)) assert.equal(problem, 'Not checked yet.')

  const missing = await calls().call('Domain.Verify', subject)
  assert.equal(missing.Verified, false)
  for (const [name, problem] of problems(missing.Records)) assert.match(String(problem), /^There is no /, String(name))

  publish(made.Records)
  const verified = await calls().call('Domain.Verify', subject)
  assert.equal(verified.Verified, true)
  assert.deepEqual(
    problems(verified.Records).filter(([, problem]) => problem !== null),
    [],
  )
  assert.deepEqual(await calls().call('Domain.List', subject), [verified])
})

test('wrong records are distinguished from missing ones', async () => {
  const { client, accountKey } = await seed(present.db)
  const subject = { ApiKey: accountKey, ClientID: client.clientPublicId, Domain: 'wrong.example' }
  const { Records } = await calls('bounces.example').call('Domain.Create', subject)
  const [rsa, ed25519] = Records as unknown as [CheckedRecord, CheckedRecord]
  server.txt.set(rsa.Name, [rsa.Value.replace(/p=.{10}/, 'p=AAAAAAAAAA')])
  server.txt.set(ed25519.Name, ['v=DKIM1; k=ed25519; p='])
  server.txt.set('bounces.example', ['v=spf1 +all', 'something else'])
  server.mx.set('bounces.example', ['mx.bounces.example'])
  server.txt.set('_dmarc.wrong.example', ['v=DMARC1; rua=mailto:x@wrong.example'])
  const { Verified, Records: checked } = await calls('bounces.example').call('Domain.Verify', subject)
  assert.equal(Verified, false)
  assert.deepEqual(
    problems(checked).map(([, problem]) => problem),
    [
      'The DKIM record here has another key, or part of it is missing. Replace it with this one.',
      'The DKIM record here is a revoked key. Publish this one instead.',
      'The SPF record lets every host send. End it with ~all or -all.',
      'The DMARC record has no policy: it needs p=none, p=quarantine or p=reject.',
      null,
    ],
  )
})

test('a name server that fails takes no signature away, a record that is gone does', async () => {
  const { client, accountKey } = await seed(present.db)
  const subject = { ApiKey: accountKey, ClientID: client.clientPublicId, Domain: 'kept.example' }
  const { Records } = await calls().call('Domain.Create', subject)
  publish(Records)
  await calls().call('Domain.Verify', subject)
  const names = (Records as unknown as CheckedRecord[]).map(({ Name }) => Name)
  for (const name of names) server.failing.add(name)
  const failed = await calls().call('Domain.Verify', subject)
  assert.equal(failed.Verified, true)
  for (const [, problem] of problems(failed.Records)) assert.match(String(problem), /did not answer/)
  for (const name of names) server.failing.delete(name)
  server.txt.delete(names[0]!)
  assert.equal((await calls().call('Domain.Verify', subject)).Verified, false)
  assert.equal(await signers(present.db, testKeys)(client.clientId, 'a@kept.example'), undefined)
})

test('a domain of one client signs for no other', async () => {
  const [one, other] = [await seed(present.db), await seed(present.db)]
  const subject = { ApiKey: one.accountKey, ClientID: one.client.clientPublicId, Domain: 'mine.example' }
  publish((await calls().call('Domain.Create', subject)).Records)
  await calls().call('Domain.Verify', subject)
  const find = signers(present.db, testKeys)
  assert.notEqual(await find(one.client.clientId, 'a@mine.example'), undefined)
  assert.notEqual(await find(one.client.clientId, 'a@sub.mine.example'), undefined)
  assert.equal(await find(one.client.clientId, 'a@notmine.example'), undefined)
  assert.equal(await find(other.client.clientId, 'a@mine.example'), undefined)
  const another = { ApiKey: other.accountKey, ClientID: other.client.clientPublicId, Domain: 'mine.example' }
  assert.equal((await calls().call('Domain.Create', another)).Verified, false)
  await calls().call('Domain.Delete', subject)
  assert.equal(await find(one.client.clientId, 'a@mine.example'), undefined)
})

test('a private key is encrypted for its client, domain and algorithm', async () => {
  const { client, accountKey } = await seed(present.db)
  const { clientId } = client
  const domain = 'encrypted.example'
  await calls().call('Domain.Create', { ApiKey: accountKey, ClientID: client.clientPublicId, Domain: domain })
  const [row] = await present.db`select rsa_private from sending_domains where client_id = ${clientId}`
  const encrypted: Buffer = row!.rsaPrivate
  assert.equal(openKey(testKeys, 'rsa', { clientId, domain }, encrypted).asymmetricKeyType, 'rsa')
  assert.throws(() => openKey(testKeys, 'ed25519', { clientId, domain }, encrypted))
  assert.throws(() => openKey(testKeys, 'rsa', { clientId: clientId + 1, domain }, encrypted))
  assert.throws(() => openKey(testKeys, 'rsa', { clientId, domain: 'other.example' }, encrypted))
})

test('a campaign from a verified domain goes out with both signatures, its return path in the bounce domain', async () => {
  const running = await campaign(['ada@reader.example', 'bob@reader.example'])
  const { accountKey, client } = present.world
  const subject = { ApiKey: accountKey, ClientID: client.clientPublicId, Domain: 'client.example' }
  publish((await calls().call('Domain.Create', subject)).Records)
  await calls().call('Domain.Verify', subject)
  const receiver = await sink()
  await sendNow(running)
  sender(relay(receiver), { findSigner: signers(present.db, testKeys), bounceDomain: 'bounces.example' })
  await isSent(running)
  assert.equal(receiver.messages.length, 2)
  for (const { raw, from } of receiver.messages) {
    assert.match(from, /^b\+[\w-]+@bounces\.example$/)
    const { results } = await dkimVerify(raw, {
      resolver: async name => (server.txt.get(name) ?? []).map(text => [text]),
    })
    assert.deepEqual(
      results.map(({ algo, status }) => `${algo} ${status.result}`),
      ['rsa-sha256 pass', 'ed25519-sha256 pass'],
    )
  }
})

test('a campaign’s check knows how long a message is with its signatures', async () => {
  const running = await campaign(['ada@reader.example'])
  const { accountKey, client } = present.world
  const subject = { ApiKey: accountKey, ClientID: client.clientPublicId, Domain: 'client.example' }
  publish((await calls().call('Domain.Create', subject)).Records)
  await calls().call('Domain.Verify', subject)
  const parts = {
    db: present.db,
    tokens: tokensOf(testKeys),
    contentTasks: contentTasksHere,
    bounceDomain: 'bounces.example',
  }
  const person = {
    listId: present.world.list.listId,
    email: 'ada@reader.example',
    name: 'Ada Lovelace',
    fields: {},
    tracked: true,
  }
  const compose = composeOnce({ ...parts, findSigner: signers(present.db, testKeys) })
  const key = { ...client, campaignId: running.campaignId, campaignPublicId: running.publicId }
  const measured = await compose(key, person, 'https://mail.example')
  const receiver = await sink()
  await sendNow(running)
  sender(relay(receiver), { findSigner: signers(present.db, testKeys), bounceDomain: 'bounces.example' })
  await isSent(running)
  const { raw } = receiver.messages[0]!
  const { html = '' } = await PostalMime.parse(raw)
  assert.ok('bytes' in measured)
  assert.equal(measured.bytes, raw.length)
  // the parser may end a text in its own way
  assert.ok(
    Math.abs(measured.htmlBytes - Buffer.byteLength(html)) <= 4,
    `${measured.htmlBytes} ${Buffer.byteLength(html)}`,
  )
})

test('a confirmation mail from a verified domain goes out with both signatures, one from another domain without', async () => {
  const { client, list, accountKey } = await seed(present.db, { confirmOptIn: true })
  const [row] = await present.db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    values (${client.clientId}, ${list.listId}, 'ada@reader.example', 'ada@reader.example', 'Ada', 'Unconfirmed', now(), now())
    returning id`
  const asked = {
    clientId: client.clientId,
    listId: list.listId,
    subscriberId: row!.id as number,
    publicUrl: 'https://mail.example',
  }
  const receiver = await sink()
  const jobs = systemMailJobs({
    db: present.db,
    tokens: tokensOf(testKeys),
    friends: friendSeal(testKeys, tokensOf(testKeys)),
    mailLinks: testMailLinks,
    contentUrl: null,
    send: noticeSender({
      transport: relay(receiver),
      log: createLog('silent'),
      findSigner: signers(present.db, testKeys),
    }),
  })
  const resolver = async (name: string) => (server.txt.get(name) ?? []).map(text => [text])
  await jobs.confirmationMail(asked)
  const [row2] = await present.db`select email from clients where id = ${client.clientId}`
  const Domain = (row2!.email as string).split('@')[1]!
  const subject = { ApiKey: accountKey, ClientID: client.clientPublicId, Domain }
  publish((await calls().call('Domain.Create', subject)).Records)
  await calls().call('Domain.Verify', subject)
  // one mail an hour goes to an address
  await present.db`delete from occurrences`
  await jobs.confirmationMail(asked)
  const verdicts = []
  for (const { raw } of receiver.messages) {
    const { results } = await dkimVerify(raw, { resolver })
    verdicts.push(results.map(({ algo, status }) => `${algo ?? 'none'} ${status.result}`))
  }
  assert.deepEqual(verdicts[1], ['rsa-sha256 pass', 'ed25519-sha256 pass'])
  assert.deepEqual(verdicts[0], ['none none'])
})
