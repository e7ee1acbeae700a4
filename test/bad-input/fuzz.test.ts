/**
 * Requests that were valid until something happened to them, on every wire. Whatever it was, the answer is one that is
 * documented, and it is never our own mistake. FUZZ_SEED and FUZZ_REQUESTS make it another or a longer run.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SaxesParser } from 'saxes'
import { allOperations, type OperationName } from '../../src/contract/operations.ts'
import { refusals } from '../../src/contract/refusals.ts'
import { isOffered, type Reply, request, type Sent, send, type Values, wireNames } from '../harness/dial.ts'
import { effort, mayTake } from '../harness/effort.ts'
import { seed } from '../harness/seed.ts'
import { mutilate, oneOf, type Random, randomFrom, texts, things } from './mutilate.ts'
import { belongings, goodValues, startTarget, type Target } from './world.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? effort(1_200, 200_000))
const firstSeed = Number(process.env.FUZZ_SEED ?? 1)
/** Requests that share a client, which some of them delete. */
const batch = 200

let target: Target
before(async () => {
  target = await startTarget({ LETTERSHOP_MAX_BODY_BYTES: '100000', LETTERSHOP_CALLS_PER_SECOND: '0' })
})
after(() => target?.stop())

test(`${requests} mutilated requests are all answered as documented`, async () => {
  mayTake(60_000 + requests * 150)
  const statuses = new Map<string, number>()
  for (let from = 0; from < requests; from += batch) {
    const values = await newValues()
    await Promise.all(
      Array.from({ length: batch }, async (_, n) => {
        const seedOfThis = firstSeed * 1_000_003 + from + n
        const random = randomFrom(seedOfThis)
        const sent = mutilate(random, validRequest(random, values))
        const reply = await send(target.service.url, sent).catch(error => cutOff(error))
        const what = () => `seed ${seedOfThis}: ${shown(sent)}\n→ ${reply?.status} ${reply?.text.slice(0, 1000)}`
        if (reply) assertDocumented(sent, reply, what)
        const key = `${reply?.status ?? 'cut off'} ${reply?.headers['content-type'] ?? ''}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
      }),
    )
  }
  // the mutilation is neither so strong that nothing gets through nor so weak that nothing is refused
  const kinds = [...statuses.keys()].join('\n')
  for (const kind of [
    /^200 text\/xml/,
    /^200 application\/soap\+xml/,
    /^200 application\/json/,
    /^400 application\/json/,
    /^500 text\/plain/,
  ])
    assert.match(kinds, new RegExp(kind.source, 'm'))
})

/**
 * Parameters of every operation for a client that no other test uses. Pages are left out: nothing is to be fetched; and
 * passwords: each costs 50 ms.
 */
async function newValues(): Promise<Readonly<Record<OperationName, Values>>> {
  const { service } = target
  const world = await seed(service.db)
  const ids = { ClientID: world.client.clientPublicId, ...(await belongings(service, world.client.clientId)) }
  const good = goodValues({ ...target, ids, member: 'ann@reader.example' })
  const costly = ['HTMLPageURL', 'HtmlUrl', 'TextUrl', 'Password']
  return Object.fromEntries(
    Object.entries(good).map(([name, values]) => {
      const without = Object.fromEntries(
        Object.entries(values).map(([parameter, value]) => [parameter, costly.includes(parameter) ? '' : value]),
      )
      return [name, { ApiKey: world.accountKey, ...without }]
    }),
  ) as unknown as Record<OperationName, Values> // one entry per operation
}

function validRequest(random: Random, values: Readonly<Record<OperationName, Values>>): Sent {
  const { name } = oneOf(random, allOperations)
  const wire = oneOf(
    random,
    wireNames.filter(one => isOffered(one, name)),
  )
  const own = values[name as OperationName]
  if (random() < 0.5) return request(wire, name, own)
  const parameter = oneOf(random, Object.keys(own))
  const strange = oneOf(random, wire === 'json' ? [...texts, ...things] : texts)
  const isForm = wire === 'get' || wire === 'post'
  // a form has no way to write half a surrogate pair
  const value = isForm && typeof strange === 'string' ? strange.toWellFormed() : strange
  return request(wire, name, { ...own, [parameter]: value })
}

/** The one case in which there may be no answer: Node ends a connection whose request is not HTTP. */
function cutOff(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return undefined
  throw error
}

const messages = new Map<number, readonly [message: string, status: number]>(
  Object.values(refusals).map(([code, message, status]) => [code, [message, status]]),
)

function assertDocumented({ method }: Sent, { status, headers, text }: Reply, what: () => string): void {
  const type = headers['content-type'] ?? ''
  const isOurMistake = /unexpected error|Something went wrong/i.test(text)
  assert.ok(!isOurMistake, what())
  if (method === 'HEAD') {
    assert.equal(text, '', what())
  } else if (type.startsWith('application/json')) {
    const value: unknown = JSON.parse(text)
    if (status === 200) return
    const { code, message } = value as { code: number; message: string } // compared with the catalogue
    assert.deepEqual([message, status], messages.get(code), what())
  } else if (type.startsWith('text/xml') || type.startsWith('application/soap+xml')) {
    if ((status === 400 || status === 415) && text === '') return
    assert.ok(status === 200 || (status === 500 && text.includes('<soap:Fault>')), what())
    assert.doesNotThrow(() => parse(text), what())
  } else if (type.startsWith('text/plain')) {
    if (status === 400 && text.startsWith('The body is not XML in ')) return
    assert.ok(status === 404 || status === 405 || (status === 500 && text.endsWith('\r\n')), what())
  } else if (type.startsWith('text/html')) {
    assert.ok(status === 200 || status === 405 || status === 500 || (status >= 300 && status < 500), what())
  } else {
    // Node's own answer to what is not HTTP, and the redirections of the documents
    assert.ok([301, 302, 303, 307, 308, 400, 431].includes(status), what())
  }
}

/** @throws Error when it is not well-formed */
function parse(xml: string): void {
  new SaxesParser({ xmlns: true }).write(xml).close()
}

function shown({ method, path, headers, body }: Sent): string {
  return `${method} ${path} ${JSON.stringify(headers)}\n${(body ?? '').toString('latin1').slice(0, 3000)}`
}
