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

/** A trace whose first span is not exported yet. */
interface Held {
  /** Those that ended. */
  readonly spans: ReadableSpan[]
  /** Spans that have not ended. */
  open: number
  isForgotten: boolean
}

/** @param next receives the spans that are not dropped */
export function forgetting(next: SpanProcessor): ForgettingProcessor {
  /** By trace: until its first span ends, or, of a forgotten trace, until all its spans have ended. */
  const held = new Map<string, Held>()

  function release(traceId: string, { spans }: Held): void {
    held.delete(traceId)
    for (const span of spans) next.onEnd(span)
  }

  return {
    onStart(span, context) {
      const trace = held.get(span.spanContext().traceId)
      if (trace) trace.open++
      next.onStart(span, context)
    },
    onEnd(span) {
      const { traceId } = span.spanContext()
      const trace = held.get(traceId)
      if (!trace) return next.onEnd(span)
      trace.open--
      if (trace.isForgotten) {
        if (trace.open === 0) held.delete(traceId)
        return
      }
      trace.spans.push(span)
      if (span.parentSpanContext === undefined || trace.spans.length > mostHeld) release(traceId, trace)
    },
    hold(traceId) {
      held.set(traceId, { spans: [], open: 1, isForgotten: false })
    },
    forget(traceId) {
      const trace = held.get(traceId)
      if (trace) trace.isForgotten = true
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}
