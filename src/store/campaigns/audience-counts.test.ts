/** Compares all ways of counting an audience with the same rules over arrays, on a real database. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { place } from '../../../test/harness/members.ts'
import { seed, seedList, type World } from '../../../test/harness/seed.ts'
import type { ListRef } from '../../domain/access/access.ts'
import { transaction } from '../connection/transaction.ts'
import type { TextCondition } from '../segments/conditions.ts'
import { addToScope, type SuppressionScope } from '../subscribers/suppressions.ts'
import { type Audience, countMembers, recipientsOf, type Source } from './audience.ts'
import { countAudience, measureAudience } from './audience-counts.ts'

interface Member {
  readonly list: ListRef
  readonly address: string
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  readonly isExpired: boolean
}

let database: TestDatabase
let lists: readonly ListRef[]
let clientId: number
let other: World
const members: Member[] = []
/** The last day of a pause counts; p10 has resumed by itself, and p8 has paused another client. */
const isPaused = (address: string) =>
  ['p0@x.example', 'p2@x.example', 'p3@x.example', 'p7@x.example', 'p9@shut.example'].includes(address)
const suppressed = (address: string) =>
  address.endsWith('@shut.example') || ['p1@x.example', 'p2@x.example', 'p3@x.example'].includes(address)

before(async () => {
  database = await freshDatabase()
  const { db } = database
  const { client } = await seed(db)
  other = await seed(db)
  clientId = client.clientId
  lists = [await seedList(db, client, 'A'), await seedList(db, client, 'B'), await seedList(db, client, 'C')]
  for (const [index, list] of lists.entries()) {
    await db`insert into custom_fields (client_id, list_id, key, name, data_type, position) values (${clientId}, ${list.listId}, 'City', 'City', 'Text', 1)`
    for (let n = 0; n < 16; n++) {
      if (n % (index + 2) === 1) continue
      const address = `p${n}@${n % 5 === 4 ? 'shut' : 'x'}.example`
      const name = n % 3 === 0 ? '' : n % 3 === 1 ? `Ann${n}` : `Ann Lee ${n}`
      const fields = n % 4 === 0 ? {} : { City: n % 4 === 1 ? 'Bonn' : 'Köln' }
      const state = n % 7 === 6 ? 'Unsubscribed' : 'Active'
      await place(db, list, state, { address, name, fields })
      // the last day of a consent counts
      const until = n % 8 === 3 ? -1 : n % 8 === 5 ? 0 : undefined
      if (until !== undefined)
        await db`
          update subscribers set basis = 'implied', basis_until = (now() at time zone 'Europe/Berlin')::date + ${until}::integer
          where client_id = ${clientId} and list_id = ${list.listId} and address = ${address}`
      const isExpired = until === -1
      if (state === 'Active') members.push({ list, address, name, fields: fields as Member['fields'], isExpired })
    }
  }
  const pauses = [
    [clientId, 'p0@x.example', 0],
    [clientId, 'p2@x.example', 30],
    [clientId, 'p3@x.example', 30],
    [clientId, 'p7@x.example', 90],
    [clientId, 'p9@shut.example', 90],
    [clientId, 'p10@x.example', -1],
    [other.client.clientId, 'p8@x.example', 90],
  ] as const
  for (const [owner, address, days] of pauses)
    await db`
      insert into contact_pauses (client_id, address, until)
      values (${owner}, ${address}, (now() at time zone 'Europe/Berlin')::date + ${days}::integer)`
})
after(() => database.drop())

/** Entries of the account, the client and of single lists, by their number. */
interface Entries {
  readonly account?: readonly string[]
  readonly client?: readonly string[]
  readonly lists?: readonly (readonly [list: number, key: string])[]
}

