/**
 * Sign-ups with a form end to end, each of another person with a token and a proof of work of its own, and durable before its answer; beside
 * them a bare `node:http` server that writes one row per request, durable too. Both take turns on the same embedded PostgreSQL.
 *
 *   node --import tsx bench/forms.ts [sign-ups] [connections] [seconds]
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publicSite } from '../test/harness/public-site.ts'
import { seed } from '../test/harness/seed.ts'
import { fillIn, seedForm } from '../test/harness/sign-ups.ts'
import { load, post } from './load.ts'
import { startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [signUps = 40_000, connections = 64, seconds = 4] = process.argv.slice(2).map(Number)
const rounds = 3

// what follows sign-ups is decided in the background, by processes with the role jobs
const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
const { db } = product
const site = await publicSite(db, async () => undefined)
const bare = createServer((incoming, response) => {
  const pieces: Buffer[] = []
  incoming.on('data', piece => pieces.push(piece))
  incoming.on('end', async () => {
    await db`insert into bare_sign_ups (body) values (${Buffer.concat(pieces).toString()})`
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': answer.length })
    response.end(answer)
  })
}).listen(0, '127.0.0.1')
let answer = ''
try {
  await db`create table bare_sign_ups (id bigint generated always as identity primary key, at timestamptz not null default now(), body text not null)`
  const form = await seedForm(db, await seed(db))
  const bodies = await Promise.all(
    Array.from({ length: signUps }, (_, n) => fillIn(form, { email: `reader${n}@bench.example` })),
  )
  answer = 'x'.repeat(3_000)
  const head = { 'Content-Type': 'application/x-www-form-urlencoded' }
  let asked = 0
  const own: number[] = []
  const others: number[] = []
  for (let round = 0; round < rounds; round++) {
    const mine = await load({
      port: Number(new URL(site.url).port),
      connections,
      seconds,
      request: () => post(form.path, head, bodies[asked++ % signUps]!),
    })
    own.push(mine.perSecond)
    const plain = await load({
      port: (bare.address() as AddressInfo).port,
      connections,
      seconds,
      request: () => post('/', head, bodies[0]!),
    })
    others.push(plain.perSecond)
  }
  const [written] = await db<
    { count: number }[]
  >`select count(*)::integer as count from form_sign_ups where form_id = ${form.formId}`
  if (written!.count < Math.min(asked - rounds * connections, signUps))
    throw new Error(`${asked} signed up, ${written!.count} are on record.`)
  if (asked > signUps) console.log(`${asked} were sent of ${signUps}: some tokens were used twice. Give more sign-ups.`)
  const [best, bestBare] = [median(own), median(others)]
  printTable([
    ['', 'a second'],
    ['sign-ups: token, proof, rates and counts, in batches', count(best)],
    ['bare node:http, one insert per request', count(bestBare)],
    ['ratio', ratio(best, bestBare)],
  ])
} finally {
  bare.close()
  await site.stop()
  await product.end()
}
