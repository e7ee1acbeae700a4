import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { caller } from '../../test/harness/caller.ts'
import { freshDatabase, type TestDatabase } from '../../test/harness/database.ts'
import {
  type ForeignApi,
  type ListmonkData,
  listmonkUser,
  type MonitorData,
  monitorClient,
  monitorKey,
  monitorList,
  serveCampaignMonitor,
  serveListmonk,
} from '../../test/harness/foreign-apis.ts'
import { consent, countsOf, type Importer, importer, membersOf } from '../../test/harness/imports.ts'
import { seed, testKeys, type World } from '../../test/harness/seed.ts'
import { workOnFetch } from '../domain/imports/api/fetching.ts'
import { guardedFetch } from '../lib/fetcher.ts'
import { createLog } from '../lib/log.ts'
import type { Database } from '../store/connection/database.ts'
import { imports } from './imports.ts'

const fetch = guardedFetch({ allowPrivate: true, userAgent: 'Lettershop test' })
const uploadLimits = { mostBytes: 50_000_000, mostUnusedBytes: 100_000_000, hasRoom: async () => true }

let database: TestDatabase
let db: Database
let world: World
let it: Importer
let listmonk: ForeignApi
let monitor: ForeignApi
const listmonkData: ListmonkData = {
  lists: [
    { id: 3, name: 'Readers', optin: 'double' },
    { id: 4, name: 'Customers', optin: 'single' },
  ],
  people: [],
}
const monitorData: MonitorData = {
  people: [],
  suppressed: [],
  fields: [
    { FieldName: 'Home City', Key: '[HomeCity]', DataType: 'Text', FieldOptions: [] },
    { FieldName: 'Likes', Key: '[Likes]', DataType: 'MultiSelectMany', FieldOptions: ['Roses', 'Tulips', 'Ivy'] },
  ],
}
before(async () => {
  database = await freshDatabase()
  db = database.db
  listmonk = await serveListmonk(listmonkData)
  monitor = await serveCampaignMonitor(monitorData)
})
after(async () => {
  await Promise.all([listmonk.close(), monitor.close()])
  await database.drop()
})
beforeEach(async () => {
  world = await seed(db)
  it = importer(db, world)
  for (const api of [listmonk, monitor]) {
    api.intervene = undefined
    api.asked.length = 0
  }
  listmonkData.people = []
  monitorData.people = []
  monitorData.suppressed = []
})

const { call, refused } = (() => {
  const made = () => caller(db, imports, { fetch })
  return {
    call: (...given: Parameters<ReturnType<typeof caller>['call']>) => made().call(...given),
    refused: (...given: Parameters<ReturnType<typeof caller>['refused']>) => made().refused(...given),
  }
})()
const ofListmonk = () => ({ Source: 'Listmonk', Url: listmonk.url, ...listmonkUser })
const ofMonitor = () => ({
  Source: 'CampaignMonitor',
  Url: monitor.url,
  RemoteClientID: monitorClient,
  Secret: monitorKey,
})

