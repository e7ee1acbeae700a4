/** The plan of `lettershop distribute` as lines, and what prevents it. Pure: everything was read before. */
import type { Inspection, SizedTable } from '../../store/distribution/inspection.ts'
import type { Address } from '../../store/distribution/nodes.ts'
import { leadingTable, type Placement } from '../../store/distribution/placement.ts'

/** Options of the command. */
export interface Given {
  readonly workers: readonly Address[]
  readonly coordinator: Address | undefined
  readonly shards: number | undefined
}

/** Versions of Citus that it was tried with. */
const leastCitus = 13

/** Octets a second of tables and indexes, and seconds for a table and its keys without rows: docs/distributing.md#how-long-it-takes. */
const bytesPerSecond = 20e6
const secondsPerTable = 0.25

/** Tables that the plan names one by one: those with the most octets. */
const mostNamed = 12

/** What has to be done before, in sentences; empty if nothing prevents the distribution. */
export function missingFor(found: Inspection, given: Given): readonly string[] {
  const { extension, missingMigrations } = found
  if (!extension.isAvailable)
    return [
      `This PostgreSQL (${found.postgres}) does not have Citus. Distributing needs a server with the extension; move the installation there with lettershop backup and lettershop restore.`,
    ]
  if (extension.version === null)
    return [
      'The database does not have the extension: create extension citus, there and in the database of each worker.',
    ]
  const sentences: string[] = []
  if (Number.parseInt(extension.version, 10) < leastCitus)
    sentences.push(`Citus is ${extension.version}; ${leastCitus} or newer is needed.`)
  if (!found.hasInstallation)
    sentences.push('The database holds no installation: run lettershop migrate, or restore a backup into it.')
  if (missingMigrations > 0)
    sentences.push(`The database lacks ${missingMigrations} migrations of this program: run lettershop migrate.`)
  if (missingMigrations < 0) sentences.push('A newer Lettershop migrated the database: run that one.')
  if (found.connections > 0)
    sentences.push(
      `Other processes of Lettershop use the database (connections: ${found.connections}): stop the service on all machines.`,
    )
  return [...sentences, ...missingNodes(found, given)]
}

function missingNodes({ nodes, workers, brokenPaths, postgresMajor, extension }: Inspection, given: Given): string[] {
  const sentences: string[] = []
  if (!given.coordinator && !nodes.some(({ isCoordinator }) => isCoordinator))
    sentences.push(
      'The workers do not know the coordinator: give its address, as workers reach it, with --coordinator <host:port>.',
    )
  if (given.workers.length === 0 && !nodes.some(({ hasShards }) => hasShards))
    sentences.push('There is no worker: add one with --worker <host:port>.')
  for (const { host, port, facts, failure } of workers) {
    const worker = `The worker ${host}:${port}`
    if (!facts) {
      sentences.push(
        `${worker} does not answer: ${failure}. Start it, or remove it: select citus_remove_node('${host}', ${port})`,
      )
      continue
    }
    if (Math.floor(facts.postgres / 10_000) !== postgresMajor)
      sentences.push(
        `${worker} has PostgreSQL ${Math.floor(facts.postgres / 10_000)}, the coordinator ${postgresMajor}.`,
      )
    if (facts.citus !== extension.version)
      sentences.push(`${worker} has Citus ${facts.citus}, the coordinator ${extension.version}.`)
    if (facts.maxPreparedTransactions === 0)
      sentences.push(`${worker} has max_prepared_transactions = 0: set it to at least max_connections, and restart it.`)
  }
  const away = new Set(workers.filter(({ facts }) => !facts).map(({ host, port }) => `${host}:${port}`))
  for (const { from, to } of brokenPaths)
    if (!away.has(from) && !away.has(to)) sentences.push(`The node ${from} does not reach the node ${to}.`)
  return sentences
}

/** What will be done. */
export function planLines(found: Inspection, given: Given): readonly string[] {
  const { nodes, tables, workers, clientlessKeys, foreignKeys } = found
  const own = nodes.find(({ isCoordinator }) => isCoordinator) ?? given.coordinator
  const added = given.workers.filter(one => !nodes.some(({ host, port }) => host === one.host && port === one.port))
  const named = [
    ...workers.map(({ host, port }) => `${host}:${port}`),
    ...added.map(({ host, port }) => `${host}:${port} (to be added)`),
  ]
  const placed = (placement: Placement) => tables.filter(table => table.placement === placement).sort(bySize)
  const moved = [...placed('distributed'), ...placed('reference')]
  const bytes = sumOf(moved)
  return [
    `PostgreSQL ${found.postgres}, Citus ${found.extension.version ?? 'none'}.`,
    `Coordinator: ${own ? `${own.host}:${own.port}` : 'not known'}. Workers: ${named.join(', ') || 'none'}.`,
    ...group('Distributed by client', placed('distributed'), `, ${given.shards ?? 'citus.shard_count'} shards each`),
    ...group('A copy on each node', placed('reference')),
    ...group('On the coordinator, as before', placed('coordinator')),
    `Foreign keys: ${foreignKeys}, dropped at the beginning and added again at the end.`,
    `Unique keys without the client: ${clientlessKeys.length}, which become ordinary indexes${clientlessKeys.length > 0 ? ` (${clientlessKeys.join(', ')})` : ''}.`,
    `Time: about ${describeSeconds(bytes / bytesPerSecond + moved.length * secondsPerTable)}, ${megabytes(bytes)} at ${megabytes(bytesPerSecond)} a second. The service is stopped for that long.`,
    `Disk: the workers together need ${megabytes(bytes)}. The coordinator keeps each table until it was copied and counted.`,
  ]
}

/** Sentences about what prevents nothing and is better changed. */
export function notesFor({ workers }: Inspection): readonly string[] {
  return workers
    .filter(({ facts }) => facts && !/^(?:C|POSIX|en)\b/i.test(facts.messages))
    .map(
      ({ host, port, facts }) =>
        `The worker ${host}:${port} answers in ${facts!.messages}: set lc_messages = 'C' there, so that its errors are recognised.`,
    )
}

const bySize = (one: SizedTable, other: SizedTable) => other.bytes - one.bytes
const sumOf = (tables: readonly SizedTable[]) => tables.reduce((sum, { bytes }) => sum + bytes, 0)

function group(title: string, tables: readonly SizedTable[], more = ''): string[] {
  const named = tables.slice(0, mostNamed)
  const rest = tables.slice(mostNamed)
  return [
    `${title}: ${tables.length} tables, ${megabytes(sumOf(tables))}${tables.length > 0 ? more : ''}`,
    ...named.map(({ name, bytes }) => `  ${name.padEnd(32)} ${megabytes(bytes).padStart(14)}`),
    ...(rest.length > 0
      ? [`  ${`${rest.length} smaller ones`.padEnd(32)} ${megabytes(sumOf(rest)).padStart(14)}`]
      : []),
  ]
}

const megabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`

function describeSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}

/** Whether all tables are where they belong. */
export function isDone({ misplaced, isUnfinished, tables }: Inspection): boolean {
  return misplaced?.length === 0 && !isUnfinished && tables.some(({ name }) => name === leadingTable)
}
