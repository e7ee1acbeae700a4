import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * A password as PostgreSQL stores it (RFC 5802 §3, with SHA-256 of RFC 7677): sufficient to verify the password, but not to
 * sign in. `alter role … password` accepts it instead of the password.
 * @param password in ASCII, which SASLprep does not change
 */
export function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest()
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored.toString('base64')}:${hmac('Server Key').toString('base64')}`
}
