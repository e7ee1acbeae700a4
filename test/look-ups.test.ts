/**
 * The look-ups that every call and every reader begins with: they find the client in the directory once, or in the token, and then send
 * statements that each name clients (docs/decisions/storage.md#a-directory-says-whose-an-identifier-is).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscriptions } from '../src/domain/subscribers/subscriptions.ts'
import { readReturnAddress, returnAddresses } from '../src/domain/tokens/return-addresses.ts'
import { keepMails } from '../src/inbound/mailbox/keep.ts'
import { subscribers } from '../src/operations/subscribers.ts'
import { findReturnedRecipient } from '../src/store/inbound/returned.ts'
import { caller } from './harness/caller.ts'
import { unnamedTables } from './harness/named-clients.ts'
import { form, usePublicPages } from './harness/public-pages.ts'
import { statementsDuring } from './harness/statements.ts'
import { clientTables, notOfTenants } from './harness/tenant-tables.ts'

const pages = usePublicPages()

/** With the client, and as mails of earlier versions carry it. */
const ofRecipient = {
  'a token': () => pages.ofRecipient(1),
  'a token of an earlier version': () => pages.tokens.sign('recipient', pages.campaign.campaignId, 1),
} as const

async function bounce(token: string): Promise<void> {
  const recipient = returnAddresses(token, 'bounce.example').bounce
  const meaning = readReturnAddress(recipient, { tokens: pages.tokens, domain: 'bounce.example' })
  assert.ok(meaning?.route === 'bounce')
  const mail = { remote: '', helo: '', sender: '', size: 1, sha256: Buffer.from(token), raw: Buffer.from('.') }
  await keepMails(pages.db)([{ ...mail, ...meaning, recipient, at: new Date(), source: 'smtp' }])
  assert.ok(await findReturnedRecipient(pages.db, meaning))
}

const looks: readonly [name: string, look: (token: string) => Promise<unknown>][] = [
  ['an open', token => pages.ask('GET', `/o/${token}.gif`)],
  ['a click', async token => assert.equal((await pages.ask('GET', `/c/1/${token}`)).status, 302)],
  [
    'an opt-out',
    async token =>
      assert.equal((await pages.ask('POST', `/u/${token}`, form('List-Unsubscribe=One-Click'))).status, 200),
  ],
  ['the preferences', async token => assert.equal((await pages.ask('GET', `/p/${token}`)).status, 200)],
  ['the web version', async token => assert.equal((await pages.ask('GET', `/w/${token}`)).status, 200)],
  ['a bounce', bounce],
]

for (const [form, token] of Object.entries(ofRecipient))
  for (const [name, look] of looks)
    test(`${name} names its client, with ${form}`, () => namesClients(() => look(token())))

test('a call with a list names its client', async () => {
  const { world } = pages
  const api = caller(pages.db, subscribers, { subscriptions: subscriptions(pages.db) })
  const asked = { ApiKey: world.accountKey, ListID: world.list.listPublicId, Email: 'carla@x.example' }
  await namesClients(() => api.call('Subscribers.GetIsSubscribed', asked))
})

/** Judges the statements of the second time. */
async function namesClients(look: () => Promise<unknown>): Promise<void> {
  const tables = await clientTables(pages.db)
  const ofTenants = new Set(tables.map(({ name }) => name).filter(name => !notOfTenants.has(name)))
  await look()
  const sent = await statementsDuring(look)
  assert.ok(sent.length > 0)
  for (const { text } of sent) {
    assert.deepEqual(await unnamedTables(text, ofTenants), [], text)
    if (!text.includes('mailbox')) assert.doesNotMatch(text, /\bfrom directory\b/, 'the entry is remembered')
  }
}
