/** Names that sentences of conditions need. */
import type { Leaf } from './types.ts'

/** Names of what conditions refer to by identifiers; undefined for what does not exist, or is not known yet. */
export interface Names {
  readonly field: (key: string) => string | undefined
  readonly list: (id: string) => string | undefined
  readonly segment: (id: string) => string | undefined
  readonly campaign: (id: string) => string | undefined
  readonly import: (id: string) => string | undefined
  /** Of a value of a closed set, such as `Active`; undefined for other values. */
  readonly value: (leaf: Leaf, value: string) => string | undefined
}
