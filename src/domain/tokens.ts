/**
 * The signed tokens of public links. A token names a row, never a URL; it is not stored and never used up, so a scanner
 * that follows it burns nothing (design §6, reference/market.md §4).
 *
 * base64url of: key version (1 byte), two integers (5 bytes each), HMAC-SHA256 cut to 128 bits; 36 characters, always
 * the same length, so a compiled message can be patched in place (reference/delivery.md §3).
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from './keys.ts'

export const tokenLength = 36

/** What a token may be for; a token of one purpose is worth nothing for another. */
export type TokenPurpose =
  /** (campaign id, number in its audience): opens, clicks, unsubscribe, web version. */
  | 'recipient'
  /** (list id, subscriber id): confirmation of an opt-in. */
  | 'membership'

export interface Tokens {
  sign(purpose: TokenPurpose, first: number, second: number): string
  /** @returns the two integers, or undefined for anything tampered, truncated or foreign */
  verify(purpose: TokenPurpose, token: string): readonly [first: number, second: number] | undefined
}

const version = 1
const bodyLength = 11
const macLength = 16

export function tokens(keys: KeyRing): Tokens {
  const macs = new Map<TokenPurpose, Mac>()
  function macOf(purpose: TokenPurpose): Mac {
    let mac = macs.get(purpose)
    if (!mac) {
      mac = hmac(keys.secretFor(`token/${purpose}/${version}`))
      macs.set(purpose, mac)
    }
    return mac
  }
  // a sender signs once per mail: nothing is allocated but the text
  const token = Buffer.alloc(bodyLength + macLength)
  token[0] = version

  return {
    sign(purpose, first, second) {
      token.writeUIntBE(first, 1, 5)
      token.writeUIntBE(second, 6, 5)
      token.write(macOf(purpose)(token), bodyLength, macLength, 'latin1')
      return token.toString('base64url')
    },
    verify(purpose, text) {
      if (text.length !== tokenLength || !/^[\w-]+$/.test(text)) return undefined
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length !== bodyLength + macLength || bytes[0] !== version) return undefined
      const mac = Buffer.from(macOf(purpose)(bytes), 'latin1')
      if (!timingSafeEqual(bytes.subarray(bodyLength), mac.subarray(0, macLength))) return undefined
      return [bytes.readUIntBE(1, 5), bytes.readUIntBE(6, 5)]
    },
  }
}

/** HMAC-SHA256 of the body of a token, a character for each byte. */
type Mac = (token: Buffer) => string

/** RFC 2104 with both padded keys at hand: a third of what `createHmac` costs for a message this short. */
function hmac(secret: Buffer): Mac {
  const blockLength = 64
  const inner = Buffer.alloc(blockLength + bodyLength, 0x36)
  const outer = Buffer.alloc(blockLength + 32, 0x5c)
  for (const [index, byte] of secret.entries()) {
    inner[index]! ^= byte
    outer[index]! ^= byte
  }
  return token => {
    token.copy(inner, blockLength, 0, bodyLength)
    outer.write(hash('sha256', inner, 'binary'), blockLength, 'latin1')
    return hash('sha256', outer, 'binary')
  }
}

/** Where the public links lead; composing writes them, the public pages answer them. */
export const publicPaths = {
  open: (token: string) => `/o/${token}.gif`,
  click: (link: number, token: string) => `/c/${link}/${token}`,
  unsubscribe: (token: string) => `/u/${token}`,
  webVersion: (token: string) => `/w/${token}`,
  preferences: (token: string) => `/p/${token}`,
  confirm: (token: string) => `/confirm/${token}`,
  /** Files kept for a template or campaign; unguessable through the 128-bit public id. */
  keptFile: (owner: 'template' | 'campaign', publicId: string, path: string) =>
    `/files/${owner}/${publicId}/${path.split('/').map(encodeURIComponent).join('/')}`,
  templatePreview: (publicId: string) => `/preview/template/${publicId}`,
} as const

/** In kept HTML, references to kept files begin with this; whoever serves or composes puts the public address there. */
export const keptScheme = 'kept:'
