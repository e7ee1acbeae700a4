/** How a backup is closed and opened: keys and passphrases of a command line. Secrets come from files or are typed, never as arguments. */
import { readFile } from 'node:fs/promises'
import type { Opening, Seal } from '../../domain/backups/sealing.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { askSecret } from '../secret-line.ts'

export const sealOptions = {
  recipient: { type: 'string', multiple: true },
  'recipients-file': { type: 'string' },
  passphrase: { type: 'boolean' },
  'passphrase-file': { type: 'string' },
} as const

export const openingOptions = {
  identity: { type: 'string', multiple: true },
  passphrase: { type: 'boolean' },
  'passphrase-file': { type: 'string' },
} as const

interface GivenPassphrase {
  readonly passphrase?: boolean | undefined
  readonly 'passphrase-file'?: string | undefined
}

/** @returns undefined where the backup is not to be encrypted @throws OperatorError when a file cannot be read, or both ways are given */
export async function sealOf(
  given: GivenPassphrase & {
    readonly recipient?: readonly string[] | undefined
    readonly 'recipients-file'?: string | undefined
  },
): Promise<Seal | undefined> {
  const file = given['recipients-file']
  const recipients = [...(given.recipient ?? []), ...(file === undefined ? [] : await linesOf(file))]
  const passphrase = await passphraseOf(given, { isNew: true })
  if (passphrase !== undefined && recipients.length > 0)
    throw new OperatorError('A backup is encrypted with public keys or with a passphrase, not with both.')
  if (passphrase !== undefined) return { passphrase }
  return recipients.length > 0 ? { recipients } : undefined
}

/** @throws OperatorError when a file cannot be read */
export async function openingOf(
  given: GivenPassphrase & { readonly identity?: readonly string[] | undefined },
): Promise<Opening> {
  const files = await Promise.all((given.identity ?? []).map(linesOf))
  return { identities: files.flat(), passphrase: await passphraseOf(given, { isNew: false }) }
}

async function passphraseOf(
  { passphrase, 'passphrase-file': file }: GivenPassphrase,
  { isNew }: { readonly isNew: boolean },
): Promise<string | undefined> {
  if (file !== undefined) return (await linesOf(file))[0] ?? ''
  if (!passphrase) return undefined
  const typed = await askSecret('Passphrase of the backup: ')
  // a slip would make a backup that no one can open
  if (isNew && process.stdin.isTTY && (await askSecret('Once more: ')) !== typed)
    throw new OperatorError('The two passphrases are not the same. Nothing was done.')
  return typed
}

/** Lines that are neither empty nor comments, as files of age have them. */
async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(cause => {
    throw new OperatorError(`${path} cannot be read: ${(cause as Error).message}.`, { cause })
  })
  return text.split(/\r?\n/).filter(line => line.trim() !== '' && !line.startsWith('#'))
}