async function begin(account: object, RemoteListID: string): Promise<string> {
  const list = { ApiKey: world.accountKey, ListID: world.list.listPublicId, ...consent }
  return (await call('Import.CreateFromApi', { ...list, ...account, RemoteListID } as never)) as unknown as string
}
/** One attempt: what waits between requests is not waited for. */
async function fetchRows(stopping = new AbortController().signal) {
  const patience = { wait: async () => {}, timeoutMs: 20_000, tries: 3 }
  await workOnFetch({ db, keys: testKeys, fetch, uploadLimits, log: createLog('silent'), patience }, stopping)
}
async function fetched(account: object, RemoteListID: string): Promise<string> {
  const id = await begin(account, RemoteListID)
  await fetchRows()
  await it.work()
  return id
}
async function committed(account: object, RemoteListID: string): Promise<string> {
  const id = await fetched(account, RemoteListID)
  for (const step of ['Import.Judge', 'Import.Commit'] as const) {
    await it.call(step, it.of(id))
    await it.work()
  }
  return id
}
/** @returns its code and its sentence */
async function problemOf(account: object, RemoteListID: string): Promise<string> {
  const id = await fetched(account, RemoteListID)
  const { State, Problem, ProblemCode } = await it.get(id)
  assert.equal(State, 'Failed')
  const [row] = await db`
    select credentials, upload_id, (select count(*)::integer from uploads where client_id = ${world.client.clientId}) as uploads
    from imports where client_id = ${world.client.clientId}`
  assert.deepEqual({ ...row }, { credentials: null, uploadId: null, uploads: 0 }, 'nothing stays of it')
  assert.notEqual(ProblemCode, 'Other')
  return `${ProblemCode}: ${Problem}`
}
const statesOf = async () =>
  Object.fromEntries(Object.entries(await membersOf(db, world.list)).map(([address, { state }]) => [address, state]))
const person = (id: number, email: string, status: string, more: object = {}) => ({
  id,
  email,
  lists: { 3: { status } },
  ...more,
})
const crowd = (count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => person(from + n, `p${from + n}@x.example`, 'confirmed'))

describe('listmonk', () => {
  test('memberships are read with their own status, and the stricter of person and membership counts', async () => {
    listmonkData.people = [
      person(1, 'in@x.example', 'confirmed', { name: 'Ina', attribs: { city: 'Ulm', n: 3 } }),
      person(2, 'asked@x.example', 'unconfirmed'),
      {
        id: 3,
        email: 'left@x.example',
        lists: { 3: { status: 'unsubscribed', changed: '2023-08-09T10:11:12.5+02:00' } },
      },
      person(4, 'off@x.example', 'confirmed', { status: 'disabled' }),
      person(5, 'barred@x.example', 'confirmed', { status: 'blocklisted' }),
      person(6, 'odd@x.example', 'paused'),
      person(7, 'strange@x.example', 'confirmed', { status: 'archived' }),
      { id: 8, email: 'elsewhere@x.example', lists: { 4: { status: 'confirmed' } } },
    ]
    await db`
      insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
      values (${world.list.clientId}, ${world.list.listId}, 'City', 'City', 'Text', '{}', 0)`
    const id = await committed(ofListmonk(), '3')
    const done = await it.get(id)
    assert.deepEqual([done.State, done.Source, done.RemoteListID, done.RowsFetched], ['Done', 'Listmonk', '3', 7])
    assert.deepEqual(countsOf(done.Written), { New: 5, Refused: 2 })
    assert.deepEqual(await statesOf(), {
      'asked@x.example': 'Unconfirmed',
      'barred@x.example': 'Unsubscribed',
      'in@x.example': 'Active',
      'left@x.example': 'Unsubscribed',
      'off@x.example': 'Unsubscribed',
    })
    const members = await membersOf(db, world.list)
    assert.deepEqual(members['in@x.example'], {
      state: 'Active',
      name: 'Ina',
      // what no field of the list is for becomes one
      fields: { City: 'Ulm', n: '3' },
      mobileNumber: null,
    })
    const [left] = await db`
      select h.evidence ->> 'optOutAt' as at, s.joined_at from subscribers s
      join subscriber_history h on h.client_id = s.client_id and h.subscriber_id = s.id
      where s.client_id = ${world.client.clientId} and s.address = 'left@x.example'`
    assert.equal(new Date(left!.at as string).toISOString(), '2023-08-09T08:11:12.000Z')
    assert.equal((left!.joinedAt as Date).toISOString(), '2022-03-04T05:06:07.000Z')
    const suppressed = await db`select address from suppressions where client_id = ${world.client.clientId}`
    assert.deepEqual(
      suppressed.map(row => row.address),
      ['barred@x.example'],
    )
  })

  test('on a list without confirmation who did not leave is active', async () => {
    listmonkData.people = ['unconfirmed', 'confirmed', 'unsubscribed'].map((status, n) => ({
      id: n + 1,
      email: `${status}@x.example`,
      lists: { 4: { status } },
    }))
    await committed(ofListmonk(), '4')
    assert.deepEqual(await statesOf(), {
      'confirmed@x.example': 'Active',
      'unconfirmed@x.example': 'Active',
      'unsubscribed@x.example': 'Unsubscribed',
    })
  })

  test('its lists are shown with subscribers by state', async () => {
    listmonkData.people = [person(1, 'a@x.example', 'confirmed'), person(2, 'b@x.example', 'unsubscribed')]
    const asked = { ApiKey: world.accountKey, ClientID: world.client.clientPublicId, ...ofListmonk() }
    const { Lists, HasMore } = (await call('Import.GetRemoteLists', asked)) as never as {
      Lists: Record<string, unknown>[]
      HasMore: boolean
    }
    assert.deepEqual(
      [Lists.map(({ RemoteListID, Name, ConfirmOptIn }) => [RemoteListID, Name, ConfirmOptIn]), HasMore],
      [
        [
          ['3', 'Readers', true],
          ['4', 'Customers', false],
        ],
        false,
      ],
    )
    assert.deepEqual(
      [Lists[0]!.Active, Lists[0]!.Unconfirmed, Lists[0]!.Unsubscribed, Lists[0]!.Bounced],
      [1, 0, 1, -1],
    )
    await refused('Import.GetRemoteLists', { ...asked, Secret: 'wrong' }, 'RemoteKeyRefused')
    await refused('Import.GetRemoteLists', { ...asked, Url: `${listmonk.url}/elsewhere` }, 'UnknownRemoteList')
  })
})

