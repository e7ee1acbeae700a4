/** Throw-away certificates that no authority vouches for. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate of a host and its key, in PEM, valid for a day. */
export function throwAwayCertificate(host: string): { readonly cert: Buffer; readonly key: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'lettershop-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
    const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
    execFileSync('openssl', ['req', ...made, ...named, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { cert: readFileSync(cert), key: readFileSync(key) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
