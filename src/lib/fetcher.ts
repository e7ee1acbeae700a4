export interface Fetched {
  readonly status: number
  /** The URL after redirects. */
  readonly url: string
  readonly mediaType: string
  readonly charset: string | undefined
  readonly body: Buffer
}

export interface FetchLimits {
  /** Most bytes of the body. */
  readonly maxBytes: number
  /** For everything: name look-up, redirects, body. */
  readonly timeoutMs: number
}

/** @throws FetchRefused with a sentence that says why */
export type Fetch = (url: string, limits: FetchLimits) => Promise<Fetched>
