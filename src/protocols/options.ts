import type { Operation } from '../contract/operations.ts'

/** Options of all wires. */
export interface WireOptions {
  /** `{namespace}` of the interface. */
  readonly namespace: string
  /** The operations to offer. */
  readonly operations: readonly Operation[]
  /** Called with errors whose details the caller does not get, for the log. */
  readonly onError?: ((error: unknown, operation: Operation, requestId: string) => void) | undefined
}
