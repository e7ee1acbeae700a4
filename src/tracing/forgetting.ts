/** Drops complete traces of idle polls: background work polls every second and mostly finds nothing to do. */
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'

export interface ForgettingProcessor extends SpanProcessor {
  /** Holds the spans of a trace until its first span, which has just begun, ends. */
  hold(traceId: string): void
  /** Drops a held trace, including spans that end later. */
  forget(traceId: string): void
}

/** Maximum number of held spans per trace; a trace with more of them did work. */
const mostHeld = 100

/** @param next receives the spans that are not dropped */
export function forgetting(next: SpanProcessor): ForgettingProcessor {
  /** By trace, while its first span lasts. */
  const held = new Map<string, ReadableSpan[]>()
  const forgotten = new Set<string>()

  function release(traceId: string): void {
    for (const span of held.get(traceId) ?? []) next.onEnd(span)
    held.delete(traceId)
  }

  return {
    onStart: (span, context) => next.onStart(span, context),
    onEnd(span) {
      const { traceId } = span.spanContext()
      const waiting = held.get(traceId)
      if (!waiting) return next.onEnd(span)
      if (span.parentSpanContext !== undefined) {
        waiting.push(span)
        if (waiting.length > mostHeld) release(traceId)
        return
      }
      if (forgotten.delete(traceId)) held.delete(traceId)
      else {
        release(traceId)
        next.onEnd(span)
      }
    },
    hold(traceId) {
      held.set(traceId, [])
    },
    forget(traceId) {
      if (held.has(traceId)) forgotten.add(traceId)
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}
