/** Background work looks for something to do every second and mostly finds nothing: traces of such looks are dropped whole. */
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'

export interface ForgettingProcessor extends SpanProcessor {
  /** Has the spans of a trace wait for the end of its first span, which has just begun. */
  hold(traceId: string): void
  /** Drops a trace that is held, with what will still end in it. */
  forget(traceId: string): void
}

/** Spans of one trace that wait; with more of them it found something to do. */
const mostHeld = 100

/** @param next is told of spans that are not forgotten */
export function forgetting(next: SpanProcessor): ForgettingProcessor {
  /** By trace, for as long as its first span lasts. */
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
