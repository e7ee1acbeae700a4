import type { Operation } from '../contract/operations.ts'

/** What the wires are built from. */
export interface WireOptions {
  /** `{namespace}` of the interface. */
  readonly namespace: string
  /** The rows to offer. */
  readonly operations: readonly Operation[]
  /** Told what went wrong where the caller only learns that something did: for the log. */
  readonly onError?: ((error: unknown, operation: Operation, requestId: string) => void) | undefined
}
