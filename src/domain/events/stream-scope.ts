/** What a reader of the live stream may read: which topics of which clients. */
import type { Right } from '../../contract/rights.ts'
import { grantsOn, mayOn, type Principal, reachedClients } from '../access/principal.ts'

/** The right that each topic needs on its client. */
const rightFor = { events: 'Events', counters: 'ReadReports', editing: 'Draft' } as const satisfies Readonly<
  Record<string, Right>
>

export type Topic = keyof typeof rightFor
const topics = Object.keys(rightFor) as readonly Topic[]

export interface Scope {
  /** Equal scopes have equal names. */
  readonly name: string
  readonly accountId: number
  /** Clients of which at least one topic is read; null for every client of the account, later ones too. */
  readonly clientIds: ReadonlySet<number> | null
  mayRead(clientId: number, topic: Topic): boolean
}

/**
 * @param only clients to narrow it to, which the principal reaches; null for all that it reaches
 * @returns undefined where nothing is left
 */
export function scopeOf(principal: Principal, only: readonly number[] | null): Scope | undefined {
  const { accountId } = principal
  const mayRead = (clientId: number | null, topic: Topic) =>
    (clientId === null
      ? principal.grants.filter(grant => grant.clientId === null)
      : grantsOn(principal, clientId)
    ).some(grant => mayOn(grant, rightFor[topic]))
  const topicsOf = (clientId: number | null) => topics.filter(topic => mayRead(clientId, topic))
  const reached = only ?? reachedClients(principal)
  // rights on single clients come on top of those on the whole account
  const all = reached === null && topicsOf(null).length > 0
  const named = [...new Set(reached ?? principal.grants.flatMap(({ clientId }) => clientId ?? []))]
    .toSorted((one, other) => one - other)
    .map(clientId => [clientId, topicsOf(clientId)] as const)
    .filter(([, readable]) => readable.length > 0)
  if (!all && named.length === 0) return undefined
  const readable = new Map(named)
  const general = all ? topicsOf(null) : []
  return {
    name: JSON.stringify([accountId, all, general, named]),
    accountId,
    clientIds: all ? null : new Set(readable.keys()),
    mayRead: (clientId, topic) => (readable.get(clientId) ?? general).includes(topic),
  }
}
