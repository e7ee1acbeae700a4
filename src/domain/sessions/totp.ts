/** Codes of authenticator apps: TOTP (RFC 6238) with HMAC-SHA-1, six digits and steps of 30 seconds, as every app knows them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const digits = 6
/** Steps before and after the present one whose code is accepted: clocks differ, and people type slowly (RFC 6238 §5.2). */
const steps = [-1, 0, 1]

/** Bytes of a secret; as long as the hash (RFC 4226 §4, R6). */
export const secretBytes = 20

/** The code of a step (RFC 4226 §5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds)
}

/** The step near an instant that a code is of, or undefined. @param code six digits */
export function matchingStep(secret: Buffer, code: string, at: Date): number | undefined {
  const given = Buffer.from(code)
  const matches = steps
    .map(distance => stepOf(at) + distance)
    .filter(step => given.length === digits && timingSafeEqual(Buffer.from(codeOf(secret, step)), given))
  return matches.at(-1)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base 32 without padding (RFC 4648 §6), as apps take secrets. */
export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= 0xff
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** What an app reads from a QR code (the otpauth URI of Google Authenticator). @param issuer who asks for codes. @param who the person */
export function otpauthUri(secret: Buffer, issuer: string, who: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(who)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}
