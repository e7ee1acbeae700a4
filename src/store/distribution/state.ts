/** The state of a distributed database, for `lettershop doctor` and `lettershop top`. */
import type { Sql, Transaction } from '../connection/database.ts'
import { isDistributed } from '../connection/distributed.ts'
import { askWorkers } from './nodes.ts'
import { leadingTable } from './placement.ts'
import { findMisplaced, type MisplacedTable } from './placing.ts'

export interface WorkerState {
  readonly host: string
  readonly port: number
  /** Why it does not answer; undefined if it does. */
  readonly failure: string | undefined
  /** Shards of each distributed table, which are on it. */
  readonly shards: number
  /** Octets of its database; undefined if it does not answer. */
  readonly bytes: number | undefined
  /** Whether it compiles statements, see `turnOffJit`. */
  readonly jit: boolean
  /** Slots of its table of locks, and tables and indexes, all of which a backup locks; undefined if it does not answer. */
  readonly locks: number | undefined
  readonly relations: number | undefined
}

/** Milliseconds to wait for a worker whose machine is away. */
const reachMs = 3_000

/** @param sql in a transaction, which shortens the wait for a worker @returns undefined if the database is not distributed */
export async function readWorkerStates(sql: Transaction): Promise<readonly WorkerState[] | undefined> {
  if (!(await isDistributed(sql))) return undefined
  await sql`select set_config('citus.node_connection_timeout', ${String(reachMs)}::text, true)`
  const shards = await sql<{ host: string; port: number; shards: number }[]>`
    select n.nodename as host, n.nodeport as port, count(*)::integer as shards
    from pg_catalog.pg_dist_shard s
    join pg_catalog.pg_dist_placement p using (shardid)
    join pg_catalog.pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.logicalrelid = ${leadingTable}::text::regclass
    group by n.nodename, n.nodeport`
  return (await askWorkers(sql)).map(({ host, port, facts, failure }) => ({
    ...{
      host,
      port,
      failure,
      bytes: facts?.bytes,
      jit: facts?.jit ?? false,
      locks: facts?.locks,
      relations: facts?.relations,
    },
    shards: shards.find(one => one.host === host && one.port === port)?.shards ?? 0,
  }))
}

/** @returns undefined if the database is not distributed */
export async function readMisplaced(sql: Sql): Promise<readonly MisplacedTable[] | undefined> {
  return (await isDistributed(sql)) ? findMisplaced(sql) : undefined
}
