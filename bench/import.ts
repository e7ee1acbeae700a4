import { setTimeout as sleep } from 'node:timers/promises'
import { copyLine } from '../src/store/connection/copy-line.ts'
import { type Format, fileOf, person } from './import-files.ts'
import { findPostmaster, forgetPeak, peakMegabytes, processorTime, processorTimeOfServer } from './processes.ts'
import { makeList, type Product, startProduct, upload } from './product.ts'
import { count, median, printTable, ratio } from './table.ts'

const [givenRows = '100000', givenRounds = '3', format = 'csv', givenCalls = '2000'] = process.argv.slice(2)
if (format !== 'csv' && format !== 'xlsx') throw new Error('The format is csv or xlsx.')
const rows = Number(givenRows)
const rounds = Number(givenRounds)
const ofCalls = Math.min(Number(givenCalls), rows)

/** Seconds of the processors that the service and PostgreSQL took so far. */
function processorSeconds(service: number, postmaster: number): number {
  return (processorTime(service) + processorTimeOfServer(postmaster)) / 1e6
}

interface Took {
  readonly seconds: number
  readonly processor: number
}

const product = await startProduct({ LETTERSHOP_UNUSED_UPLOADS_MB: '1048576', LETTERSHOP_MOST_UPLOAD_MB: '200' })
try {
  const { ClientID, ListID } = await makeList(product)
  await product.call('List.CreateCustomField', { ListID, FieldName: 'City', DataType: 'Text', Options: '' })
  const [list] = await product.db<{ clientId: number; id: number }[]>`select client_id, id from lists`
  const pid = product.child.pid!
  const postmaster = await findPostmaster(product.db)
  const timed = async (work: () => Promise<unknown>): Promise<Took> => {
    const before = processorSeconds(pid, postmaster)
    const begun = performance.now()
    await work()
    return { seconds: (performance.now() - begun) / 1000, processor: processorSeconds(pid, postmaster) - before }
  }
  await oneImport(product, ClientID, ListID, -1, 'csv', 1_000, timed)
  const plain: Took[] = []
  const steps: { readonly uploaded: Took; readonly read: Took; readonly judged: Took; readonly written: Took }[] = []
  const memory: number[] = []
  let longestWait = 0
  for (let round = 0; round < rounds; round++) {
    plain.push(await plainCopy(round))
    let file = ''
    const uploaded = await timed(async () => {
      file = await upload(product, ClientID, fileOf(format, rows, round), format)
    })
    forgetPeak(pid)
    const answers = watchAnswers(product.url)
    steps.push({ uploaded, ...(await oneImport(product, ClientID, ListID, round, format, rows, timed, file)) })
    longestWait = Math.max(longestWait, await answers.end())
    memory.push(peakMegabytes(pid))
  }
  const uploaded = middle(steps.map(step => step.uploaded))
  const read = middle(steps.map(step => step.read))
  const judged = middle(steps.map(step => step.judged))
  const written = middle(steps.map(step => step.written))
  const all = middle(steps.map(step => sum(sum(step.uploaded, step.read), sum(step.judged, step.written))))
  const copied = middle(plain)
  const called = await rate(ofCalls, 16, n =>
    product.call('Subscriber.Add', { ListID, Email: `call${n}@example.com`, Name: `Reader ${n}` }),
  )
  const upserted = await rate(ofCalls, 1, n => upsert(n))
  printTable([
    [`${count(rows)} people, ${format}`, 'seconds', 'rows a second', '× plain COPY', 'processor s', '× plain COPY'],
    line('plain COPY, same indexes', copied),
    line('import: uploaded', uploaded),
    line('import: read for its mapping', read),
    line('import: judged', judged),
    line('import: committed', written),
    line('import: all of it', all),
    ...(ofCalls === 0
      ? []
      : [
          line(`Subscriber.Add, 16 at a time (of ${count(ofCalls)})`, { seconds: rows / called, processor: 0 }),
          line(`upserts row by row (of ${count(ofCalls)})`, { seconds: rows / upserted, processor: 0 }),
        ]),
  ])
  console.log(`Most memory of the service: ${Math.max(...memory).toFixed(0)} MB`)
  console.log(`Longest wait for /health, asked every 20 ms meanwhile: ${longestWait.toFixed(0)} ms\n`)

  function line(name: string, { seconds, processor }: Took): string[] {
    const ofProcessor = processor === 0 ? ['', ''] : [processor.toFixed(1), ratio(processor, copied.processor)]
    return [name, seconds.toFixed(1), count(rows / seconds), ratio(seconds, copied.seconds), ...ofProcessor]
  }

  /** Into a new table that has what `subscribers` has. */
  async function plainCopy(round: number): Promise<Took> {
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
    const columns = 'client_id, list_id, email, address, name, state, state_at, joined_at, fields'
    const took = await timed(() => db.copyIn(`copy plain (${columns}) from stdin`, pieces()))
    await db`drop table plain`
    return took
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

function sum(one: Took, other: Took): Took {
  return { seconds: one.seconds + other.seconds, processor: one.processor + other.processor }
}

function middle(all: readonly Took[]): Took {
  return { seconds: median(all.map(one => one.seconds)), processor: median(all.map(one => one.processor)) }
}

/** Asks the service how it is, again and again: what waits for the event loop waits as long as the answer. */
function watchAnswers(url: string): { end(): Promise<number> } {
  let isOver = false
  const asking = (async () => {
    let longest = 0
    while (!isOver) {
      const begun = performance.now()
      await (await fetch(`${url}/health`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - begun)
      await sleep(20)
    }
    return longest
  })()
  return {
    end() {
      isOver = true
      return asking
    },
  }
}

/** Reads, judges and commits a file. */
async function oneImport(
  product: Product,
  ClientID: string,
  ListID: string,
  round: number,
  kind: Format,
  most: number,
  timed: (work: () => Promise<unknown>) => Promise<Took>,
  uploaded?: string,
) {
  const { call } = product
  const UploadID = uploaded ?? (await upload(product, ClientID, fileOf(kind, most, round), kind))
  const consent = { ConsentSource: 'bench', ConsentDate: '2025-01-01', ConsentWording: 'bench' }
  let ImportID = ''
  const until = async (state: string) => {
    for (const begun = performance.now(); ; ) {
      if (performance.now() - begun > 3_600_000) throw new Error(`The import is not ${state} after an hour.`)
      const now = await call<{ State: string; Problem: string }>('Import.Get', { ClientID, ImportID })
      if (now.State === state) return
      if (now.State === 'Failed' || now.Problem !== '') throw new Error(now.Problem)
      await sleep(50)
    }
  }
  return {
    read: await timed(async () => {
      ImportID = await call<string>('Import.Create', { ListID, UploadID, ...consent })
      await until('Mapping')
    }),
    judged: await timed(async () => {
      await call('Import.Judge', { ClientID, ImportID })
      await until('Judged')
    }),
    written: await timed(async () => {
      await call('Import.Commit', { ClientID, ImportID })
      await until('Done')
    }),
  }
}
