/** The record types of Erasure.*. Dates are in the time zone of the client. */
import { boolean, enumeration, int, list, record, text } from './shapes.ts'

export const ErasureState = enumeration('ErasureState', 'Waiting', 'Done')

/** What was removed, without the address. */
export const Erasure = record('Erasure', {
  ErasureID: text,
  State: ErasureState,
  WaitsFor: text,
  Memberships: int,
  Recipients: int,
  Texts: int,
  Hits: int,
  ReturnedMails: int,
  Events: int,
  ImportRows: int,
  Files: int,
  Suppressions: int,
  Others: int,
  RequestedBy: text,
  IsReplayed: boolean,
  RequestedDate: text,
  EndedDate: text,
})
export const ErasurePage = record('ErasurePage', { Erasures: list(Erasure), NextCursor: text })
