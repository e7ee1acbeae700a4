/**
 * A friend whom a letter was sent on to asks to be left alone. Nothing is stored of friends, so the link in their mail holds
 * who they are, encrypted: it does not show the address, and cannot be forged.
 * See docs/decisions/content.md#a-friend-can-decline-all-further-mail.
 */
import type { Database } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { suppress } from '../../../store/subscribers/suppressions.ts'
import type { KeyRing } from '../../access/keys.ts'
import type { Evidence } from '../../audit/evidence.ts'
import { decrypt, encrypt } from '../../tokens/encryption.ts'
import { firstVersion, type Tokens } from '../../tokens/tokens.ts'

export interface Friend {
  readonly clientId: number
  /** As it was written, and as it is compared. */
  readonly email: string
  readonly address: string
}

export interface FriendSeal {
  /** Of characters that need no quoting in a URL. */
  seal(friend: Friend): string
  /** @returns undefined for what was not encrypted here, or with a version of the key that was revoked */
  open(text: string): Friend | undefined
}

/** No address makes a longer one. */
const longest = 1500

/**
 * base64url of: key version (1 byte), then the friend, encrypted under that version of the key that signs links. Links from before
 * there were versions have no such byte; they count as links of the first version.
 */
export function friendSeal(keys: KeyRing, tokens: Pick<Tokens, 'newest' | 'secretOf'>): FriendSeal {
  const unversioned = keys.secretFor('friends')
  return {
    seal({ clientId, email, address }) {
      const { version, secret } = tokens.newest('friend')
      const encrypted = encrypt(secret, Buffer.from(JSON.stringify([clientId, email, address])), 'friend')
      return Buffer.concat([Buffer.of(version), encrypted]).toString('base64url')
    },
    open(text) {
      if (text.length > longest || !/^[\w-]+$/.test(text)) return undefined
      const bytes = Buffer.from(text, 'base64url')
      const secret = tokens.secretOf(bytes[0]!, 'friend')
      const isFirstAccepted = tokens.secretOf(firstVersion, 'friend') !== undefined
      return (secret && read(secret, bytes.subarray(1))) ?? (isFirstAccepted ? read(unversioned, bytes) : undefined)
    },
  }
}

/** @returns undefined for what was not encrypted under this secret */
function read(secret: Buffer, sealed: Buffer): Friend | undefined {
  try {
    const text = decrypt(secret, sealed, 'friend').toString()
    const [clientId, email, address] = JSON.parse(text) as [number, string, string] // encrypted by us
    return { clientId, email, address }
  } catch {
    return undefined
  }
}

/** Nothing of the client goes to the address any more, whether sent on by others or not. Idempotent. */
export async function leaveAlone(db: Database, friend: Friend, evidence: Evidence): Promise<void> {
  await transaction(db, sql => suppress(sql, friend, friend.email, 'unsubscribed', evidence))
}
