import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { type KeyRing, readInstallationKeys } from '../domain/access/keys.ts'
import { createLog } from '../lib/log.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { connect, type Database } from '../store/connection/database.ts'
import { open, openServer } from '../store/connection/open.ts'
import { findRunningEmbedded } from '../store/embedded/embedded.ts'

export interface Reached {
  readonly db: Database
  close(): Promise<void>
}

/**
 * The database of the settings, for a command: the embedded one whether the service runs or not.
 * @param name of its connections, as the database shows them
 * @param asItIs does not migrate the database, which may have an older schema
 * @throws OperatorError if no installation exists; it does not create one
 */
export async function reach(name: string, { asItIs = false }: { readonly asItIs?: boolean } = {}): Promise<Reached> {
  const { DATABASE_URL, LETTERSHOP_DATA, LETTERSHOP_LOG_LEVEL } = readConfig()
  const running = DATABASE_URL === null ? await findRunningEmbedded(LETTERSHOP_DATA) : undefined
  if (running) return connected(running, { max: 2, name })
  if (DATABASE_URL === null) await refuseWithoutInstallation(LETTERSHOP_DATA)
  return (asItIs ? openServer : open)({
    databaseUrl: DATABASE_URL ?? undefined,
    dataFolder: LETTERSHOP_DATA,
    name,
    log: createLog(LETTERSHOP_LOG_LEVEL),
  })
}

/** The database where it is reached without starting anything, and as it is. */
export async function reachRunning(name: string): Promise<Reached | undefined> {
  const { DATABASE_URL, LETTERSHOP_DATA } = readConfig()
  const url = DATABASE_URL ?? (await findRunningEmbedded(LETTERSHOP_DATA).catch(() => undefined))
  return url === undefined ? undefined : connected(url, { max: 1, name })
}

function connected(url: string, options: { readonly max: number; readonly name: string }): Reached {
  const db = connect(url, options)
  return { db, close: () => db.end({ timeout: 5 }) }
}

/** The keys of the installation whose database it is. @throws OperatorError when the secret is another's, or is not there */
export async function keysOf(db: Database): Promise<KeyRing> {
  const { LETTERSHOP_DATA, LETTERSHOP_SECRET } = readConfig()
  return readInstallationKeys(db, { dataFolder: LETTERSHOP_DATA, given: LETTERSHOP_SECRET })
}

async function refuseWithoutInstallation(dataFolder: string): Promise<void> {
  if (await stat(join(dataFolder, 'postgres')).catch(() => undefined)) return
  throw new OperatorError(
    `There is no installation in ${dataFolder}. Set LETTERSHOP_DATA to its data folder, or DATABASE_URL to its database; ${withSettings}`,
  )
}

/** How a command gets the settings of a service that systemd runs. */
export const withSettings =
  'where systemd runs the service, lettershop-service (docs/running.md) runs commands with its settings.'
