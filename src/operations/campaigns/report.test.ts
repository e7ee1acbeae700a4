/** Campaign.GetReport, FindRecipients and GetRecipientHistory: what a console shows of a campaign, and proof about one recipient. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Caller, caller } from '../../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { ledgerAt, seedLedger } from '../../../test/harness/ledger.ts'
import { reportHtml, seedEarlier, seedReported } from '../../../test/harness/report.ts'
import { seed, type World } from '../../../test/harness/seed.ts'
import { exclusion } from '../../store/ledger/exclusion.ts'
import { handlers } from '../handlers.ts'

let database: TestDatabase
let world: World
let api: Caller

before(async () => {
  database = await freshDatabase()
  api = caller(database.db, handlers)
})
after(() => database.drop())
beforeEach(async () => {
  world = await seed(database.db)
})
/** Handlers may stream lists; these do not. */
const rowsOf = <Row>(rows: readonly Row[] | AsyncIterable<Row> | null | undefined) => rows as readonly Row[]
const key = () => ({ ApiKey: world.accountKey })

test('the report has the counts of Campaign.List, and compares with campaigns of the same client only', async () => {
  const { db } = database
  const one = await seedReported(db, world.client, world.list.listId)
  const wanted = { ...key(), CampaignID: one.campaignPublicId }
  const alone = await api.call('Campaign.GetReport', wanted)
  const listed = await api.call('Campaign.List', { ...key(), ClientID: world.client.clientPublicId })
  const { Counts, JudgedAtStart: _, ...campaign } = rowsOf(listed.Campaigns)[0]!
  assert.deepEqual(alone.Campaign, { ...campaign, ...Counts })
  assert.deepEqual([alone.Timezone, alone.OpensMeasured, alone.Compared], ['Europe/Berlin', 'Everyone', []])
  await seedEarlier(db, world.client, world.list.listId, 4)
  const { Compared } = await api.call('Campaign.GetReport', wanted)
  assert.deepEqual(
    rowsOf(Compared).map(line => [line.Name, line.Campaigns]),
    [
      ['Opened', 4],
      ['Clicked', 4],
      ['Bounced', 4],
      ['Unsubscribed', 4],
      ['Complained', 4],
    ],
  )
  await db`update lists set tracking = 'never' where id = ${world.list.listId}`
  const never = await seedReported(db, world.client, world.list.listId, { opened: 0, links: [] })
  const untracked = await api.call('Campaign.GetReport', { ...key(), CampaignID: never.campaignPublicId })
  assert.deepEqual([untracked.OpensMeasured, untracked.ClicksMeasured], ['NoOne', 'NoOne'])
})

test('opens without persons are a number of their own', async () => {
  const { db } = database
  const one = await seedReported(db, world.client, world.list.listId)
  const wanted = { ...key(), CampaignID: one.campaignPublicId }
  const before = await api.call('Campaign.GetReport', wanted)
  assert.equal(before.AnonymousOpens, 0)
  await db`
    insert into anonymous_opens (client_id, campaign_id, opens)
    select client_id, id, 12 from campaigns where replace(public_id::text, '-', '') = ${one.campaignPublicId}`
  assert.deepEqual(await api.call('Campaign.GetReport', wanted), { ...before, AnonymousOpens: 12 })
})

test('of a campaign that asks for consent nothing is measured', async () => {
  const { db } = database
  const one = await seedReported(db, world.client, world.list.listId, { opened: 0, links: [] })
  await db`update campaigns set asks_for_consent = true where replace(public_id::text, '-', '') = ${one.campaignPublicId}`
  const report = await api.call('Campaign.GetReport', { ...key(), CampaignID: one.campaignPublicId })
  assert.deepEqual([report.OpensMeasured, report.ClicksMeasured], ['NoOne', 'NoOne'])
})

