/** The actions of bulk changes with the members they apply to: one table. Other members stay unchanged. */
import type { BulkAction } from '../../store/bulk-changes/bulk-changes.ts'
import type { State } from '../../store/lists/statistics.ts'
import { moves } from '../subscribers/membership.ts'

export interface ActionRule {
  /** As the wire names it. */
  readonly name: 'Unsubscribe' | 'Delete' | 'SetField' | 'ClearField' | 'Copy' | 'Move' | 'AddTag' | 'RemoveTag'
  /** Members in other states are not counted and not changed. */
  readonly states: readonly State[]
}

/** All states except Deleted: only Subscriber.Restore reaches deleted members. */
const present: readonly State[] = ['Active', 'Unconfirmed', 'Unsubscribed', 'Bounced']

export const actions: { readonly [Action in BulkAction]: ActionRule } = {
  // a bounce says more of an address than that the client took it off
  unsubscribe: { name: 'Unsubscribe', states: ['Active', 'Unconfirmed'] },
  delete: { name: 'Delete', states: moves.remove.from },
  'set field': { name: 'SetField', states: present },
  'clear field': { name: 'ClearField', states: present },
  copy: { name: 'Copy', states: present },
  move: { name: 'Move', states: present },
  'add tag': { name: 'AddTag', states: present },
  'remove tag': { name: 'RemoveTag', states: present },
}
