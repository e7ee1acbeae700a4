/**
 * Tokens of form pages: signed, with an age, for a single use (store/forms/sign-ups.ts).
 *
 * base64url of: key version (1 byte), kind (1), form (5), hundredths of a second since 1970 (5), nonce (12), HMAC-SHA256 cut to 128 bits.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tokens } from '../tokens/tokens.ts'

/** Younger ones were sent off by a program, older ones lay about. */
export const youngestSeconds = 2
export const oldestSeconds = 24 * 3600

/** `again`: of the page with one more button, which is accepted without a proof of work. */
export type TokenKind = 'first' | 'again'

export interface PageToken {
  readonly kind: TokenKind
  readonly nonce: Buffer
}

export interface FormTokens {
  issue(formId: number, kind: TokenKind, now: Date): string
  /** @returns why it is not accepted, or its kind and nonce */
  read(formId: number, token: string, now: Date): PageToken | 'Token' | 'TooFast' | 'TooOld'
  /** The key of proofs of work, of the newest version, and that of the version that a token was signed with. */
  proofKey(token?: string): string | undefined
}

const kinds: readonly TokenKind[] = ['first', 'again']
const bodyLength = 24
const macLength = 16
/** Characters of a token. */
const tokenLength = Math.ceil(((bodyLength + macLength) * 4) / 3)

export function formTokens(tokens: Pick<Tokens, 'newest' | 'secretOf'>): FormTokens {
  return {
    issue(formId, kind, now) {
      const { version, secret } = tokens.newest('form')
      const body = Buffer.alloc(bodyLength)
      body[0] = version
      body[1] = kinds.indexOf(kind)
      body.writeUIntBE(formId, 2, 5)
      // whole seconds would make a page up to a second older than it is
      body.writeUIntBE(Math.floor(now.getTime() / 10), 7, 5)
      randomBytes(12).copy(body, 12)
      return Buffer.concat([body, macOf(secret, body)]).toString('base64url')
    },
    read(formId, token, now) {
      if (token.length !== tokenLength || !/^[\w-]+$/.test(token)) return 'Token'
      const bytes = Buffer.from(token, 'base64url')
      const body = bytes.subarray(0, bodyLength)
      const secret = tokens.secretOf(body[0]!, 'form')
      const kind = kinds[body[1]!]
      if (
        secret === undefined ||
        kind === undefined ||
        !timingSafeEqual(macOf(secret, body), bytes.subarray(bodyLength))
      )
        return 'Token'
      if (body.readUIntBE(2, 5) !== formId) return 'Token'
      const age = now.getTime() / 1000 - body.readUIntBE(7, 5) / 100
      if (age < youngestSeconds) return 'TooFast'
      if (age > oldestSeconds) return 'TooOld'
      return { kind, nonce: Buffer.from(body.subarray(12)) }
    },
    proofKey(token) {
      const secret =
        token === undefined
          ? tokens.newest('form').secret
          : tokens.secretOf(Buffer.from(token.slice(0, 4), 'base64url')[0]!, 'form')
      return secret && createHmac('sha256', secret).update('proof of work').digest('hex')
    },
  }
}

function macOf(secret: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(body).digest().subarray(0, macLength)
}