async function suppress({ account = [], client = [], lists: ofLists = [] }: Entries) {
  const { db } = database
  for (const table of ['account_suppressions', 'suppressions', 'list_suppressions']) await db`delete from ${db(table)}`
  const add = (scope: SuppressionScope, key: string) =>
    transaction(db, sql => addToScope(sql, scope, [{ address: key, email: key, reason: 'manual', evidence: {} }]))
  for (const key of account) await add({ kind: 'account', accountId: lists[0]!.accountId }, key)
  for (const key of client) await add({ kind: 'client', clientId }, key)
  for (const [list, key] of ofLists) await add({ kind: 'list', clientId, listId: lists[list]!.listId }, key)
  // entries of others, which apply to none of these
  await add({ kind: 'account', accountId: other.accountId }, '@x.example')
  await add({ kind: 'client', clientId: other.client.clientId }, '@x.example')
  await add({ kind: 'list', clientId: other.client.clientId, listId: other.list.listId }, 'p5@x.example')
}

const City = { of: 'field', key: 'City' } as const
const conditionsOf: readonly (readonly TextCondition[])[] = [
  [],
  [{ is: 'text', place: City, test: 'equals', quantity: 'any', values: ['Bonn'] }],
  [{ is: 'text', place: City, test: 'equals', quantity: 'none', values: ['Bonn'] }],
  [
    { is: 'text', place: City, test: 'known', quantity: 'any', values: [] },
    { is: 'text', place: { of: 'name' }, test: 'contains', quantity: 'any', values: ['lee'] },
  ],
]
const meets: readonly ((member: Member) => boolean)[] = [
  () => true,
  ({ fields }) => fields.City === 'Bonn',
  ({ fields }) => fields.City !== 'Bonn',
  ({ fields, name }) => fields.City !== undefined && name.includes('Lee'),
]

/** A source as two numbers: the index of its list, and of its conditions. */
type Chosen = readonly [list: number, conditions: number]

function membersOf(chosen: readonly Chosen[]): readonly Member[] {
  return chosen.flatMap(([list, which]) => members.filter(one => one.list === lists[list] && meets[which]!(one)))
}

function expected(
  sources: readonly Chosen[],
  exclusions: readonly Chosen[],
  isSuppressed: (address: string, lists: ReadonlySet<number>) => boolean,
) {
  const out = new Set(membersOf(exclusions).map(({ address }) => address))
  const all = membersOf(sources)
  const kept = all.filter(({ address }) => !out.has(address))
  const first = new Map<string, Member>()
  for (const one of kept.toSorted((a, b) => a.list.listId - b.list.listId))
    if (!first.has(one.address)) first.set(one.address, one)
  const mailable = [...first.values()].filter(
    ({ address }) => !isSuppressed(address, new Set(sources.map(([list]) => list))),
  )
  const consenting = mailable.filter(({ isExpired }) => !isExpired)
  const open = consenting.filter(({ address }) => !isPaused(address))
  return {
    count: {
      members: kept.length,
      addresses: first.size,
      excluded: new Set(all.map(({ address }) => address).filter(address => out.has(address))).size,
      suppressed: first.size - mailable.length,
      withoutConsent: {
        'consent expired': mailable.length - consenting.length,
        'consent granted': 0,
        'asked before': 0,
        'consent refused': 0,
      },
      paused: consenting.length - open.length,
      capped: 0,
      recipients: open.length,
    },
    nameless: open.filter(({ name }) => name === '').length,
    lastNameless: open.filter(({ name }) => !name.includes(' ')).length,
    withoutCity: open.filter(({ fields }) => fields.City === undefined).length,
    recipients: [...first.values()].map(({ address, list }) => `${list.title} ${address}`).sort(),
    sampleList: open.toSorted((a, b) => a.list.listId - b.list.listId)[0]?.list.listId,
  }
}

const audiences: readonly (readonly [sources: readonly Chosen[], exclusions: readonly Chosen[]])[] = [
  [[], []],
  [[[0, 0]], []],
  [[[0, 1]], []],
  [[[2, 0]], [[0, 0]]],
  [
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
    [],
  ],
  [
    [
      [1, 1],
      [1, 2],
      [1, 3],
    ],
    [],
  ],
  [
    [
      [0, 0],
      [0, 1],
      [2, 2],
    ],
    [
      [1, 1],
      [1, 3],
      [0, 1],
    ],
  ],
  [
    [
      [2, 3],
      [0, 2],
      [1, 0],
    ],
    [
      [2, 1],
      [0, 1],
    ],
  ],
]

