/** Events of campaigns in the log at the level info, and data that must not be in it. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mail, note, realProcessor } from '../../test/harness/returned.ts'
import { testKeys } from '../../test/harness/seed.ts'
import {
  assertAccounts,
  campaign,
  databaseUrl,
  endings,
  isSent,
  people,
  present,
  ref,
  relay,
  sender,
  sendNow,
  sink,
} from '../../test/harness/sending.ts'
import { startSink } from '../../test/harness/sink.ts'
import { until } from '../../test/harness/until.ts'
import { beginCampaign, changeState, lockOrRefuse } from '../domain/campaign-state/transitions.ts'
import { type Actor, cancelCampaign, pauseCampaign, resumeCampaign } from '../domain/campaigns/lifecycle/lifecycle.ts'
import { releaseHold } from '../domain/clients/complaints.ts'
import { tokens as tokensOf } from '../domain/tokens/tokens.ts'
import { workOff } from '../inbound/mailbox/poller.ts'
import { createLog } from '../lib/log.ts'
import { logEvent, logEvents } from '../lib/log-events.ts'
import { theService } from '../store/campaigns/campaign-history.ts'
import { connect } from '../store/connection/database.ts'
import { nestDatabase } from '../store/connection/nested.ts'
import { transaction } from '../store/connection/transaction.ts'
import { insertMails } from '../store/inbound/mailbox.ts'
import { nextToken } from '../store/jobs/claiming.ts'
import { smtpTransport } from './relays/transport.ts'
import type { Transport } from './transport.ts'

const person: Actor = {
  ...{ loginId: 0, username: 'Carla Client', wire: 'json', remote: '192.0.2.1', account: true },
  principal: { kind: 'person', id: 7 },
}
const key: Actor = { ...person, username: 'Key of Carla', principal: { kind: 'key', id: 9 } }

/** A log at the level info, a pool that logs after commits, and the lines written. */
function keptLog() {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-log-'))
  const path = join(folder, 'log')
  const file = openSync(path, 'w')
  const log = createLog('info', file)
  const db = connect(databaseUrl(), { onEvent: event => logEvent(log, event) })
  Object.assign(db.secrets, present.db.secrets)
  endings.unshift(async () => {
    await db.end()
    closeSync(file)
    rmSync(folder, { recursive: true })
  })
  const text = () => readFileSync(path, 'utf8')
  /** The lines that have an event, without what each line has. */
  const lines = () =>
    text()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event !== undefined)
      .map(({ level: _level, time: _time, msg: _msg, ...rest }) => rest)
  return { log, db, text, lines, names: () => lines().map(({ event }) => event) }
}

/** Returned mails of some recipients, as complaints. */
async function complaintsOf(campaignId: number, numbers: readonly number[]) {
  const mails = numbers.map(number => {
    const raw = Buffer.from(`complaint of p${number - 1}@example.com`)
    return {
      ...{
        at: new Date(),
        source: 'smtp' as const,
        remote: '192.0.2.25',
        helo: 'mx.example',
        sender: 'fbl@mx.example',
      },
      ...{ recipient: `complaint+${number}`, route: 'complaint' as const, campaignId, number },
      ...{ size: raw.length, sha256: createHash('sha256').update(raw).digest(), raw },
    }
  })
  await insertMails(present.db, mails)
}

test('the log has the events of a campaign, an outage and a complaint wave, and names no person', async () => {
  const { log, db, text, lines: logged, names } = keptLog()
  let isAway = true
  const sink = await startSink({
    smtp: {
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) =>
        isAway
          ? done(Object.assign(new Error('4.7.0 too much mail for <p1@example.com>'), { responseCode: 421 }))
          : done(null, { user: 'user' }),
    },
    reply: to => (to.startsWith('p3@') ? { at: 'recipient', code: 550, text: `5.1.1 no such user ${to}` } : 'accept'),
  })
  endings.push(() => sink.close())
  const relayName = new URL(sink.url).host
  const transport = smtpTransport([`smtp://user:pass-word@${relayName}?tls=none`], { log })
  endings.push(() => transport.close())
  const running = await campaign(people(30))
  await present.db`
    insert into suppressions (client_id, address, email, reason, at)
    values (${running.clientId}, 'p29@example.com', 'p29@example.com', 'manual', now())`
  await sendNow(running)
  sender(transport, { db, log })
  await until(async () => names().includes('relay.held'), 'the relay is away')
  const campaignRef = { ...ref(running), campaignPublicId: running.publicId }
  await pauseCampaign(db, campaignRef, person, new Date())
  await pauseCampaign(db, campaignRef, person, new Date())
  await resumeCampaign(db, campaignRef, key, new Date())
  isAway = false
  await isSent(running)
  await until(async () => names().includes('campaign.finished'), 'it is logged')
  await assertAccounts(running)

  await complaintsOf(running.campaignId, [1, 2, 3, 5, 6, 7])
  const { apply } = realProcessor(db)
  const inbound = { db, tokens: tokensOf(testKeys), read: () => note('complaint', 'abuse'), apply, log }
  while (await workOff(inbound)) {}
  await releaseHold(db, present.world.client, key, new Date())

  const about = { client: present.world.client.clientPublicId, campaign: running.publicId }
  const lines = logged()
  const only = (name: string) => lines.filter(({ event }) => event === name)
  const sums = { recipients: 30, accepted: 28, refused: 1, expired: 0, unknown: 0, excluded: 1 }
  const once = {
    'campaign.planned': { ...about, recipients: 30, excluded: 1 },
    'campaign.started': { ...about, recipients: 30 },
    'campaign.paused': { ...about, by: 'person', byId: 7, cause: 'pause' },
    'campaign.resumed': { ...about, by: 'key', byId: 9 },
    'campaign.finished': { ...about, cause: 'finish', ...sums },
    'campaign.complaints': {
      ...{ ...about, complaints: 6, complaintsOfCampaign: 6, mails: 28, percent: 21.42 },
      consequence: 'client held',
    },
    'client.released': { client: about.client, by: 'key', byId: 9 },
  }
  for (const [event, fields] of Object.entries(once)) assert.deepEqual(only(event), [{ event, ...fields }], event)
  assert.deepEqual(only('client.held').length, 1)
  const [held, back] = [only('relay.held')[0]!, only('relay.back')[0]!]
  assert.deepEqual([held.relay, back.relay], [relayName, relayName])
  assert.match(String(held.reason), /4\.7\.0 too much mail for <…@example\.com>/)
  for (const { event, ...fields } of lines) {
    const known = logEvents[event as keyof typeof logEvents].fields
    assert.deepEqual(Object.keys(fields).sort(), [...known].sort(), `${event} has its fields`)
  }
  assert.doesNotMatch(text(), /\bp\d+@|Ada|Lovelace|Carla|carla|pass-word|News|Hi \[/)
})