test('the click map is the mail with the clicks of people, shown like a preview', async () => {
  const { db } = database
  const one = await seedReported(db, world.client, world.list.listId, {
    html: `${reportHtml.replace('</body>', '<unsubscribe>Leave</unsubscribe></body>')}`,
  })
  const map = await api.call('Campaign.GetClickMap', { ...key(), CampaignID: one.campaignPublicId })
  const links = await api.call('Campaign.GetLinks', { ...key(), CampaignID: one.campaignPublicId })
  assert.equal(map.Links, 4)
  assert.match(String(map.HtmlURL), /\/v\/[\w-]{36}$/)
  const [stored] = await db<{ html: string }[]>`select html from previews order by id desc limit 1`
  const badges = [...stored!.html.matchAll(/>(\d+) · (\d+)<\/span>/g)].map(
    ([, number, clicks]) => `${number} ${clicks}`,
  )
  const expected = links.map(({ Number: number, HumanClicks }) => `${number} ${HumanClicks}`)
  // the first link occurs twice in the mail
  assert.deepEqual(badges, [...expected.slice(0, 3), expected[0], expected[3]])
})

const numbersOf = async (asked: Parameters<typeof api.call<'Campaign.FindRecipients'>>[1]) =>
  (await api.call('Campaign.FindRecipients', asked)).map(row => row.Number)

test('a recipient is found by the whole address or its beginning, in this campaign only', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'sent', [
    [{ attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }],
    [{ attempt: 1, kind: 'refused', code: 550, answer: '5.7.1 no', bounce: 'S' }],
  ])
  const other = await seedLedger(db, world, 'sent', [[{ attempt: 1, kind: 'accepted', answer: 'taken' }]])
  const rows = await api.call('Campaign.GetRecipients', { ...key(), CampaignID: one.publicId })
  const find = async (Search: string) => numbersOf({ ...key(), CampaignID: one.publicId, Search })
  const address = String(rows[1]!.EmailAddress)
  assert.deepEqual(await find(` ${address.toUpperCase()} `), [2])
  assert.deepEqual(await find('r'), [1, 2])
  assert.deepEqual(await find('x'), [])
  const [foreign] = await api.call('Campaign.GetRecipients', { ...key(), CampaignID: other.publicId })
  assert.deepEqual(await find(String(foreign!.EmailAddress)), [])
  const ofOne = { ...key(), CampaignID: one.publicId }
  await api.refused('Campaign.FindRecipients', { ...ofOne, Search: 'a'.repeat(255) }, 'InvalidParameter')
  assert.deepEqual(await numbersOf({ ...ofOne, Search: 'r', State: 'Refused' }), [2])
})

test('without a text all recipients are read, page by page, or those in one state', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'sent', [
    [{ attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }],
    [{ attempt: 1, kind: 'refused', code: 550, answer: '5.7.1 no', bounce: 'S' }],
    [{ attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }],
  ])
  const ofOne = { ...key(), CampaignID: one.publicId }
  assert.deepEqual(await numbersOf(ofOne), [1, 2, 3])
  assert.deepEqual(await numbersOf({ ...ofOne, Search: ' ', Limit: 2 }), [1, 2])
  assert.deepEqual(await numbersOf({ ...ofOne, After: 2, Limit: 2 }), [3])
  assert.deepEqual(await numbersOf({ ...ofOne, State: 'Accepted' }), [1, 3])
  await api.refused('Campaign.FindRecipients', { ...ofOne, State: 'Lost' }, 'InvalidRecipientState')
  await api.refused('Campaign.FindRecipients', { ...ofOne, After: -1 }, 'InvalidParameter')
})

test('a recipient says why the mail was not taken or not sent', async () => {
  const { db } = database
  const skipped = (answer: string) => [{ attempt: 1, kind: 'excluded', answer } as const]
  const one = await seedLedger(db, world, 'sent', [
    [{ attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }],
    [{ attempt: 1, kind: 'refused', code: 552, answer: '5.2.2 mailbox full', bounce: 'S' }],
    ...Object.values(exclusion).map(skipped),
    skipped('of a version before'),
  ])
  const rows = await api.call('Campaign.FindRecipients', { ...key(), CampaignID: one.publicId })
  const reasons = rows.map(({ Reason }) => Reason)
  assert.deepEqual(reasons.slice(0, 2), ['None', 'MailboxFull'])
  assert.equal(reasons.at(-1), 'None', 'words that are not known say nothing')
  const ofSkipped = reasons.slice(2, -1)
  assert.ok(!ofSkipped.includes('None') && new Set(ofSkipped).size === ofSkipped.length, `${ofSkipped}`)
})

