/** Versions of the key that signs links in mails. */
import type { Sql, Transaction } from '../connection/database.ts'

export interface LinkKeyRow {
  readonly version: number
  /** Encrypted; null for the first version, which is derived from the installation secret. */
  readonly key: Buffer | null
  readonly createdAt: Date
  readonly signsAt: Date
  readonly revokedAt: Date | null
  /** True if the key's start time has passed by the database's clock and the key is not revoked. */
  readonly signs: boolean
  /** Number of unfinished campaigns whose mails this version signs. */
  readonly campaigns: number
}

/** All versions, in order. */
export async function linkKeyRows(sql: Sql): Promise<LinkKeyRow[]> {
  return sql<LinkKeyRow[]>`
    select k.version, k.key, k.created_at, k.signs_at, k.revoked_at, k.signs_at <= now() and k.revoked_at is null as signs,
      coalesce(m.campaigns, 0) as campaigns
    from link_keys k
    left join (
      select link_version, count(*)::integer as campaigns
      from campaigns
      where state in ('sending', 'paused') and deleted_at is null
      group by link_version
    ) m on m.link_version = k.version
    order by k.version`
}

/** Serialises changes of the versions until the transaction ends. @returns the number of the last version */
export async function lockLinkKeys(sql: Transaction): Promise<number> {
  await sql`lock table link_keys in share row exclusive mode`
  const [row] = await sql<{ last: number }[]>`select coalesce(max(version), 0)::integer as last from link_keys`
  return row!.last
}

/** @param afterSeconds seconds until the key signs */
export async function insertLinkKey(
  sql: Transaction,
  version: number,
  encrypted: Buffer,
  afterSeconds: number,
): Promise<Date> {
  const [row] = await sql<{ signsAt: Date }[]>`
    insert into link_keys (version, key, signs_at)
    values (${version}, ${encrypted}, now() + make_interval(secs => ${afterSeconds}))
    returning signs_at`
  return row!.signsAt
}

/** @returns false if it is revoked already */
export async function markRevoked(sql: Transaction, version: number): Promise<boolean> {
  const { count } = await sql`
    update link_keys set revoked_at = now(), key = null where version = ${version} and revoked_at is null`
  return count > 0
}
