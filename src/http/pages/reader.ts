/** The reader of a public page: which recipient the token names, which language they read, and who they are as evidence. */

import type { Evidence } from '../../domain/audit/evidence.ts'
import type { Brand, FindBrand } from '../../domain/clients/brand.ts'
import { type Texts, textsFor, textsIn } from '../../domain/texts/texts.ts'
import { readMemberToken, readRecipientToken } from '../../domain/tokens/named.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import { coalesce } from '../../lib/coalesce.ts'
import type { Request } from '../../lib/http.ts'
import type { Database } from '../../store/connection/database.ts'
import type { NamedRecipient } from '../../store/keys.ts'
import { findListMember, type Member, readRecipientMembers } from '../../store/ledger/recipients.ts'
import { boundAgent } from '../../tracking/hits.ts'

export type Recipient = Member & NamedRecipient
/** Who reads a page about the own preferences: a recipient, or a member whose link came with no campaign. */
export type Reader = Member & Partial<NamedRecipient>
/** @returns undefined for a token that is no recipient's */
export type FindRecipient = (token: string) => Promise<Recipient | undefined>

/** Requests that wait at once for their look-up. */
const mostWaiting = 20_000

/** Look-ups that arrive together are one statement. @returns rejects with Overloaded when too many wait */
export function recipientFinder(db: Database, tokens: Tokens): FindRecipient {
  const find = coalesce<NamedRecipient, Recipient | undefined>(
    async keys => {
      const asked = new Map(keys.map(key => [keyOf(key), key]))
      const found = new Map((await readRecipientMembers(db, [...asked.values()])).map(row => [keyOf(row), row]))
      return keys.map(key => found.get(keyOf(key)))
    },
    { waiting: mostWaiting },
  )
  return async token => {
    const recipient = readRecipientToken(tokens, token)
    return recipient && find(recipient)
  }
}

function keyOf({ campaignId, number }: NamedRecipient): string {
  return `${campaignId} ${number}`
}

/** The reader of a link to preferences, from a mail of a campaign or another. */
export async function findReader(
  token: string,
  {
    db,
    tokens,
    findRecipient,
  }: { readonly db: Database; readonly tokens: Tokens; readonly findRecipient: FindRecipient },
): Promise<Reader | undefined> {
  const recipient = await findRecipient(token)
  if (recipient) return recipient
  const membership = readMemberToken(tokens, 'preferences', token)
  return membership && findListMember(db, membership)
}

/** The language that the person chose, else one that the browser asks for, else the list's. */
export function textsOf(request: Request, member?: Pick<Member, 'ownLanguage' | 'listLanguage'> | undefined): Texts {
  return member?.ownLanguage
    ? textsIn(member.ownLanguage)
    : textsFor(request.headers['accept-language'], member?.listLanguage)
}

/** Who acted, for the evidence of a change: stored in full, because it serves as proof. */
export function origin({ remote, headers }: Request): Pick<Evidence, 'remote' | 'agent'> {
  return { remote, agent: boundAgent(headers['user-agent'] ?? '') }
}

/** How a page about a person looks: as the client chose; ours for a link that names none. */
export async function findBrandFor(
  member: Pick<Member, 'clientId'> | undefined,
  { findBrand }: { readonly findBrand: FindBrand },
): Promise<Brand | undefined> {
  return member && findBrand(member.clientId)
}
