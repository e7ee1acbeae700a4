/** The nodes of a database with the extension Citus: the coordinator, which DATABASE_URL names, and its workers. */
import { OperatorError } from '../../lib/operator-error.ts'
import type { Sql } from '../connection/database.ts'

/** The extension as `pg_available_extensions` and `pg_extension` have it. */
export interface Extension {
  /** Installed on the server, though perhaps not in this database. */
  readonly isAvailable: boolean
  /** Of this database, such as 13.2-1; null without it. */
  readonly version: string | null
}

export async function readExtension(sql: Sql): Promise<Extension> {
  const [row] = await sql<Extension[]>`
    select exists (select 1 from pg_available_extensions where name = 'citus') as is_available,
      (select extversion from pg_extension where extname = 'citus') as version`
  return row!
}

export interface Node {
  /** As the nodes reach it. */
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
  /** Whether it may have shards of distributed tables. */
  readonly hasShards: boolean
}

/** The coordinator first, if its address was set, then the workers; without standbys. */
export async function readNodes(sql: Sql): Promise<Node[]> {
  return sql<Node[]>`
    select nodename as host, nodeport as port, groupid = 0 as is_coordinator, shouldhaveshards as has_shards
    from pg_catalog.pg_dist_node
    where noderole = 'primary' and isactive
    order by groupid, nodename, nodeport`
}

/** What a worker says of itself; the sentence of the failure when it does not answer. */
export interface WorkerAnswer {
  readonly host: string
  readonly port: number
  readonly facts: WorkerFacts | undefined
  readonly failure: string | undefined
}

export interface WorkerFacts {
  readonly postgres: number
  readonly citus: string
  readonly maxPreparedTransactions: number
  /** Language of its messages. */
  readonly messages: string
  /** Octets of its database. */
  readonly bytes: number
  /** Transactions that wait for the second phase of their commit. */
  readonly prepared: number
  /** Whether it compiles statements that it takes for expensive (`turnOffJit`). */
  readonly jit: boolean
  /** Slots of the table of locks, which all transactions of the server share. */
  readonly locks: number
  /** Tables and indexes of its database: a backup locks all of them. */
  readonly relations: number
}

const facts = `
  select json_build_object('postgres', current_setting('server_version_num')::int,
    'citus', (select extversion from pg_extension where extname = 'citus'),
    'maxPreparedTransactions', current_setting('max_prepared_transactions')::int, 'messages', current_setting('lc_messages'),
    'bytes', pg_database_size(current_database()),
    'prepared', (select count(*) from pg_prepared_xacts where database = current_database() and gid like 'citus%'),
    'jit', current_setting('jit')::boolean, 
    'locks', current_setting('max_locks_per_transaction')::int *
      (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int),
    'relations', (select count(*) from pg_class where relkind in ('r', 'p', 'i', 'I')))`

/** Asks all workers at once. A worker that is away takes up to `citus.node_connection_timeout` (30 s by default). */
export async function askWorkers(sql: Sql): Promise<WorkerAnswer[]> {
  const rows = await sql<{ host: string; port: number; success: boolean; result: string }[]>`
    select nodename as host, nodeport as port, success, result from run_command_on_workers(${facts}) order by nodename, nodeport`
  return rows.map(({ host, port, success, result }) => ({
    host,
    port,
    facts: success ? (JSON.parse(result) as WorkerFacts) : undefined,
    failure: success ? undefined : firstLine(result),
  }))
}

/**
 * Ends the compiling of statements on all nodes, for connections that are made from now on. Our own connections have it off, but those that Citus
 * makes to workers do not: an append to the ledger, which takes milliseconds, was compiled for seconds there.
 * @throws OperatorError if a node does not take the setting
 */
export async function turnOffJit(sql: Sql): Promise<void> {
  // Citus sends the command to each node, which must not pass it on to the others
  const failed = await sql<{ result: string }[]>`
    select result from run_command_on_all_nodes($$
      do $do$ begin
        perform set_config('citus.enable_ddl_propagation', 'off', true);
        execute format('alter database %I set jit = off', current_database());
      end $do$ $$)
    where not success`
  if (failed.length > 0) throw new OperatorError(`A node does not take jit = off: ${firstLine(failed[0]!.result)}`)
}

/** Pairs of nodes of which the first does not reach the second, such as workers behind a firewall. */
export async function findBrokenPaths(sql: Sql): Promise<readonly { readonly from: string; readonly to: string }[]> {
  return sql<{ from: string; to: string }[]>`
    select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to
    from citus_check_cluster_node_health() where result is not true
    order by 1, 2`
}

/** Adds a worker, whose database of the same name has the extension. */
export async function addWorker(sql: Sql, { host, port }: Address): Promise<void> {
  await sql`select citus_add_node(${host}, ${port}::integer)`
}

/** Sets the address at which workers reach the coordinator. */
export async function setCoordinator(sql: Sql, { host, port }: Address): Promise<void> {
  await sql`select citus_set_coordinator_host(${host}, ${port}::integer)`
}

export interface Address {
  readonly host: string
  readonly port: number
}

/** @param text `host:port`, `[address]:port`, or a host alone, which has PostgreSQL's usual port @returns undefined for other text */
export function readAddress(text: string): Address | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?))(?::(\d{1,5}))?$/.exec(text)
  const port = Number(match?.[3] ?? 5432)
  return match && port > 0 && port < 65_536 ? { host: (match[1] ?? match[2])!, port } : undefined
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.trim()
}