describe('Campaign Monitor', () => {
  test('every state, the suppression list, fields and times are read', async () => {
    monitorData.people = [
      {
        EmailAddress: 'In@x.example',
        Name: 'Ina',
        State: 'Active',
        CustomFields: [
          { Key: 'HomeCity', Value: 'Ulm' },
          { Key: '[Likes]', Value: 'Roses' },
          { Key: '[Likes]', Value: 'Ivy' },
        ],
      },
      { EmailAddress: 'asked@x.example', State: 'Unconfirmed' },
      { EmailAddress: 'left@x.example', State: 'Unsubscribed', Date: '2023-01-02 11:00:00' },
      { EmailAddress: 'gone@x.example', State: 'Bounced' },
      { EmailAddress: 'deleted@x.example', State: 'Deleted' },
      { EmailAddress: 'barred@x.example', State: 'Active' },
      { EmailAddress: 'odd@x.example', State: 'Dormant' },
    ]
    monitorData.suppressed = [
      { EmailAddress: 'Barred@x.example', SuppressionReason: 'Bounced', Date: '2022-07-08 09:10:11' },
      { EmailAddress: 'not-of-this-list@x.example', SuppressionReason: 'Unsubscribed', Date: '2022-07-08 09:10:11' },
    ]
    await db`
      insert into custom_fields (client_id, list_id, key, name, data_type, options, position)
      values (${world.list.clientId}, ${world.list.listId}, 'HomeCity', 'Home City', 'Text', '{}', 0),
        (${world.list.clientId}, ${world.list.listId}, 'Likes', 'Likes', 'MultiSelectMany', '{Roses,Tulips,Ivy}', 1)`
    const id = await committed(ofMonitor(), monitorList)
    assert.deepEqual(countsOf((await it.get(id)).Written), { New: 6, Refused: 1 })
    assert.deepEqual(await statesOf(), {
      'asked@x.example': 'Unconfirmed',
      'barred@x.example': 'Unsubscribed',
      'deleted@x.example': 'Unsubscribed',
      'gone@x.example': 'Bounced',
      'in@x.example': 'Active',
      'left@x.example': 'Unsubscribed',
    })
    const { fields } = (await membersOf(db, world.list))['in@x.example']!
    assert.deepEqual(fields, { HomeCity: 'Ulm', Likes: ['Roses', 'Ivy'] })
    const rows = await db<{ address: string; at: string | null; reason: string | null }[]>`
      select s.address, h.evidence ->> 'optOutAt' as at, h.evidence ->> 'optOutReason' as reason from subscribers s
      join subscriber_history h on h.client_id = s.client_id and h.subscriber_id = s.id
      where s.client_id = ${world.client.clientId} and s.address in ('left@x.example', 'barred@x.example') order by 1`
    // eleven o'clock in Sydney is midnight in UTC while it is summer there
    assert.deepEqual(
      rows.map(({ at, reason }) => [new Date(at!).toISOString(), reason]),
      [
        ['2022-07-07T23:10:11.000Z', 'Bounced'],
        ['2023-01-02T00:00:00.000Z', 'Unsubscribed'],
      ],
    )
  })

  test('who leaves while the list is read comes in as who left', async () => {
    monitorData.people = [
      { EmailAddress: 'a@x.example', State: 'Active' },
      { EmailAddress: 'b@x.example', State: 'Active' },
    ]
    monitor.intervene = url => {
      if (url.pathname.endsWith('/unsubscribed.json')) {
        monitorData.people = monitorData.people.map(one =>
          one.EmailAddress === 'b@x.example' ? { ...one, State: 'Unsubscribed' } : one,
        )
      }
      return false
    }
    const id = await committed(ofMonitor(), monitorList)
    assert.deepEqual(countsOf((await it.get(id)).Written), { New: 2, Duplicate: 1 })
    assert.deepEqual(await statesOf(), { 'a@x.example': 'Active', 'b@x.example': 'Unsubscribed' })
  })

  test('its lists are shown with fields', async () => {
    monitorData.people = [{ EmailAddress: 'a@x.example', State: 'Unconfirmed' }]
    const asked = {
      ApiKey: world.accountKey,
      ClientID: world.client.clientPublicId,
      ...ofMonitor(),
      RemoteClientID: '',
    }
    const { Clients, Lists } = (await call('Import.GetRemoteLists', asked)) as never as Record<
      string,
      Record<string, unknown>[]
    >
    assert.deepEqual(Clients, [{ RemoteClientID: monitorClient, Name: 'Flower shop' }])
    const [{ Name, ConfirmOptIn, Active, Unconfirmed, Fields }] = Lists as [Record<string, unknown>]
    assert.deepEqual([Name, ConfirmOptIn, Active, Unconfirmed], ['Readers', true, 0, 1])
    assert.deepEqual(Fields, [
      { FieldName: 'Home City', DataType: 'Text', Options: '' },
      { FieldName: 'Likes', DataType: 'MultiSelectMany', Options: 'Roses||Tulips||Ivy' },
    ])
  })
})

