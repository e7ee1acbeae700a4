/**
 * Whom the embedded server runs as. PostgreSQL refuses to run as root, so root hands it to an unprivileged account: the
 * one that owns the database already, else `lettershop` where an operator made such an account, else `nobody`.
 */
import { execFile } from 'node:child_process'
import { lchown, lstat, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../lib/operator-error.ts'

const run = promisify(execFile)

/** An unprivileged account; undefined where we are not root and the server runs as we do. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** @param database the database's folder, which may not exist yet */
export async function serverAccount(database: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(database).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['lettershop', 'nobody']) {
    const account = await lookUp(name)
    if (account && account.uid !== 0) return account
  }
  throw new OperatorError(
    'PostgreSQL does not run as root and this machine has no account named lettershop or nobody. Create one (useradd --system lettershop), start Lettershop as an ordinary user, or set DATABASE_URL.',
  )
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/** Gives a folder and all in it to the account, where it is not the account's yet (a copy made by root, say). */
export async function give(folder: string, account: Account): Promise<void> {
  const { uid, gid } = await lstat(folder)
  if (uid === account.uid && gid === account.gid) return
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await give(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  await lchown(folder, account.uid, account.gid) // last, so that an interrupted walk is taken up again
}

/** Whether the account may enter every folder above the path and read (and, for a folder, enter) what is there. */
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
