/** The folder of LETTERSHOP_DATA. It contains the secret, the database and all mails, so no other account may enter it. */
import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Log } from '../../lib/log.ts'
import { OperatorError } from '../../lib/operator-error.ts'

/** Names of our files; a file system creates `lost+found` at the top of a volume. */
const ours =
  /^(?:postgres(?:\.making-.*)?|outbox|journal|restoring|(?:secret|sender|heartbeat)(?:[.-].*)?|lettershop-postgresql-.*|lost\+found)$/

/**
 * Creates the folder with mode 0700, or sets the mode of an existing one. If it contains other files too, such as a home
 * folder, its mode is unchanged and a warning is logged, because other accounts may need to enter it.
 * @returns its absolute path
 * @throws OperatorError if this account cannot create it or write to it
 */
export async function openDataFolder(path: string, log: Log): Promise<string> {
  const folder = resolve(path)
  try {
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder, { mode: closed }).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
    await access(`${folder}/.`, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new OperatorError(
      `The data folder ${folder} cannot be written by this account (${errorCode(cause as NodeJS.ErrnoException)}). Let LETTERSHOP_DATA name a folder that it can, or change the owner of this one.`,
      { cause },
    )
  }
  if (process.platform === 'win32' || ((await stat(folder)).mode & 0o777 & ~closed) === 0) return folder
  const reason = (await readdir(folder)).every(name => ours.test(name))
    ? await chmod(folder, closed).then(() => undefined, errorCode)
    : 'it holds other files too'
  if (reason !== undefined)
    log.warn(`The data folder ${folder} can be entered by other accounts (${reason}). Close it: chmod 700 ${folder}`)
  return folder
}

/**
 * If root starts PostgreSQL, it runs as another account. On Linux it can work in its start folder whatever the parent's mode is;
 * other systems require permission to pass through the parent.
 */
const closed = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700

function errorCode(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message
}
