/**
 * Who calls, and what they reach. Another account's or client's identifiers answer exactly as unknown ones do, so
 * nothing tells whether they exist (design §3).
 * See docs/decisions/identity-and-keys.md#foreign-identifiers-answer-like-unknown-ones.
 */
import { Refusal } from '../contract/refusals.ts'
import { allRights, includesRight, type Right, type RightSet, rightsOfLevel } from '../contract/rights.ts'
import { coalesce } from '../lib/coalesce.ts'
import { isPublicId } from '../lib/ids.ts'
import {
  type CampaignRef,
  type ClientRef,
  campaignsByPublicId,
  clientsByPublicId,
  type ListRef,
  type LoginRow,
  listsByPublicId,
  loginsByKeyHash,
  loginsByReplacedKeyHash,
  type TemplateRef,
  templatesByPublicId,
} from '../store/accounts/access.ts'
import type { Database } from '../store/connection/database.ts'
import { keyHash } from './keys.ts'

export type { CampaignRef, ClientRef, ListRef, TemplateRef }

/** Rights on a client, or on the whole account. */
export interface Grant {
  /** Null for the whole account: every client it has, and itself. */
  readonly clientId: number | null
  readonly rights: RightSet
}

/** Who calls, and what it may do where. */
export interface Principal {
  /** A login has a historical key. */
  readonly kind: 'login'
  /** Of its kind. */
  readonly id: number
  /** 0 for what is no login. */
  readonly loginId: number
  /** Its name, for histories. */
  readonly username: string
  readonly accountId: number
  readonly grants: readonly Grant[]
  /** The key the call came with was replaced and works only until its overlap ends. */
  readonly keyIsReplaced?: boolean
}

/** Whether it may do this on the whole account. */
export function mayOnAccount({ grants }: Principal, right: Right): boolean {
  return grants.some(({ clientId, rights }) => clientId === null && includesRight(rights, right))
}

/** The clients of its account that it reaches: null for all of them. */
export function reachedClients({ grants }: Principal): readonly number[] | null {
  const clientIds = grants.map(({ clientId }) => clientId)
  return clientIds.includes(null) ? null : (clientIds as number[])
}

export interface Access {
  /** @throws Refusal InvalidApiKey */
  authenticate(apiKey: string | null): Promise<Principal>
  /**
   * Each finds what an identifier names among what the principal reaches, or refuses it as unknown. The identifier is looked up
   * while the key still is, which saves every call a round trip; the key decides first.
   */
  client(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<ClientRef>
  list(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<ListRef>
  template(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<TemplateRef>
  campaign(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<CampaignRef>
}

/** Look-ups of calls that arrive together are gathered into one statement each. */
export function access(db: Database): Access {
  const principals = coalesce<string, Principal | undefined>(async keys => {
    const hashOf = new Map([...new Set(keys)].map(key => [key, keyHash(key)] as const))
    const hashes = [...hashOf.values()]
    const found = await loginsByKeyHash(db, hashes)
    const byHash = new Map<string, Principal>()
    const remember = (rows: typeof found) => {
      for (const { keyHash: hash, ...login } of rows) byHash.set(hash.toString('hex'), principalOf(login))
    }
    remember(found)
    const others = hashes.filter(hash => !byHash.has(hash.toString('hex')))
    if (others.length > 0) remember(await loginsByReplacedKeyHash(db, others))
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
  return async (authenticated: Promise<Principal>, publicId: string | null, right: Right): Promise<Ref> => {
    const [principal, ref] = await Promise.all([
      authenticated,
      isPublicId(publicId) ? load(publicId.toLowerCase()) : undefined,
    ])
    const grants = ref && ref.accountId === principal.accountId ? grantsOn(principal, ref.clientId) : []
    if (!ref || grants.length === 0) {
      throw new Refusal(unknown, isGiven(publicId) ? undefined : `${parameterOf[unknown]} is missing.`)
    }
    if (!grants.some(({ rights }) => includesRight(rights, right))) throw new Refusal('AccessDenied')
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

function grantsOn({ grants }: Principal, clientId: number): readonly Grant[] {
  return grants.filter(grant => grant.clientId === null || grant.clientId === clientId)
}

/** A user of the account has every right; what the login of a client may do, its AccessLevel says. */
function principalOf({ loginId, username, accountId, clientId, level, keyIsReplaced }: LoginRow): Principal {
  return {
    kind: 'login',
    id: loginId,
    loginId,
    username,
    accountId,
    grants: [{ clientId, rights: clientId === null ? allRights : rightsOfLevel(level) }],
    ...(keyIsReplaced && { keyIsReplaced }),
  }
}
