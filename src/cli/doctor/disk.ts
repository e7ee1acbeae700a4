/** The folders: who may enter them, whether they can be written, and how much room is left. */
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { leastSecret } from '../../store/accounts/installation.ts'
import { error, type Finding, info, ok, reasonOf, warning } from './finding.ts'

const megabyte = 1_048_576

export async function checkDataFolder({ LETTERSHOP_DATA: folder }: Config): Promise<Finding> {
  const found = await look(folder)
  if (found === undefined)
    return info('disk.data', `The data folder ${folder} is not there yet.`, 'The first lettershop start makes it.')
  const trouble = troubleOf(found, await isWritable(folder))
  if (trouble !== undefined)
    return error(
      'disk.data',
      `The data folder ${folder} ${trouble}.`,
      'Name a folder as LETTERSHOP_DATA that the account of the service may write.',
    )
  if (isOpenToOthers(found.mode))
    return warning(
      'disk.data',
      `The data folder ${folder} can be entered by other accounts (mode ${octal(found.mode)}).`,
      `Close it: chmod 700 ${folder}`,
    )
  return ok('disk.data', `The data folder ${folder} is there, and closed to other accounts.`)
}

export async function checkSpace(config: Config): Promise<Finding> {
  const reserve = config.LETTERSHOP_DISK_RESERVE
  const folder = await nearestFolder(config.LETTERSHOP_DATA)
  const { bavail, bsize, blocks, bfree } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / megabyte)
  const total = Math.floor(((blocks - bfree) * bsize) / megabyte) + free
  const sentence = `The disk of the data folder has ${free} MB free of ${total} MB; sending leaves ${reserve} MB free.`
  const advice = 'Free some room, or enlarge the disk: below the reserve nothing is sent.'
  if (free < reserve) return error('disk.space', sentence, advice)
  if (free < 5 * reserve || free < total / 20) return warning('disk.space', sentence, advice)
  return ok('disk.space', sentence)
}

export async function checkStateFolder(config: Config): Promise<Finding> {
  const folder = config.LETTERSHOP_STATE_DIR
  if (folder === null)
    return info(
      'disk.state',
      'There is no state folder: a data folder that was rolled back is noticed by the database alone.',
      'Set LETTERSHOP_STATE_DIR to a folder on another volume.',
    )
  const found = await look(folder)
  const trouble = found ? troubleOf(found, await isWritable(folder)) : undefined
  if (trouble !== undefined)
    return error('disk.state', `The state folder ${folder} ${trouble}.`, 'Name another folder as LETTERSHOP_STATE_DIR.')
  const [own, data] = await Promise.all(
    [folder, config.LETTERSHOP_DATA].map(async path => stat(await nearestFolder(path))),
  )
  if (own!.dev === data!.dev)
    return warning(
      'disk.state',
      `The state folder ${folder} is on the volume of the data folder: both are rolled back together.`,
      'Name a folder on another volume as LETTERSHOP_STATE_DIR.',
    )
  return ok('disk.state', `The state folder ${folder} is on a volume of its own.`)
}

/** The file of the secret; `secret.match` compares its content with the database. */
export async function checkSecretFile(config: Config): Promise<Finding> {
  const path = join(config.LETTERSHOP_DATA, 'secret')
  const given = config.LETTERSHOP_SECRET
  const found = await look(path)
  if (found === undefined)
    return given !== null
      ? ok('secret.file', 'The installation secret comes from LETTERSHOP_SECRET.')
      : info(
          'secret.file',
          `There is no installation secret in ${path}.`,
          'The first start makes it. Of an installation that exists, put the file back from a backup.',
        )
  const text = (await readFile(path, 'utf8')).trim()
  if (given !== null && given.trim() !== text)
    return warning(
      'secret.file',
      `LETTERSHOP_SECRET and the file ${path} are different secrets; the file is ignored.`,
      'See secret.match for which of them belongs to the database, and move the other away.',
    )
  if (Buffer.byteLength(text) < leastSecret)
    return error(
      'secret.file',
      `The installation secret in ${path} is shorter than ${leastSecret} characters.`,
      'Put the file back from a backup of the data folder.',
    )
  if (isOpenToOthers(found.mode))
    return warning(
      'secret.file',
      `The installation secret in ${path} can be read by other accounts (mode ${octal(found.mode)}).`,
      `Close it: chmod 600 ${path}`,
    )
  return ok('secret.file', `The installation secret in ${path} is closed to other accounts.`)
}

interface Found {
  readonly mode: number
  readonly isFolder: boolean
}

/** @returns undefined where nothing is */
async function look(path: string): Promise<Found | undefined> {
  try {
    const found = await stat(path)
    return { mode: found.mode & 0o777, isFolder: found.isDirectory() }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined // fs throws this type
    throw cause
  }
}

function troubleOf({ isFolder }: Found, writable: true | string): string | undefined {
  if (!isFolder) return 'is no folder'
  return writable === true ? undefined : `cannot be written: ${writable}`
}

/** Asks the system; nothing is written. */
function isWritable(folder: string): Promise<true | string> {
  return access(folder, constants.W_OK | constants.X_OK).then(() => true as const, reasonOf)
}

/** The nearest existing parent of a folder that does not exist yet. */
async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory() || folder === dirname(folder)) return folder
  }
}

function isOpenToOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0
}

const octal = (mode: number) => mode.toString(8).padStart(4, '0')
