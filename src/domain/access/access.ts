/**
 * Who calls, and what they reach. Another account's or client's identifiers answer exactly as unknown ones do, so
 * no answer shows whether they exist (design §3).
 * See docs/decisions/identity-and-keys.md#foreign-identifiers-answer-like-unknown-ones.
 */
import { Refusal } from '../../contract/refusals.ts'
import { includesRight, type Right } from '../../contract/rights.ts'
import { coalesce } from '../../lib/coalesce.ts'
import { isPublicId } from '../../lib/ids.ts'
import {
  type CampaignRef,
  type ClientRef,
  type ListRef,
  readCampaignsByPublicId,
  readClientsByPublicId,
  readListsByPublicId,
  readSegmentsByPublicId,
  readTemplatesByPublicId,
  type SegmentRef,
  type TemplateRef,
} from '../../store/accounts/access.ts'
import type { Database } from '../../store/connection/database.ts'
import { type Authenticate, authentication, isGiven } from './authentication.ts'
import { grantsOn, type Principal } from './principal.ts'

export type { CampaignRef, ClientRef, ListRef, Principal, SegmentRef, TemplateRef }

export interface Access {
  /** @throws Refusal as `authentication.ts` says */
  readonly authenticate: Authenticate
  /**
   * Each finds what an identifier names among what the principal reaches, or refuses it as unknown. The identifier is looked up
   * while the key still is, which saves every call a round trip; the key decides first.
   */
  client(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<ClientRef>
  list(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<ListRef>
  segment(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<SegmentRef>
  template(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<TemplateRef>
  campaign(principal: Promise<Principal>, publicId: string | null, right: Right): Promise<CampaignRef>
}

/** Look-ups of calls that arrive together are gathered into one statement each. */
export function access(db: Database): Access {
  const clients = finder(ids => readClientsByPublicId(db, ids), 'clientPublicId', 'InvalidClientId')
  const lists = finder(ids => readListsByPublicId(db, ids), 'listPublicId', 'InvalidListId')
  const segments = finder(ids => readSegmentsByPublicId(db, ids), 'segmentPublicId', 'UnknownSegment')
  const templates = finder(ids => readTemplatesByPublicId(db, ids), 'templatePublicId', 'InvalidTemplateId')
  const campaigns = finder(ids => readCampaignsByPublicId(db, ids), 'campaignPublicId', 'InvalidCampaignId')

  return {
    authenticate: authentication(db),
    client: clients,
    list: lists,
    segment: segments,
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
  UnknownSegment: 'SegmentID',
  InvalidTemplateId: 'TemplateID',
  InvalidCampaignId: 'CampaignID',
} as const