test('an event is logged after the commit: not when a transaction is rolled back, and once when it is run again', async () => {
  const { db, names } = keptLog()
  const running = await campaign(people(3))
  const campaignRef = { ...running, ...ref(running) }
  await sendNow(running)
  let attempts = 0
  const failing = transaction(db, async sql => {
    await beginCampaign(sql, campaignRef, new Date())
    assert.deepEqual(names(), [], 'nothing before the commit')
    throw new Error('the disk is full')
  })
  await assert.rejects(failing, /the disk is full/)
  assert.deepEqual(names(), [])
  await transaction(db, async sql => {
    await beginCampaign(sql, campaignRef, new Date())
    if (++attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  assert.equal(attempts, 2)
  assert.deepEqual(names(), ['campaign.planned', 'campaign.started'])
  await transaction(db, async sql => {
    const undone = nestDatabase(sql).begin(async inner => {
      await changeState(inner, [await lockOrRefuse(inner, campaignRef)], {
        ...{ cause: 'pause' as const, actor: person, at: new Date() },
      })
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
  })
  assert.equal(names().length, 2, 'an event undone by a savepoint is not logged')
})

test('holds, releases and cancellations are logged with who did them; sums come when no recipient is open', async () => {
  const { db, lines } = keptLog()
  await campaign([])
  const { client, list } = present.world
  const mailed = await mail(db, list, [], { state: 'sending', more: 10 })
  // the mails without a row were claimed, too
  await present.db`update campaign_totals set next_number = 11 where campaign_id = ${mailed.campaignId}`
  const one = { ...client, campaignId: mailed.campaignId, campaignPublicId: mailed.publicId }
  const at = new Date()
  await transaction(db, async sql => {
    const share = { complaints: 9, mails: 10 }
    await changeState(sql, [await lockOrRefuse(sql, one)], { cause: 'hold', actor: theService, at, share })
  })
  await transaction(db, async sql => {
    await changeState(sql, [await lockOrRefuse(sql, one)], { cause: 'release', actor: person, at })
  })
  await cancelCampaign(db, one, key, at)
  const about = { client: client.clientPublicId, campaign: mailed.publicId }
  const sums = { recipients: 10, accepted: 10, refused: 0, expired: 0, unknown: 0, excluded: 0 }
  assert.deepEqual(lines(), [
    { event: 'campaign.held', ...about, complaints: 9, mails: 10, percent: 90 },
    { event: 'campaign.released', ...about, by: 'person', byId: 7 },
    { event: 'campaign.cancelled', ...about, by: 'key', byId: 9, cause: 'cancel' },
    { event: 'campaign.finished', ...about, cause: 'cancel', ...sums },
  ])
})

test('what a sender that died had under way is settled in one line of numbers', async () => {
  const { db, lines } = keptLog()
  const running = await campaign(people(20))
  let clock = Date.now()
  const handed: string[] = []
  const dead: Transport = {
    concurrency: 5,
    send(message) {
      handed.push(message.to)
      return new Promise(() => {})
    },
    async close() {},
  }
  const first = sender(dead, { now: () => new Date(clock), owner: 'dead', rangeSize: 20 })
  await sendNow(running, new Date(clock))
  await until(async () => handed.length === 4, 'all places but the reserved one are taken')
  await db`update leases set token = ${await nextToken(db, 'lease_tokens')} where campaign_id = ${running.campaignId}`
  await first.stop(0)
  clock += 61_000
  sender(relay(await sink()), { db, now: () => new Date(clock), owner: 'alive' })
  await isSent(running)
  const [line, ...others] = lines().filter(({ event }) => event === 'range.settled')
  assert.deepEqual(others, [])
  assert.deepEqual(line, { event: 'range.settled', campaign: line!.campaign, recorded: 0, unknown: 4, repeated: 0 })
  assert.match(String(line!.campaign), /^[0-9a-f]{32}$/)
})
