/** The outbox: real mails in a real folder, of those who may see them, and nothing else of the disk. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { itemsOf } from '../../test/harness/items.ts'
import { seedKey } from '../../test/harness/people.ts'
import { seed, testKeys } from '../../test/harness/seed.ts'
import { campaign, isSent, people, present, type Running, sender, sendNow } from '../../test/harness/sending.ts'
import { contentTasksHere } from '../delivery/content/tasks.ts'
import { testSend } from '../delivery/drafts/test-send.ts'
import { folderTransport } from '../delivery/relays/folder.ts'
import { outboxReader } from '../delivery/relays/outbox.ts'
import { readMailName } from '../domain/campaigns/mails/mail-names.ts'
import { tokens as tokensOf } from '../domain/tokens/tokens.ts'
import { handlers } from './handlers.ts'

const tokens = tokensOf(testKeys)
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lettershop-test-outbox-'))
})
after(() => rm(folder, { recursive: true, force: true }))

type Sent = Running & { publicId: string; ApiKey: string; ClientID: string }

async function sent(addresses: readonly string[]): Promise<Sent> {
  const one = await campaign(addresses)
  const { accountKey, client } = present.world
  const running = sender(folderTransport(folder))
  await sendNow(one)
  await isSent(one)
  await running.stop(0)
  return { ...one, ApiKey: accountKey, ClientID: client.clientPublicId }
}

/** @param isForAll mail goes into the folder, rather than to relays */
function api(isForAll = true) {
  const outbox = outboxReader({ folder, isForAll, contentTasks: contentTasksHere })
  const transport = folderTransport(folder)
  const deliverTest = testSend({ db: present.db, tokens, contentTasks: contentTasksHere, transport })
  return caller(present.db, handlers, { outbox, deliverTest })
}

