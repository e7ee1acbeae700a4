/** Checks of the machine: the version of Node.js, and the limit of open files. */
import { readFile } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { error, type Finding, info, ok, warning } from './finding.ts'

/** Least version of package.json's `engines`. */
const least = { major: 20, minor: 19 } as const

/** When a major version ends to be mended: https://github.com/nodejs/Release/blob/main/schedule.json. */
const endOfLife: Readonly<Record<number, string>> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' }

export function checkNode(version: string, now: Date): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < least.major || (major === least.major && minor < least.minor))
    return error(
      'system.node',
      `Node.js is ${version}; Lettershop needs ${least.major}.${least.minor} or newer.`,
      'Install a newer Node.js.',
    )
  const end = endOfLife[major]
  if (end && now > new Date(end))
    return warning(
      'system.node',
      `Node.js ${version} has had no security updates since ${end}.`,
      'Install the present long-term version of Node.js.',
    )
  return ok('system.node', `Node.js is ${version}.`)
}

/** Files, and connections beside those of callers, that a process has open: relays, webhooks, the log, the program itself. */
const besides = 500

/** Node.js itself raises the soft limit to the hard one at its start. */
export async function checkOpenFiles(config: Config): Promise<readonly Finding[]> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => undefined)
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(text ?? '')?.[1]
  if (limit === undefined)
    return [info('system.files', 'The limit of open files cannot be read on this system.', 'Look at: ulimit -n')]
  const wanted = config.LETTERSHOP_CONNECTIONS + config.LETTERSHOP_DATABASE_CONNECTIONS + besides
  if (limit === 'unlimited' || Number(limit) >= wanted)
    return [ok('system.files', `A process may open ${limit} files and connections.`)]
  return [
    warning(
      'system.files',
      `A process may open ${limit} files and connections; with LETTERSHOP_CONNECTIONS it may need ${wanted}.`,
      `Raise the limit (systemd: LimitNOFILE=${wanted}; a shell: ulimit -n ${wanted}), or lower LETTERSHOP_CONNECTIONS.`,
    ),
  ]
}
