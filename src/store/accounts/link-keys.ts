/** Versions of the key that signs links. */
import type { Sql, Transaction } from '../connection/database.ts'

export interface LinkKeyRow {
  readonly version: number
  /** Encrypted; null for the first, which is derived. */
  readonly key: Buffer | null
  readonly createdAt: Date
  readonly signsAt: Date
  readonly revokedAt: Date | null
  /** Its time to sign has come, by the clock of the database, and it is not revoked. */
  readonly signs: boolean
  /** Campaigns that are not sent yet whose mails it signs. */
  readonly campaigns: number
}

/** Every version there ever was, in order. */
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

/** One change of the versions at a time, until the transaction ends. @returns the number of the last */
export async function lockLinkKeys(sql: Transaction): Promise<number> {
  await sql`lock table link_keys in share row exclusive mode`
  const [row] = await sql<{ last: number }[]>`select coalesce(max(version), 0)::integer as last from link_keys`
  return row!.last
}

/** @param afterSeconds from when on it signs */
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

/** @returns false where it is revoked already */
export async function markRevoked(sql: Transaction, version: number): Promise<boolean> {
  const { count } = await sql`
    update link_keys set revoked_at = now(), key = null where version = ${version} and revoked_at is null`
  return count > 0
}
