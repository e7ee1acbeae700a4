import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type SentCampaign, seedSent } from '../../../test/harness/campaign.ts'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { realProcessor } from '../../../test/harness/returned.ts'
import { seed, testKeys, type World } from '../../../test/harness/seed.ts'
import { type Subscriptions, subscriptions } from '../../domain/subscribers/subscriptions.ts'
import { tokens as tokensOf } from '../../domain/tokens/tokens.ts'
import { createLog, type Log } from '../../lib/log.ts'
import { deleteReturnedMail, insertMails, type NewMail, type Route } from '../../store/inbound/mailbox.ts'
import {
  readMailsAgain,
  readMailsOfClient,
  readUnmatchedAgain,
  readUnmatchedMails,
} from '../../store/inbound/mailbox-reports.ts'
import type { ParsedReport } from '../parsed-report.ts'
import { readReturned } from '../parser/read.ts'
import { inboundProcessor } from '../processor.ts'
import { type WorkOffParts, workOff } from './poller.ts'

let database: TestDatabase
let world: World
let campaign: SentCampaign
const tokens = tokensOf(testKeys)

before(async () => {
  database = await freshDatabase()
  world = await seed(database.db)
  campaign = await seedSent(database.db, world, { size: 40 })
})
after(() => database?.drop())

/** What a mail says is its first line here: reading has tests of its own. */
function read(raw: Buffer): ParsedReport {
  const kind = raw.toString().split('\r\n', 1)[0] as ParsedReport['kind'] // tests write nothing else
  if ((kind as string) === 'broken') throw new Error('no such \0 mail')
  const [, messageId] = /Message-ID: <([^>]+)>/.exec(raw.toString()) ?? []
  const known = raw.includes('gone')
  return {
    kind,
    class: known ? 'recipient gone' : 'unknown',
    recipients: [],
    feedbackType: undefined,
    original: { messageId, to: undefined, returnPath: undefined, listUnsubscribe: undefined },
    evidence: 'a line \0 that says it',
  }
}

type Applied = Parameters<WorkOffParts['apply']>[0]

function parts(applied: Applied[], change: Partial<WorkOffParts> = {}): WorkOffParts {
  const { db } = database
  return {
    db,
    tokens,
    read,
    async apply(source) {
      applied.push(source)
      return realProcessor(db).apply(source)
    },
    log: createLog('silent'),
    ...change,
  }
}

async function put(route: Route, text: string, number?: number): Promise<void> {
  const raw = Buffer.from(text)
  const named = number !== undefined
  const mail: NewMail = {
    at: new Date(),
    source: 'smtp',
    remote: '192.0.2.1',
    helo: 'mx.example',
    sender: 'reader@far.example',
    recipient: `${route}+${number}`,
    route,
    campaignId: named ? campaign.campaignId : undefined,
    number,
    size: raw.length,
    sha256: createHash('sha256').update(raw).digest(),
    raw,
  }
  await insertMails(database.db, [mail])
}

async function workAll(change: Partial<WorkOffParts> = {}): Promise<Applied[]> {
  const applied: Applied[] = []
  while (await workOff(parts(applied, change))) {}
  return applied
}

async function row(recipient: string) {
  const [found] = await database.db`
    select state, kind, client_id, campaign_id, number, reason from mailbox where recipient = ${recipient}`
  return { ...found }
}
const stateOf = async (number: number) => {
  const { subscriberId } = campaign.recipients[number - 1]!
  const [member] = await database.db`select state from subscribers where id = ${subscriberId}`
  return member!.state
}
const mine = (number: number) => ({ clientId: campaign.clientId, campaignId: campaign.campaignId, number })

test('a bounce does what a bounce does, to whom its address names', async () => {
  await put('bounce', 'bounce\r\ngone', 1)
  const [source, ...more] = await workAll()
  assert.deepEqual([source!.returned.campaignId, source!.returned.number], [campaign.campaignId, 1])
  assert.equal(source!.reading.kind, 'bounce')
  assert.deepEqual(more, [])
  assert.deepEqual(await row('bounce+1'), { state: 'read', kind: 'bounce', ...mine(1), reason: null })
  assert.deepEqual(await workAll(), [], 'and once')
})

