/** A row of a file as it is staged: what threads that read imports write, and COPY reads. */
import { copyLine } from '../connection/copy-line.ts'
import type { ImportKey } from './imports.ts'

/** A row as it is staged. */
export interface StagedRow {
  readonly number: number
  /** Null where the row is refused. */
  readonly address: string | null
  readonly email: string
  readonly name: string | null
  readonly mobileNumber: string | null
  /** Active, Unconfirmed, Unsubscribed, Bounced, Suppressed or Skip. */
  readonly wanted: string
  readonly fields: Readonly<Record<string, string | readonly string[] | null>>
  /** As PostgreSQL reads a timestamptz. */
  readonly joinedAt: string | null
  readonly evidence: Readonly<Record<string, string>> | null
  readonly verdict: 'added' | 'skipped' | 'refused'
  readonly reason: string | null
  /** Values that are lost, although the row goes in: by column, why, and what it was. */
  readonly losses: Readonly<Record<string, readonly [reason: string, value: string]>> | null
}

/** Columns of `import_rows` in the order that `stagedLine` writes them. */
export const stagedColumns =
  'client_id, import_id, number, address, email, name, mobile_number, wanted, fields, joined_at, evidence, verdict, reason, dropped, losses'

/** A row of an import as COPY reads it. */
export function stagedLine({ clientId, importId }: ImportKey, row: StagedRow): string {
  return copyLine([
    clientId,
    importId,
    row.number,
    row.address,
    row.email,
    row.name,
    row.mobileNumber,
    row.wanted,
    JSON.stringify(row.fields),
    row.joinedAt,
    row.evidence === null ? null : JSON.stringify(row.evidence),
    row.verdict,
    row.reason,
    row.losses === null
      ? null
      : `{${Object.keys(row.losses)
          .map(name => JSON.stringify(name))
          .join(',')}}`,
    row.losses === null ? null : JSON.stringify(row.losses),
  ])
}
