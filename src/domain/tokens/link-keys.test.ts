import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { createLog } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { linkKeyRows } from '../../store/accounts/link-keys.ts'
import { forgetProcess, recordProcess } from '../../store/processes.ts'
import { keyRing } from '../access/keys.ts'
import { readLinkKeys, revokeLinkKey, rotateLinkKey, startTokens } from './link-keys.ts'
import { tokenLength, tokens as tokensOf } from './tokens.ts'

const log = createLog('silent')
let present: TestDatabase
before(async () => {
  present = await freshDatabase()
})
after(() => present.drop())
beforeEach(async () => {
  await present.db`truncate link_keys`
  await present.db`insert into link_keys (version, signs_at) values (1, now())`
})

/** Another process on the same database. @param reads counts how often it looks */
function process(keys = testKeys, reads = { count: 0 }) {
  return tokensOf(keys, () => {
    reads.count++
    return readLinkKeys(present.db, keys, log)
  })
}

/** As if it were later: announced versions sign. */
const later = () => present.db`update link_keys set signs_at = now() where signs_at > now()`

const versionOf = (token: string) => Buffer.from(token, 'base64url')[0]

test('a new version is announced to every process before the first link is signed with it', async () => {
  const [one, other] = [process(), process()]
  const before = Date.now()
  const { version, signsAt } = await rotateLinkKey(present.db, testKeys)
  assert.equal(version, 2)
  assert.ok(signsAt.getTime() > before + 20_000)
  await Promise.all([one.refresh(), other.refresh()])
  assert.equal(versionOf(one.sign('recipient', 1, 2)), 1)
  await later()
  await one.refresh()
  const token = one.sign('recipient', 1, 2)
  assert.equal(versionOf(token), 2)
  assert.equal(token.length, tokenLength)
  assert.deepEqual(other.verify('recipient', token), [1, 2])
})

test('older links go on working, whatever was made since', async () => {
  const links = process()
  const issued: string[] = []
  for (let version = 1; version <= 5; version++) {
    issued.push(links.sign('recipient', 7, version))
    await rotateLinkKey(present.db, testKeys)
    await later()
    await links.refresh()
  }
  assert.deepEqual(issued.map(versionOf), [1, 2, 3, 4, 5])
  const verified = issued.map(token => process().verify('recipient', token))
  assert.deepEqual(verified, [[7, 1], undefined, undefined, undefined, undefined], 'a process that has not looked yet')
  for (const [index, token] of issued.entries()) assert.deepEqual(links.verify('recipient', token), [7, index + 1])
})

test('no version signs what another does, and one is not accepted in the place of another', async () => {
  await rotateLinkKey(present.db, testKeys)
  await rotateLinkKey(present.db, testKeys)
  const links = process()
  await links.refresh()
  const signed = await Promise.all(
    [1, 2, 3].map(async version => (await links.signer(version)).sign('recipient', 7, 42)),
  )
  assert.equal(new Set(signed.map(token => token.slice(15))).size, 3)
  for (const [index, token] of signed.entries())
    for (const version of [0, 1, 2, 3, 4, 255]) {
      const forged = Buffer.from(token, 'base64url')
      forged[0] = version
      const expected = version === index + 1 ? [7, 42] : undefined
      assert.deepEqual(links.verify('recipient', forged.toString('base64url')), expected)
    }
})

test('a revoked version is over in every process that looks, and no other', async () => {
  await rotateLinkKey(present.db, testKeys)
  await later()
  const links = process()
  const old = links.sign('recipient', 1, 2)
  await links.refresh()
  const young = links.sign('recipient', 1, 2)
  const pinned = await links.signer(1)
  assert.equal(versionOf(pinned.sign('recipient', 1, 2)), 1)
  assert.equal(await revokeLinkKey(present.db, testKeys, 1), undefined)
  await links.refresh()
  assert.equal(links.verify('recipient', old), undefined)
  assert.deepEqual(links.verify('recipient', young), [1, 2])
  assert.equal(versionOf(pinned.sign('recipient', 1, 2)), 2, 'who signed with it goes on with the newest')
  await assert.rejects(revokeLinkKey(present.db, testKeys, 1), OperatorError)
  await assert.rejects(revokeLinkKey(present.db, testKeys, 9), OperatorError)
})

