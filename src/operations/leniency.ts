import type { Leniency } from '../domain/lists/custom-values.ts'
import type { Origin } from './dependencies.ts'

/**
 * JSON refuses values that it cannot store (docs/decisions/wires.md#json-refuses-unknown-missing-and-mistyped-parameters). The reference of
 * the REST wire says that an invalid date is ignored.
 */
export function leniencyOf({ wire }: Pick<Origin, 'wire'>): Leniency {
  return {
    unknownKeys: wire === 'json' ? 'refused' : 'ignored',
    unusableDates: wire === 'rest' ? 'ignored' : 'refused',
  }
}
