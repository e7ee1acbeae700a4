/**
 * A backup of a list of this size, beside a running service: megabytes a second of rows, memory of the process that makes it, and what calls
 * feel meanwhile; then `verify`, and `restore` into an empty data folder. PostgreSQL's own COPY into nothing is the bare pace.
 *
 *   node --import tsx bench/backup.ts [subscribers = 1000000] [calls a second = 50] [rounds = 6] [all = 1]
 *
 * In each round calls are timed without a backup, beside a plain and beside an encrypted one, in turns. With `all = 0` the list is made
 * without the indexes for names and domains, and nothing is restored: ten million are measured in minutes rather than half an hour.
 */
import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { executable } from '../src/lib/executable.ts'
import { peakMegabytes } from './processes.ts'
import { makeList, type Product, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [subscribers = 1_000_000, rate = 50, rounds = 6, all = 1] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'lettershop-bench-'))
const product = await startProduct()
try {
  const { ListID } = await makeList(product)
  await fill(product, subscribers)
  const own = { DATABASE_URL: product.databaseUrl, LETTERSHOP_DATA: product.dataFolder }
  const bare = await timed(async () => {
    let bytes = 0
    for await (const piece of product.db.copyOut(product.db`select * from subscribers`)) bytes += piece.length
    return bytes
  })
  const { stdout: recipient } = await run(['backup', 'key', join(folder, 'key.txt')], own)
  const identity = ['--identity', join(folder, 'key.txt')]
  const sealed = join(folder, 'sealed.age')
  const kinds = {
    none: { taken: [] as number[], seconds: [] as number[], memory: 0, size: 0 },
    plain: { taken: [] as number[], seconds: [] as number[], memory: 0, size: 0 },
    encrypted: { taken: [] as number[], seconds: [] as number[], memory: 0, size: 0 },
  }
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  let quietMs = 5_000
  for (let n = 0; n < rounds * names.length; n++) {
    // each follows each of the others
    const name = names[(n + Math.floor(n / names.length)) % names.length]!
    const file = name === 'encrypted' ? sealed : join(folder, 'plain.tar.gz')
    const args = name === 'encrypted' ? ['--recipient', recipient.trim()] : []
    const { value, seconds, taken } = await callsWhile(product, ListID, async () => {
      if (name === 'none') return void (await sleep(quietMs))
      await rm(file, { force: true })
      return run(['backup', file, ...args], own)
    })
    const kind = kinds[name]
    kind.taken.push(...taken)
    kind.seconds.push(seconds)
    if (!value) continue
    quietMs = seconds * 1_000
    kind.memory = Math.max(kind.memory, value.memory)
    kind.size = statSync(file).size
  }
  const verified = await timed(() => run(['backup', 'verify', sealed, ...identity], own))
  const target = { DATABASE_URL: '', LETTERSHOP_DATA: join(folder, 'restored') }
  const restored = all ? await timed(() => run(['restore', sealed, ...identity], target)) : undefined

  const megabytes = bare.value / 1e6
  const line = (what: string, seconds: number, memory: number, size: string) => [
    what,
    seconds.toFixed(1),
    (megabytes / seconds).toFixed(0),
    memory === 0 ? '' : memory.toFixed(0),
    size,
  ]
  const made = (what: string, { seconds, memory, size }: (typeof kinds)[keyof typeof kinds]) =>
    line(what, median(seconds), memory, `${(size / 1e6).toFixed(0)} MB`)
  printTable([
    [
      `${count(subscribers)} subscribers, ${megabytes.toFixed(0)} MB of rows`,
      'seconds',
      'MB/s',
      'memory at most, MB',
      'file',
    ],
    line('COPY of the table by the driver, into nothing', bare.seconds, 0, ''),
    made('backup', kinds.plain),
    made('backup, encrypted with a public key', kinds.encrypted),
    line('verify', verified.seconds, verified.value.memory, ''),
    ...(restored ? [line('restore, with all indexes', restored.seconds, restored.value.memory, '')] : []),
  ])
  const quietP99 = at(kinds.none.taken, 0.99)
  const felt = (what: string, { taken }: { readonly taken: number[] }) => [
    what,
    count(taken.length),
    ...[0.5, 0.95, 0.99, 1].map(share => at(taken, share).toFixed(1)),
    (at(taken, 0.99) / quietP99).toFixed(2),
  ]
  printTable([
    [`${rate} calls a second (Subscriber.Add), ms`, 'calls', 'median', 'p95', 'p99', 'worst', 'p99, times'],
    felt('without a backup', kinds.none),
    felt('during the backup', kinds.plain),
    felt('during the encrypted backup', kinds.encrypted),
  ])
} finally {
  await product.end()
  await rm(folder, { recursive: true, force: true })
}

async function fill({ db }: Product, most: number): Promise<void> {
  if (!all) await db.unsafe('drop index subscribers_by_name_part, subscribers_by_domain, subscribers_by_list_name')
  const [list] = await db<{ clientId: number; id: number }[]>`select client_id, id from lists`
  for (let from = 1; from <= most; from += 500_000) {
    const to = Math.min(most, from + 499_999)
    await db.begin(
      sql => sql`
        insert into subscribers (client_id, list_id, email, address, name, state, state_at, joined_at, fields)
        select ${list!.clientId}, ${list!.id}, address, address, 'Reader ' || md5(n::text || 'name'), 'Active', now(), now(),
          jsonb_build_object('City', 'City ' || n % 1000, 'Birthday', '1980-01-01', 'Points', (n % 5000)::text)
        from (select n, md5(n::text) || '@reader' || n % 1000 || '.example' as address
          from generate_series(${from}::integer, ${to}::integer) n) p`,
      'long',
    )
  }
  await db`update list_totals set active = ${most}`
  await db`vacuum analyze subscribers`
}

interface Ran {
  readonly stdout: string
  /** Megabytes of resident memory, at most: its own, or of a process that it started. */
  readonly memory: number
}

/** Runs a command of the program. @throws Error when it fails */
function run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [executable, ...args], {
      env: { ...process.env, LETTERSHOP_LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    let memory = 0
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    const looking = setInterval(() => {
      try {
        const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
        memory = Math.max(memory, ...[child.pid, ...children].filter(Boolean).map(Number).map(peakMegabytes))
      } catch {
        // it has ended
      }
    }, 100)
    child.once('close', code => {
      clearInterval(looking)
      if (code === 0) resolve({ stdout, memory })
      else reject(new Error(`${args[0]} ended with ${code}.`))
    })
  })
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly seconds: number }> {
  const began = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - began) / 1_000 }
}

/** Calls at a steady pace until the work is done. */
async function callsWhile<Value>({ call }: Product, ListID: string, work: () => Promise<Value>) {
  const taken: number[] = []
  let isOver = false
  const calls: Promise<void>[] = []
  const calling = (async () => {
    for (let n = 0; !isOver; n++) {
      calls.push(
        (async () => {
          const began = performance.now()
          await call('Subscriber.Add', { ListID, Email: `caller${n % 1000}@calls.example`, Name: 'Caller' })
          taken.push(performance.now() - began)
        })(),
      )
      await sleep(1_000 / rate)
    }
  })()
  const done = await timed(work)
  isOver = true
  await calling
  await Promise.all(calls)
  return { ...done, taken }
}

/** The value below which this share of them lies. */
function at(values: number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
