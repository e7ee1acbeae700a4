/**
 * Databases of tests on a distributed database (`node test/run.mjs --database --distributed`): DISTRIBUTED_URL names a database of a coordinator of
 * Citus, whose catalogue knows the workers. A test's database is a copy of a template on each node, as on one server: the catalogue
 * names nodes by host and port and shards by number, so copies of one name are a distributed database of their own.
 */
import { connect, type Database } from '../../src/store/connection/database.ts'
import { distributeTables } from '../../src/zz-distribute.ts'

/** Whether this run's databases are distributed; `test/run.mjs` sets it. */
export const areDistributed = process.env.TEST_DISTRIBUTED === '1'

interface Node {
  readonly host: string
  readonly port: number
}

/** Runs a statement on each node, the coordinator last: a database that the coordinator has is complete. */
export async function onEachNode(admin: Database, serverUrl: URL, statement: string): Promise<void> {
  const workers = await workersOf(admin)
  await Promise.all(
    workers.map(async ({ host, port }) => {
      const url = new URL(serverUrl)
      url.hostname = host
      url.port = String(port)
      url.pathname = '/postgres'
      await once(url, db => db.unsafe(statement))
    }),
  )
  await admin.unsafe(statement)
}

/**
 * Distributes the tables of a new database, and makes it a template: nothing connects to it any more, neither the background process
 * that Citus starts in each of its databases.
 *
 * @param fill makes its tables
 */
export async function makeDistributedTemplate(
  admin: Database,
  serverUrl: URL,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  const making = `${name}_making`
  const url = new URL(serverUrl)
  url.pathname = `/${making}`
  await onEachNode(admin, serverUrl, `drop database if exists ${making} with (force)`)
  await onEachNode(admin, serverUrl, `create database ${making}`)
  const workers = await workersOf(admin)
  for (const { host, port } of workers) {
    const ofWorker = new URL(url)
    ofWorker.hostname = host
    ofWorker.port = String(port)
    await once(ofWorker, db => db.unsafe('create extension citus'))
  }
  await once(url, async db => {
    await db.unsafe('create extension citus')
    await db`select citus_set_coordinator_host(${url.hostname}, ${Number(url.port || 5432)})`
    for (const { host, port } of workers) await db`select citus_add_node(${host}, ${port})`
  })
  await fill(url.href)
  await once(url, distributeTables)
  await onEachNode(admin, serverUrl, `alter database ${making} allow_connections false`)
  await onEachNode(
    admin,
    serverUrl,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${making}'`,
  )
  await onEachNode(admin, serverUrl, `alter database ${making} rename to ${name}`)
}

/** The workers that the coordinator's catalogue names. */
function workersOf(admin: Database): Promise<Node[]> {
  return admin<Node[]>`select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by groupid`
}

async function once(url: URL, act: (db: Database) => PromiseLike<unknown>): Promise<void> {
  const db = connect(url.href, { max: 1 })
  try {
    await act(db)
  } finally {
    await db.end()
  }
}