test('where the last version that signs is revoked, a new one signs at once and the key of the old is forgotten', async () => {
  await rotateLinkKey(present.db, testKeys)
  assert.equal(await revokeLinkKey(present.db, testKeys, 1), 3, 'the second is only announced')
  await later()
  assert.equal(await revokeLinkKey(present.db, testKeys, 3), undefined)
  assert.equal(await revokeLinkKey(present.db, testKeys, 2), 4)
  const rows = await linkKeyRows(present.db)
  assert.deepEqual(
    rows.map(({ version, key, signs }) => [version, key !== null, signs]),
    [
      [1, false, false],
      [2, false, false],
      [3, false, false],
      [4, true, true],
    ],
  )
  const links = process()
  await links.refresh()
  const token = links.sign('recipient', 1, 2)
  assert.equal(versionOf(token), 4)
  assert.deepEqual(links.verify('recipient', token), [1, 2])
})

test('a token of a version not known yet is looked for, and made-up ones cost one look in a few seconds', async () => {
  const reads = { count: 0 }
  const links = process(testKeys, reads)
  await revokeLinkKey(present.db, testKeys, 1)
  const other = process()
  await other.refresh()
  const token = other.sign('recipient', 1, 2)
  assert.equal(links.verify('recipient', token), undefined)
  await Promise.all([links.learn(token), links.learn(token)])
  assert.deepEqual(links.verify('recipient', token), [1, 2])
  for (let tries = 0; tries < 500; tries++) await links.learn(randomBytes(27).toString('base64url'))
  await links.learn('')
  await links.learn('../../etc/passwd')
  assert.equal(reads.count, 1)
})

test('an encrypted link of a version not known yet is looked for as a token is', async () => {
  const reads = { count: 0 }
  const links = process(testKeys, reads)
  await revokeLinkKey(present.db, testKeys, 1)
  const other = process()
  await other.refresh()
  const { version, secret } = other.newest('friend')
  assert.equal(links.secretOf(version, 'friend'), undefined)
  await links.learn(Buffer.concat([Buffer.of(version), randomBytes(90)]).toString('base64url'))
  assert.deepEqual(links.secretOf(version, 'friend'), secret)
  assert.equal(links.secretOf(1, 'friend'), undefined)
  assert.equal(reads.count, 1)
})

test('keys are encrypted: neither bare in the database nor opened under another secret, nor as another version', async () => {
  await rotateLinkKey(present.db, testKeys)
  await rotateLinkKey(present.db, testKeys)
  await later()
  const links = process()
  await links.refresh()
  const token = links.sign('recipient', 1, 2)
  const foreign = keyRing(Buffer.from('the installation secret of quite another installation'))
  const stranger = process(foreign)
  await stranger.refresh()
  assert.equal(stranger.verify('recipient', token), undefined)
  assert.equal(versionOf(stranger.sign('recipient', 1, 2)), 1)
  await present.db`update link_keys k set key = o.key from link_keys o where k.version = 2 and o.version = 3`
  const opened = await readLinkKeys(present.db, testKeys, log)
  assert.deepEqual(
    opened.map(({ secretFor }) => secretFor !== undefined),
    [true, false, true],
  )
})

test('versions made at the same time are different ones, and there is an end to them', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => rotateLinkKey(present.db, testKeys)))
  assert.deepEqual(made.map(({ version }) => version).sort(), [2, 3, 4, 5, 6, 7, 8, 9])
  await present.db`update link_keys set version = 255 where version = 9`
  await assert.rejects(rotateLinkKey(present.db, testKeys), OperatorError)
})

test('while the database is away, what is known goes on', async () => {
  let away = false
  const links = tokensOf(testKeys, async () => {
    if (away) throw new Error('no database')
    return readLinkKeys(present.db, testKeys, log)
  })
  await links.refresh()
  away = true
  await assert.rejects(links.refresh())
  assert.deepEqual(links.verify('recipient', links.sign('recipient', 1, 2)), [1, 2])
})

test('tokens name clients once half a minute after the migration no process of an earlier program is left', async () => {
  const { db } = present
  const row = (schema: number, id: string) => ({
    ...{ id: id.repeat(32), host: 'one', pid: 1, roles: ['api'], version: '0.1.0', schema, node: '22', settings: {} },
    ...{ startedAt: new Date(), heldRelays: [], isDiskFull: false, areHeartbeatsOverdue: false },
  })
  const namesClients = async () => {
    const { tokens, stop } = await startTokens(db, testKeys, log)
    stop()
    return tokens.verify('recipient', tokens.sign('recipient', 7, 42, 3))![2] === 3
  }
  await db`update migrations set applied_at = now() where number = 72`
  assert.equal(await namesClients(), false, 'one that was just starting has not reported itself')
  await db`update migrations set applied_at = now() - interval '31 seconds' where number = 72`
  assert.equal(await namesClients(), true)
  await recordProcess(db, row(71, 'a'))
  await recordProcess(db, row(72, 'b'))
  assert.equal(await namesClients(), false, 'a reader may come to the process that does not read them')
  await forgetProcess(db, 'a'.repeat(32))
  assert.equal(await namesClients(), true)
})
