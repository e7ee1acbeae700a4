/** One attempt to deliver a message, and what follows from it. */
import type { Post } from '../../lib/poster.ts'
import { FetchRefused } from '../../lib/reachable.ts'
import { inSpan } from '../../lib/trace.ts'
import { headersOf, type Message } from './messages.ts'

export interface Attempt {
  /** Of the receiver's answer; null when there was none. */
  readonly status: number | null
  readonly milliseconds: number
  /** Null when it was delivered, else a sentence. */
  readonly error: string | null
  readonly retryAfterMs: number | undefined
}

/** For the whole of an attempt. */
export const attemptMs = 15_000

/** Only 2xx is delivered; a redirect is not followed. The receiver gets the id of the span, so that its own trace may go on from it. */
export function attempt(
  line: Post,
  message: Message,
  secrets: readonly Buffer[],
  now: Date,
  timeoutMs = attemptMs,
): Promise<Attempt> {
  return inSpan('POST', { kind: 'client', attributes: { 'http.request.method': 'POST' } }, async span => {
    const headers = { ...headersOf(message, secrets, now), ...(span && { traceparent: span.traceparent }) }
    const made = await attemptWith(line, message.body, headers, timeoutMs)
    if (made.status !== null) span?.set({ 'http.response.status_code': made.status })
    if (made.error !== null) span?.fail(made.status ?? 'no answer')
    return made
  })
}

async function attemptWith(
  line: Post,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Attempt> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const { status, retryAfterMs } = await line.send(body, headers, timeoutMs)
    const delivered = status >= 200 && status < 300
    return { status, milliseconds: took(), error: delivered ? null : `The receiver answered ${status}.`, retryAfterMs }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { status: null, milliseconds: took(), error: error.message, retryAfterMs: undefined }
  }
}

const minute = 60_000
const hour = 60 * minute
/** After the first failure, the second …; a little more than five days in all. */
const pausesMs: readonly number[] = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
  24 * hour,
  24 * hour,
]
/** A receiver that asks for more is asked again nevertheless. */
const longestRetryAfterMs = 24 * hour

export type Consequence =
  | { readonly kind: 'again'; readonly afterMs: number }
  | { readonly kind: 'pause'; readonly reason: string }

/**
 * What a failed attempt leads to.
 * @param failures in a row, this one included
 * @param chance 0 to 1, drawn: spreads the attempts to receivers that failed together
 */
export function afterFailure(
  { status, error, retryAfterMs = 0 }: Attempt,
  failures: number,
  chance: number,
): Consequence {
  if (status === 410) return { kind: 'pause', reason: 'The receiver answered 410: it is gone.' }
  const pause = pausesMs[failures - 1]
  if (pause === undefined) {
    return { kind: 'pause', reason: `${failures} attempts over five days have failed. ${error ?? ''}`.trimEnd() }
  }
  const spread = pause * (1 + 0.1 * chance)
  return { kind: 'again', afterMs: Math.round(Math.max(spread, Math.min(retryAfterMs, longestRetryAfterMs))) }
}
