/**
 * Chooses the account of the embedded server. PostgreSQL refuses to run as root, so root uses an unprivileged account: the owner
 * of an existing database, otherwise `lettershop` if an operator created such an account, otherwise a user id without an
 * account. Systems other than Linux refuse such an id. There the server runs under the system account
 * named `nobody`, and Lettershop logs a warning: other programs under that account can read the files of the database and its password.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lchown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'

const run = promisify(execFile)

/** An unprivileged account; undefined if we are not root, so that the server runs as we do. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** @param database folder of the database, which may not exist yet; a database that the account `nobody` owns is given to another account */
export async function findServerAccount(database: string, log: Log): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(database).catch(() => undefined)
  const fallback = await lookUp('nobody')
  if (owner && owner.uid !== 0 && owner.uid !== fallback?.uid) {
    if (isUnused(owner.uid)) sayUnused(owner.uid, log)
    return { uid: owner.uid, gid: owner.gid }
  }
  const account = await lookUp('lettershop')
  if (account) return account
  if (!fallback)
    throw new OperatorError(
      'PostgreSQL does not run as root and this machine has no account named lettershop or nobody. Create one (useradd --system lettershop), start Lettershop as an ordinary user, or set DATABASE_URL.',
    )
  const unused = process.platform === 'linux' ? await unusedAccount(database) : undefined
  if (unused) sayUnused(unused.uid, log)
  else
    log.warn(
      'There is no account lettershop: PostgreSQL runs as nobody, so other programs that run as nobody can read the database and its password. Create the account: useradd --system lettershop',
    )
  return unused ?? fallback
}

/** initdb needs an account with a name; its files are given to the server's account afterwards. */
export async function findMaker(account: Account | undefined): Promise<Account | undefined> {
  return account && isUnused(account.uid) ? lookUp('nobody') : account
}

function sayUnused(uid: number, log: Log): void {
  log.info({ uid }, 'there is no account lettershop: PostgreSQL runs as a number that no account has')
}

/** From here on are ids that distributions, systemd, containers and directories do not assign (systemd.io/UIDS-GIDS). */
const unusedFrom = 60_706
const unusedTo = 61_183

function isUnused(uid: number): boolean {
  return uid >= unusedFrom && uid <= unusedTo
}

/** Equal for equal folders, so that two starting processes agree; undefined in a user namespace without such ids. */
async function unusedAccount(database: string): Promise<Account | undefined> {
  const count = unusedTo - unusedFrom + 1
  const begin = createHash('sha256').update(database).digest().readUInt32BE() % count
  for (let n = 0; n < count; n++) {
    const id = unusedFrom + ((begin + n) % count)
    if (!(await isMapped(id))) return undefined
    if (!(await isTaken('passwd', id)) && !(await isTaken('group', id))) return { uid: id, gid: id }
  }
  return undefined
}

async function isTaken(database: 'passwd' | 'group', id: number): Promise<boolean> {
  const lines = await readFile(`/etc/${database}`, 'utf8').catch(() => '')
  if (lines.split('\n').some(line => line.split(':')[2] === String(id))) return true
  // getent also asks directories such as LDAP; a system without getent has none
  return run('getent', [database, String(id)]).then(
    () => true,
    () => false,
  )
}

/** Whether the user namespace maps the id: otherwise files cannot be given to it (user_namespaces(7)). */
async function isMapped(id: number): Promise<boolean> {
  for (const map of ['uid_map', 'gid_map']) {
    const lines = (await readFile(`/proc/self/${map}`, 'utf8').catch(() => '')).trim().split('\n')
    const ranges = lines.map(line => line.trim().split(/\s+/).map(Number))
    if (!ranges.some(([inside = 0, , length = 0]) => id >= inside && id < inside + length)) return false
  }
  return true
}

/** @returns undefined if the account does not exist or is root */
async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return Number(uid.stdout) === 0 ? undefined : { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/** Gives a folder with its content to the account, if needed (for example after root made a copy). */
export async function give(folder: string, account: Account): Promise<void> {
  const { uid, gid } = await lstat(folder)
  if (uid === account.uid && gid === account.gid) return
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await give(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  await lchown(folder, account.uid, account.gid) // last, so that an interrupted walk is repeated
}

/** Whether the account can enter all folders above the path, and read it (and enter it, if it is a folder). */
export async function canReach(path: string, account: Account | undefined): Promise<boolean> {
  if (!account) return true
  const [read, enter] = [4, 1]
  const target = await stat(path)
  if (!allows(target, account, target.isDirectory() ? read | enter : read)) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(await stat(folder), account, enter)) return false
    if (folder === dirname(folder)) return true
  }
}

function allows({ mode, uid, gid }: { mode: number; uid: number; gid: number }, account: Account, need: number) {
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode
  return (bits & need) === need
}
