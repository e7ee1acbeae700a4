import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { keepLogo } from '../../../test/harness/logo.ts'
import { testMailLinks } from '../../../test/harness/mail-links.ts'
import { seed, testKeys } from '../../../test/harness/seed.ts'
import type { ClientRef } from '../../domain/access/access.ts'
import { friendSeal } from '../../domain/campaigns/mails/declining.ts'
import { type MailLinks, mailLinks } from '../../domain/tokens/mail-links.ts'
import { readReturnAddress } from '../../domain/tokens/return-addresses.ts'
import { publicPaths, tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { createLog } from '../../lib/log.ts'
import { saveBranding } from '../../store/accounts/branding.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { stopConfirmations, takeMailSlot } from '../../store/subscribers/mail-slots.ts'
import type { Outcome } from '../outcome.ts'
import type { Message, Transport } from '../transport.ts'
import { noticeSender } from './notices.ts'
import { systemMailJobs } from './system-mail.ts'

const tokens = tokensOf(testKeys)
const friends = friendSeal(testKeys, tokens)
const accepted: Outcome = { kind: 'accepted', code: 250, answer: 'ok' }
let database: TestDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.drop())

function jobs(outcome: Outcome = accepted, mailLinks: MailLinks = testMailLinks, bounceDomain?: string) {
  const sent: Message[] = []
  const transport: Transport = {
    concurrency: 1,
    async send(message) {
      sent.push(message)
      return outcome
    },
    async close() {},
  }
  return {
    sent,
    ...systemMailJobs({
      db: database.db,
      tokens,
      friends,
      mailLinks,
      contentUrl: null,
      bounceDomain,
      send: noticeSender({ transport, log: createLog('silent') }),
    }),
  }
}

async function optIn(state = 'Unconfirmed') {
  // the same address is asked anew
  await database.db`delete from occurrences`
  const { client, list } = await seed(database.db, { confirmOptIn: true })
  const [row] = await database.db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    values (${client.clientId}, ${list.listId}, 'Ada@example.com', 'ada@example.com', 'Ada <b>', ${state}, now(), now())
    returning id`
  return {
    clientId: client.clientId,
    listId: list.listId,
    subscriberId: row!.id as number,
    publicUrl: 'https://m.example',
  }
}

test('an unconfirmed subscriber is asked to confirm, with a signed link', async () => {
  const { sent, confirmationMail } = jobs()
  const payload = await optIn()
  await confirmationMail(payload)
  assert.equal(sent.length, 1)
  assert.equal(sent[0]!.to, 'Ada@example.com')
  const mail = await PostalMime.parse(sent[0]!.data)
  const token = tokens.sign('membership', payload.listId, payload.subscriberId, payload.clientId)
  const link = `https://m.example${publicPaths.confirm(token)}`
  assert.ok(mail.text?.includes(link))
  assert.ok(mail.html?.includes(`href="${link}"`))
  assert.match(mail.subject ?? '', /^Please confirm your subscription to List \d+$/)
  assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  assert.equal(
    mail.headers.find(({ key }) => key.startsWith('list-')),
    undefined,
    'the subscriber asked for it',
  )
  assert.match(mail.from?.name ?? '', /^Client \d+$/)
})

test('a confirmation mail returns to the bounce domain if one is set, and its return address names the membership', async () => {
  const payload = await optIn()
  const without = jobs()
  await without.confirmationMail(payload)
  assert.match(without.sent[0]!.from, /^carla\d+@client\.example$/)
  const { sent, confirmationMail } = jobs(accepted, testMailLinks, 'bounces.example')
  await database.db`delete from occurrences`
  await confirmationMail(payload)
  const { from, data } = sent[0]!
  assert.match(from, /^c\+[a-z2-7]{44}@bounces\.example$/)
  assert.match((await PostalMime.parse(data)).from?.address ?? '', /^carla\d+@client\.example$/)
  const { clientId, listId, subscriberId } = payload
  const where = { tokens, domain: 'bounces.example' }
  assert.deepEqual(readReturnAddress(from.toUpperCase().replace('BOUNCES.EXAMPLE', 'bounces.example'), where), {
    route: 'confirmation',
    clientId,
    listId,
    subscriberId,
  })
  assert.equal(readReturnAddress(from.replace('c+', 'b+'), where), undefined, 'a membership is no recipient')
  assert.equal(readReturnAddress(`c+${'a'.repeat(44)}@bounces.example`, where), undefined)
})

