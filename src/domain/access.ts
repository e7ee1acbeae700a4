/**
 * Who calls, and what they reach. Another account's or client's identifiers answer exactly as unknown ones do, so
 * nothing tells whether they exist (design §3).
 * See docs/decisions/identity-and-keys.md#foreign-identifiers-answer-like-unknown-ones.
 */
import type { Level } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { coalesce } from '../lib/coalesce.ts'
import { isPublicId } from '../lib/ids.ts'
import {
  type CampaignRef,
  type ClientRef,
  campaignsByPublicId,
  clientsByPublicId,
  type ListRef,
  listsByPublicId,
  type Principal,
  principalsByKeyHash,
  principalsByReplacedKeyHash,
  type TemplateRef,
  templatesByPublicId,
} from '../store/accounts/access.ts'
import type { Database } from '../store/connection/database.ts'
import { keyHash } from './keys.ts'

export type { CampaignRef, ClientRef, ListRef, Principal, TemplateRef }

export interface Access {
  /** @throws Refusal InvalidApiKey */
  authenticate(apiKey: string | null): Promise<Principal>
  /**
   * Each finds what an identifier names among what the principal reaches, or refuses it as unknown. The identifier is looked up
   * while the key still is, which saves every call a round trip; the key decides first.
   */
  client(principal: Promise<Principal>, publicId: string | null, level: Level): Promise<ClientRef>
  list(principal: Promise<Principal>, publicId: string | null, level: Level): Promise<ListRef>
  template(principal: Promise<Principal>, publicId: string | null, level: Level): Promise<TemplateRef>
  campaign(principal: Promise<Principal>, publicId: string | null, level: Level): Promise<CampaignRef>
}

/** Look-ups of calls that arrive together are gathered into one statement each. */
export function access(db: Database): Access {
  const principals = coalesce<string, Principal | undefined>(async keys => {
    const hashOf = new Map([...new Set(keys)].map(key => [key, keyHash(key)] as const))
    const hashes = [...hashOf.values()]
    const found = await principalsByKeyHash(db, hashes)
    const byHash = new Map<string, Principal>()
    const remember = (rows: typeof found) => {
      for (const { keyHash: hash, ...principal } of rows) byHash.set(hash.toString('hex'), principal)
    }
    remember(found)
    const others = hashes.filter(hash => !byHash.has(hash.toString('hex')))
    if (others.length > 0) remember(await principalsByReplacedKeyHash(db, others))
    return keys.map(key => byHash.get(hashOf.get(key)!.toString('hex')))
  })
  const clients = finder(ids => clientsByPublicId(db, ids), 'clientPublicId', 'InvalidClientId')
  const lists = finder(ids => listsByPublicId(db, ids), 'listPublicId', 'InvalidListId')
  const templates = finder(ids => templatesByPublicId(db, ids), 'templatePublicId', 'InvalidTemplateId')
  const campaigns = finder(ids => campaignsByPublicId(db, ids), 'campaignPublicId', 'InvalidCampaignId')

  return {
    async authenticate(apiKey) {
      const principal = isPublicId(apiKey) ? await principals(apiKey) : undefined
      if (!principal) throw new Refusal('InvalidApiKey', isGiven(apiKey) ? undefined : 'The API key is missing.')
      return principal
    },
    client: clients,
    list: lists,
    template: templates,
    campaign: campaigns,
  }
}

function finder<Key extends string, Ref extends ClientRef & Record<Key, string>>(
  find: (publicIds: readonly string[]) => Promise<readonly Ref[]>,
  key: Key,
  unknown: keyof typeof parameterOf,
) {
  const load = coalesce<string, Ref | undefined>(async publicIds => {
    const found = new Map((await find([...new Set(publicIds)])).map(ref => [ref[key] as string, ref]))
    return publicIds.map(publicId => found.get(publicId))
  })
  return async (authenticated: Promise<Principal>, publicId: string | null, level: Level): Promise<Ref> => {
    const [principal, ref] = await Promise.all([
      authenticated,
      isPublicId(publicId) ? load(publicId.toLowerCase()) : undefined,
    ])
    const reached =
      ref &&
      ref.accountId === principal.accountId &&
      (principal.clientId === null || principal.clientId === ref.clientId)
    if (!reached) throw new Refusal(unknown, isGiven(publicId) ? undefined : `${parameterOf[unknown]} is missing.`)
    requireLevel(principal, level)
    return ref
  }
}

const parameterOf = {
  InvalidClientId: 'ClientID',
  InvalidListId: 'ListID',
  InvalidTemplateId: 'TemplateID',
  InvalidCampaignId: 'CampaignID',
} as const

/** Something stands there; what is left out is told apart from what names nothing. */
function isGiven(text: string | null): boolean {
  return text !== null && text.trim() !== ''
}

/** @throws Refusal AccessDenied when a client's login lacks the level; users of the account have every level. */
function requireLevel(principal: Principal, level: Level): void {
  if (principal.clientId === null) return
  if (level === 'account' || (principal.level & level) !== level) throw new Refusal('AccessDenied')
}
