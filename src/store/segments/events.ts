/** Conditions on events of a person. */
import type { Fragment, Sql } from '../connection/database.ts'
import type { EventCondition } from './conditions.ts'

/** Whether a condition on events holds for an address; null where it is not measured. */
export function eventHolds(
  _sql: Sql,
  _clientId: number,
  _condition: EventCondition,
  _person: { readonly address: Fragment; readonly today: Fragment },
): Fragment {
  throw new Error('conditions on events are not compiled yet')
}
