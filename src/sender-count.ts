/** How many processes send the campaigns of one `lettershop start`. */
import { availableParallelism, totalmem } from 'node:os'
import type { Config } from './config.ts'
import { fewestConnections } from './delivery/relays/transports.ts'

/** What a machine has for its processes. */
export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

/**
 * More than one relay takes, or the database with its share of the work keeps up with: the database needs about 0.6 of a core
 * beside each sender.
 */
const mostByDefault = 4
/** A sender process takes about a tenth of it. */
const memoryOfEach = 1_000_000_000

/** How many of the connections of a process each of its sender processes may open; a sender has at most that many statements at once. */
export function senderConnections({ LETTERSHOP_DATABASE_CONNECTIONS: most }: Config): number {
  return Math.max(4, Math.ceil(most / 2))
}

/**
 * 0 without the role, 1 for sending in the service's own process, otherwise the number of processes that it starts. Without
 * the setting: one for two cores, because a sender and its part of the database's work fill one and a half; one for each GB of memory;
 * one where mail is written into a folder. Never more than a relay allows connections: each sender needs one.
 * @throws OperatorError for a relay that cannot be used
 */
export function countSenders(config: Config, machine: Machine = thisMachine()): number {
  if (!config.LETTERSHOP_ROLES.has('sender')) return 0
  const connections = fewestConnections(config.LETTERSHOP_TRANSPORT)
  const wanted =
    config.LETTERSHOP_SENDERS ??
    (connections === undefined
      ? 1
      : Math.min(mostByDefault, Math.floor(machine.cores / 2), Math.floor(machine.memoryBytes / memoryOfEach)))
  return Math.max(1, Math.min(wanted, connections ?? wanted))
}

/** A container may have less memory than its machine. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory()
  return { cores: availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, totalmem()) : totalmem() }
}
