/**
 * SOAP 1.1 `Subscribers.GetIsSubscribed` and `Subscriber.Add`, end to end with 64 clients on the embedded, durable PostgreSQL, against the
 * least that the bare driver can do at the same concurrency: one look-up, and a single insert. The same statements one by one are beside them.
 *
 *   node --import tsx bench/calls.ts [seconds per round] [rounds]
 */
import { keyHash } from '../src/domain/access/keys.ts'
import { readListsByPublicId, readLoginsByKeyHash } from '../src/store/accounts/access.ts'
import { recordTransitions } from '../src/store/lists/statistics.ts'
import { insertMembers, lockMemberships } from '../src/store/subscribers/memberships.ts'
import { readActiveAmong } from '../src/store/subscribers/subscribers.ts'
import { readSuppressedAmong } from '../src/store/subscribers/suppressions.ts'
import { namespace } from '../test/harness/dial.ts'
import { load, post } from './load.ts'
import { makeList, startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [seconds = 4, rounds = 3] = process.argv.slice(2).map(Number)
const clients = 64
const members = 10_000

const product = await startProduct()
const { db, apiKey, port } = product
try {
  const { ListID } = await makeList(product)
  const [list] = await readListsByPublicId(db, [ListID])
  const { clientId, listId, timeZone } = list!
  await fill(members)
  await db`vacuum analyze subscribers`

  let asked = 0
  let added = 0
  const nextMember = () => `member${asked++ % members}@example.com`
  const nextNew = () => `new${added++}@example.com`
  const key = { clientId, listId }

  const bareAsk = () =>
    drive(async () => {
      await readLoginsByKeyHash(db, [keyHash(apiKey)])
      await readListsByPublicId(db, [ListID])
      await readActiveAmong(db, [{ ...key, address: nextMember() }])
    })
  const bareAdd = () =>
    drive(async () => {
      const address = nextNew()
      await readLoginsByKeyHash(db, [keyHash(apiKey)])
      await readListsByPublicId(db, [ListID])
      await db.begin(async sql => {
        await Promise.all([
          lockMemberships(sql, [{ ...key, address }]),
          readSuppressedAmong(sql, [{ ...key, address }]),
        ])
        const evidence = { by: 'bench' }
        const member = { ...key, address, email: address, name: 'N', mobileNumber: null, fields: {} }
        await insertMembers(sql, [{ ...member, state: 'Active', cause: 'added', evidence }])
        await recordTransitions(sql, [{ ...key, timeZone, from: null, to: 'Active', count: 1 }])
      })
    })
  const oneInsert = () =>
    drive(async () => {
      const address = nextNew()
      await db`
        insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
        values (${clientId}, ${listId}, ${address}, ${address}, 'Active', now(), now())`
    })
  const oneLookUp = () => drive(async () => void (await readActiveAmong(db, [{ ...key, address: nextMember() }])))
  const ask = () => soap('Subscribers.GetIsSubscribed', () => `<Email>${nextMember()}</Email>`)
  const add = () => soap('Subscriber.Add', () => `<Email>${nextNew()}</Email><Name>N</Name>`)

  const contenders = [
    ['Add, bare driver, a single insert and nothing else', oneInsert],
    ['Add, ours over SOAP 1.1', add],
    ['GetIsSubscribed, bare driver, a single look-up and nothing else', oneLookUp],
    ['GetIsSubscribed, ours over SOAP 1.1', ask],
    ['Add, bare driver, the same statements one by one', bareAdd],
    ['GetIsSubscribed, bare driver, the same three look-ups', bareAsk],
  ] as const
  for (const [, run] of contenders) await run()
  const rates = contenders.map(() => [] as number[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, run]] of contenders.entries()) rates[index]!.push(await run())
  }
  const [addInsert, addOurs, lookUp, askOurs, addBare, askBare] = rates.map(median) as [
    ...[number, number, number],
    ...[number, number, number], // one per contender
  ]

  console.log(
    `${clients} clients, embedded PostgreSQL with fsync, ${rounds} interleaved rounds of ${seconds} s, medians\n`,
  )
  printTable([
    ['calls per second', 'rate', 'ours / the single statement', 'ours / the same statements'],
    ...contenders.map(([name], index) => [name, count(median(rates[index]!)), ...shares(index)]),
  ])
  function shares(index: number): readonly [string, string] {
    if (index === 1) return [ratio(addOurs, addInsert), ratio(addOurs, addBare)]
    if (index === 3) return [ratio(askOurs, lookUp), ratio(askOurs, askBare)]
    return ['', '']
  }

  async function fill(many: number) {
    await db`
      insert into subscribers (client_id, list_id, email, address, state, state_at, joined_at)
      select ${clientId}, ${listId}, 'member' || n || '@example.com', 'member' || n || '@example.com', 'Active', now(), now()
      from generate_series(0, ${many - 1}::int) n`
  }

  async function soap(operation: string, parameters: () => string): Promise<number> {
    const { perSecond, failures } = await load({
      port,
      connections: clients,
      seconds,
      request: () =>
        post(
          '/api/api.asmx',
          { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}${operation}"` },
          `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="${namespace}"><ApiKey>${apiKey}</ApiKey><ListID>${ListID}</ListID>${parameters()}</${operation}></soap:Body></soap:Envelope>`,
        ),
    })
    if (failures > 0 || perSecond === 0) throw new Error(`${failures} calls failed, ${perSecond} a second succeeded.`)
    return perSecond
  }
} finally {
  await product.end()
}

/** As many at once as there are clients, for as long as a round. */
async function drive(once: () => Promise<void>): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await once()
        done++
      }
    }),
  )
  if (done === 0) throw new Error('Nothing was done.')
  return done / ((performance.now() - start) / 1000)
}
