import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsOf } from '../../test/harness/items.ts'
import { operationsTest } from '../../test/harness/operations.ts'
import { seedKey } from '../../test/harness/people.ts'
import { seed } from '../../test/harness/seed.ts'
import { type HoldKind, placeHold } from '../store/limits/guards.ts'
import { handlers } from './handlers.ts'

const { db, world, other, call, refused } = await operationsTest(handlers)

async function hold(clientId: number, campaignId: number | null = null) {
  if (campaignId === null) await db`update clients set held_at = now() where id = ${clientId}`
  await db`
    insert into complaint_alarms (client_id, kind, campaign_id, at, complaints, mails)
    values (${clientId}, 'hold', ${campaignId}, now(), 41, 10000)`
}

async function pausedCampaign(clientId: number) {
  const [row] = await db<{ id: number; publicId: string }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at)
    values (${clientId}, 'Spring', 's', 'f', 'f@x.example', 'f@x.example', '', '', 'paused', now()) returning id, public_id`
  await db`insert into campaign_totals (client_id, campaign_id) values (${clientId}, ${row!.id})`
  return row!
}

const list = (params: { ApiKey: string; Cursor?: string; Limit?: number }) => call('Hold.List', params)

test('clients and campaigns that are held come newest first, with the reason, until they are released', async () => {
  const { clientId, clientPublicId } = world.client
  assert.deepEqual(itemsOf((await list({ ApiKey: world.accountKey })).Holds), [])
  const paused = await pausedCampaign(clientId)
  await hold(clientId, paused.id)
  await hold(clientId)
  const { Holds } = await list({ ApiKey: world.accountKey })
  assert.deepEqual(
    itemsOf(Holds).map(({ ClientID, CampaignID, CampaignName, Reason }) => ({
      ClientID,
      CampaignID,
      CampaignName,
      Reason,
    })),
    [
      { CampaignID: '', CampaignName: '' },
      { CampaignID: paused.publicId, CampaignName: 'Spring' },
    ].map(one => ({ ClientID: clientPublicId, ...one, Reason: 'complaints 0.41 %: 41 of 10000 mails' })),
  )
  const first = await list({ ApiKey: world.accountKey, Limit: 1 })
  assert.equal(itemsOf(first.Holds)[0]!.CampaignID, '')
  const second = await list({ ApiKey: world.accountKey, Limit: 1, Cursor: first.NextCursor! })
  assert.equal(itemsOf(second.Holds)[0]!.CampaignID, paused.publicId)
  assert.equal(second.NextCursor, '')
  await call('Client.ReleaseHold', { ApiKey: world.accountKey, ClientID: clientPublicId })
  assert.deepEqual(itemsOf((await list({ ApiKey: world.accountKey })).Holds), [])
})

test('a caller learns of the clients where it may draft, and of no other account', async () => {
  const [neighbour] = await db<{ id: number }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label)
    values (${world.accountId}, 'Neighbour', 'x', 'n@x.example', 'Germany', 'UTC', 'UTC') returning id`
  await hold(neighbour!.id)
  const named = async (ApiKey: string) => itemsOf((await list({ ApiKey })).Holds).map(({ CompanyName }) => CompanyName)
  assert.deepEqual(await named(world.accountKey), ['Neighbour'])
  assert.deepEqual(await named(world.clientKey), [])
  assert.deepEqual(await named(other.accountKey), [])
  const { secret } = await seedKey(db, world.accountId, ['Draft'], [neighbour!.id])
  assert.deepEqual(await named(secret), ['Neighbour'])
  const { secret: reports } = await seedKey(db, world.accountId, ['Reports'], [neighbour!.id])
  await refused('Hold.List', { ApiKey: reports }, 'AccessDenied')
  await db`update clients set deleted_at = now() where id = ${neighbour!.id}`
  assert.deepEqual(await named(world.accountKey), [])
})

test('people of the account see each kind of hold of the installation once, without the details for the operator', async () => {
  const fresh = await seed(db)
  const kinds: HoldKind[] = ['data folder copied', 'by hand']
  for (const [n, kind] of kinds.entries())
    await placeHold(db, { kind, folder: `/srv/secret${n}`, detail: `/srv/secret${n} on host 7` }, new Date(n))
  await placeHold(db, { kind: 'by hand', folder: '/srv/other', detail: 'x' }, new Date())
  const { Installation } = await list({ ApiKey: fresh.accountKey })
  assert.equal(itemsOf(Installation).length, 2)
  for (const sentence of itemsOf(Installation)) {
    assert.match(sentence, /^Nothing is sent: .*\. The operator .*\.$/)
    assert.doesNotMatch(sentence, /srv|host/)
  }
  assert.deepEqual(itemsOf((await list({ ApiKey: fresh.clientKey })).Installation), [])
  await db`delete from holds`
  assert.deepEqual(itemsOf((await list({ ApiKey: fresh.accountKey })).Installation), [])
})
