/** What OpenSSL signs bare, which bounds all signing with RSA. */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'

export const cores = Math.min(availableParallelism(), 4)

export function rsaKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

/** RSA-2048 signatures a second on all cores. */
export function opensslRate(): number {
  const args = ['speed', '-mr', '-seconds', '3', '-multi', String(cores), 'rsa2048']
  const { stdout } = spawnSync('openssl', args, { encoding: 'utf8' })
  // `+F2:number:bits:signatures a second:verifications a second`, the sum of all cores at the end
  const last = [...stdout.matchAll(/^\+F2:\d+:2048:([\d.e-]+):/gm)].at(-1)
  if (!last) throw new Error('openssl speed said nothing that is understood')
  return Number(last[1])
}
