/** Settings, Node, disk. */
import { execFileSync } from 'node:child_process'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config, ConfigError } from '../../config.ts'
import { settings } from '../../config.ts'
import { type Finding, findingsOf } from './finding.ts'

/** @param unknown names in the environment that are no settings */
export function checkSettings(problems: readonly ConfigError[], unknown: readonly string[]): readonly Finding[] {
  const found = findingsOf('settings')
  const wrong = problems.map(({ message }) =>
    found.error(message, 'The service does not start with it. See docs/settings.md.'),
  )
  const misspelt = unknown.map(name => {
    const near = nearest(name, Object.keys(settings))
    return found.warning(`${name} is no setting and is not heeded.`, near ? `Did you mean ${near}?` : 'Take it out.')
  })
  return wrong.length + misspelt.length > 0 ? [...wrong, ...misspelt] : [found.ok('Every setting makes sense.')]
}

export function checkNode(): readonly Finding[] {
  const found = findingsOf('node')
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const version =
    major < 20 || (major === 20 && minor < 19)
      ? found.error(`Node is ${process.version}.`, 'Lettershop needs 20.19 or newer.')
      : major % 2 === 1
        ? found.warning(`Node is ${process.version}, which is no LTS version.`, 'Take an even one for production.')
        : found.ok(`Node is ${process.version}.`)
  const files = openFiles()
  if (files === undefined || files >= enoughFiles) return [version]
  return [
    version,
    found.warning(
      `A process may have ${files} files and connections open.`,
      `Raise it to ${enoughFiles} (LimitNOFILE=, ulimit -n).`,
    ),
  ]
}

const enoughFiles = 4_096

function openFiles(): number | undefined {
  if (process.platform === 'win32') return undefined
  try {
    const text = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
    return text === 'unlimited' ? undefined : Number(text)
  } catch {
    return undefined
  }
}

export async function checkDisk({
  LETTERSHOP_DATA,
  LETTERSHOP_STATE_DIR,
  LETTERSHOP_DISK_RESERVE,
}: Config): Promise<readonly Finding[]> {
  const found = findingsOf('disk')
  const findings: Finding[] = []
  for (const folder of [LETTERSHOP_DATA, ...(LETTERSHOP_STATE_DIR === null ? [] : [LETTERSHOP_STATE_DIR])]) {
    const about = await stat(folder).catch(() => undefined)
    if (!about) {
      findings.push(
        found.warning(
          `The folder ${folder} is not there.`,
          'It is made at the first start. If there was one: see LETTERSHOP_DATA.',
        ),
      )
      continue
    }
    if (!about.isDirectory()) {
      findings.push(found.error(`${folder} is no folder.`, 'Name a folder.'))
      continue
    }
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    )
    if (!isWritable)
      findings.push(
        found.error(
          `The folder ${folder} cannot be written by this account.`,
          'Run this as the account of the service, or give it the folder.',
        ),
      )
    if (process.platform !== 'win32' && (about.mode & 0o077) !== 0)
      findings.push(found.warning(`Other accounts may enter ${folder}, which holds the secret.`, `chmod 700 ${folder}`))
    const { bavail, bsize } = await statfs(folder)
    const megabytes = Math.floor((bavail * bsize) / 2 ** 20)
    if (megabytes <= LETTERSHOP_DISK_RESERVE)
      findings.push(
        found.error(
          `${megabytes} MB are free for ${folder}: nothing is sent below LETTERSHOP_DISK_RESERVE (${LETTERSHOP_DISK_RESERVE} MB).`,
          'Make room.',
        ),
      )
    else findings.push(found.ok(`${megabytes} MB are free for ${folder}.`))
    findings.push(...(await checkSecretFile(join(folder, 'secret'))))
  }
  return findings
}

async function checkSecretFile(path: string): Promise<readonly Finding[]> {
  const about = await stat(path).catch(() => undefined)
  if (!about || process.platform === 'win32' || (about.mode & 0o077) === 0) return []
  return [findingsOf('disk').error(`Other accounts may read ${path}.`, `chmod 600 ${path}`)]
}

/** The setting that differs by the fewest letters, if it is close. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known.map(other => ({ other, steps: distance(name, other) })).sort((a, b) => a.steps - b.steps)
  return best && best.steps <= Math.max(2, Math.floor(name.length / 5)) ? best.other : undefined
}

/** Letters to change, put in or leave out (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
