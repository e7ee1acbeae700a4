/** Whether a distributed database is as it should be: tables, workers, and how even the shards are. */
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import type { MisplacedTable } from '../../store/distribution/placing.ts'
import { readMisplaced, readWorkerStates, type WorkerState } from '../../store/distribution/state.ts'
import { isDistributionUnfinished } from '../../store/distribution/unfinished.ts'
import { error, type Finding, info, ok, warning } from './finding.ts'

export interface DistributionFacts {
  /** Undefined if the database is not distributed. */
  readonly workers: readonly WorkerState[] | undefined
  readonly misplaced: readonly MisplacedTable[] | undefined
  readonly isUnfinished: boolean
}

export async function checkDistribution(db: Database): Promise<readonly Finding[]> {
  const [workers, misplaced, isUnfinished] = await Promise.all([
    transaction(db, readWorkerStates),
    readMisplaced(db),
    isDistributionUnfinished(db),
  ])
  return judgeDistribution({ workers, misplaced, isUnfinished })
}

const id = 'database.distribution'
/** A worker with more than this, in octets, and so many times what the smallest has, has too much. */
const unevenBytes = 1e9
const unevenRatio = 2
/** A backup locks each table and index once; other statements need as many again. */
const lockedAtOnce = 2

export function judgeDistribution({ workers, misplaced = [], isUnfinished }: DistributionFacts): readonly Finding[] {
  if (isUnfinished)
    return [
      error(id, 'A distribution of the database has begun and has not ended.', 'Run lettershop distribute again.'),
    ]
  if (!workers) return [ok(id, 'The database is on one server.')]
  const findings: Finding[] = []
  const away = workers.filter(({ failure }) => failure !== undefined)
  for (const { host, port, failure, shards } of away)
    findings.push(
      error(
        id,
        `The worker ${host}:${port} does not answer: ${failure}. Clients of ${shards} shards are answered with 503.`,
        'Start it, or promote its standby: select citus_update_node(…).',
      ),
    )
  if (misplaced.length > 0)
    findings.push(
      error(
        id,
        `Tables that are not where they belong: ${misplaced.map(({ name, placement }) => `${name} (${placement})`).join(', ')}.`,
        'Stop the service, and run lettershop distribute.',
      ),
    )
  findings.push(...judgeSettings(workers))
  const sizes = workers.flatMap(({ shards, bytes }) => (bytes === undefined ? [] : [{ shards, bytes }]))
  const [least, most] = [Math.min(...sizes.map(({ bytes }) => bytes)), Math.max(...sizes.map(({ bytes }) => bytes))]
  const list = workers.map(
    ({ host, port, shards, bytes }) =>
      `${host}:${port} (${shards} shards, ${bytes === undefined ? 'size not known' : `${(bytes / 1e6).toFixed(0)} MB`})`,
  )
  const sentence = `Workers of the database: ${list.join(', ')}.`
  if (sizes.length > 1 && most > unevenBytes && most > least * unevenRatio)
    findings.push(
      warning(
        id,
        sentence,
        'Move shards: select citus_rebalance_start(). A large client can have a shard of its own (docs/distributing.md).',
      ),
    )
  else if (sizes.some(({ shards }) => shards === 0))
    findings.push(info(id, sentence, 'A worker without shards does nothing: select citus_rebalance_start()'))
  else if (findings.length === 0) findings.push(ok(id, sentence))
  return findings
}

/** Settings of workers that statements need, and that nothing else shows until they are slow or fail. */
function judgeSettings(workers: readonly WorkerState[]): readonly Finding[] {
  const compiling = workers.filter(({ jit }) => jit)
  const narrow = workers.filter(
    ({ locks, relations }) => locks !== undefined && relations !== undefined && locks < relations * lockedAtOnce,
  )
  return [
    ...compiling.map(({ host, port }) =>
      warning(
        id,
        `The worker ${host}:${port} compiles statements (jit = on), which takes seconds for statements that take milliseconds.`,
        'Run lettershop distribute, which turns it off, and restart the service.',
      ),
    ),
    ...narrow.map(({ host, port, locks, relations }) =>
      warning(
        id,
        `The worker ${host}:${port} has room for ${locks} locks, and ${relations} tables and indexes: a backup and a migration lock each of them.`,
        'Raise max_locks_per_transaction there, and restart it (docs/distributing.md).',
      ),
    ),
  ]
}
