/** Identifiers a caller does not reach: whatever the reason, the answer is the same to the byte (design §3). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { needsSession } from '../../src/contract/card.ts'
import { allOperations, type OperationName } from '../../src/contract/operations.ts'
import { type RefusalName, refusals } from '../../src/contract/refusals.ts'
import { addPerson, type Browser, signedIn } from '../harness/console.ts'
import { assertRefused, call, type Reply, type Values, type WireName, wiresOf } from '../harness/dial.ts'
import { someOf } from '../harness/effort.ts'
import { goodValues, type IdName, leavesNoTrace, startTarget, type Target, unknownId } from './world.ts'

const refusalOf: Readonly<Record<IdName, RefusalName>> = {
  ClientID: 'InvalidClientId',
  ListID: 'InvalidListId',
  SegmentID: 'UnknownSegment',
  TemplateID: 'InvalidTemplateId',
  CampaignID: 'InvalidCampaignId',
}

/** JSON adds that it is missing; what names nothing gets no such sentence. */
const missing: readonly (string | null)[] = ['', ' ']

const malformed: readonly string[] = ['x', 'ffffffff-ffff-ffff-ffff-ffffffffffff', "' or '1'='1"]

/** Where all wires read alike, one is enough for the rest. */
const moreMalformed: readonly string[] = [
  'fffffffffffffffffffffffffffffff',
  'fffffffffffffffffffffffffffffffff',
  ' ffffffffffffffffffffffffffffffff',
  '{ffffffffffffffffffffffffffffffff}',
  'gggggggggggggggggggggggggggggggg',
  '1',
  '٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣٣',
  'f'.repeat(60_000),
]

describe('identifiers a caller does not reach', () => {
  let target: Target
  let values: Readonly<Record<OperationName, Values>>
  before(async () => {
    target = await startTarget()
    values = goodValues(target)
  })
  after(() => target?.stop())

  for (const [turn, { name, access }] of allOperations.entries()) {
    if (access.to === 'anyone' || access.to === 'key' || access.to === 'account' || access.to === 'part') continue
    const { to } = access
    if (needsSession(access)) {
      test(`${name}, which people do, answers for every ${to} that is not theirs as for one that does not exist`, async () => {
        const { home, others, ids, service } = target
        const { accountId, client } = home
        const ofAccount = await signedIn(service.url, await addPerson(service.db, { accountId }))
        const ofClient = await signedIn(service.url, await addPerson(service.db, { ...client, role: 'Client' }))
        const ask = (browser: Browser, id: string | null) =>
          browser.call(name, { ...values[name as OperationName], [to]: id })
        await leavesNoTrace(target, async () => {
          const reference = await ask(ofAccount, unknownId)
          assert.equal(reference.value.code, refusals[refusalOf[to]][0])
          const { neighbour, stranger, deleted, ofDeletedClient } = others
          const otherKinds = Object.entries(ids).flatMap(([kind, id]) => (kind === to ? [] : [id]))
          const never = [
            ...malformed,
            ...someOf(moreMalformed, 2, turn),
            stranger[to],
            deleted[to],
            ofDeletedClient[to],
            ...otherKinds,
          ]
          for (const id of never) assert.deepEqual(await ask(ofAccount, id), reference, String(id))
          for (const id of [...never, neighbour[to]]) assert.deepEqual(await ask(ofClient, id), reference, String(id))
          for (const id of [...missing, null])
            assert.equal((await ask(ofAccount, id)).value.detail, `${to} is missing.`)
        })
      })
      continue
    }
    test(`${name} answers for every ${to} that is not the caller's as for one that does not exist`, async () => {
      const { home, others, ids, service } = target
      const ask = (wire: WireName, key: string, id: string | null) =>
        call(service.url, wire, name, { ApiKey: key, ...values[name as OperationName], [to]: id })

      await leavesNoTrace(target, async () => {
        for (const wire of wiresOf(name)) {
          const reference = await ask(wire, home.accountKey, unknownId)
          assertRefused(wire, name, reference, refusalOf[to])
          const askAll = (key: string, unreached: readonly (string | null)[]) =>
            Promise.all(
              unreached.map(async id =>
                assertSame(await ask(wire, key, id), reference, `${to} ${id?.slice(0, 40)} over ${wire}`),
              ),
            )
          const texts = wire === 'json' ? [...malformed, ...someOf(moreMalformed, 2, turn)] : someOf(malformed, 1, turn)
          const { neighbour, stranger, deleted, ofDeletedClient } = others
          const otherKinds = Object.entries(ids).flatMap(([kind, id]) => (kind === to ? [] : [id]))
          const never = [...texts, stranger[to], deleted[to], ofDeletedClient[to], ...otherKinds]
          await askAll(home.accountKey, never)
          await askAll(home.clientKey, [unknownId, ...never, neighbour[to]])
          // GET and POST distinguish an absent parameter from an empty one
          const absent = wire === 'get' || wire === 'post' ? [] : [null]
          for (const id of [...missing, ...absent]) {
            const reply = await ask(wire, home.accountKey, id)
            assertRefused(wire, name, reply, refusalOf[to])
            if (wire === 'json') assert.equal(JSON.parse(reply.text).detail, `${to} is missing.`)
            else assertSame(reply, reference, `no ${to} over ${wire}`)
          }
        }
      })
    })
  }

  test('lists of another client, of another account, deleted or unknown ones cannot be put into a campaign', async () => {
    const { home, others, service } = target
    const { ApiKey, ...draft } = { ApiKey: home.accountKey, ...values['Campaign.Create'] }
    await leavesNoTrace(target, async () => {
      for (const wire of wiresOf('Campaign.Create')) {
        const ask = (more: Values) => call(service.url, wire, 'Campaign.Create', { ApiKey, ...draft, ...more })
        const unreached = [others.neighbour, others.stranger, others.deleted, others.ofDeletedClient]
        for (const ListID of [unknownId, 'x', ...unreached.map(ids => ids.ListID)]) {
          assertRefused(wire, 'Campaign.Create', await ask({ SubscriberListIDs: [ListID] }), 'InvalidListIds')
          const segments = { SubscriberListIDs: [], ListSegments: [{ ListID, Name: 'Berlin' }] }
          assertRefused(wire, 'Campaign.Create', await ask(segments), 'InvalidSegments')
        }
      }
    })
  })

  test('previews and assets of unknown, malformed and deleted identifiers are not there', async () => {
    const { service, others } = target
    const known = await fetch(`${service.url}/preview/template/${unknownId}`)
    const body = await known.text()
    assert.equal(known.status, 404)
    for (const id of [others.deleted.TemplateID, 'x', '', "'", '%00', '%ff', '..%2f..%2fsecret', 'f'.repeat(20_000)])
      for (const path of [
        `/preview/template/${id}`,
        `/files/template/${id}/screenshot`,
        `/files/campaign/${id}/web/1`,
      ]) {
        const response = await fetch(service.url + path)
        assert.deepEqual([response.status, await response.text()], [404, body], path.slice(0, 80))
      }
  })
})

/** To the byte; the date apart. */
function assertSame(reply: Reply, reference: Reply, what: string): void {
  const parts = ({ status, headers, text }: Reply) => ({
    status,
    text,
    headers: { ...headers, date: undefined },
  })
  assert.deepEqual(parts(reply), parts(reference), what)
}