test('a mail to the address for leaving ends the membership, with evidence', async () => {
  await put('opt-out', 'other\r\nplease', 2)
  assert.deepEqual(
    (await workAll()).map(({ reading }) => reading.kind),
    ['opt-out'],
  )
  assert.equal(await stateOf(2), 'Unsubscribed')
  const [history] = await database.db`
    select cause, evidence from subscriber_history where subscriber_id = ${campaign.recipients[1]!.subscriberId}
    order by at desc limit 1`
  assert.equal(history!.cause, 'unsubscribed')
  assert.equal(history!.evidence.by, 'mail')
  assert.equal(history!.evidence.campaignId, campaign.campaignId)
  assert.match(history!.evidence.detail, /^mail [0-9a-f]{32} from <reader@far\.example>$/)
  assert.equal((await row('opt-out+2')).kind, 'opt-out')
})

test('an opt-out mail is applied once, and stays open when applying it fails', async () => {
  await put('opt-out', 'other\r\nplease', 24)
  const ended: number[] = []
  const real = subscriptions(database.db)
  const counting: Pick<Subscriptions, 'unsubscribeMember'> = {
    unsubscribeMember(...args) {
      ended.push(args[2])
      return real.unsubscribeMember(...args)
    },
  }
  const { apply } = inboundProcessor({
    ...{ db: database.db, subscriptions: counting, log: createLog('silent'), now: () => new Date() },
    settings: { softBounces: 3, complaints: { warn: 0.1, hold: 0.3 } },
  })
  await workAll({ apply: async () => ({}) })
  assert.equal(await stateOf(24), 'Active', 'reading ends no membership by itself')
  await database.db`update mailbox set state = 'waiting', due_at = now() where recipient = 'opt-out+24'`
  await workAll({ apply })
  assert.equal(await stateOf(24), 'Unsubscribed')
  assert.deepEqual(ended, [campaign.recipients[23]!.subscriberId])
})

for (const [index, kind] of (['auto-reply', 'bounce', 'delay', 'delivery'] as const).entries())
  test(`at the address for leaving, a mail that is a ${kind} does nothing`, async () => {
    await put('opt-out', `${kind}\r\ngone`, 3 + index)
    assert.deepEqual(await workAll(), [])
    assert.equal(await stateOf(3 + index), 'Active')
    assert.equal((await row(`opt-out+${3 + index}`)).state, 'read')
  })

const automatic = (subject: string, body: string, ...headers: string[]) =>
  [`Subject: ${subject}`, 'From: a@far.example', 'Auto-Submitted: auto-replied', ...headers, '', body].join('\r\n')

for (const [index, [name, mail, state]] of (
  [
    [
      'of Apple Mail',
      automatic(
        'Spring is here',
        'Apple Mail sent this email to unsubscribe from the message “Spring is here”.',
        'X-Apple-Unsubscribe: true',
      ),
      'Unsubscribed',
    ],
    ['whose subject asks', automatic('Unsubscribe', ''), 'Unsubscribed'],
    ['whose subject asks in German', automatic('Abmeldung', ''), 'Unsubscribed'],
    ['whose subject asks behind a prefix', automatic('Re: unsubscribe request 4711', ''), 'Unsubscribed'],
    [
      'whose body asks',
      automatic('list 7', 'This mail was sent to unsubscribe from the list.\r\n\r\nSent by a mail program.'),
      'Unsubscribed',
    ],
    ['whose body asks politely', automatic('Hello', 'Please remove my address. Thanks'), 'Unsubscribed'],
    ['that is an out-of-office', automatic('Automatic reply: Spring is here', 'I am out of the office.'), 'Active'],
    ['that is an out-of-office about unsubscribing', automatic('Automatic reply: Unsubscribe', 'I am away.'), 'Active'],
    [
      'that is an out-of-office by its words',
      automatic('Re: unsubscribe', 'I am out of the office until Monday.'),
      'Active',
    ],
    [
      'that is an acknowledgement with a footer',
      automatic('Re: Spring is here', 'We read your mail.\r\n\r\nTo unsubscribe from our newsletter, click here.'),
      'Active',
    ],
    [
      'that quotes our letter',
      automatic('Re: Spring is here', 'We read your mail.\r\n\r\n> unsubscribe\r\n> Please unsubscribe me'),
      'Active',
    ],
  ] as const
).entries())
  test(`at the address for leaving, an automatic mail ${name} leaves the person ${state}`, async () => {
    const number = 25 + index
    await put('opt-out', mail, number)
    await workAll({ read: readReturned })
    assert.equal(await stateOf(number), state)
    const { kind } = await row(`opt-out+${number}`)
    assert.equal(kind, state === 'Active' ? 'auto-reply' : 'opt-out')
  })

