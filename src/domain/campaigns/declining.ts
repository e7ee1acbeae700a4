/**
 * A friend whom a letter was sent on to asks to be left alone. Nothing is stored of friends, so the link in their mail holds
 * who they are, encrypted: it does not show the address, and cannot be forged.
 * See docs/decisions/content.md#a-friend-can-decline-all-further-mail.
 */
import type { Database } from '../../store/database.ts'
import { suppress } from '../../store/suppressions.ts'
import { transaction } from '../../store/transaction.ts'
import { decrypt, encrypt } from '../encryption.ts'
import type { KeyRing } from '../keys.ts'
import type { Evidence } from '../subscribers/evidence.ts'

export interface Friend {
  readonly clientId: number
  /** As it was written, and as it is compared. */
  readonly email: string
  readonly address: string
}

export interface FriendSeal {
  /** Of characters that need no quoting in a URL. */
  seal(friend: Friend): string
  /** @returns undefined for what was not sealed here */
  open(text: string): Friend | undefined
}

/** No address makes a longer one. */
const longest = 1500

export function friendSeal(keys: KeyRing): FriendSeal {
  const secret = keys.secretFor('friends')
  return {
    seal: ({ clientId, email, address }) =>
      encrypt(secret, Buffer.from(JSON.stringify([clientId, email, address])), 'friend').toString('base64url'),
    open(text) {
      if (text.length > longest || !/^[\w-]+$/.test(text)) return undefined
      try {
        const [clientId, email, address] = JSON.parse(
          decrypt(secret, Buffer.from(text, 'base64url'), 'friend').toString(),
        ) as [number, string, string] // sealed by us
        return { clientId, email, address }
      } catch {
        return undefined
      }
    },
  }
}

/** Nothing of the client goes to the address any more, whether sent on by others or not. Idempotent. */
export async function leaveAlone(db: Database, friend: Friend, evidence: Evidence): Promise<void> {
  await transaction(db, sql => suppress(sql, friend, friend.email, 'unsubscribed', evidence))
}
