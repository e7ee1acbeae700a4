/**
 * Something the service stands on does not answer now: the work was not done, or its outcome is not known. A caller should
 * come again later; every wire says so with 503 and Retry-After.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
  /** SQLSTATE or errno name of what was seen, where there is one. */
  readonly code: string | undefined
  /** When to come again, in seconds. */
  readonly retryAfter = 5

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
  }
}
