/** The audit log. */
import { AuditPage } from '../audit-records.ts'
import { type Access, part, type Row, row, U } from '../row.ts'
import { int, type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const audit = {
  'Audit.List': row('ListAudit', { ApiKey: text, ClientID: text, ActorID: text, Operation: text, Outcome: text, From: text, Until: text, Cursor: text, Limit: int }, U(AuditPage), part('Audit'), 'Who changed what and who read rosters, the newest first; of the clients the caller reaches.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
