/**
 * Whom a bulk change is about: a rule, so that what is shown by the same filters is what is changed. Addresses that were selected are kept as
 * the ids of their subscribers, so that a rule holds nothing about a person who is erased.
 */

import { MembershipState } from '../../contract/groups/contacts.ts'
import { Refusal } from '../../contract/refusals.ts'
import { type MemberRule, readIdsOfAddresses } from '../../store/bulk-changes/choosing.ts'
import type { Sql } from '../../store/connection/database.ts'
import type { ListRef } from '../access/access.ts'
import { compileSegment, findSegmentOf } from '../segments/choosing.ts'
import { parseAddress } from '../text-rules/address.ts'
import { readLocalTime } from '../text-rules/dates.ts'
import { readAddressSearch, readFilter } from '../text-rules/filters.ts'
import type { ActionRule } from './actions.ts'

/** Absent is null; what is absent or empty leaves no one out. */
export interface GivenRule {
  readonly state: string | null
  readonly segment: string | null
  readonly search: string | null
  readonly domain: string | null
  readonly name: string | null
  readonly joinedSince: string | null
  readonly joinedUntil: string | null
  readonly emails: readonly (string | null)[]
}

/** As it is stored: what was asked, and how it is read. */
export interface StoredRule extends MemberRule {
  readonly given: { readonly state: string; readonly segment: string }
}

/** Rules of the version before have the conditions of the segment in place of its tree. */
type KeptRule = StoredRule | (Omit<StoredRule, 'tree'> & { readonly conditions: readonly object[] | null })

/** A rule as it was stored; undefined if its segment can no longer be judged. */
export async function readStoredRule(
  sql: Sql,
  { clientId, listId }: Pick<ListRef, 'clientId' | 'listId'>,
  kept: KeptRule,
): Promise<StoredRule | undefined> {
  if (!('conditions' in kept)) return kept
  const { conditions, ...rule } = kept
  const tree = conditions && (await compileSegment(sql, clientId, { listId, rules: conditions }))
  return tree === undefined ? undefined : { ...rule, tree }
}

/**
 * Reads a rule for an action. The tree of a segment is kept as it is now.
 * @throws Refusal InvalidParameter, InvalidDate, UnknownSegment
 */
export async function readRule(
  sql: Sql,
  list: ListRef,
  given: GivenRule,
  { states, name }: ActionRule,
): Promise<StoredRule> {
  const state = readFilter('State', given.state, MembershipState.values)
  if (state !== undefined && !states.includes(state)) {
    throw new Refusal('InvalidParameter', `${name} is for subscribers who are ${states.join(', ')}.`)
  }
  const tree = await treeOf(sql, list, given.segment)
  return {
    given: { state: state ?? '', segment: (given.segment ?? '').trim() },
    states: state === undefined ? states : [state],
    prefix: readText('Search', given.search),
    domain: readText('Domain', given.domain).replace(/^@/, ''),
    name: readText('NameBegins', given.name),
    since: readLocalTime('JoinedSince', given.joinedSince) ?? null,
    until: readLocalTime('JoinedUntil', given.joinedUntil) ?? null,
    tree,
    ids: await readSelected(sql, list, given.emails),
  }
}

/** Addresses that a rule selects. */
const mostSelected = 1000

/** Null where none was named. @throws Refusal InvalidParameter */
async function readSelected(sql: Sql, list: ListRef, emails: readonly (string | null)[]): Promise<number[] | null> {
  if (emails.length === 0) return null
  if (emails.length > mostSelected) {
    throw new Refusal('InvalidParameter', `Emails has at most ${mostSelected} addresses.`)
  }
  // what is no address is on no list
  const addresses = emails.flatMap(email => parseAddress(email ?? '')?.address ?? [])
  return readIdsOfAddresses(sql, list, addresses)
}

/** Null for the whole list. Rules that cannot be read choose no one, and are refused here. */
async function treeOf(sql: Sql, list: ListRef, segment: string | null): Promise<MemberRule['tree']> {
  if (segment === null || segment.trim() === '') return null
  const tree = await compileSegment(sql, list.clientId, await findSegmentOf(sql, list, segment))
  if (!tree)
    throw new Refusal(
      'InvalidParameter',
      'The segment has no conditions, or conditions about something that does not exist any more.',
    )
  return tree
}

/** Case does not matter, and PostgreSQL's texts hold no U+0000. */
function readText(name: string, text: string | null): string {
  const read = readAddressSearch(text)
  if (read.includes('\0')) throw new Refusal('InvalidParameter', `${name} holds a character U+0000.`)
  return read
}
