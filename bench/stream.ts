/**
 * `Subscribers.GetActive` of a list with 1,000,000 subscribers: how much the process grows while it streams.
 *
 *   node --import tsx bench/stream.ts [subscribers]
 */
import { readFileSync } from 'node:fs'
import { readListsByPublicId } from '../src/store/accounts/access.ts'
import { makeList, startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [subscribers = 1_000_000] = process.argv.slice(2).map(Number)
const product = await startProduct({ LETTERSHOP_REQUEST_SECONDS: '600' })
try {
  const { ListID } = await makeList(product)
  const [list] = await readListsByPublicId(product.db, [ListID])
  await product.db`
    insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
    select ${list!.clientId}, ${list!.listId}, 'member' || n || '@example.com', 'member' || n || '@example.com',
      'Member ' || n, 'Active', now(), now()
    from generate_series(1, ${subscribers}::int) n`
  await product.db`vacuum analyze subscribers`

  const rows: string[][] = [
    ['wire', 'subscribers', 'MB of answer', 'seconds', 'subscribers/s', 'memory before, MB', 'most, MB', 'grown, MB'],
  ]
  for (const [wire, path] of [
    ['GET', `/api/api.asmx/Subscribers.GetActive?ApiKey=${product.apiKey}&ListID=${ListID}&Date=2000-01-01`],
    ['JSON', '/api/json/Subscribers.GetActive'],
  ] as const) {
    const before = memory()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memory())
    }, 50)
    const start = performance.now()
    const response = await fetch(
      `http://127.0.0.1:${product.port}${path}`,
      wire === 'GET'
        ? {}
        : {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${product.apiKey}` },
            body: JSON.stringify({ ListID, Date: '2000-01-01' }),
          },
    )
    let bytes = 0
    let found = 0
    let tail = ''
    for await (const chunk of response.body!) {
      bytes += chunk.length
      const text = tail + Buffer.from(chunk).toString('latin1')
      const pieces = text.split(/<EmailAddress>|"EmailAddress":/)
      found += pieces.length - 1
      tail = pieces.at(-1)!.slice(-16)
    }
    clearInterval(watch)
    const seconds = (performance.now() - start) / 1000
    if (found !== subscribers) throw new Error(`${wire}: ${found} of ${subscribers} came.`)
    rows.push([
      wire,
      count(found),
      count(bytes / 1e6),
      seconds.toFixed(1),
      count(found / seconds),
      count(before),
      count(most),
      count(most - before),
    ])
  }
  printTable(rows)
} finally {
  await product.end()
}

/** Resident megabytes of the service. */
function memory(): number {
  const [, pages = '0'] = readFileSync(`/proc/${product.child.pid}/statm`, 'utf8').split(' ')
  return (Number(pages) * 4096) / 1e6
}
