/**
 * What follows from a sign-up, by what is known of the address: pure, so that the whole table can be tested.
 *
 * | the address                                   | mail         | the confirmation                      |
 * |-----------------------------------------------|--------------|---------------------------------------|
 * | on none of the lists, or Deleted there        | confirmation | joins                                 |
 * | Unconfirmed                                   | confirmation | becomes Active                        |
 * | Unsubscribed                                  | confirmation | becomes Active                        |
 * | opted out of the client                       | confirmation | lifts that opt-out, and joins         |
 * | erased                                        | confirmation | lifts the hash, and joins             |
 * | Active on all of the lists                    | notice       | –                                     |
 * | Bounced                                       | none         | –                                     |
 * | suppressed: by hand, bounced or complained; by account, domain or hash; on the list | none | –        |
 *
 * See docs/forms.md#what-follows-a-sign-up.
 */
import type { State } from '../../store/lists/statistics.ts'
import { isHashedAddress } from '../../store/subscribers/address-hash.ts'
import type { Suppression } from '../../store/subscribers/suppressions.ts'

export type Entry = Pick<Suppression, 'scope' | 'reason' | 'entry'>

export interface Standing {
  /** Of the lists that were ticked and are not deleted. */
  readonly lists: readonly {
    readonly listId: number
    /** undefined: not on the list */
    readonly state: State | undefined
    /** Entries on the list's own suppression list. */
    readonly entries: readonly Entry[]
  }[]
  /** Entries of the client and of its account. */
  readonly entries: readonly Entry[]
}

export type Consequence =
  | { readonly kind: 'none'; readonly why: 'suppressed' | 'no list' }
  /** A mail that says that the address is on the lists already. */
  | { readonly kind: 'notice' }
  /** The lists that the confirmation joins. */
  | { readonly kind: 'confirmation'; readonly listIds: readonly number[]; readonly isNew: boolean }

export function consequenceOf({ lists, entries }: Standing): Consequence {
  if (!entries.every(isLifted)) return { kind: 'none', why: 'suppressed' }
  const open = lists.filter(list => list.entries.length === 0 && list.state !== 'Bounced')
  // who opted out of the client gets nothing, whatever the state on a list says
  const joining = open.filter(({ state }) => state !== 'Active' || entries.length > 0)
  if (joining.length > 0) {
    const isNew = entries.length === 0 && joining.every(({ state }) => state === undefined)
    return { kind: 'confirmation', listIds: joining.map(({ listId }) => listId), isNew }
  }
  if (open.length > 0) return { kind: 'notice' }
  return { kind: 'none', why: lists.length === 0 ? 'no list' : 'suppressed' }
}

/** Whether a confirmation by the person lifts an entry: an opt-out of the client, or the hash of an erased contact of it. */
export function isLifted({ scope, reason, entry }: Entry): boolean {
  if (scope !== 'client') return false
  return isHashedAddress(entry) || (reason === 'unsubscribed' && !entry.startsWith('@'))
}
