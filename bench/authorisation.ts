/**
 * The cost of identifying the caller: a session and a key with scopes against the historical key, on the cheapest call that any caller may
 * make and on one that looks up a list, over JSON with 64 clients on the embedded, durable PostgreSQL. Rounds are short and interleaved. The cost
 * is the processor time of the service and of the database together: unlike calls a second it does not depend on what else the machine
 * does.
 *
 *   node --import tsx bench/authorisation.ts [seconds per round] [rounds]
 */
import { randomBytes } from 'node:crypto'
import { tokenHash } from '../src/domain/access/authentication.ts'
import { seedKey } from '../test/harness/people.ts'
import { load, post } from './load.ts'
import { processorTime } from './processes.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [seconds = 1, rounds = 15] = process.argv.slice(2).map(Number)
const clients = 64

const product = await startProduct()
const { db, apiKey, port } = product
try {
  const { ListID } = await makeList(product)
  const callers = {
    'historical key': { Authorization: `Bearer ${apiKey}` },
    session: await session(),
    '`ls_` key': await scopedKey(),
  }
  const calls = {
    'User.GetTimezones': {},
    'Subscribers.GetIsSubscribed': { ListID, Email: 'member@example.com' },
  }
  for (const [operation, parameters] of Object.entries(calls)) {
    const body = JSON.stringify(parameters)
    const measured = Object.entries(callers).map(([name, headers]) => ({
      name,
      request: post(`/api/json/${operation}`, { 'Content-Type': 'application/json', ...headers }, body),
      perSecond: [] as number[],
      cost: [] as number[],
    }))
    for (const { request } of measured) await load({ port, connections: clients, seconds: 1, request: () => request })
    for (let round = 0; round < rounds; round++)
      for (const caller of measured) {
        const before = await timeOfService()
        const result = await load({ port, connections: clients, seconds, request: () => caller.request })
        if (result.failures > 0) throw new Error(`${result.failures} calls with a ${caller.name} were refused.`)
        caller.perSecond.push(result.perSecond)
        caller.cost.push(((await timeOfService()) - before) / result.requests)
      }
    const base = median(measured[0]!.cost)
    printTable([
      [operation, 'processor µs a call', 'against the historical key', 'calls/s'],
      ...measured.map(({ name, perSecond, cost }) => [
        name,
        count(median(cost)),
        ratio(median(cost), base),
        count(median(perSecond)),
      ]),
    ])
  }
} finally {
  await product.end('SIGTERM')
}

/** The headers of a page of the console in which the Owner of the account is signed in. */
async function session() {
  const token = randomBytes(32).toString('base64url')
  await db`
    with person as (
      insert into people (email, address, name, time_zone) values ('b@bench.example', 'b@bench.example', 'B', 'UTC') returning id
    ), granted as (
      insert into grants (person_id, account_id, role) select p.id, a.id, 'Owner' from person p, accounts a
    )
    insert into sessions (token_hash, person_id, account_id, epoch, expires_at, remote, agent)
    select ${tokenHash(token)}, p.id, a.id, 1, now() + interval '1 day', '', '' from person p, accounts a`
  return { Cookie: `lettershop=${token}`, 'Sec-Fetch-Site': 'same-origin' }
}

async function scopedKey() {
  const [account] = await db<{ id: number }[]>`select id from accounts`
  const { secret } = await seedKey(db, account!.id, ['ReadAudience'])
  return { Authorization: `Bearer ${secret}` }
}

/** Microseconds of the service and of the connections to the database. */
async function timeOfService(): Promise<number> {
  const backends = await db<{ pid: number }[]>`select pid from pg_stat_activity where backend_type = 'client backend'`
  return [product.child.pid!, ...backends.map(({ pid }) => pid)].reduce((sum, pid) => sum + processorTime(pid), 0)
}
