/**
 * The states of a membership and what each operation makes of them: pure, so that the whole table can be tested
 * (reference/wire.md §8.1; what is ours: docs/decisions/subscribers.md#membership-states-and-suppression-before-every-state).
 *
 * | present      | Add                    | AddAndResubscribe                                   |
 * |--------------|------------------------|-----------------------------------------------------|
 * | none         | joins                  | joins                                               |
 * | Active       | name, fields           | name, fields                                        |
 * | Unconfirmed  | 208                    | joins: asked once more, or Active on a single opt-in list |
 * | Unsubscribed | 206                    | joins                                               |
 * | Bounced      | 207                    | joins                                               |
 * | Deleted      | 205                    | joins                                               |
 *
 * Who joins is Unconfirmed and asked to confirm on a ConfirmOptIn list, else Active. A suppressed address is refused (204)
 * before anything else, whatever the operation and the state.
 */
import type { RefusalName } from '../../contract/refusals.ts'
import type { State } from '../../store/lists/statistics.ts'

export { memberStates } from '../../store/lists/statistics.ts'
export type { State }

export interface Joining {
  readonly suppressed: boolean
  readonly resubscribe: boolean
  readonly confirmOptIn: boolean
  /** A member is updated in whatever state it is, suppressed or not, unless it is to be revived; none is added. */
  readonly membersOnly?: boolean | undefined
}

export type Joined =
  | { readonly outcome: 'refused'; readonly refusal: RefusalName }
  /** The member keeps its state; only its details change. */
  | { readonly outcome: 'updated' }
  /** A member of this state from now on; `Unconfirmed` is asked to confirm. */
  | { readonly outcome: 'joined'; readonly to: 'Active' | 'Unconfirmed' }

/** What adding an address does, given its present state on the list (undefined: none). */
export function join(
  present: State | undefined,
  { suppressed, resubscribe, confirmOptIn, membersOnly = false }: Joining,
): Joined {
  if (membersOnly && present === undefined) return { outcome: 'refused', refusal: 'NotInList' }
  if (membersOnly && (present === 'Active' || !resubscribe)) return { outcome: 'updated' }
  if (suppressed) return { outcome: 'refused', refusal: 'InSuppressionList' }
  if (present === 'Active') return { outcome: 'updated' }
  if (present !== undefined && !resubscribe) return { outcome: 'refused', refusal: inactive[present] }
  return { outcome: 'joined', to: confirmOptIn ? 'Unconfirmed' : 'Active' }
}

/** What a state that is not Active is refused with. */
export const inactive = {
  Unconfirmed: 'IsUnconfirmed',
  Unsubscribed: 'IsUnsubscribed',
  Bounced: 'IsBounced',
  Deleted: 'IsDeleted',
} as const satisfies Record<Exclude<State, 'Active'>, RefusalName>

/** Ways out of a membership, and the confirmation; each with the states it starts from and the one it leads to. */
export const moves = {
  /** By a call of the API: only an active member can be unsubscribed (202). */
  unsubscribe: { from: ['Active'], to: 'Unsubscribed' },
  /**
   * By the person: also after a bounce, before the confirmation, and after the client removed them, so that no import or call makes
   * them active again.
   */
  optOut: { from: ['Active', 'Unconfirmed', 'Bounced', 'Deleted'], to: 'Unsubscribed' },
  /** No mail box there. Who left before, left by will, and that is worth more. */
  bounceHard: { from: ['Active', 'Unconfirmed'], to: 'Bounced' },
  confirm: { from: ['Unconfirmed'], to: 'Active' },
  /** The client takes it off the list. Who left or bounced stays: that is the proof that no mail may go there. */
  remove: { from: ['Active', 'Unconfirmed'], to: 'Deleted' },
} as const satisfies Record<string, { readonly from: readonly State[]; readonly to: State }>
export type Move = keyof typeof moves

/** The state a move leads to from here, or undefined when it has no effect. */
export function move(present: State, name: Move): State | undefined {
  const from: readonly State[] = moves[name].from
  return from.includes(present) ? moves[name].to : undefined
}
