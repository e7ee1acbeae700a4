/** What proves who a person is: a password, which is that of a login for the user of an account, and the second factor. */
import type { Fragment, Sql } from '../connection/database.ts'

export interface PersonProof {
  readonly personId: number
  readonly publicId: string
  readonly name: string
  /** Null for the user of an account who gave none. */
  readonly email: string | null
  /** The same as `parseAddress` has it. */
  readonly address: string | null
  /** The login whose password the person has; null where the password is the person's own. */
  readonly loginId: number | null
  /** Of that login: its site, and its name as names are compared. */
  readonly siteUrl: string | null
  readonly folded: string | null
  /** Null while there is none. */
  readonly passwordHash: string | null
  readonly epoch: number
  /** Encrypted; null where there is no second factor, not even one begun. */
  readonly totpSecret: Buffer | null
  /** Since when it is asked for; null while it is not confirmed. */
  readonly totpSince: Date | null
}

/** @returns undefined for a person who was removed */
export async function personById(sql: Sql, personId: number): Promise<PersonProof | undefined> {
  return proofWhere(sql, sql`p.id = ${personId}`)
}

/** @param address as `parseAddress` has it */
export async function personByAddress(sql: Sql, address: string): Promise<PersonProof | undefined> {
  return proofWhere(sql, sql`p.address = ${address}`)
}

async function proofWhere(sql: Sql, condition: Fragment): Promise<PersonProof | undefined> {
  const [person] = await sql<PersonProof[]>`
    select p.id as person_id, p.public_id, p.name, p.email, p.address, p.login_id, a.site_url, lower(l.username) as folded,
      coalesce(l.password_hash, p.password_hash) as password_hash, p.epoch, p.totp_secret, p.totp_since
    from people p
    left join logins l on l.id = p.login_id
    left join accounts a on a.id = l.account_id
    where ${condition} and p.removed_at is null`
  return person
}