describe('an API that misbehaves', () => {
  test('pages are put together, and a list that someone left meanwhile is read again', async () => {
    listmonkData.people = crowd(1200)
    let removed = false
    listmonk.intervene = url => {
      if (url.searchParams.get('page') === '2' && !removed) {
        removed = true
        listmonkData.people = listmonkData.people.slice(1)
      }
      return false
    }
    await fetched(ofListmonk(), '3')
    const [row] = await db`select fetched, to_fetch from imports where client_id = ${world.client.clientId}`
    assert.deepEqual({ ...row }, { fetched: 1200, toFetch: 1200 })
    assert.equal(listmonk.asked.filter(path => path.includes('page=1&')).length, 2, 'it was read twice')
  })

  test('an API that is busy is asked again, and its Retry-After is kept to', async () => {
    listmonkData.people = crowd(1)
    const answers = [429, 503, 500]
    listmonk.intervene = (url, response) => {
      if (url.pathname !== '/api/subscribers') return false
      const status = answers.shift()
      if (status === undefined) return false
      response.writeHead(status, status === 429 ? { 'retry-after': '7' } : {}).end()
      return true
    }
    const id = await begin(ofListmonk(), '3')
    const waits: number[] = []
    const patience = { wait: async (ms: number) => void waits.push(ms), backOffMs: 100 }
    const parts = { db, keys: testKeys, fetch, uploadLimits, log: createLog('silent'), patience }
    await workOnFetch(parts, new AbortController().signal)
    assert.deepEqual(waits, [7000, 200, 400])
    assert.equal((await it.get(id)).State, 'Reading')
  })

  const failures: readonly [string, () => void, RegExp][] = [
    [
      'a page that is repeated',
      () => {
        listmonkData.people = crowd(1200)
        listmonk.intervene = url => {
          if (url.pathname === '/api/subscribers') url.searchParams.set('page', '1')
          return false
        }
      },
      /page 1 of the subscribers when page 2/,
    ],
    [
      'a list of which people are always missing',
      () =>
        answering(JSON.stringify({ data: { results: [{ id: 1, email: 'a@x.example' }], total: 2, per_page: 500 } })),
      /repeats a page/,
    ],
    [
      'more people than an import may have',
      () => answering('{"data":{"results":[],"total":5000001,"page":1}}'),
      /5000000/,
    ],
    ['no count', () => answering('{"data":{"results":[],"total":"many","page":1}}'), /does not say how many/],
    ['an answer that is no JSON', () => answering('<html>'), /does not answer with JSON/],
    ['an answer of another shape', () => answering('{"data":[]}'), /no page/],
    ['an answer without an end', () => answering('x'.repeat(5_000_000)), /larger than/],
    ['an empty list', () => {}, /no one on it/],
    [
      'an error that stays',
      () => {
        listmonk.intervene = (_url, response) => response.writeHead(500).end('') && true
      },
      /status 500/,
    ],
    [
      'a wait of an hour',
      () => {
        listmonk.intervene = (_url, response) => response.writeHead(429, { 'retry-after': '3600' }).end('') && true
      },
      /wait 60 minutes/,
    ],
    [
      'a key that is refused',
      () => {
        listmonk.intervene = (_url, response) => response.writeHead(403).end('{}') && true
      },
      /^RemoteKeyRefused: .* refuses the key/,
    ],
    [
      'a connection that breaks off',
      () => {
        listmonk.intervene = (_url, response) => response.destroy() && true
      },
      /did not give a complete answer/,
    ],
  ]
  function answering(body: string) {
    listmonk.intervene = (url, response) => url.pathname === '/api/subscribers' && Boolean(response.end(body))
  }
  for (const [name, prepare, expected] of failures) {
    test(`${name} fails the import with a reason, and nothing stays of it`, async () => {
      prepare()
      assert.match(await problemOf(ofListmonk(), '3'), expected)
    })
  }

  test('a redirect to another host does not get the key', async () => {
    const keys: (string | undefined)[] = []
    monitor.intervene = (_url, response, request) => {
      keys.push(request.headers.authorization)
      return Boolean(response.end('{}'))
    }
    listmonk.intervene = (_url, response) =>
      Boolean(response.writeHead(302, { location: `${monitor.url}/api/lists/3` }).end())
    assert.match(await problemOf(ofListmonk(), '3'), /redirects to another address/)
    assert.deepEqual(keys, [])
  })

  test('an API that stalls is given up', async () => {
    listmonk.intervene = () => true
    await begin(ofListmonk(), '3')
    const patience = { wait: async () => {}, timeoutMs: 200, tries: 2 }
    const parts = { db, keys: testKeys, fetch, uploadLimits, log: createLog('silent'), patience }
    await workOnFetch(parts, new AbortController().signal)
    const [row] = await db`select state, problem from imports where client_id = ${world.client.clientId}`
    assert.equal(row!.state, 'failed')
    assert.match(row!.problem as string, /did not give a complete answer/)
  })
})

