/** The folder of the embedded database while it does not run: looked at, never started. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { isServerOf, readPostmaster } from '../../store/embedded/locks.ts'
import { error, type Finding, info, warning } from './finding.ts'

const id = 'database.reach'

export async function checkStoppedDatabase({ LETTERSHOP_DATA }: Config): Promise<readonly Finding[]> {
  const folder = join(LETTERSHOP_DATA, 'postgres')
  const found = await stat(folder).catch(cause => (cause as NodeJS.ErrnoException).code)
  if (found === 'ENOENT')
    return [info(id, `There is no embedded database in ${folder} yet.`, 'The first lettershop start makes it.')]
  if (typeof found !== 'object')
    return [error(id, `The embedded database in ${folder} cannot be looked at: ${found}.`, asItsAccount)]
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(cause => cause as NodeJS.ErrnoException) // fs throws this type
  if (typeof version !== 'string')
    return [
      version.code === 'EACCES'
        ? error(id, `The embedded database in ${folder} belongs to another account.`, asItsAccount)
        : error(
            id,
            `${folder} is not a database of Lettershop: PG_VERSION cannot be read (${version.code}).`,
            'Restore a backup, or name another folder as LETTERSHOP_DATA.',
          ),
    ]
  const postmaster = await readPostmaster(folder)
  if (postmaster && (await isServerOf(postmaster.pid, folder)))
    return [warning(id, `The embedded database in ${folder} is just starting or stopping.`, 'Run the doctor again.')]
  const trace = postmaster ? ' It was not stopped in order; the next start repairs it by itself.' : ''
  return [
    info(
      id,
      `The embedded database in ${folder} (PostgreSQL ${version.trim()}) does not run, and the doctor does not start it.${trace}`,
      'Run lettershop doctor again while the service runs, to examine the database.',
    ),
  ]
}

const asItsAccount = 'Run the doctor as the account of the service, or as root.'
