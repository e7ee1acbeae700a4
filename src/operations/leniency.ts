import type { Leniency } from '../domain/lists/custom-values.ts'
import type { Origin } from './dependencies.ts'

/**
 * JSON ignores nothing it does not know (docs/decisions/wires.md#json-refuses-unknown-missing-and-mistyped-parameters); callers of the
 * REST wire know from its reference that a date which cannot be kept is left out.
 */
export function leniencyOf({ wire }: Pick<Origin, 'wire'>): Leniency {
  return {
    unknownKeys: wire === 'json' ? 'refused' : 'ignored',
    unusableDates: wire === 'rest' ? 'ignored' : 'refused',
  }
}
