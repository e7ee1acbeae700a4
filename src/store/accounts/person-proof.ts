/** Proof of a person's identity: the password (for an account user the login's), and the second factor. */
import type { Fragment, Sql } from '../connection/database.ts'

export interface PersonProof {
  readonly personId: number
  readonly publicId: string
  readonly name: string
  /** Null for an account user without an address. */
  readonly email: string | null
  /** The address as `parseAddress` normalises it. */
  readonly address: string | null
  /** The login whose password the person uses; null if the person has a password of their own. */
  readonly loginId: number | null
  /** The login's site, and its folded name. */
  readonly siteUrl: string | null
  readonly folded: string | null
  /** Null until the person has a password. */
  readonly passwordHash: string | null
  readonly epoch: number
  /** Encrypted; null if no second factor is active or being set up. */
  readonly totpSecret: Buffer | null
  /** The date since which the factor is required; null until it is confirmed. */
  readonly totpSince: Date | null
}

/** @returns undefined for a person who was removed */
export async function findPersonById(sql: Sql, personId: number): Promise<PersonProof | undefined> {
  return proofWhere(sql, sql`p.id = ${personId}`)
}

/** @param address as `parseAddress` normalises it */
export async function findPersonByAddress(sql: Sql, address: string): Promise<PersonProof | undefined> {
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
