/** The record types of Audit.*. */
import { enumeration, int, list, record, text } from './shapes.ts'

export const AuditActor = enumeration('AuditActor', 'Person', 'Login', 'Key', 'System', 'Unknown')
export const AuditMeans = enumeration('AuditMeans', 'Session', 'Key', 'HistoricalKey', 'Password', 'System')
export const AuditOutcome = enumeration('AuditOutcome', 'Succeeded', 'Refused', 'Failed')

export const AuditEntry = record('AuditEntry', {
  Date: text,
  Operation: text,
  Subject: text,
  ClientID: text,
  Actor: AuditActor,
  ActorID: text,
  ActorName: text,
  Means: AuditMeans,
  Wire: text,
  Outcome: AuditOutcome,
  Code: int,
  Message: text,
  RequestID: text,
  RemoteAddress: text,
})

export const AuditPage = record('AuditPage', { Entries: list(AuditEntry), NextCursor: text })
