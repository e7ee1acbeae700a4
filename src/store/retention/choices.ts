/** What clients chose about retention, each choice with who made it. `domain/retention/rules.ts` has the kinds and their limits. */
import type { ClientRef } from '../accounts/access.ts'
import type { Database, Sql } from '../connection/database.ts'
import { transaction } from '../connection/transaction.ts'
import { lockClient } from '../limits/daily-limits.ts'
import { localTime } from '../local-time.ts'

export interface RetentionChoice {
  readonly kind: string
  /** False: the client has the installation's period again. */
  readonly isOwn: boolean
  /** Null for ever. */
  readonly days: number | null
}

export interface NamedChoice extends RetentionChoice {
  /** Local time of the client. */
  readonly date: string
  readonly by: string
}

/** The choice in force of each kind for which the client ever made one. */
export async function readRetentionChoices(sql: Sql, { clientId, timeZone }: ClientRef): Promise<NamedChoice[]> {
  return sql<NamedChoice[]>`
    select distinct on (kind) kind, is_own, days, ${localTime(sql, 'at', timeZone)} as date, by
    from retention_choices
    where client_id = ${clientId}
    order by kind, id desc`
}

export interface ChoiceOfClient extends RetentionChoice {
  readonly clientId: number
}

/** The choices in force of all clients, for the job. */
export async function readAllRetentionChoices(sql: Sql): Promise<ChoiceOfClient[]> {
  return sql<ChoiceOfClient[]>`
    select client_id, kind, is_own, days
    from (
      select distinct on (client_id, kind) client_id, kind, is_own, days from retention_choices order by client_id, kind, id desc
    ) latest
    where is_own`
}

/**
 * Records a choice, one of a client at a time.
 * @param refuse is called with the choices in force; its error ends the transaction
 */
export async function recordRetentionChoice(
  db: Database,
  client: ClientRef,
  { kind, isOwn, days }: RetentionChoice,
  by: string,
  refuse: (inForce: readonly RetentionChoice[]) => void,
): Promise<void> {
  await transaction(db, async sql => {
    await lockClient(sql, client.clientId)
    refuse(await readRetentionChoices(sql, client))
    await sql`
      insert into retention_choices (client_id, kind, is_own, days, by)
      values (${client.clientId}, ${kind}, ${isOwn}, ${days}, ${by})`
  })
}
