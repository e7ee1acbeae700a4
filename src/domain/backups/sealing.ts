/**
 * Encryption of a backup in the format of age (https://age-encryption.org/v1): with public keys, or with a passphrase. `age -d` opens it
 * too.
 */
import { Decrypter, Encrypter } from 'age-encryption'
import { OperatorError } from '../../lib/operator-error.ts'
import { BackupDamaged } from './archive.ts'

/** Who can open it: those who have a key of these, or the passphrase. */
export type Seal = { readonly recipients: readonly string[] } | { readonly passphrase: string }
/** What opens it. */
export interface Opening {
  /** `AGE-SECRET-KEY-1…` */
  readonly identities: readonly string[]
  readonly passphrase?: string | undefined
}

const shortestPassphrase = 12
const firstLine = Buffer.from('age-encryption.org/v1\n')

export class SealRefused extends OperatorError {}

/** @throws SealRefused when a key or the passphrase cannot be used; before anything is read */
export async function seal(pieces: AsyncIterable<Uint8Array>, by: Seal): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  if ('passphrase' in by) {
    if (by.passphrase.length < shortestPassphrase)
      throw new SealRefused(`The passphrase is too short: give at least ${shortestPassphrase} characters.`)
    encrypter.setPassphrase(by.passphrase)
  } else for (const recipient of by.recipients) addRecipient(encrypter, recipient)
  return encrypter.encrypt(ReadableStream.from(pieces))
}

/** @throws SealRefused when it is no public key of age */
export function checkRecipient(recipient: string): void {
  addRecipient(new Encrypter(), recipient)
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch (cause) {
    throw new SealRefused(
      `This is no public key of age: ${recipient}. One begins with age1; see: lettershop backup key`,
      {
        cause,
      },
    )
  }
}

/**
 * The octets of a backup without its encryption; those of one that has none as they are.
 * @throws SealRefused when the key or passphrase is missing or wrong
 * @throws BackupDamaged while reading, when an octet was altered or the end is missing
 */
export async function unseal(
  pieces: AsyncIterable<Uint8Array>,
  { identities, passphrase }: Opening,
): Promise<AsyncIterable<Uint8Array>> {
  const { first, all } = await peek(pieces)
  if (!firstLine.equals(first.subarray(0, firstLine.length))) return all
  if (identities.length === 0 && passphrase === undefined)
    throw new SealRefused(
      'The backup is encrypted. Give its key (--identity <file>) or its passphrase (--passphrase, or --passphrase-file <file>).',
    )
  const decrypter = new Decrypter()
  for (const identity of identities) addIdentity(decrypter, identity)
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  try {
    return clear(await decrypter.decrypt(ReadableStream.from(all)))
  } catch (cause) {
    throw new SealRefused('The backup cannot be opened with this key or passphrase, or its first lines are damaged.', {
      cause,
    })
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity)
  } catch (cause) {
    throw new SealRefused('The file of --identity holds no key of age: a line that begins with AGE-SECRET-KEY-1.', {
      cause,
    })
  }
}

async function* clear(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause
    throw new BackupDamaged('The backup is cut off or damaged: it is not what was encrypted.', { cause })
  }
}

/** Looks at the first piece, of 64 octets or more, if the file has so many. */
async function peek(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ readonly first: Buffer; readonly all: AsyncIterable<Uint8Array> }> {
  const rest = pieces[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  while (first.length < 64) {
    const next = await rest.next()
    if (next.done) break
    first = Buffer.concat([first, next.value])
  }
  async function* all() {
    yield first
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { first, all: all() }
}
