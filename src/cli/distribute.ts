/** `lettershop distribute`: turns the database into one that Citus distributes by client. See docs/distributing.md. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { recordSystemChange } from '../domain/audit/system.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Database } from '../store/connection/database.ts'
import { distribute } from '../store/distribution/distributing.ts'
import { distributeName, type Inspection, inspect } from '../store/distribution/inspection.ts'
import { type Address, addWorker, readAddress, setCoordinator, turnOffJit } from '../store/distribution/nodes.ts'
import { type Given, isDone, missingFor, notesFor, planLines } from './distribute/plan.ts'
import { reach } from './reach.ts'

const usage = `lettershop distribute [--dry-run]                      distributes the database of DATABASE_URL by client with Citus; the service is stopped
  [--worker <host[:port]>]…                                adds a worker, whose database of the same name has the extension
  [--coordinator <host[:port]>]                            the address of this database, as workers reach it
  [--shards <number>]                                      of each distributed table; citus.shard_count where it is not given
With --dry-run it prints what it would do and what is missing, and changes nothing.
More: docs/distributing.md
`

/** More than any installation needs. */
const mostShards = 1_024

/** @returns 0 when it is done, 1 when something is missing or failed, 2 when the command line is wrong */
export async function distributeDatabase(args: readonly string[]): Promise<number> {
  const given = parse(args)
  if (typeof given === 'string') {
    const isHelp = given === 'help'
    if (!isHelp) process.stderr.write(`${given}\n`)
    ;(isHelp ? process.stdout : process.stderr).write(usage)
    return isHelp ? 0 : 2
  }
  if (readConfig().DATABASE_URL === null)
    throw new OperatorError(
      'The embedded database cannot be distributed. Move the installation to a PostgreSQL server with Citus: lettershop backup <file>, then lettershop restore <file> with DATABASE_URL, then lettershop distribute.',
    )
  const { db, close } = await reach(distributeName, { asItIs: true })
  try {
    return await run(db, given)
  } finally {
    await close()
  }
}

type Order = Given & { readonly isDry: boolean }

/** @returns a sentence when the command line is wrong */
function parse(args: readonly string[]): Order | string {
  let values: { worker?: string[]; coordinator?: string; shards?: string; 'dry-run'?: boolean; help?: boolean }
  try {
    values = parseArgs({
      args: [...args],
      options: {
        worker: { type: 'string', multiple: true },
        coordinator: { type: 'string' },
        shards: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    return (error as Error).message // parseArgs throws nothing else
  }
  if (values.help) return 'help'
  const workers = (values.worker ?? []).map(readAddress)
  const coordinator = values.coordinator === undefined ? undefined : readAddress(values.coordinator)
  if (workers.includes(undefined)) return '--worker is an address such as db2.example.com:5432.'
  if (values.coordinator !== undefined && !coordinator)
    return '--coordinator is an address such as db1.example.com:5432.'
  const shards = values.shards === undefined ? undefined : Number(values.shards)
  if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1 && shards <= mostShards))
    return `--shards is a number from 1 to ${mostShards}.`
  return { workers: workers as Address[], coordinator, shards, isDry: values['dry-run'] ?? false } // none is undefined, as checked above
}

async function run(db: Database, order: Order): Promise<number> {
  let found = await inspect(db)
  if (isDone(found)) {
    const compiling = found.workers.some(({ facts }) => facts?.jit)
    if (compiling && !order.isDry) await turnOffJit(db)
    print(
      compiling && !order.isDry
        ? 'The database is distributed already. Its nodes do not compile statements any more (jit = off); restart the service.'
        : 'The database is distributed already; nothing was changed.',
    )
    return 0
  }
  let missing = missingFor(found, order)
  if (!order.isDry && missing.length === 0) {
    await addNodes(db, found, order)
    found = await inspect(db)
    missing = missingFor(found, order)
  }
  for (const line of [...planLines(found, order), ...notesFor(found)]) print(line)
  if (found.isUnfinished) print('An earlier run has not ended: this one goes on where it ended.')
  for (const sentence of missing) print(`Missing: ${sentence}`)
  if (missing.length > 0)
    throw new OperatorError('Nothing was distributed. Do what is missing, and run lettershop distribute again.')
  if (order.isDry) {
    print(
      'Nothing is missing, and nothing was changed. Make a backup, which is the way back; then run it without --dry-run.',
    )
    return 0
  }
  const began = performance.now()
  const done = await distribute(db, {
    shards: order.shards,
    progress: sentence => print(`${((performance.now() - began) / 1_000).toFixed(1).padStart(8)} s  ${sentence}`),
  })
  if (done) {
    await recordSystemChange(db, 'lettershop distribute', `${done.tables} tables`)
    print(
      `Distributed: ${done.tables} tables with ${done.rows} rows; ${done.foreignKeys} foreign keys are checked. Start the service.`,
    )
  }
  return 0
}

/** @throws OperatorError if Citus does not take a node */
async function addNodes(db: Database, { nodes }: Inspection, { workers, coordinator }: Given): Promise<void> {
  if (coordinator) await refused(`The address ${nameOf(coordinator)}`, setCoordinator(db, coordinator))
  for (const worker of workers)
    if (!nodes.some(({ host, port }) => host === worker.host && port === worker.port))
      await refused(`The worker ${nameOf(worker)}`, addWorker(db, worker))
}

async function refused(what: string, work: Promise<void>): Promise<void> {
  await work.catch(cause => {
    const reason = (cause as Error).message
      .replace(/^The database is not available: /, '')
      .split('\n', 1)[0]!
      .replace(/\.$/, '')
    throw new OperatorError(
      `${what} cannot be used: ${reason}. It needs the extension citus in a database of the same name, and has to be reached from the coordinator.`,
      { cause },
    )
  })
}

const nameOf = ({ host, port }: Address) => `${host}:${port}`
const print = (line: string) => process.stdout.write(`${line}\n`)