test('at the address for bounces, an automatic mail whose subject asks ends no membership, except that of Apple Mail', async () => {
  await put('bounce', automatic('Unsubscribe', ''), 36)
  await put('bounce', automatic('Spring is here', '', 'X-Apple-Unsubscribe: true'), 37)
  await workAll({ read: readReturned })
  assert.equal(await stateOf(36), 'Active')
  assert.equal(await stateOf(37), 'Unsubscribed')
})

test('who asks to leave at the address for bounces leaves', async () => {
  await put('bounce', 'opt-out\r\n', 7)
  await workAll()
  assert.equal(await stateOf(7), 'Unsubscribed')
})

test('a complaint is matched by the Message-ID or a link in the text', async () => {
  const token = (number: number) => tokens.sign('recipient', campaign.campaignId, number)
  await put('complaint', `complaint\r\nMessage-ID: <${token(8)}@client.example>`)
  assert.deepEqual(
    (await workAll()).map(({ returned }) => returned.number),
    [8],
  )
  await database.db`delete from mailbox where recipient = 'complaint+undefined'`
  const link = `http://mail.example/c/1/${token(9)}`
  await put('complaint', `complaint\r\n<a href=3D"${link.slice(0, -20)}=\r\n${link.slice(-20)}">x</a>`)
  assert.deepEqual(
    (await workAll()).map(({ returned }) => returned.number),
    [9],
  )
  await database.db`delete from mailbox where recipient = 'complaint+undefined'`
})

test('what holds nothing of ours, or something forged, matches no client and does nothing', async () => {
  const token = tokens.sign('recipient', campaign.campaignId, 10)
  await put(
    'complaint',
    `complaint\r\nMessage-ID: <${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}@client.example>`,
  )
  await put('bounce', 'bounce\r\n', 999)
  assert.deepEqual(await workAll(), [])
  assert.equal((await row('complaint+undefined')).state, 'unmatched')
  assert.deepEqual(await row('bounce+999'), { state: 'unmatched', kind: 'bounce', ...mine(999), reason: null })
  const unmatched = await readUnmatchedMails(database.db, 10)
  assert.deepEqual(
    unmatched.map(({ recipient }) => recipient),
    ['complaint+undefined'],
  )
})

test('what cannot be read is kept with the reason, and stops nothing', async () => {
  await put('bounce', 'broken\r\n', 11)
  await put('bounce', 'bounce\r\nafter', 12)
  assert.deepEqual(
    (await workAll()).map(({ returned }) => returned.number),
    [12],
  )
  assert.deepEqual(await row('bounce+11'), {
    state: 'unreadable',
    kind: null,
    ...mine(11),
    reason: 'It cannot be read: no such   mail',
  })
})

test('an unrecognised mail is read again when a user asks', async () => {
  await put('bounce', 'other\r\nwhat?', 13)
  assert.deepEqual(await workAll(), [])
  assert.equal((await row('bounce+13')).state, 'unrecognised')
  const { clientId } = campaign
  assert.ok((await readMailsAgain(database.db, clientId)) >= 2)
  const better = (raw: Buffer): ParsedReport => ({ ...read(Buffer.from('bounce\r\ngone')), evidence: raw.toString() })
  const applied = await workAll({ read: better })
  assert.ok(applied.some(({ returned }) => returned.number === 13))
  assert.ok(
    applied.every(({ returned }) => returned.number !== 1),
    'what was understood is left alone',
  )
  assert.equal((await row('bounce+13')).state, 'read')
  assert.equal(await readUnmatchedAgain(database.db), 1)
  await workAll()
})

