/**
 * Databases of a real Citus. DISTRIBUTED_URL names a database of a coordinator whose catalogue names the workers; a database here is one of
 * the same name on each of these nodes. Without the variable suites are skipped, and the run names them.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { useKeys } from '../../src/domain/access/keys.ts'
import { connect, type Database } from '../../src/store/connection/database.ts'
import { Query } from '../../src/store/connection/template.ts'
import { completeDirectory } from '../../src/store/directory.ts'
import { distribute } from '../../src/store/distribution/distributing.ts'
import { turnOffJit } from '../../src/store/distribution/nodes.ts'
import { migrate } from '../../src/store/migrate.ts'
import type { TestDatabase } from './database.ts'
import { testKeys } from './seed.ts'

/** @returns options for `describe` and `test` */
export function needsCitus(): { skip?: string } {
  return process.env.DISTRIBUTED_URL
    ? {}
    : { skip: 'DISTRIBUTED_URL, a coordinator of Citus that knows its workers, is not set' }
}

/** Whether the databases of this run are distributed (`--distributed`). Those on a server that a test starts are not. */
export function isOnCitus(): boolean {
  const { DATABASE_URL, DISTRIBUTED_URL } = process.env
  return DISTRIBUTED_URL !== undefined && DATABASE_URL === DISTRIBUTED_URL
}

export interface CitusNode {
  readonly host: string
  readonly port: number
}

/** The nodes of DISTRIBUTED_URL. */
export async function citusNodes(): Promise<{
  readonly coordinator: CitusNode
  readonly workers: readonly CitusNode[]
}> {
  const admin = connect(base().href, { max: 1 })
  try {
    const rows = await admin<(CitusNode & { group: number })[]>`
      select nodename as host, nodeport as port, groupid as group from pg_dist_node where noderole = 'primary' order by groupid`
    return { coordinator: rows.find(({ group }) => group === 0)!, workers: rows.filter(({ group }) => group > 0) }
  } finally {
    await admin.end()
  }
}

/**
 * - `bare`: the extension on each node; no workers are added, and there are no tables.
 * - `empty`: the coordinator knows its workers, and there are no tables.
 * - `installed`: the coordinator knows its workers and has an installation that is not distributed.
 * - `distributed`: that, distributed into few shards.
 */
export type CitusState = 'bare' | 'empty' | 'installed' | 'distributed'

/** A database of its own, copied from a template that the first caller makes. */
export async function citusDatabase(state: CitusState): Promise<TestDatabase> {
  const name = `lettershop_test_${process.pid}_${randomBytes(4).toString('hex')}`
  if (state === 'bare') await makeBare(name)
  else if (state === 'empty') await makeEmpty(name)
  else await onEach(`create database ${name} template ${await template(state)} strategy file_copy`)
  const url = urlOf(name)
  const db = connect(url, { max: 8 })
  // a copy has not the settings of its template
  if (state === 'distributed') await turnOffJit(db)
  useKeys(db, testKeys)
  return {
    db: state === 'distributed' ? withDirectory(db) : db,
    url,
    async drop() {
      await db.end({ timeout: 5 })
      await dropOnEach(name)
    },
  }
}

/**
 * A pool whose single inserts enter their rows into the directory. Fixtures insert lists and campaigns without it, and a distributed database
 * looks for nothing elsewhere. The program inserts in transactions, whose statements stay as they are.
 */
function withDirectory(db: Database): Database {
  return new Proxy(db, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as never, self, args)
      if (!(made instanceof Query) || !made.template?.some(text => insertOfListed.test(text))) return made
      const then = made.then.bind(made)
      // biome-ignore lint/suspicious/noThenProperty: it is a promise
      made.then = (resolved, rejected) =>
        then(async rows => {
          await completeDirectory(target)
          return rows
        }).then(resolved, rejected)
      return made
    },
  })
}

/** An insert into a table whose rows have entries. */
const insertOfListed = /\binsert into (?:campaigns|forms|lists|segments|templates)\b/

/** Shards of each table: more than one worker has, and few, because each is a table. */
const shards = 4

