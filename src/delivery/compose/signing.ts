/** Who signs a campaign: the verified sending domain its From address is in, or the nearest above it (RFC 7489 §3.1.1). */

import type { KeyRing } from '../../domain/access/keys.ts'
import { openKey } from '../../domain/sending-domains/signing-keys.ts'
import { findSigningRow } from '../../store/accounts/sending-domains.ts'
import type { Database } from '../../store/connection/database.ts'
import { type DkimKey, dkimSigner, type Sign } from './dkim.ts'
import { wireAddress } from './headers.ts'

/** @returns undefined where no sending domain is verified: the mail goes out as it is */
export type FindSigner = (clientId: number, fromEmail: string) => Promise<Sign | undefined>

export function signers(db: Database, keys: KeyRing): FindSigner {
  return async (clientId, fromEmail) => {
    const address = wireAddress(fromEmail)
    const labels = address
      .slice(address.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.')
    const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
    const row = await findSigningRow(db, clientId, domains)
    if (!row) return undefined
    const { domain, selector, rsaPrivate, ed25519Private } = row
    const owner = { clientId, domain }
    const signing: DkimKey[] = [{ selector: `${selector}-rsa`, privateKey: openKey(keys, 'rsa', owner, rsaPrivate) }]
    if (ed25519Private) {
      signing.push({ selector: `${selector}-ed`, privateKey: openKey(keys, 'ed25519', owner, ed25519Private) })
    }
    return dkimSigner(domain, signing)
  }
}