test('what cannot be acted on is tried again, and set aside in the end', async () => {
  await put('bounce', 'bounce\r\ngone', 14)
  const apply = () => Promise.reject(new Error('no'))
  for (let attempt = 1; attempt <= 10; attempt++) {
    await workAll({ apply })
    assert.equal((await row('bounce+14')).state, 'waiting', `attempt ${attempt}`)
    await database.db`update mailbox set due_at = now() where recipient = 'bounce+14'`
  }
  assert.deepEqual(await workAll(), [])
  assert.equal((await row('bounce+14')).state, 'unreadable')
})

test('the log says how many complaints of a campaign were processed, and names no person', async () => {
  for (const number of [36, 37, 38]) await put('complaint', 'complaint\r\nabuse', number)
  const lines: unknown[] = []
  const log = { info: (about: object) => lines.push(about), warn() {}, error() {} }
  await workAll({ log: log as unknown as Log })
  const [client] = [world.client.clientPublicId]
  assert.equal(lines.length, 1)
  const { mails, percent, complaintsOfCampaign, ...wave } = lines[0] as Record<string, number>
  assert.deepEqual(wave, {
    ...{ event: 'campaign.complaints', client, campaign: campaign.campaignPublicId },
    ...{ complaints: 3, consequence: 'client held' },
  })
  assert.ok(complaintsOfCampaign! >= 3 && mails! > 0 && percent! > 0)
  const again: unknown[] = []
  for (const number of [36, 37]) await put('complaint', 'complaint\r\nabuse', number)
  await workAll({ log: { ...log, info: (about: object) => again.push(about) } as unknown as Log })
  assert.deepEqual(again, [], 'complaints that are known are no wave')
  assert.doesNotMatch(JSON.stringify(lines), /@/)
})

test('several workers at once do each mail once', async () => {
  for (let i = 0; i < 200; i++) await put('bounce', `bounce\r\ngone ${i}`, 15 + (i % 20))
  await database.db`update mailbox set recipient = recipient || ' ' || id where state = 'waiting'`
  const applied: Applied[] = []
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (await workOff(parts(applied))) {}
    }),
  )
  assert.equal(new Set(applied.map(({ mail }) => mail.publicId)).size, 200)
  assert.equal(applied.length, 200)
})

test('a client sees what came back to it, newest first, page by page', async () => {
  const { clientId, timeZone } = campaign
  const wanted = { clientId, state: null, after: 0, limit: 5, timeZone } as const
  const first = await readMailsOfClient(database.db, wanted)
  const after = first[4]!.sequence
  const second = await readMailsOfClient(database.db, { ...wanted, after })
  const ten = await readMailsOfClient(database.db, { ...wanted, limit: 10 })
  assert.deepEqual([...first, ...second], [...ten])
  assert.equal(first[0]!.email, campaign.recipients[34 - 1]!.email)
  assert.equal(first[0]!.campaignPublicId, campaign.campaignPublicId)
  const other = await seed(database.db)
  const ofOther = { ...wanted, clientId: other.client.clientId }
  for (const from of [0, after])
    assert.deepEqual([...(await readMailsOfClient(database.db, { ...ofOther, after: from }))], [])
})

test('a page goes on where it was, though the last mail of the page before is gone meanwhile', async () => {
  const { db } = database
  const { clientId, timeZone } = campaign
  const wanted = { clientId, state: null, after: 0, limit: 5, timeZone } as const
  const first = await readMailsOfClient(db, wanted)
  const { sequence: after, publicId } = first.at(-1)!
  const second = await readMailsOfClient(db, { ...wanted, after })
  await db`delete from mailbox where public_id = ${publicId}`
  assert.deepEqual([...(await readMailsOfClient(db, { ...wanted, after }))], [...second])
})

test('retention deletes what is ninety days old and not waiting', async () => {
  const { db } = database
  await put('bounce', 'bounce\r\nwaits', 1)
  await db`update mailbox set at = now() - interval '91 days' where number in (1, 2)`
  await deleteReturnedMail(db, { others: new Date(Date.now() - 90 * 86_400_000), own: [] })
  const left = await db`select state from mailbox where number in (1, 2)`
  assert.deepEqual(
    left.map(({ state }) => state),
    ['waiting'],
  )
})