test('mails to subscribers have the branding of the client: logo, colours, footer, and the sender of confirmations', async () => {
  const payload = await optIn()
  const { clientId } = payload
  const text = {
    footerText: 'Footer <b>',
    postalAddress: 'Canal 1\nAmsterdam',
    imprintUrl: 'https://x.example/imprint',
  }
  const colours = { primaryColor: '#9a3412', backgroundColor: '#fff7ed', logoUrl: 'https://x.example/a.png' }
  const sender = { fromName: 'Bloom <News>', fromEmail: 'hello@bloom.example' }
  const logoImageId = await keepLogo(database.db, clientId)
  await saveBranding(database.db, clientId, {
    ...text,
    ...colours,
    ...sender,
    wordings: [],
    headingFont: '',
    textFont: '',
    colors: [],
    socialLinks: [],
    logoImageId,
  })
  const { sent, confirmationMail, forwardedLetter } = jobs()
  await confirmationMail(payload)
  const [row] = await database.db`select * from clients where id = ${clientId}`
  const one = await seedSent(database.db, {
    ...(await seed(database.db)),
    client: { accountId: row!.accountId, clientId, clientPublicId: row!.publicId, timeZone: 'UTC' } as ClientRef,
  })
  const friend = { email: 'bea@f.example', address: 'bea@f.example', name: 'Ann', message: 'Hi', language: 'de' }
  await forwardedLetter({ clientId, campaignId: one.campaignId, publicUrl: 'https://m.example', ...friend })
  const [confirmation, forwarded] = await Promise.all(sent.map(({ data }) => PostalMime.parse(data)))
  assert.deepEqual(confirmation!.from, { name: 'Bloom <News>', address: 'hello@bloom.example' })
  assert.notEqual(forwarded!.from?.address, 'hello@bloom.example')
  for (const [mail, imprint] of [
    [confirmation!, 'Imprint'],
    [forwarded!, 'Impressum'],
  ] as const) {
    assert.match(
      mail.html!,
      new RegExp(
        `<img src="https://[^"]+/files/client/${row!.publicId}/[0-9a-f]{64}\\.png\\?w=300&amp;x=2" alt="Client`,
      ),
    )
    assert.match(mail.html!, /background:#9a3412;color:#ffffff/)
    assert.match(mail.html!, /Footer &lt;b&gt;/)
    assert.match(mail.html!, new RegExp(`<a href="https://x.example/imprint" style="color:#9a3412">${imprint}</a>`))
    assert.ok(mail.text!.includes(`Footer <b>\n\nCanal 1\nAmsterdam\n\n${imprint}: https://x.example/imprint`))
  }
})

test('a mail whose links lead nowhere waits until there is a public URL', async () => {
  const { publicUrl: _, ...asked } = await optIn()
  const waiting = jobs(
    accepted,
    mailLinks(null, true, () => 'http://127.0.0.1:8080'),
  )
  await assert.rejects(waiting.confirmationMail(asked), /needs? LETTERSHOP_PUBLIC_URL/)
  const byHost = { ...asked, publicUrl: 'http://10.1.2.3:8080' }
  await assert.rejects(waiting.confirmationMail(byHost), /needs? LETTERSHOP_PUBLIC_URL/)
  const one = await seedSent(database.db, await seed(database.db))
  const { clientId, campaignId } = one
  const friend = {
    email: 'bea@friends.example',
    address: 'bea@friends.example',
    name: 'Ann',
    message: '',
    language: 'en',
  }
  await assert.rejects(waiting.forwardedLetter({ clientId, campaignId, ...friend }), /needs? LETTERSHOP_PUBLIC_URL/)
  assert.deepEqual(waiting.sent, [])

  const { sent, confirmationMail, forwardedLetter } = jobs(
    accepted,
    mailLinks('https://m.example', true, () => ''),
  )
  await confirmationMail(byHost)
  await forwardedLetter({ clientId, campaignId, ...friend })
  for (const { data } of sent)
    assert.match((await PostalMime.parse(data)).text ?? '', /https:\/\/m\.example\/(?:confirm|l)\//)
  assert.equal(sent.length, 2)
})

test('the mail speaks the language of the list, and rather that of the person', async () => {
  for (const [list, own, language, subject] of [
    ['de', null, 'de', /^Bitte bestätigen Sie Ihre Anmeldung: List/],
    ['de', 'fr', 'fr', /^Veuillez confirmer votre abonnement\u00a0: List/],
    ['es', 'xx', 'es', /^Confirme su suscripción a List/],
  ] as const) {
    const { sent, confirmationMail } = jobs()
    const payload = await optIn()
    await database.db`update lists set language = ${list} where id = ${payload.listId}`
    await database.db`update subscribers set language = ${own} where id = ${payload.subscriberId}`
    await confirmationMail(payload)
    const mail = await PostalMime.parse(sent[0]!.data)
    assert.match(mail.subject ?? '', subject)
    assert.equal(mail.headers.find(({ key }) => key === 'content-language')?.value, language)
    assert.match(mail.html ?? '', new RegExp(`<html lang="${language}" dir="ltr">`))
    assert.doesNotMatch(mail.text ?? '', /<|&amp;|confirm your/)
  }
})

test('within an hour one mail that asks goes to an address: the next one of another account waits, and is not lost', async () => {
  const { sent, confirmationMail } = jobs()
  await confirmationMail(await optIn())
  const { clientId, listId, subscriberId, publicUrl } = await optIn()
  // what is asked anew counts again
  await database.db`delete from occurrences`
  await transaction(database.db, sql => takeMailSlot(sql, 'ada@example.com'))
  await confirmationMail({ clientId, listId, subscriberId, publicUrl })
  assert.equal(sent.length, 1)
  const [job] = await database.db`
    select j.payload, j.run_at > now() + interval '50 minutes' and j.run_at <= now() + interval '60 minutes' as is_later
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'confirmationMail'`
  assert.deepEqual(job, { payload: { clientId, listId, subscriberId, publicUrl }, isLater: true })
  await database.db`update occurrences set at = at - interval '61 minutes'`
  await confirmationMail({ clientId, listId, subscriberId, publicUrl })
  assert.equal(sent.length, 2)
})

test('who stopped mails that ask is asked by no one', async () => {
  const { sent, confirmationMail } = jobs()
  const payload = await optIn()
  await stopConfirmations(database.db, 'ada@example.com', true)
  await confirmationMail(payload)
  assert.deepEqual(sent, [])
  await stopConfirmations(database.db, 'ada@example.com', false)
  await confirmationMail(payload)
  assert.equal(sent.length, 1)
})

for (const state of ['Active', 'Unsubscribed', 'Deleted']) {
  test(`a member who is ${state} is not asked to confirm`, async () => {
    const { sent, confirmationMail } = jobs()
    await confirmationMail(await optIn(state))
    assert.deepEqual(sent, [])
  })
}

test('a mail that was not taken yet fails its job, so that it runs again; a refused or unknown one does not', async () => {
  const payload = await optIn()
  await assert.rejects(
    jobs({ kind: 'deferred', code: 450, answer: 'later', stage: 'recipient' }).confirmationMail(payload),
  )
  await assert.rejects(jobs({ kind: 'unavailable', code: null, answer: 'down' }).confirmationMail(payload))
  await jobs({ kind: 'refused', code: 550, answer: 'gone', stage: 'recipient' }).confirmationMail(payload)
  await jobs({ kind: 'unknown', code: null, answer: 'lost' }).confirmationMail(payload)
})

test('ConfirmationEmail gets the result of the campaign', async () => {
  const { client } = await seed(database.db)
  const { clientId } = client
  const [row] = await database.db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, confirmation_email, finished_at)
    values (${clientId}, 'Spring "sale"', 'S', 'F', 'f@client.example', 'f@client.example', 'https://x.example/', '<p>', 'sent',
      'boss@client.example', '2026-07-01T10:00:00Z')
    returning id`
  const campaignId = row!.id as number
  await database.db`
    insert into campaign_totals (client_id, campaign_id, recipients, accepted, unknown) values (${clientId}, ${campaignId}, 12, 11, 1)`
  const { sent, sentNotice } = jobs()
  await sentNotice({ clientId, campaignId })
  const mail = await PostalMime.parse(sent[0]!.data)
  assert.equal(sent[0]!.to, 'boss@client.example')
  assert.equal(mail.subject, 'Your campaign was sent: Spring "sale"')
  assert.match(mail.text ?? '', /2026-07-01 12:00:00[\s\S]*Recipients: 12\nAccepted: 11\nRefused: 0\nUnknown: 1/)

  await database.db`update campaigns set confirmation_email = 'boss@client.example,aide@client.example' where id = ${campaignId}`
  await sentNotice({ clientId, campaignId })
  const waiting = await database.db<{ payload: { to: string } }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'sentNotice' and payload ->> 'campaignId' = ${String(campaignId)} order by j.id`
  assert.deepEqual(
    [sent.length, waiting.map(({ payload }) => payload.to)],
    [1, ['boss@client.example', 'aide@client.example']],
  )
  await sentNotice({ clientId, campaignId, to: 'aide@client.example' })
  assert.deepEqual(
    sent.map(({ to }) => to),
    ['boss@client.example', 'aide@client.example'],
  )
})

test('a friend is mailed the link to the letter without a recipient, with the words of who sent it as text', async () => {
  const world = await seed(database.db)
  const one = await seedSent(database.db, world)
  await database.db`update campaigns set subject = 'News for [firstname,fallback=you]', public_url = 'https://m.example' where id = ${one.campaignId}`
  const { sent, forwardedLetter } = jobs()
  const payload = {
    clientId: one.clientId,
    campaignId: one.campaignId,
    email: 'Bea@friends.example',
    address: 'bea@friends.example',
    name: 'Ann & Co',
    message: 'Look:\n<script>alert(1)</script>',
    publicUrl: 'https://other.example',
    language: 'de',
  }
  await forwardedLetter(payload)
  assert.equal(sent.length, 1)
  const mail = await PostalMime.parse(sent[0]!.data)
  const link = `https://m.example${publicPaths.letter(tokens.sign('letter', one.campaignId, 0, one.clientId))}`
  assert.ok(mail.text?.includes(link) && mail.html?.includes(`href="${link}"`))
  assert.match(mail.text ?? '', /Ann & Co .*„News for you“[\s\S]*> <script>alert\(1\)<\/script>/)
  assert.doesNotMatch(mail.html ?? '', /<script/)
  assert.deepEqual(mail.to, [{ address: 'Bea@friends.example', name: '' }])
  assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  const [wayOut] = /https:\/\/m\.example\/n\/[\w-]+/.exec(mail.text ?? '')!
  assert.ok(mail.html?.includes(`href="${wayOut}"`))
  const { clientId, email, address } = payload
  assert.deepEqual(friends.open(wayOut!.slice('https://m.example/n/'.length)), { clientId, email, address })
  assert.doesNotMatch(sent[0]!.data.toString('latin1'), /people\.example|\/[ucopwf]\/|List-Id/i)
  // on one line, since some who check signatures fold it otherwise
  assert.ok(
    sent[0]!.data
      .toString('latin1')
      .includes(`\r\nList-Unsubscribe: <${wayOut}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`),
  )

  const long = `${'b'.repeat(64)}@${'friends-of-letters.'.repeat(9)}example`
  await database.db`update campaigns set public_url = ${`https://${'m'.repeat(60)}.${'n'.repeat(60)}.example`} where id = ${one.campaignId}`
  await forwardedLetter({ ...payload, email: long, address: long })
  for (const line of sent.pop()!.data.toString('latin1').split('\r\n')) assert.ok(line.length <= 998, `${line.length}`)

  await database.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${one.clientId}, 'bea@friends.example', 'bea@friends.example', 'manual', now())`
  await forwardedLetter(payload)
  await database.db`update campaigns set deleted_at = now() where id = ${one.campaignId}`
  await forwardedLetter({ ...payload, email: 'cleo@friends.example', address: 'cleo@friends.example' })
  assert.equal(sent.length, 1, 'suppressed meanwhile, or deleted')
})
