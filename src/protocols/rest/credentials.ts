/** The key of a call on the REST wire: the user name of HTTP Basic (with any password), or a bearer token (reference/rest.md §1.3). */
import { bearerOf } from '../json.ts'

export interface Credentials {
  readonly key: string
  readonly scheme: 'basic' | 'bearer'
}

/** @returns undefined if the header has no credentials */
export function credentialsIn(authorization: string | undefined): Credentials | undefined {
  const bearer = bearerOf(authorization)
  if (bearer !== undefined) return { key: bearer, scheme: 'bearer' }
  // some clients fold a long header over two lines: Node refuses that, and proxies replace the fold by blanks (RFC 9112 §5.2)
  const encoded = /^Basic\s+([A-Za-z0-9+/=\s]+)$/i.exec(authorization?.trim() ?? '')?.[1]?.replace(/\s+/g, '')
  if (encoded === undefined) return undefined
  const [key = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)
  return key.trim() === '' ? undefined : { key: key.trim(), scheme: 'basic' }
}
