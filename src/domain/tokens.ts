/**
 * The signed tokens of public links. A token names a row, never a URL; it is not stored and never used up, so a scanner
 * that follows it burns nothing (design §6, reference/market.md §4).
 *
 * base64url of: key version (1 byte), two integers (5 bytes each), HMAC-SHA256 cut to 128 bits; 36 characters, always
 * the same length, so a compiled message can be patched in place (reference/delivery.md §3).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
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
  const mac = (purpose: TokenPurpose, body: Buffer) =>
    createHmac('sha256', keys.secretFor(`token/${purpose}/${version}`))
      .update(body)
      .digest()
      .subarray(0, macLength)

  return {
    sign(purpose, first, second) {
      const body = Buffer.alloc(bodyLength)
      body.writeUInt8(version, 0)
      body.writeUIntBE(first, 1, 5)
      body.writeUIntBE(second, 6, 5)
      return Buffer.concat([body, mac(purpose, body)]).toString('base64url')
    },
    verify(purpose, token) {
      if (token.length !== tokenLength || !/^[\w-]+$/.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      const body = bytes.subarray(0, bodyLength)
      if (bytes.length !== bodyLength + macLength || body[0] !== version) return undefined
      if (!timingSafeEqual(bytes.subarray(bodyLength), mac(purpose, body))) return undefined
      return [body.readUIntBE(1, 5), body.readUIntBE(6, 5)]
    },
  }
}

/** Where the public links lead; composing writes them, the public pages answer them. */
export const publicPaths = {
  open: (token: string) => `/o/${token}.gif`,
  click: (link: number, token: string) => `/c/${link}/${token}`,
  unsubscribe: (token: string) => `/u/${token}`,
  webVersion: (token: string) => `/w/${token}`,
  confirm: (token: string) => `/confirm/${token}`,
  /** Files kept for a template or campaign; unguessable through the 128-bit public id. */
  keptFile: (owner: 'template' | 'campaign', publicId: string, path: string) =>
    `/files/${owner}/${publicId}/${path.split('/').map(encodeURIComponent).join('/')}`,
  templatePreview: (publicId: string) => `/preview/template/${publicId}`,
} as const

/** In kept HTML, references to kept files begin with this; whoever serves or composes puts the public address there. */
export const keptScheme = 'kept:'
