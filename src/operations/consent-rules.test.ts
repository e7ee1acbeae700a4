/** Rules of consent of a list, on a real database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsTest } from '../../test/harness/operations.ts'
import { lawProfiles } from '../store/lists/lists.ts'
import { handlers } from './handlers.ts'

const { world, call, refused } = await operationsTest(handlers)

const key = { ApiKey: world.accountKey }
const leftOut = { Tracking: null, Personalising: null, Hygiene: null, AnonymousOpens: null }
let lists = 0
async function newList() {
  const created = await call('List.Create', {
    ...{ ApiKey: world.accountKey, ClientID: world.client.clientPublicId, Title: `Rules ${++lists}` },
    ...{ UnsubscribePage: null, ConfirmOptIn: false, ConfirmationSuccessPage: null },
  })
  return { ...key, ListID: created }
}
const rulesOf = async (list: { readonly ApiKey: string; readonly ListID: string }) => {
  const { Profiles: _, ...rules } = await call('List.GetConsentRules', list)
  return rules
}

test('a new list has no profile, and records as it always did', async () => {
  assert.deepEqual(await rulesOf(await newList()), {
    ...{ Law: 'other', Tracking: 'Always', Personalising: false, Hygiene: false, AnonymousOpens: false },
  })
})

test('each profile sets its defaults, which answers name too', async () => {
  const list = await newList()
  for (const Law of lawProfiles) {
    const { Profiles, ...rules } = await call('List.SetConsentRules', { ...list, Law, ...leftOut })
    const profile = (Profiles as readonly { readonly Law: string }[]).find(one => one.Law === Law)
    const { Demands: _, ...defaults } = profile as typeof profile & { readonly Demands: readonly string[] }
    assert.deepEqual(rules, defaults, Law)
    assert.deepEqual(await rulesOf(list), rules)
  }
})

test('what is given stays, whatever the profile', async () => {
  const list = await newList()
  const given = { Law: 'FR', Tracking: 'Always', Personalising: true, Hygiene: false, AnonymousOpens: false } as const
  await call('List.SetConsentRules', { ...list, ...given })
  assert.deepEqual(await rulesOf(list), given)
  assert.equal((await call('List.GetOptions', list)).Tracking, 'Always')
})

test('what is left out is the default again, not what was chosen before', async () => {
  const list = await newList()
  await call('List.SetConsentRules', { ...list, ...leftOut, Law: 'FR', Tracking: 'Never', Personalising: true })
  await call('List.SetConsentRules', { ...list, ...leftOut, Law: 'FR', Tracking: '' })
  assert.deepEqual(await rulesOf(list), {
    ...{ Law: 'FR', Tracking: 'Consent', Personalising: false, Hygiene: true, AnonymousOpens: true },
  })
})

test('List.SetOptions changes whether a list tracks, and no other rule', async () => {
  const list = await newList()
  await call('List.SetConsentRules', { ...list, ...leftOut, Law: 'CA' })
  await call('List.SetOptions', { ...list, UnsubscribeScope: 'Client', Tracking: 'Never', Language: 'fr' })
  assert.deepEqual(await rulesOf(list), {
    ...{ Law: 'CA', Tracking: 'Never', Personalising: false, Hygiene: false, AnonymousOpens: true },
  })
  assert.equal((await call('List.GetOptions', list)).UnsubscribeScope, 'Client')
})

test('the rules of another list stay, and a refused call changes nothing', async () => {
  const [list, other] = [await newList(), await newList()]
  await call('List.SetConsentRules', { ...list, ...leftOut, Law: 'DE' })
  const before = await rulesOf(list)
  for (const Tracking of ['Granted', 'always', ' Consent', 'toString', 'Unknown'])
    await refused('List.SetConsentRules', { ...list, ...leftOut, Law: 'US', Tracking }, 'InvalidParameter')
  assert.deepEqual(await rulesOf(list), before)
  assert.equal((await rulesOf(other)).Law, 'other')
})