const hash = (name: string, address: string) => `@${name}:${createHash(name).update(address).digest('hex')}`
const mixed = [
  'p1@x.example',
  'p4@shut.example',
  '@shut.example',
  hash('md5', 'p2@x.example'),
  hash('sha256', 'p3@x.example'),
]
type Suppressed = (address: string, lists: ReadonlySet<number>) => boolean
const suppressions: readonly (readonly [what: string, entries: Entries, isSuppressed: Suppressed])[] = [
  ['without suppressions', {}, () => false],
  ['with addresses', { client: ['p1@x.example', 'p2@x.example'] }, address => /^p[12]@x/.test(address)],
  ['with addresses, a domain and hashes', { client: mixed }, suppressed],
  ['with addresses of the account', { account: ['p1@x.example', 'p2@x.example'] }, address => /^p[12]@x/.test(address)],
  ['with addresses, a domain and hashes of the account', { account: mixed }, suppressed],
  [
    'with the same address in all scopes',
    {
      account: ['p1@x.example'],
      client: ['p1@x.example', 'p2@x.example'],
      lists: [
        [0, 'p1@x.example'],
        [0, 'p3@x.example'],
      ],
    },
    (address, lists) => /^p[12]@x/.test(address) || (lists.has(0) && address === 'p3@x.example'),
  ],
  [
    'with addresses of lists',
    {
      lists: [
        [0, 'p3@x.example'],
        [1, 'p3@x.example'],
        [2, 'p5@x.example'],
      ],
    },
    (address, lists) =>
      ((lists.has(0) || lists.has(1)) && address === 'p3@x.example') || (lists.has(2) && address === 'p5@x.example'),
  ],
  [
    'with rules of each scope',
    { account: [hash('md5', 'p2@x.example')], client: ['@shut.example'], lists: mixed.map(key => [1, key] as const) },
    (address, lists) =>
      address === 'p2@x.example' || address.endsWith('@shut.example') || (lists.has(1) && suppressed(address)),
  ],
]

for (const [what, entries, isSuppressed] of suppressions)
  test(`${what}, every way of counting has the same numbers`, async () => {
    const { db } = database
    await suppress(entries)
    const sourceOf = ([list, which]: Chosen): Source => {
      const { listId } = lists[list]!
      const parts = conditionsOf[which]!
      const needs = parts.some(({ place }) => place === City) ? [{ kind: 'field', listId, key: 'City' } as const] : []
      return { listId, tree: parts.length === 0 ? null : { listId, tree: { match: 'all', parts }, needs } }
    }
    for (const [sources, exclusions] of audiences) {
      const audience: Audience = { sources: sources.map(sourceOf), exclusions: exclusions.map(sourceOf) }
      const shown = JSON.stringify([sources, exclusions])
      const wanted = expected(sources, exclusions, isSuppressed)
      assert.deepEqual(await countAudience(db, clientId, audience), wanted.count, shown)
      const { sample, without, nameless, lastNameless, ...count } = await measureAudience(db, clientId, audience, [
        'City',
      ])
      assert.deepEqual(count, wanted.count, shown)
      assert.deepEqual([nameless, lastNameless], [wanted.nameless, wanted.lastNameless], shown)
      assert.equal(without.City ?? 0, wanted.withoutCity, shown)
      assert.equal(sample?.listId, wanted.sampleList, shown)
      assert.equal(await countMembers(db, clientId, audience, 1000), wanted.count.members, shown)
      const rows = await db<{ title: string; address: string }[]>`
        select l.title, s.address ${recipientsOf(db, clientId, audience)}`
      assert.deepEqual(rows.map(({ title, address }) => `${title} ${address}`).sort(), wanted.recipients, shown)
    }
  })
