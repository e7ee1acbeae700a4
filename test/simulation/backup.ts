/** A backup of what a seed's clients have, and the database as it was then: rows, heartbeats, holds, and the sequence of tokens. */
import type { Database } from '../../src/store/connection/database.ts'

export interface Backup {
  readonly rows: ReadonlyMap<string, string>
  readonly token: number
  /** Each folder's heartbeat that it knows. */
  readonly beats: ReadonlyMap<string, number>
}

/** Tables that hold what a client has, and those of the guards. */
async function tablesOf(db: Database) {
  return db<{ name: string; owner: string | null }[]>`
    select c.relname as name,
      case when c.relname = 'clients' then 'id' else (
        select attname from pg_attribute where attrelid = c.oid and attname = 'client_id' and not attisdropped
      ) end as owner
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (
        c.relname in ('clients', 'heartbeats', 'holds')
        or exists (select from pg_attribute where attrelid = c.oid and attname = 'client_id' and not attisdropped)
      )
    order by c.relname`
}

const condition = (owner: string | null, clients: readonly number[]) =>
  owner === null ? '' : `where ${owner} in (${clients.map(Number).join(', ')})`

export async function backUp(db: Database, clients: readonly number[]): Promise<Backup> {
  const tables = await tablesOf(db)
  const parts = tables.map(
    ({ name, owner }) =>
      `select '${name}' as name, (select json_agg(to_jsonb(t))::text from ${name} t ${condition(owner, clients)}) as rows`,
  )
  const rows = await db.unsafe<{ name: string; rows: string | null }[]>(parts.join('\nunion all\n'))
  const [last] = await db<{ token: number }[]>`select last_value as token from lease_tokens`
  const beats = await db<{ folder: string; beat: number }[]>`select folder, beat from heartbeats`
  return {
    rows: new Map(rows.flatMap(({ name, rows: all }) => (all === null ? [] : [[name, all] as const]))),
    token: last!.token,
    beats: new Map(beats.map(({ folder, beat }) => [folder, beat])),
  }
}

/** What was written since is gone; numbers that were drawn since are drawn again. */
export async function putBack(db: Database, clients: readonly number[], backup: Backup): Promise<void> {
  const tables = await tablesOf(db)
  await db.begin(async sql => {
    await sql`set local session_replication_role = replica`
    await sql.unsafe(tables.map(({ name, owner }) => `delete from ${name} ${condition(owner, clients)}`).join(';\n'))
    for (const [name, rows] of backup.rows)
      await sql.unsafe(
        `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
        [rows],
      )
    await sql`select setval('lease_tokens', ${backup.token})`
  })
}
