/**
 * The installation secret, from which API keys and signed links are derived. The database stores its SHA-256 and the service refuses
 * another secret: with it, all keys and all links of mails already sent would stop working.
 * See docs/decisions/identity-and-keys.md#api-keys-are-derived-from-the-installation-secret.
 */
import { createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import type { Database } from '../connection/database.ts'

export interface SecretOptions {
  /** The folder with the file `secret`, which only its owner can read. */
  readonly dataFolder: string
  /** LETTERSHOP_SECRET, used instead of the file if several machines share a database. */
  readonly given?: string | null | undefined
}

/** In bytes. */
export const leastSecret = 32

/** The secret is missing, too short, or not the secret of this database. */
export class SecretRefused extends OperatorError {}

/**
 * Returns the installation secret: the given one, or the file's. The first start creates the file.
 * @throws SecretRefused with a sentence that says what to do
 */
export async function readInstallationSecret(db: Database, { dataFolder, given }: SecretOptions): Promise<Buffer> {
  const path = resolve(dataFolder, 'secret')
  const known = await knownFingerprint(db)
  const found = given ? checked(given, 'LETTERSHOP_SECRET') : await readSecret(path)
  if (known && !found)
    throw new SecretRefused(
      `This database belongs to an installation whose secret is not in ${path}. Put the file back from a backup of the data folder, or set LETTERSHOP_SECRET to its content.`,
    )
  const secret = found ?? (await makeSecret(path))
  const expected = known ?? (await rememberFingerprint(db, fingerprint(secret)))
  if (!expected.equals(fingerprint(secret)))
    throw new SecretRefused(
      `${given ? 'LETTERSHOP_SECRET' : `The secret in ${path}`} is not the one this database was set up with; every API key and every link already mailed would stop working. ${given ? 'Set the secret of the first start' : 'Put the file back from a backup of the data folder, or set LETTERSHOP_SECRET to its content'}, or use another database.`,
    )
  return secret
}

export type SecretState = 'matches' | 'another' | 'missing' | 'no installation yet'

/**
 * Compares the secret with its fingerprint in the database. Changes nothing.
 * @throws SecretRefused if it is too short
 */
export async function compareSecret(db: Database, { dataFolder, given }: SecretOptions): Promise<SecretState> {
  const known = await knownFingerprint(db)
  if (!known) return 'no installation yet'
  const found = given ? checked(given, 'LETTERSHOP_SECRET') : await readSecret(resolve(dataFolder, 'secret'))
  if (!found) return 'missing'
  return known.equals(fingerprint(found)) ? 'matches' : 'another'
}

/**
 * Returns the secret of an existing installation, for its backup.
 * @throws SecretRefused if it belongs to another installation or is missing
 */
export async function readSecretOfInstallation(db: Database, options: SecretOptions): Promise<string> {
  const [here] = await db<{ hasTables: boolean }[]>`select to_regclass('installation') is not null as has_tables`
  if (!here!.hasTables || !(await knownFingerprint(db)))
    throw new SecretRefused('The database holds no installation yet. Start Lettershop once: lettershop start')
  return `${(await readInstallationSecret(db, options)).toString('utf8')}\n`
}

/**
 * Checks that a restored installation can have its secret at its place.
 * @returns functions that write the secret durably and remove it again; both do nothing if it is already there
 * @throws SecretRefused if another secret is there
 */
export async function placeSecret(
  secret: string,
  { dataFolder, given }: SecretOptions,
): Promise<{ put(): Promise<void>; takeBack(): Promise<void> }> {
  const path = resolve(dataFolder, 'secret')
  const found = given ? checked(given, 'LETTERSHOP_SECRET') : await readSecret(path)
  if (found && !fingerprint(found).equals(fingerprint(checked(secret, 'The secret of the backup'))))
    throw new SecretRefused(
      `${given ? 'LETTERSHOP_SECRET' : `The secret in ${path}`} is not that of the backup. ${given ? 'Leave it out' : 'Move the file away'}, or name another data folder.`,
    )
  let isPut = false
  return {
    async put() {
      if (found) return
      await makeSecret(path, secret.trim())
      isPut = true
    },
    async takeBack() {
      if (isPut) await rm(path, { force: true })
    },
  }
}

function checked(text: string, from: string): Buffer {
  const secret = Buffer.from(text.trim(), 'utf8')
  if (secret.length < leastSecret)
    throw new SecretRefused(
      `${from} is too short: give at least ${leastSecret} characters, for example of: openssl rand -hex 32`,
    )
  return secret
}

async function readSecret(path: string): Promise<Buffer | undefined> {
  try {
    return checked(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // fs throws this type
    throw error
  }
}

/**
 * Writes the file completely and syncs it before it gets its name; if two processes start at once, the first file is kept.
 * @param secret generated if not given
 */
async function makeSecret(path: string, secret = randomBytes(32).toString('hex')): Promise<Buffer> {
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true })
  const making = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(making, 'wx', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
    await link(making, path).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await rm(making, { force: true })
  }
  await syncFolder(folder)
  return (await readSecret(path))!
}

function fingerprint(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest()
}

async function knownFingerprint(db: Database): Promise<Buffer | undefined> {
  const [row] = await db<{ secretFingerprint: Buffer }[]>`select secret_fingerprint from installation`
  return row?.secretFingerprint
}

/** @returns the fingerprint that was stored first, which may be another process's */
async function rememberFingerprint(db: Database, own: Buffer): Promise<Buffer> {
  await db`insert into installation (secret_fingerprint) values (${own}) on conflict do nothing`
  return (await knownFingerprint(db))!
}
