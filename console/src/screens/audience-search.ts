/** Query parameters of the addresses of a client's home, lists, subscribers and suppressions. The router needs it before the screens. */
import type { ValueOf } from '../../../src/client/client.ts'

/** Days that a chart of growth shows. */
export const periods = [30, 90, 365] as const
export type Period = (typeof periods)[number]

export function periodOf(days: unknown): Period | undefined {
  return periods.find(one => one === Number(days))
}

export interface ClientSearch {
  /** Whose growth is shown; undefined for all lists. */
  readonly list?: string | undefined
  readonly days?: Period | undefined
}

export function clientSearch({ list, days }: Record<string, unknown>): ClientSearch {
  return { list: textOf(list), days: periodOf(days) }
}

export function listsSearch({ q }: Record<string, unknown>): { readonly q?: string | undefined } {
  return { q: textOf(q) }
}

const tabs = ['overview', 'fields', 'segments', 'settings'] as const
export type ListTab = (typeof tabs)[number]

export interface ListSearch {
  readonly tab?: ListTab | undefined
  readonly days?: Period | undefined
}

export function listSearch({ tab, days }: Record<string, unknown>): ListSearch {
  return { tab: tabs.find(one => one === tab), days: periodOf(days) }
}

export type State = NonNullable<ValueOf<'Subscriber.List'>['Subscribers']>[number]['State']
/** Of a membership, in the order in which they are offered. */
export const states: readonly State[] = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced', 'Deleted']

/** @returns undefined for what is no state of a subscriber */
export function stateOf(state: unknown): State | undefined {
  return states.find(one => one === state)
}

/** What is shown of the contacts of a client. */
export interface ContactsSearch {
  /** A list, or several with commas between them; undefined for all. */
  readonly list?: string | undefined
  readonly state?: State | undefined
  /** Part of an address, a name or a custom field. */
  readonly q?: string | undefined
  /** The name or the id of a tag. */
  readonly tag?: string | undefined
  /** Of addresses of earlier versions: read, and taken out. */
  readonly by?: undefined
  /** Days, YYYY-MM-DD, of the client's calendar. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly order?: 'address' | undefined
  /** Whose history is open, with the list it is of. */
  readonly subscriber?: string | undefined
  readonly of?: string | undefined
}

/** Reads addresses of earlier versions, too, which said what a text is searched by. */
export function contactsSearch(given: Record<string, unknown>): ContactsSearch {
  const { list, state, since, until, order, subscriber, of: listOfSubscriber, by } = given
  const q = textOf(given.q)
  return {
    list: textOf(list),
    state: stateOf(state),
    q: by === 'Tag' ? undefined : by === 'Domain' && q !== undefined ? `@${q.replace(/^@/, '')}` : q,
    tag: by === 'Tag' && q !== undefined ? q : textOf(given.tag),
    by: undefined,
    since: dayOf(since),
    until: dayOf(until),
    order: order === 'address' ? 'address' : undefined,
    subscriber: textOf(subscriber),
    of: textOf(listOfSubscriber),
  }
}

export type Reason = NonNullable<ValueOf<'Suppression.List'>['Suppressions']>[number]['Reason']
const reasons: readonly Reason[] = ['Unsubscribed', 'Bounced', 'Complained', 'Manual']

/** Entries that stand for many addresses, by how they begin: the list is in the order of their characters. */
export const entryKinds = { rules: '@', md5: '@md5:', sha1: '@sha1:', sha256: '@sha256:' } as const
export type EntryKind = keyof typeof entryKinds

/** What is shown of a suppression list. */
export interface EntrySearch {
  readonly reason?: Reason | undefined
  /** Undefined for all. */
  readonly kind?: EntryKind | undefined
  /** The beginning of an address. */
  readonly q?: string | undefined
}

export function entrySearch({ reason, kind, q }: Record<string, unknown>): EntrySearch {
  return { reason: reasonOf(reason), kind: kindOf(kind), q: textOf(q) }
}

export interface SuppressionSearch extends EntrySearch {
  /** `client` for entries of the whole client, or the ListID whose own are shown; undefined for both, of all lists. */
  readonly scope?: string | undefined
}

export function suppressionSearch(given: Record<string, unknown>): SuppressionSearch {
  return { ...entrySearch(given), scope: textOf(given.scope) }
}

export function kindOf(kind: unknown): EntryKind | undefined {
  return (Object.keys(entryKinds) as EntryKind[]).find(one => one === kind) // the keys of the table
}

export function reasonOf(reason: unknown): Reason | undefined {
  return reasons.find(one => one === reason)
}

/** The router reads what looks like a number as one. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
}
