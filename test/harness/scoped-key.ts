import { randomBytes } from 'node:crypto'
import type { Scope } from '../../src/contract/rights.ts'
import { keyHash } from '../../src/domain/keys.ts'
import type { Database } from '../../src/store/connection/database.ts'

/** A key with scopes. @param clientIds null for the whole account. @returns its secret */
export async function seedScopedKey(
  db: Database,
  accountId: number,
  scopes: readonly Scope[],
  clientIds: readonly number[] | null,
): Promise<string> {
  const secret = `ls_${randomBytes(16).toString('hex')}`
  await db`
    insert into api_keys (account_id, label, scopes, client_ids, networks, secret_hash, created_by)
    values (${accountId}, 'Key of a test', ${scopes as string[]}, ${clientIds}, '{}', ${keyHash(secret)}, 'Carla')`
  return secret
}
