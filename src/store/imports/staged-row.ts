/** The format of a staged row: written by the threads that read import files, and read by COPY. */
import { copyLine } from '../connection/copy-line.ts'
import type { ImportKey } from './imports.ts'

/** A staged row. */
export interface StagedRow {
  readonly number: number
  /** Null if the row is refused. */
  readonly address: string | null
  readonly email: string
  readonly name: string | null
  readonly mobileNumber: string | null
  /** Active, Unconfirmed, Unsubscribed, Bounced, Suppressed or Skip. */
  readonly wanted: string
  readonly fields: Readonly<Record<string, string | readonly string[] | null>>
  /** In the input format of timestamptz. */
  readonly joinedAt: string | null
  readonly evidence: Readonly<Record<string, string>> | null
  readonly verdict: 'added' | 'skipped' | 'refused'
  readonly reason: string | null
  /** Lost values of an accepted row: by column, the reason and the value. */
  readonly losses: Readonly<Record<string, readonly [reason: string, value: string]>> | null
  /** Null for a row that says nothing of it. */
  readonly consents: StagedConsents | null
  /** Names of tags; null for a row that gives none. */
  readonly tags: readonly string[] | null
}

/** Answers by the names of `preference_history`, and the basis. */
export interface StagedConsents {
  readonly tracking?: boolean
  readonly personalising?: boolean
  readonly hygiene?: boolean
  readonly basis?: string
  /** `YYYY-MM-DD`. */
  readonly basisUntil?: string
}

/** Columns of `import_rows` in the order of `stagedLine`. */
export const stagedColumns =
  'client_id, import_id, number, address, email, name, mobile_number, wanted, fields, joined_at, evidence, verdict, reason, dropped, losses, consents, tags'

/** A row of an import in COPY's format. */
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
    row.losses === null ? null : arrayText(Object.keys(row.losses)),
    row.losses === null ? null : JSON.stringify(row.losses),
    row.consents === null ? null : JSON.stringify(row.consents),
    row.tags === null ? null : arrayText(row.tags),
  ])
}

/** As PostgreSQL reads arrays of text. */
function arrayText(texts: readonly string[]): string {
  return `{${texts.map(text => JSON.stringify(text)).join(',')}}`
}