async function template(state: Exclude<CitusState, 'bare' | 'empty'>): Promise<string> {
  const name = `lettershop_citus_${state}_${await hashOfSources()}`
  const from = state === 'distributed' ? await template('installed') : undefined
  await once(base().href, async db => {
    // without a time limit: the first takes up to a minute
    const admin = await db.reserve()
    try {
      await admin`select pg_advisory_lock(7203551883)`
      const [found] = await admin`select 1 from pg_database where datname = ${name}`
      if (!found) await makeTemplate(name, from)
    } finally {
      admin.release()
    }
  })
  return name
}

/** @param from the template to distribute; an installation is made where it is not given */
async function makeTemplate(name: string, from: string | undefined): Promise<void> {
  const making = `${name}_making`
  await onEach(`drop database if exists ${making} with (force)`)
  if (from) {
    await onEach(`create database ${making} template ${from} strategy file_copy`)
    await once(urlOf(making), db => distribute(db, { shards }))
  } else await install(making)
  // nothing connects to it any more, not even the process that Citus runs in each of its databases
  await onEach(`alter database ${making} allow_connections false`)
  await onEach(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${making}'`)
  await onEach(`alter database ${making} rename to ${name}`)
}

async function install(name: string): Promise<void> {
  await makeEmpty(name)
  await once(urlOf(name), migrate)
  const { migrateJobs } = await import('../../src/store/jobs/jobs.ts')
  await migrateJobs(urlOf(name))
}

async function makeEmpty(name: string): Promise<void> {
  await makeBare(name)
  const { coordinator, workers } = await citusNodes()
  await once(urlOf(name), async db => {
    await db`select citus_set_coordinator_host(${coordinator.host}, ${coordinator.port})`
    for (const { host, port } of workers) await db`select citus_add_node(${host}, ${port})`
  })
}

async function makeBare(name: string): Promise<void> {
  await onEach(`create database ${name}`)
  const { coordinator, workers } = await citusNodes()
  for (const node of [...workers, coordinator]) await once(urlOf(name, node), db => db.unsafe('create extension citus'))
}

/** What the templates are made of. */
async function hashOfSources(): Promise<string> {
  const store = join(import.meta.dirname, '../../src/store')
  const hash = createHash('sha256')
  for (const folder of ['migrations', 'distribution'])
    for (const file of (await readdir(join(store, folder))).filter(name => /\.(?:sql|ts)$/.test(name)).sort())
      hash.update(readFileSync(join(store, folder, file)))
  return hash
    .update(readFileSync(join(store, 'schema.sql')))
    .digest('hex')
    .slice(0, 12)
}

async function dropOnEach(name: string): Promise<void> {
  const { coordinator, workers } = await citusNodes()
  for (const node of [...workers, coordinator]) await dropOn(urlOf('postgres', node), name)
}

/** A process that Citus runs in each of its databases connects again while one is dropped, unless connections are refused. */
async function dropOn(url: string, name: string, attempts = 5): Promise<void> {
  try {
    await once(url, async admin => {
      const [found] = await admin`select 1 from pg_database where datname = ${name}`
      if (!found) return
      await admin.unsafe(`alter database ${name} allow_connections false`)
      await admin.unsafe(`drop database ${name} with (force)`)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '55006' || attempts === 1) throw error // the driver's code
    await dropOn(url, name, attempts - 1)
  }
}

/** The same statement on each node, on the coordinator last: a database that it has is complete. */
async function onEach(statement: string): Promise<void> {
  const { coordinator, workers } = await citusNodes()
  await Promise.all(workers.map(node => once(urlOf('postgres', node), db => db.unsafe(statement))))
  await once(urlOf('postgres', coordinator), db => db.unsafe(statement))
}

async function once(url: string, work: (db: Database) => PromiseLike<unknown>): Promise<void> {
  const db = connect(url, { max: 1 })
  try {
    await work(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}

function base(): URL {
  return new URL(process.env.DISTRIBUTED_URL ?? '')
}

function urlOf(name: string, node?: CitusNode): string {
  const url = base()
  url.pathname = `/${name}`
  if (node) Object.assign(url, { hostname: node.host, port: String(node.port) })
  return url.href
}
