/** Key.*: scoped API keys. */
import type { Scope } from '../contract/rights.ts'
import {
  createKey,
  endKeyOverlap,
  findKey,
  type KeySecret,
  listKeys,
  revokeKey,
  rotateKeyOf,
} from '../domain/accounts/scoped-keys.ts'
import { isNumberKey, readCursorPage } from '../domain/paging/cursors.ts'
import type { ApiKeyDetail } from '../store/accounts/api-keys.ts'
import type { HandlersOf } from './dependencies.ts'

export const keyOperations: HandlersOf<'Key'> = {
  async 'Key.Create'({ Label, Scopes, ClientIDs, ExpiresDate, Networks }, { principal }, { db }) {
    const given = {
      label: Label,
      scopes: Scopes ?? [],
      clientIds: ClientIDs ?? [],
      expiresDate: ExpiresDate,
      networks: Networks ?? [],
    }
    return secretOnWire(await createKey(db, principal, given))
  },

  async 'Key.List'({ Cursor, Limit }, { principal }, { db }) {
    const page = readCursorPage({ cursor: Cursor, limit: Limit }, isNumberKey)
    const { rows, nextCursor } = await listKeys(db, principal, page)
    return { Keys: rows.map(onWire), NextCursor: nextCursor }
  },

  async 'Key.Get'({ KeyID }, { principal }, { db }) {
    return onWire(await findKey(db, principal, KeyID))
  },

  async 'Key.Rotate'({ KeyID, OverlapHours }, { principal }, { db }) {
    return secretOnWire(await rotateKeyOf(db, principal, KeyID, OverlapHours))
  },

  'Key.EndOverlap': ({ KeyID }, { principal }, { db }) => endKeyOverlap(db, principal, KeyID),
  'Key.Revoke': ({ KeyID }, { principal }, { db }) => revokeKey(db, principal, KeyID),
}

function secretOnWire({ publicId, secret }: KeySecret) {
  return { KeyID: publicId, Secret: secret }
}

const states = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const

function onWire(key: ApiKeyDetail) {
  return {
    KeyID: key.publicId,
    Label: key.label,
    State: states[key.state],
    Scopes: key.scopes as readonly Scope[], // only Key.Create writes them
    AllClients: key.clientIds === null,
    ClientIDs: key.clientPublicIds,
    Networks: key.networks,
    CreatedBy: key.createdBy,
    CreatedDate: key.createdAt,
    ExpiresDate: key.expiresAt ?? '',
    LastUsedDate: key.lastUsedAt ?? '',
    LastUsedFrom: key.lastUsedFrom ?? '',
    OldEndsDate: key.oldEndsAt ?? '',
    OldLastUsedDate: key.oldLastUsedAt ?? '',
    OldLastUsedFrom: key.oldLastUsedFrom ?? '',
    RevokedDate: key.revokedAt ?? '',
  }
}
