/** Entries of the audit log, and the objects that they name. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type Entry = NonNullable<ValueOf<'Audit.List'>['Entries']>[number]
export type Subject = NonNullable<Entry['Subjects']>[number]
export type SubjectKind = Subject['Kind']
