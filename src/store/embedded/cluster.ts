/** Creates the database's folder, completely or not at all. */
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { isAlive } from '../../lib/other-processes.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { type Account, canReach, findMaker, give } from './account.ts'
import type { Binaries } from './binaries.ts'
import { runProgram } from './process.ts'
import { scramVerifier } from './scram.ts'

/** The only role of the embedded server. */
export const role = 'lettershop'
const passwordFile = 'lettershop.password'

export interface Cluster {
  /** Absolute path. */
  readonly folder: string
  /** The server's name for its folder, in which it is started. */
  readonly pgdata: string
  readonly account: Account | undefined
  readonly binaries: Binaries
  /** Password of the role, needed by every connection. */
  readonly password: string
}

/**
 * Creates the database on the first start, in a temporary folder beside it that is renamed when complete, so that an interrupted start
 * leaves no incomplete database. The files may belong to another account until they are given to `account`.
 * @param sync false leaves flushing of initdb's files to the operating system, for temporary databases
 */
export async function prepareCluster(
  folder: string,
  account: Account | undefined,
  binaries: Binaries,
  sync: boolean,
): Promise<Cluster> {
  if (!(await exists(folder))) await initialise(folder, account, binaries, sync)
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(cause => notOurs(folder, cause))).trim()
  if (version !== binaries.major)
    throw new OperatorError(
      `The database in ${folder} was made by PostgreSQL ${version}, this Lettershop brings PostgreSQL ${binaries.major}. Start the Lettershop that made it, dump the database, and restore the dump into a new data folder.`,
    )
  return {
    folder,
    pgdata: await nameFor(folder, account),
    account,
    binaries,
    password: await readPassword(folder),
  }
}

export async function readPassword(folder: string): Promise<string> {
  return (await readFile(join(folder, passwordFile), 'utf8').catch(cause => notOurs(folder, cause))).trim()
}

function notOurs(folder: string, cause: NodeJS.ErrnoException): never {
  throw new OperatorError(
    cause.code === 'EACCES'
      ? `The database in ${folder} belongs to another account. Start Lettershop as the account that made it, or as root.`
      : `${folder} is not a database of Lettershop: ${cause.message}. Move it away, or name another folder as LETTERSHOP_DATA.`,
    { cause },
  )
}

async function initialise(folder: string, account: Account | undefined, binaries: Binaries, sync: boolean) {
  const making = await mkdtemp(`${folder}.making-${process.pid}-`)
  const notes = await mkdtemp(join(tmpdir(), 'lettershop-'))
  const maker = await findMaker(account)
  try {
    const password = randomBytes(24).toString('hex')
    const note = join(notes, 'password')
    // other programs may run as the maker's account: the verifier does not allow signing in
    await writeFile(note, scramVerifier(password), { mode: 0o600 })
    if (maker) {
      for (const path of [making, notes, note]) await chown(path, maker.uid, maker.gid)
    }
    await runProgram(
      binaries.initdb,
      [
        ...['-D', await nameFor(making, maker), '-U', role, '--pwfile', note],
        // Text sorts and folds equally on every machine, whatever its locales are.
        ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ...['--auth=scram-sha-256', '--no-instructions', ...(sync ? [] : ['--no-sync'])],
      ],
      { cwd: making, account: maker },
    )
    if (account) await give(making, account)
    await writeDurably(join(making, passwordFile), `${password}\n`, account)
    await rename(making, folder).catch(async error => {
      if (!(await exists(folder))) throw error // otherwise another process was first, and its database is used
    })
    await syncFolder(join(folder, '..'))
  } finally {
    await rm(making, { recursive: true, force: true })
    await rm(notes, { recursive: true, force: true })
  }
}

/**
 * Root can have a database that its account cannot reach (below /root, mode 700). The server is then started inside the
 * folder and refers to it as /proc/self/cwd, which needs no access to the path.
 */
async function nameFor(folder: string, account: Account | undefined): Promise<string> {
  if (await canReach(folder, account)) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new OperatorError(
    `Account ${account?.uid}, whom PostgreSQL runs as, cannot reach ${folder}. Let it pass the folders above (chmod a+x), or name another folder as LETTERSHOP_DATA.`,
  )
}

/** Removes files of starts that were killed during initdb. */
export async function removeLeftovers(folder: string): Promise<void> {
  const parent = resolve(folder, '..')
  for (const name of await readdir(parent)) {
    const [, pid] = /^postgres\.making-(\d+)-/.exec(name) ?? []
    if (pid && Number(pid) !== process.pid && !(await isAlive(Number(pid))))
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

async function writeDurably(path: string, text: string, account: Account | undefined): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    if (account) await file.chown(account.uid, account.gid)
    await file.sync()
  } finally {
    await file.close()
  }
}
