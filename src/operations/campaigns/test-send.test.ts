import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Caller, caller } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type LedgerCampaign, seedLedger } from '../../../test/harness/ledger.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { TestMail } from '../../domain/campaigns/mails/test-send.ts'
import { handlers } from '../handlers.ts'

let database: TestDatabase
let world: World
let api: Caller
const tested: TestMail[] = []

before(async () => {
  database = await freshDatabase()
  api = caller(database.db, handlers, {
    now: () => new Date('2026-03-01T12:00:00Z'),
    async deliverTest(mail) {
      tested.push(mail)
      return mail.recipients.map(to =>
        to.startsWith('bad')
          ? { state: 'refused', code: 550, answer: '5.1.1 no such user' }
          : { state: 'accepted', code: 250, answer: 'taken' },
      )
    },
  })
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(database.db)
  tested.length = 0
})

const targetOf = ({ publicId }: LedgerCampaign) => ({ ApiKey: world.accountKey, CampaignID: publicId })

async function member(email: string, fields: Record<string, string>) {
  await database.db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
    values (${world.client.clientId}, ${world.list.listId}, ${email}, ${email}, 'Ada Lovelace', 'Active', now(), now(),
      ${database.db.json(fields)})`
}

test('a test goes to its recipients once each, and both the order and what became of it are kept', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'draft')
  await member('ada@people.example', { City: 'London' })
  await db`insert into suppressions (client_id, address, email, reason, at) values (${one.clientId}, 'gone@client.example', '', 'complained', now())`
  const results = await api.call('Campaign.SendTest', {
    ...targetOf(one),
    Recipients: ['boss@client.example', ' ', 'BOSS@client.example', 'bad@client.example', 'gone@client.example'],
    PersonalizeAs: 'ADA@people.example',
  })
  assert.deepEqual(results, [
    { EmailAddress: 'boss@client.example', State: 'Accepted', Code: 250, Answer: 'taken' },
    { EmailAddress: 'bad@client.example', State: 'Refused', Code: 550, Answer: '5.1.1 no such user' },
    { EmailAddress: 'gone@client.example', State: 'Refused', Code: 0, Answer: 'the address is suppressed' },
  ])
  assert.deepEqual(
    tested.map(({ recipients, contact }) => ({ recipients, contact })),
    [
      {
        recipients: ['boss@client.example', 'bad@client.example'],
        contact: {
          listId: world.list.listId,
          email: 'ada@people.example',
          name: 'Ada Lovelace',
          tracked: true,
          fields: { City: 'London' },
          traits: ['language:en'],
        },
      },
    ],
  )
  const events = await api.call('Campaign.GetHistory', targetOf(one))
  assert.deepEqual(
    events.map(event => [event.Action, event.Date]),
    [
      ['tested', '2026-03-01 13:00:00'],
      ['test', '2026-03-01 13:00:00'],
    ],
  )
  assert.match(String(events[0]!.Detail), /bad@client\.example refused \(5\.1\.1 no such user\)/)
})

for (const [fact, params, refusal] of [
  ['no recipient', { Recipients: [' '] }, 'TestRecipientsRequired'],
  ['sixteen', { Recipients: Array.from({ length: 16 }, (_, n) => `p${n}@x.example`) }, 'TooManyTestRecipients'],
  ['what is no address', { Recipients: ['boss@client.example', 'boss'] }, 'InvalidEmail'],
  ['an address with a line break', { Recipients: ['a@b.example\r\nBcc: c@d.example'] }, 'InvalidEmail'],
  ['the values of no address', { Recipients: ['boss@client.example'], PersonalizeAs: 'x' }, 'InvalidEmail'],
  ['the values of a stranger', { Recipients: ['boss@client.example'], PersonalizeAs: 'x@y.example' }, 'NotInList'],
] as const)
  test(`a test with ${fact} is refused with ${refusal}`, async () => {
    const one = await seedLedger(database.db, world, 'draft')
    await api.refused('Campaign.SendTest', { ...targetOf(one), ...params }, refusal)
    assert.deepEqual(tested, [])
  })

for (const [given, named] of [
  ['boss', '"boss"'],
  ['a@b.example\r\nBcc: c@d.example', '"a@b.example\\r\\nBcc: c@d.example"'],
  ['x'.repeat(5000), `"${'x'.repeat(100)}…"`],
] as const)
  test(`the bad one among the recipients of a test is named: ${named.slice(0, 40)}`, async () => {
    const one = await seedLedger(database.db, world, 'draft')
    await assert.rejects(
      api.call('Campaign.SendTest', { ...targetOf(one), Recipients: ['boss@client.example', given] }),
      error => error instanceof Refusal && error.detail === `The test recipient ${named} is not an email address.`,
    )
  })

test('an account sends 240 test mails a day and not one more, however many ask at once', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'draft')
  const Recipients = Array.from({ length: 15 }, (_, n) => `p${n}@x.example`)
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => api.call('Campaign.SendTest', { ...targetOf(one), Recipients })),
  )
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 16)
  assert.equal(tested.length, 16)
  await api.refused('Campaign.SendTest', { ...targetOf(one), Recipients: ['one@x.example'] }, 'TestLimit')
  await db`update occurrences set at = at - interval '25 hours' where kind = 'test mail of account'`
  await api.call('Campaign.SendTest', { ...targetOf(one), Recipients: ['one@x.example'] })
})
