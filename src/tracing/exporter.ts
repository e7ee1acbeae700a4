/**
 * Sends spans to a collector by OTLP over HTTP, as JSON (opentelemetry-proto 1.x, `ExportTraceServiceRequest`). Requests are limited in
 * time and size whatever the collector does. Batches that it does not accept are dropped, and the log reports them.
 */
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../lib/log.ts'
import { requestOf } from './otlp-json.ts'

export interface Collector {
  /** URL to which spans are posted. */
  readonly url: string
  /** Additional headers, such as the key of a collector. */
  readonly headers: Readonly<Record<string, string>>
  /** Resource attributes by which collectors group, including `service.name`. */
  readonly resource: Readonly<Record<string, string>>
}

/** Milliseconds between two log lines about lost spans. */
const apartMs = 60_000

/** @param timeoutMs timeout of one request */
export function otlpExporter(
  { url, headers, resource }: Collector,
  timeoutMs: number,
  log: Log,
): SpanExporter & { /** Cuts off requests under way, and begins no other. */ abort(): void } {
  const underWay = new Set<AbortController>()
  let isAborted = false
  const say = lost(log)

  async function post(spans: readonly ReadableSpan[]): Promise<void> {
    if (isAborted) throw late()
    const cut = new AbortController()
    const timer = setTimeout(() => cut.abort(late()), timeoutMs)
    underWay.add(cut)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(requestOf(spans, resource)),
        redirect: 'manual',
        signal: cut.signal,
      })
      // only the status counts, and the body may never end
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the collector answered ${response.status}`)
    } finally {
      clearTimeout(timer)
      underWay.delete(cut)
    }
  }

  return {
    export(spans, done) {
      post(spans).then(
        () => done({ code: 0 }),
        error => {
          say(spans.length, error)
          // the loss is logged already; the processor would only wait shorter
          done({ code: 0 })
        },
      )
    },
    abort() {
      isAborted = true
      for (const cut of underWay) cut.abort(late())
    },
    async shutdown() {},
  }
}

const late = () => new Error('the collector did not answer in time')

/** @returns a function that logs the first loss at once, and later losses once a minute */
function lost(log: Log): (spans: number, error: unknown) => void {
  let at = Number.NEGATIVE_INFINITY
  let count = 0
  return (spans, error) => {
    count += spans
    if (performance.now() - at < apartMs) return
    at = performance.now()
    log.warn({ spans: count, reason: reasonOf(error) }, 'the collector of traces did not take spans; they are lost')
    count = 0
  }
}

/** For a failed fetch the cause is more precise. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error // fetch and our own code throw errors
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? message
}
