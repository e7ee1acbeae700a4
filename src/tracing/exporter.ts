/**
 * Spans to a collector by OTLP over HTTP, as JSON (opentelemetry-proto 1.x, `ExportTraceServiceRequest`). Whatever the collector does,
 * a request ends in time, holds no more than its own batch, and a batch that was not taken is lost: the log says so.
 */
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../lib/log.ts'
import { requestOf } from './otlp-json.ts'

export interface Collector {
  /** Where spans are posted to. */
  readonly url: string
  /** Sent along, such as the key of a collector. */
  readonly headers: Readonly<Record<string, string>>
  /** What collectors group by, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>
}

/** Milliseconds between two lines of the log about spans that were lost. */
const apartMs = 60_000

/** @param timeoutMs for one request */
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
      // of an answer only its status counts, and its body may have no end
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
          // it is said already; the processor would only wait for less
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

/** @returns writes a line at once, and then what was lost meanwhile once a minute */
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

/** Of a failed fetch the cause says more. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error // fetch and we throw errors
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? message
}