describe('credentials and claims', () => {
  test('the key is encrypted while rows are read, gone afterwards, and in no answer or audit entry', async () => {
    listmonkData.people = crowd(1)
    const id = await begin(ofListmonk(), '3')
    const { secret } = { secret: listmonkUser.Secret }
    const everything = async () => {
      const rows = await db`
        select to_jsonb(i)::text || coalesce(encode(i.credentials, 'escape'), '') as text from imports i where client_id = ${world.client.clientId}
        union all select to_jsonb(a)::text from audit_log a where account_id = ${world.client.accountId}`
      return rows.map(({ text }) => text as string).join('\n')
    }
    assert.doesNotMatch(await everything(), new RegExp(secret))
    assert.doesNotMatch(JSON.stringify(await it.get(id)), new RegExp(secret))
    const [waiting] = await db`select credentials from imports where client_id = ${world.client.clientId}`
    assert.ok(Buffer.isBuffer(waiting!.credentials))
    await fetchRows()
    const [read] = await db`select state, credentials from imports where client_id = ${world.client.clientId}`
    assert.deepEqual({ ...read }, { state: 'reading', credentials: null })
  })

  test('an import that is cancelled while it is read keeps neither key nor rows', async () => {
    listmonkData.people = crowd(600)
    const id = await begin(ofListmonk(), '3')
    let cancelled: Promise<unknown> | undefined
    listmonk.intervene = (url, response) => {
      if (url.searchParams.get('page') !== '2') return false
      cancelled ??= it.call('Import.Cancel', it.of(id))
      void cancelled.then(() => response.writeHead(500).end())
      return true
    }
    await fetchRows()
    await cancelled
    const [row] = await db`select state, credentials, upload_id from imports where client_id = ${world.client.clientId}`
    assert.deepEqual({ ...row }, { state: 'cancelled', credentials: null, uploadId: null })
    assert.equal((await db`select 1 from uploads where client_id = ${world.client.clientId}`).length, 0)
  })

  test('what a process left behind is begun again, and not without end', async () => {
    listmonkData.people = crowd(3)
    const id = await begin(ofListmonk(), '3')
    await db`update imports set attempts = 9, fetched = 2 where client_id = ${world.client.clientId}`
    await fetchRows()
    await it.work()
    assert.deepEqual([(await it.get(id)).State, (await it.get(id)).RowsFetched], ['Mapping', 3])
    await begin(ofListmonk(), '3')
    await db`update imports set attempts = 10 where client_id = ${world.client.clientId} and state = 'fetching'`
    await fetchRows()
    assert.equal(
      (await db`select 1 from imports where client_id = ${world.client.clientId} and state = 'failed'`).length,
      1,
    )
  })

  test('what cannot be read is refused at once', async () => {
    const list = { ApiKey: world.accountKey, ListID: world.list.listPublicId, ...consent, RemoteListID: '3' }
    const good = { ...list, ...ofListmonk() }
    for (const [wrong, refusal] of [
      [{ Source: 'Mailchimp' }, 'InvalidParameter'],
      [{ Url: '' }, 'InvalidParameter'],
      [{ Url: 'file:///etc/passwd' }, 'InvalidParameter'],
      [{ Url: 'https://user:pass@x.example' }, 'InvalidParameter'],
      [{ Secret: '' }, 'InvalidParameter'],
      [{ Secret: 'a\nb' }, 'InvalidParameter'],
      [{ Username: '' }, 'InvalidParameter'],
      [{ RemoteClientID: 'x' }, 'InvalidParameter'],
      [{ RemoteListID: '../lists' }, 'UnknownRemoteList'],
      [{ ConsentSource: '' }, 'ConsentRequired'],
      [{ ...ofMonitor(), RemoteClientID: '' }, 'InvalidParameter'],
      [ofMonitor(), 'UnknownRemoteList'],
    ] as const) {
      await refused('Import.CreateFromApi', { ...good, ...wrong } as never, refusal)
    }
  })
})
