/** The record types of Key.*. */
import { scopeNames } from './rights.ts'
import { boolean, enumeration, list, record, text } from './shapes.ts'

export const KeyScope = enumeration('KeyScope', ...scopeNames)
export const KeyState = enumeration('KeyState', 'Active', 'Expired', 'Revoked')

/** Shown once. */
export const KeySecret = record('KeySecret', { KeyID: text, Secret: text })

/** Dates are in the time zone of the account; those of the old secret are empty unless one works beside the present one. */
export const KeyDetail = record('KeyDetail', {
  KeyID: text,
  Label: text,
  State: KeyState,
  Scopes: list(KeyScope),
  AllClients: boolean,
  ClientIDs: list(text),
  Networks: list(text),
  CreatedBy: text,
  CreatedDate: text,
  ExpiresDate: text,
  LastUsedDate: text,
  LastUsedFrom: text,
  OldEndsDate: text,
  OldLastUsedDate: text,
  OldLastUsedFrom: text,
  RevokedDate: text,
})

export const KeyPage = record('KeyPage', { Keys: list(KeyDetail), NextCursor: text })