test('a step says why the mail was not taken: the class of its bounce, without one that of its answer', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'sent', [
    [
      { attempt: 1, kind: 'deferred', code: 452, answer: '4.2.2 The mailbox is over its quota', retryAt: ledgerAt },
      { attempt: 2, kind: 'refused', code: 554, answer: '5.7.1 Message rejected as spam', at: 5 },
    ],
    [{ attempt: 1, kind: 'accepted', code: 250, answer: 'taken' }],
  ])
  await db`
    insert into campaign_bounces (client_id, campaign_id, number, type, at, evidence, class, code)
    values (${world.client.clientId}, ${one.campaignId}, 2, 'H', ${ledgerAt}::timestamptz + interval '20 minutes', 'undeliverable', 'recipient gone', 550)`
  const reasons = async (place: number) => {
    const { Steps } = await api.call('Campaign.GetRecipientHistory', {
      ...key(),
      CampaignID: one.publicId,
      Number: place,
    })
    return rowsOf(Steps).map(({ Kind, Reason }) => `${Kind} ${Reason}`)
  }
  assert.deepEqual(await reasons(1), ['Deferred MailboxFull', 'Refused Policy'])
  assert.deepEqual(await reasons(2), ['Accepted None', 'Bounced RecipientGone'])
})

test('everything that happened to one mail, in its order, and nothing of another recipient', async () => {
  const { db } = database
  const one = await seedLedger(db, world, 'sent', [
    [{ attempt: 1, kind: 'accepted', answer: 'taken' }],
    [
      { attempt: 1, kind: 'deferred', code: 450, answer: '4.2.0 later', retryAt: ledgerAt },
      { attempt: 2, kind: 'accepted', code: 250, answer: 'queued as 7', at: 5 },
    ],
  ])
  const { clientId } = world.client
  const { campaignId } = one
  await db`insert into links (client_id, campaign_id, number, url) values (${clientId}, ${campaignId}, 1, 'https://shop.example/')`
  await db`
    insert into hits (client_id, campaign_id, number, kind, link, at, remote, agent)
    select ${clientId}, ${campaignId}, number, kind, link, ${ledgerAt}::timestamptz + minutes * interval '1 minute', '', agent
    from (values (2, 'open', null, 8, 'Thunderbird'), (2, 'click', 1, 9, 'Firefox'), (1, 'open', null, 3, 'Other'))
      as h (number, kind, link, minutes, agent)`
  await db`
    insert into campaign_complaints (client_id, campaign_id, number, at, feedback_type, evidence)
    values (${clientId}, ${campaignId}, 2, ${ledgerAt}::timestamptz + interval '20 minutes', 'abuse', 'Feedback-Type: abuse')`
  const wanted = { ...key(), CampaignID: one.publicId }
  const { Recipient, Steps } = await api.call('Campaign.GetRecipientHistory', { ...wanted, Number: 2 })
  const rows = await api.call('Campaign.GetRecipients', wanted)
  assert.deepEqual(Recipient, rows[1])
  assert.deepEqual(
    rowsOf(Steps).map(({ Kind, Attempt, Code, Text, Link }) => [Kind, Attempt, Code, Text, Link]),
    [
      ['Deferred', 1, 450, '4.2.0 later', null],
      ['Accepted', 2, 250, 'queued as 7', null],
      ['Opened', 0, 0, 'Thunderbird', null],
      ['Clicked', 0, 0, 'Firefox', 'https://shop.example/'],
      ['Complained', 0, 0, 'Feedback-Type: abuse', null],
    ],
  )
  for (const none of [0, 3, -1])
    await api.refused('Campaign.GetRecipientHistory', { ...wanted, Number: none }, 'UnknownRecipient')
})
