/** What `lettershop distribute` finds before it changes anything. */
import type { Database, Sql } from '../connection/database.ts'
import { hasSchema } from '../diagnosis.ts'
import { readSchemaAge } from '../migrate.ts'
import { readClientlessKeys, readForeignKeys } from './keys.ts'
import {
  askWorkers,
  type Extension,
  findBrokenPaths,
  type Node,
  readExtension,
  readNodes,
  type WorkerAnswer,
} from './nodes.ts'
import { type PlacedTable, readPlacements } from './placement.ts'
import { findMisplaced, type MisplacedTable } from './placing.ts'
import { isDistributionUnfinished } from './unfinished.ts'

export interface SizedTable extends PlacedTable {
  /** Octets with its indexes and partitions, on the coordinator. */
  readonly bytes: number
}

export interface Inspection {
  /** As PostgreSQL reports it: `18.1`. */
  readonly postgres: string
  readonly postgresMajor: number
  readonly extension: Extension
  /** Empty without the extension. */
  readonly nodes: readonly Node[]
  readonly workers: readonly WorkerAnswer[]
  readonly brokenPaths: readonly { readonly from: string; readonly to: string }[]
  readonly hasInstallation: boolean
  /** Migrations that the database lacks; negative when a newer program migrated it. */
  readonly missingMigrations: number
  /** Connections of other processes of ours. */
  readonly connections: number
  readonly tables: readonly SizedTable[]
  /** Undefined without the extension. */
  readonly misplaced: readonly MisplacedTable[] | undefined
  readonly isUnfinished: boolean
  readonly foreignKeys: number
  /** Names of the unique keys that do not contain the client. */
  readonly clientlessKeys: readonly string[]
}

/** The application name of the command's own connections. */
export const distributeName = 'lettershop distribute'

export async function inspect(db: Database): Promise<Inspection> {
  const sql = await db.reserve()
  try {
    return await read(sql)
  } finally {
    sql.release()
  }
}

async function read(sql: Sql): Promise<Inspection> {
  const [server] = await sql<{ postgres: string; postgresMajor: number; connections: number }[]>`
    select split_part(current_setting('server_version'), ' ', 1) as postgres,
      current_setting('server_version_num')::integer / 10000 as postgres_major,
      (select count(*)::integer from pg_stat_activity
        where datname = current_database() and starts_with(application_name, 'lettershop') and application_name <> ${distributeName}
      ) as connections`
  const extension = await readExtension(sql)
  const hasCitus = extension.version !== null
  if (hasCitus) await sql.unsafe(`set citus.node_connection_timeout = 5000`)
  const tables = await readSizes(sql)
  const names = tables.filter(({ placement }) => placement !== 'coordinator').map(({ name }) => name)
  const hasInstallation = await hasSchema(sql)
  const keys = await readClientlessKeys(
    sql,
    tables.filter(({ placement }) => placement === 'distributed').map(({ name }) => name),
  )
  return {
    ...server!,
    extension,
    nodes: hasCitus ? await readNodes(sql) : [],
    workers: hasCitus ? await askWorkers(sql) : [],
    brokenPaths: hasCitus ? await findBrokenPaths(sql) : [],
    hasInstallation,
    missingMigrations: hasInstallation ? await readSchemaAge(sql) : 0,
    tables,
    misplaced: hasCitus ? await findMisplaced(sql) : undefined,
    isUnfinished: await isDistributionUnfinished(sql),
    foreignKeys: (await readForeignKeys(sql, names)).length,
    clientlessKeys: keys.map(({ name }) => name),
  }
}

async function readSizes(sql: Sql): Promise<SizedTable[]> {
  const sizes = await sql<{ name: string; bytes: number }[]>`
    select c.relname as name, (select coalesce(sum(pg_total_relation_size(relid)), 0) from pg_partition_tree(c.oid))::bigint as bytes
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
  const bytes = new Map(sizes.map(({ name, bytes }) => [name, bytes]))
  return (await readPlacements(sql)).map(table => ({ ...table, bytes: bytes.get(table.name) ?? 0 }))
}