test('mails come from the newest campaign, by number, with the headers that were written', async () => {
  const one = await sent(people(5))
  const { call } = api()
  const page = { ApiKey: one.ApiKey, ClientID: one.ClientID }
  const first = await call('Outbox.List', { ...page, Limit: 3 })
  assert.equal(first.Message, '')
  assert.deepEqual(
    itemsOf(first.Mails).map(({ Mail, Kind, IsHere, CampaignID }) => ({ Mail, Kind, IsHere, CampaignID })),
    ['1', '2', '3'].map(Mail => ({ Mail, Kind: 'Campaign', IsHere: true, CampaignID: one.publicId })),
  )
  const [mail] = itemsOf(first.Mails)
  assert.equal(mail!.To, 'Ada Lovelace <p0@example.com>')
  assert.equal(mail!.From, 'Carla <carla@client.example>')
  assert.equal(mail!.Subject, 'Hi Ada')
  assert.match(mail!.Date!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const second = await call('Outbox.List', { ...page, Limit: 3, Cursor: first.NextCursor! })
  assert.deepEqual(
    itemsOf(second.Mails).map(({ Mail }) => Mail),
    ['4', '5'],
  )
  assert.equal(second.NextCursor, '')
})

test('test mails are there before the campaign was sent, the newest test first', async () => {
  const one = await campaign(people(1))
  const { accountKey: ApiKey, client } = present.world
  const { call } = api()
  const CampaignID = one.publicId
  const Recipients = ['boss@client.example', 'carla@client.example']
  await call('Campaign.SendTest', { ApiKey, CampaignID, Recipients })
  await call('Campaign.SendTest', { ApiKey, CampaignID, Recipients: ['late@client.example'] })
  const wanted = { ApiKey, ClientID: client.clientPublicId, CampaignID }
  const { Mails } = await call('Outbox.List', wanted)
  assert.deepEqual(
    itemsOf(Mails).map(({ Kind, To, Subject }) => ({ Kind, To, Subject })),
    ['late@client.example', ...Recipients].map(To => ({ Kind: 'Test', To, Subject: '[Test] Hi' })),
  )
  const pages: string[] = []
  for (let Cursor = ''; ; ) {
    const page = await call('Outbox.List', { ...wanted, Limit: 1, Cursor })
    pages.push(...itemsOf(page.Mails).map(({ Mail }) => Mail!))
    Cursor = page.NextCursor!
    if (Cursor === '') break
  }
  assert.deepEqual(
    pages,
    itemsOf(Mails).map(({ Mail }) => Mail),
  )
  const shown = await call('Outbox.GetMail', { ApiKey, CampaignID, Mail: pages[1]! })
  assert.equal(shown.To, 'boss@client.example')
  assert.equal(shown.Kind, 'Test')
})

test('a mail is shown as it would have arrived, without the pixel, at addresses of its own', async () => {
  const { publicId: CampaignID, ApiKey } = await sent(people(2))
  const mail = await api().call('Outbox.GetMail', { ApiKey, CampaignID, Mail: '2' })
  assert.equal(mail.To, 'Ada Lovelace <p1@example.com>')
  assert.equal(mail.Subject, 'Hi Ada')
  assert.match(mail.Html!, /<p>Hi Ada <a href="https:\/\/mail\.example\/c\/1\/[\w-]{36}">shop<\/a>/)
  assert.doesNotMatch(mail.Html!, /\/o\/|<img/)
  assert.match(mail.Text!, /Hi Ada/)
  assert.match(mail.Source!, /^From: .*Carla/m)
  assert.match(mail.Source!, /\/o\//, 'the source is the whole message')
  assert.equal(mail.SizeInBytes, Buffer.byteLength(mail.Source!))
  assert.deepEqual(itemsOf(mail.Attachments), [])
  assert.match(mail.HtmlURL!, /\/v\/[\w-]{36}$/)
  const [preview] = await present.db<{ html: string }[]>`select html from previews order by id desc limit 1`
  assert.equal(preview!.html, mail.Html)
})

test('who may not change subscribers gets no link that opts a recipient out, and no source', async () => {
  const { publicId: CampaignID, ClientID, clientId } = await sent(people(1))
  const { secret: ApiKey } = await seedKey(present.db, present.world.accountId, ['Reports'], [clientId])
  const { call } = api()
  assert.equal(itemsOf((await call('Outbox.List', { ApiKey, ClientID })).Mails).length, 1)
  const mail = await call('Outbox.GetMail', { ApiKey, CampaignID, Mail: '1' })
  assert.equal(mail.Source, '')
  assert.match(mail.Html!, /Hi Ada/)
  for (const shown of [mail.Html!, mail.Text!]) {
    assert.match(shown, /https:\/\/mail\.example\/u\/-{36}/)
    for (const [, token] of shown.matchAll(/\/([\w-]{36})\b/g)) assert.match(token!, /^-+$/)
  }
})

test('mails of other clients, of other accounts and of the service itself are never shown', async () => {
  const one = await sent(people(1))
  const stranger = await seed(present.db)
  const { call, refused } = api()
  const { publicId: CampaignID, ClientID, ApiKey } = one
  await mkdir(join(folder, 'notices'), { recursive: true })
  await writeFile(join(folder, 'notices', '1.eml'), 'Subject: your new password\r\n\r\nsecret\r\n')
  await refused('Outbox.List', { ApiKey: stranger.accountKey, ClientID }, 'InvalidClientId')
  await refused('Outbox.GetMail', { ApiKey: stranger.accountKey, CampaignID, Mail: '1' }, 'InvalidCampaignId')
  await refused('Outbox.GetMail', { ApiKey, CampaignID: 'notices', Mail: '1' }, 'InvalidCampaignId')
  const neighbour = { ApiKey: stranger.accountKey, ClientID: stranger.client.clientPublicId }
  await refused('Outbox.List', { ...neighbour, CampaignID }, 'InvalidCampaignId')
  for (const Mail of ['../notices/1', '../../notices/1', 'notices/1', '1.eml', '2', '', '0', 'test-1-0'])
    await refused('Outbox.GetMail', { ApiKey, CampaignID, Mail }, 'UnknownMail')
  assert.deepEqual(itemsOf((await call('Outbox.List', neighbour)).Mails), [])
})

test('what a relay answered is taken for no name of a file', async () => {
  const one = await sent(people(1))
  const { call, refused } = api()
  const { publicId: CampaignID, ApiKey, ClientID } = one
  for (const answer of ['2.0.0 taken', `written to ${CampaignID}/../notices/1.eml`, `written to ${CampaignID}/2.eml`]) {
    await present.db`update log set answer = ${answer} where campaign_id = ${one.campaignId} and kind = 'accepted'`
    assert.deepEqual(itemsOf((await call('Outbox.List', { ApiKey, ClientID })).Mails), [])
    await refused('Outbox.GetMail', { ApiKey, CampaignID, Mail: '1' }, 'UnknownMail')
  }
  assert.equal(readMailName('../1'), undefined)
})

test('files that are elsewhere are said to be, rather than an outbox that is empty', async () => {
  const { publicId: CampaignID, ApiKey, ClientID } = await sent(people(2))
  await rename(join(folder, CampaignID), join(folder, `${CampaignID}-elsewhere`))
  const { call, refused } = api()
  const { Mails, Message } = await call('Outbox.List', { ApiKey, ClientID })
  assert.deepEqual(
    itemsOf(Mails).map(({ Mail, To, IsHere }) => ({ Mail, To, IsHere })),
    ['p0@example.com', 'p1@example.com'].map((To, n) => ({ Mail: String(n + 1), To, IsHere: false })),
  )
  assert.match(Message!, /another machine/)
  await refused('Outbox.GetMail', { ApiKey, CampaignID, Mail: '1' }, 'MailNotHere')
})

test('with relays there is no outbox, and the answer says where mail goes', async () => {
  const { publicId: CampaignID, ApiKey, ClientID } = await sent(people(1))
  const { refused } = api(false)
  await refused('Outbox.List', { ApiKey, ClientID }, 'NoOutbox')
  await refused('Outbox.GetMail', { ApiKey, CampaignID, Mail: '1' }, 'NoOutbox')
})

test('a page opens at most 100 files, however many there are, and pages show each mail once', async () => {
  const one = await sent(people(260))
  assert.equal((await readdir(join(folder, one.publicId))).length, 260)
  const { call } = api()
  const seen: string[] = []
  for (let Cursor = ''; ; ) {
    const page = await call('Outbox.List', { ApiKey: one.ApiKey, ClientID: one.ClientID, Cursor })
    assert.ok(itemsOf(page.Mails).length <= 100)
    seen.push(...itemsOf(page.Mails).map(({ Mail }) => Mail!))
    Cursor = page.NextCursor!
    if (Cursor === '') break
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 260 }, (_, n) => String(n + 1)),
  )
})

test('many campaigns without mails end a page with a cursor, and the mails behind them are found', async () => {
  const one = await sent(people(1))
  await present.db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    select ${one.clientId}, 'C' || n, 's', 'f', 'f@x.example', 'f@x.example', '', '', 'sent', now()
    from generate_series(1, 500) n`
  const { call } = api()
  let pages = 0
  const seen: string[] = []
  for (let Cursor = ''; ; ) {
    const page = await call('Outbox.List', { ApiKey: one.ApiKey, ClientID: one.ClientID, Cursor })
    pages += 1
    seen.push(...itemsOf(page.Mails).map(({ CampaignID, Mail }) => `${CampaignID} ${Mail}`))
    Cursor = page.NextCursor!
    if (Cursor === '') break
    assert.ok(pages < 100)
  }
  assert.deepEqual(seen, [`${one.publicId} 1`])
})
