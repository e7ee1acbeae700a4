/** The record types of sessions and second factors. */
import { PersonGrant } from './people-records.ts'
import { boolean, enumeration, int, list, record, text } from './shapes.ts'

/** Login: the login of a client. */
export const SessionKind = enumeration('SessionKind', 'Person', 'Login')

/** Begun: waits for its first code, and is not asked for. */
export const FactorState = enumeration('FactorState', 'None', 'Begun', 'Active')

export const SessionAccount = record('SessionAccount', { AccountID: text, Name: text, Selected: boolean })

/** Who is signed in, where, and what they may do. Dates are in Timezone. */
export const SessionDetail = record('SessionDetail', {
  SessionID: text,
  Kind: SessionKind,
  PersonID: text,
  Name: text,
  EmailAddress: text,
  Username: text,
  Language: text,
  Timezone: text,
  AccountID: text,
  AccountName: text,
  Accounts: list(SessionAccount),
  Grants: list(PersonGrant),
  SecondFactor: FactorState,
  SecondFactorMissing: boolean,
  SecondFactorRequiredDate: text,
  RecoveryCodesLeft: int,
  SignedInDate: text,
  ExpiresDate: text,
})

export const SessionEntry = record('SessionEntry', {
  SessionID: text,
  Current: boolean,
  AccountName: text,
  Device: text,
  NetworkAddress: text,
  SignedInDate: text,
  LastUsedDate: text,
  ExpiresDate: text,
})

/** Shown this once. */
export const BegunFactor = record('BegunFactor', { Secret: text, Uri: text })
