/**
 * An import of a CSV file, judged and committed by the service, beside plain COPY of the same rows into a table with the indexes of
 * `subscribers`, calls of Subscriber.Add, and upserts row by row.
 *
 *   node --import tsx bench/import.ts [rows] [rounds]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyLine } from '../src/store/connection/copy-line.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [rows = 100_000, rounds = 3] = process.argv.slice(2).map(Number)
const ofCalls = Math.min(2_000, rows)

const person = (n: number, round: number) => ({
  email: `reader${n}.${round}@${['example.com', 'post.example', 'büro.example'][n % 3]}`,
  name: n % 5 === 0 ? `Müller, "Mia" ${n}` : `Reader ${n}`,
  city: ['Ulm', 'Köln', 'Bremen, Mitte', ''][n % 4]!,
})

function* csv(round: number): Generator<string> {
  yield 'Email,Name,City\n'
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  let piece = ''
  for (let n = 0; n < rows; n++) {
    const { email, name, city } = person(n, round)
    piece += `${email},${quoted(name)},${quoted(city)}\n`
    if (piece.length < 65_536) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Highest resident memory since the last reset, in MB. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const product = await startProduct({ LETTERSHOP_UNUSED_UPLOADS_MB: '1048576', LETTERSHOP_MOST_UPLOAD_MB: '200' })
try {
  const { ClientID, ListID } = await makeList(product)
  await product.call('List.CreateCustomField', { ListID, FieldName: 'City', DataType: 'Text', Options: '' })
  const [list] = await product.db<{ clientId: number; id: number }[]>`select client_id, id from lists`
  const pid = product.child.pid!
  await oneImport(product, ClientID, ListID, -1, 1_000)
  const plain: number[] = []
  const judged: number[] = []
  const written: number[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(await plainCopy(round))
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const [judging, committing] = await oneImport(product, ClientID, ListID, round)
    judged.push(judging)
    written.push(committing)
    memory.push(peakOf(pid))
  }
  const both = judged.map((seconds, round) => seconds + written[round]!)
  const called = await rate(ofCalls, 16, n =>
    product.call('Subscriber.Add', { ListID, Email: `call${n}@example.com`, Name: `Reader ${n}` }),
  )
  const upserted = await rate(ofCalls, 1, n => upsert(n))
  printTable([
    [`${count(rows)} people`, 'seconds', 'rows a second', '× plain COPY'],
    line('plain COPY, same indexes', median(plain)),
    line('import: judged', median(judged)),
    line('import: committed', median(written)),
    line('import: both', median(both)),
    line('Subscriber.Add, 16 at a time', rows / called),
    line('upserts row by row', rows / upserted),
  ])
  console.log(`Most memory of the service: ${median(memory).toFixed(0)} MB\n`)

  function line(name: string, seconds: number): string[] {
    return [name, seconds.toFixed(1), count(rows / seconds), ratio(seconds, median(plain))]
  }

  /** Into a new table that has what `subscribers` has. @returns seconds */
  async function plainCopy(round: number): Promise<number> {
    const { db } = product
    await db`drop table if exists plain`
    await db`create table plain (like subscribers including all)`
    await db.unsafe('alter table plain alter column id drop identity if exists')
    await db.unsafe(`alter table plain alter column id set default nextval('subscribers_id_seq')`)
    const now = new Date().toISOString()
    async function* pieces() {
      let piece = ''
      for (let n = 0; n < rows; n++) {
        const { email, name, city } = person(n, round)
        piece += copyLine([
          list!.clientId,
          list!.id,
          email,
          email,
          name,
          'Active',
          now,
          now,
          JSON.stringify({ City: city }),
        ])
        if (piece.length < 65_536) continue
        yield piece
        piece = ''
      }
      yield piece
    }
    const begun = performance.now()
    await db.copyIn(
      'copy plain (client_id, list_id, email, address, name, state, state_at, joined_at, fields) from stdin',
      pieces(),
    )
    return (performance.now() - begun) / 1000
  }

  function upsert(n: number) {
    const { clientId, id } = list!
    const email = `upsert${n}@example.com`
    return product.db`
      insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at)
      values (${clientId}, ${id}, ${email}, ${email}, 'Reader', 'Active', now(), now())
      on conflict (client_id, list_id, address) do update set name = excluded.name`.then(() => {})
  }
} finally {
  await product.end('SIGTERM')
}

/** @returns a second */
async function rate(calls: number, at: number, call: (n: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: at }, async () => {
      while (next < calls) await call(next++)
    }),
  )
  return calls / ((performance.now() - begun) / 1000)
}

/** @returns seconds of judging, and of committing */
async function oneImport(
  { call, url, apiKey }: Product,
  ClientID: string,
  ListID: string,
  round: number,
  most = Infinity,
) {
  let taken = 0
  const body = ReadableStream.from(
    (function* () {
      const encoder = new TextEncoder()
      for (const piece of csv(round)) {
        if (taken++ * 1000 > most) return
        yield encoder.encode(piece)
      }
    })(),
  )
  const response = await fetch(`${url}/api/uploads?ClientID=${ClientID}&FileName=bench.csv`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/octet-stream' },
    body,
    ...({ duplex: 'half' } as object), // not among the types of Node 20
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  const { UploadID } = JSON.parse(text) as { UploadID: string }
  const consent = { ConsentSource: 'bench', ConsentDate: '2025-01-01', ConsentWording: 'bench' }
  const ImportID = await call<string>('Import.Create', { ListID, UploadID, ...consent })
  const until = async (state: string) => {
    for (;;) {
      const now = await call<{ State: string; Problem: string }>('Import.Get', { ClientID, ImportID })
      if (now.State === state) return
      if (now.State === 'Failed') throw new Error(now.Problem)
      await sleep(20)
    }
  }
  await until('Mapping')
  const begun = performance.now()
  await call('Import.Judge', { ClientID, ImportID })
  await until('Judged')
  const reviewed = performance.now()
  await call('Import.Commit', { ClientID, ImportID })
  await until('Done')
  return [(reviewed - begun) / 1000, (performance.now() - reviewed) / 1000] as const
}
