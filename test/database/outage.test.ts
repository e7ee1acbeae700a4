/** The whole service while its database freezes, is cut off and comes back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keyRing } from '../../src/domain/access/keys.ts'
import { readLinkKeys } from '../../src/domain/tokens/link-keys.ts'
import { type Tokens, tokens } from '../../src/domain/tokens/tokens.ts'
import { createLog } from '../../src/lib/log.ts'
import type { LogEvent } from '../../src/lib/log-events.ts'
import { readInstallationSecret } from '../../src/store/accounts/installation.ts'
import { connect } from '../../src/store/connection/database.ts'
import { freshDatabase } from '../harness/database.ts'
import { type DatabaseProxy, databaseProxy } from '../harness/database-proxy.ts'
import { namespace } from '../harness/dial.ts'
import { basics } from '../harness/new-client.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'

let proxy: DatabaseProxy
let service: TestService
let listId: string
let signed: Tokens
let clientId: string
before(async () => {
  service = await startTestService({}, async url => {
    proxy = await databaseProxy(url)
    return proxy.url
  })
  const { value } = await service.call('Client.Create', { ...basics })
  clientId = value as string
  const list = await service.call('List.Create', {
    ClientID: clientId,
    Title: 'News',
    UnsubscribePage: '',
    ConfirmOptIn: false,
    ConfirmationSuccessPage: '',
  })
  listId = list.value as string
  const keys = keyRing(await readInstallationSecret(service.db, { dataFolder: service.dataFolder, given: null }))
  signed = tokens(keys, () => readLinkKeys(service.db, keys, createLog('silent')))
  await signed.refresh()
})
after(async () => {
  proxy.thaw()
  await service.stop()
  await proxy.close()
})

const add = (email: string) => service.call('Subscriber.Add', { ListID: listId, Email: email, Name: 'Ada' })

interface Asked {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

async function ask(path: string, init: RequestInit = {}): Promise<Asked> {
  const response = await fetch(service.url + path, init)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}

const form = () => `ApiKey=${service.login.apiKey}&ListID=${listId}&Email=ada%40readers.example`
const soap = () =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><Subscribers.GetIsSubscribed xmlns="${namespace}"><ApiKey>${service.login.apiKey}</ApiKey><ListID>${listId}</ListID><Email>a@b.example</Email></Subscribers.GetIsSubscribed></soap:Body></soap:Envelope>`

/** One call of each kind, and what each answers while the database is away. */
const asked: Record<string, { readonly ask: () => Promise<Asked>; readonly away: (answer: Asked) => void }> = {
  json: {
    ask: () =>
      ask('/api/json/Subscriber.Add', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.login.apiKey}` },
        body: JSON.stringify({ ListID: listId, Email: 'ada@readers.example', Name: 'Ada' }),
      }),
    away({ status, text }) {
      assert.equal(status, 503)
      assert.equal(JSON.parse(text).code, 15)
    },
  },
  soap11: {
    ask: () =>
      ask('/api/api.asmx', {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}Subscribers.GetIsSubscribed"` },
        body: soap(),
      }),
    away({ status, text }) {
      assert.equal(status, 503)
      assert.match(text, /<faultcode>soap:Server<\/faultcode><faultstring>[^<]*The service is unavailable/)
    },
  },
  get: {
    ask: () => ask(`/api/api.asmx/Subscribers.GetIsSubscribed?${form()}`),
    away: ({ status }) => assert.equal(status, 503),
  },
  post: {
    ask: () =>
      ask('/api/api.asmx/Subscribers.GetIsSubscribed', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: form(),
      }),
    away: ({ status }) => assert.equal(status, 503),
  },
  'an opt-out': {
    ask: async () =>
      ask(`/u/${signed.sign('recipient', 1, 1)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    away: ({ status }) => assert.equal(status, 503),
  },
  'a kept page': {
    ask: () => ask(`/preview/template/${'0'.repeat(32)}`),
    away: ({ status }) => assert.equal(status, 503),
  },
}

interface Seen {
  readonly well: Asked
  readonly frozen: readonly Asked[]
}

/** All of them in one freeze, three times each: it takes seconds until the service gives the database up. */
let frozen: Promise<ReadonlyMap<string, Seen>> | undefined
async function freeze(): Promise<ReadonlyMap<string, Seen>> {
  const well = new Map<string, Asked>()
  for (const [name, { ask }] of Object.entries(asked)) well.set(name, await ask())
  proxy.freeze()
  const answers = Object.entries(asked).map(
    async ([name, { ask }]): Promise<[string, Seen]> => [
      name,
      { well: well.get(name)!, frozen: await Promise.all([ask(), ask(), ask()]) },
    ],
  )
  return new Map(await Promise.all(answers).finally(() => proxy.thaw()))
}

for (const [name, { ask: once, away }] of Object.entries(asked))
  test(`${name}: while the database is frozen the answer says when to come again, and afterwards it works`, async () => {
    frozen ??= freeze()
    const { well, frozen: answers } = (await frozen).get(name)!
    assert.notEqual(well.retryAfter, '5', well.text)
    for (const answer of answers) {
      away(answer)
      assert.equal(answer.retryAfter, '5')
    }
    await until(async () => (await once()).status === well.status, 'it works again')
  })

test('connections cut thirty times under callers: no call hangs, every one that was acknowledged is there', async () => {
  const acknowledged: string[] = []
  const odd: unknown[] = []
  let stopped = false
  let number = 0
  const caller = async () => {
    while (!stopped) {
      const email = `cut${++number}@readers.example`
      const { status, value } = await add(email)
      if (status === 200) acknowledged.push(email)
      else if (status !== 503) odd.push({ status, value })
    }
  }
  const callers = Array.from({ length: 8 }, caller)
  for (let round = 0; round < 30; round++) {
    const before = acknowledged.length
    proxy.cutAll()
    await until(async () => acknowledged.length > before + 3, 'calls succeed again')
  }
  stopped = true
  await Promise.all(callers)
  assert.deepEqual(odd, [])
  const rows = await service.db<{ email: string }[]>`select email from subscribers`
  const there = new Set(rows.map(({ email }) => email))
  assert.deepEqual(
    acknowledged.filter(email => !there.has(email)),
    [],
  )
})

test('the log says once that the database is away, and for how long it was when it is back', async () => {
  const it = await freshDatabase()
  const own = await databaseProxy(it.url)
  const events: LogEvent[] = []
  const db = connect(own.url, { max: 2, onEvent: event => events.push(event) })
  const asks = () =>
    db`select 1`.then(
      () => true,
      () => false,
    )
  try {
    assert.ok(await asks())
    await own.close()
    await until(async () => {
      assert.equal(await asks(), false)
      return events.length > 0
    }, 'it is said to be away')
    await asks()
    const again = await databaseProxy(it.url, { port: Number(new URL(own.url).port) })
    await until(asks, 'it answers')
    await again.close()
    assert.deepEqual(
      events.map(({ event }) => event),
      ['database.away', 'database.back'],
    )
    const [away, back] = events
    assert.ok(away?.event === 'database.away' && /ECONNREFUSED/.test(away.reason), JSON.stringify(away))
    assert.ok(back?.event === 'database.back' && back.seconds >= 1)
  } finally {
    await db.end({ timeout: 1 })
    await it.drop()
  }
})

test('health and readiness say so while the database is away, and are well again afterwards', async () => {
  proxy.freeze()
  assert.equal((await ask('/health')).status, 503)
  assert.equal((await ask('/ready')).status, 503)
  proxy.thaw()
  await until(async () => (await ask('/health')).status === 200, 'it is well again')
  await until(async () => (await ask('/ready')).status === 200, 'it is ready again')
})
