/** When a caller does well to come again, in seconds. */
export const retrySeconds = 5

/**
 * Something that the service depends on does not answer now: the work was not done, or its outcome is unknown. A caller should
 * try again later; every wire answers 503 with Retry-After.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
  /** SQLSTATE or errno name of the failure, if it has one. */
  readonly code: string | undefined

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  }
}
