/** Converts spans to OTLP's JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding, fields as in trace.proto. */
import type { ReadableSpan } from '@opentelemetry/sdk-trace'

/** @returns an ExportTraceServiceRequest */
export function requestOf(spans: readonly ReadableSpan[], resource: Readonly<Record<string, string>>): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'lettershop' }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf(span: ReadableSpan): object {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    spanId,
    ...(span.parentSpanContext && { parentSpanId: span.parentSpanContext.spanId }),
    flags: traceFlags,
    name: span.name,
    kind: span.kind + 1, // the API counts from 0; in the protocol 0 is unspecified
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: attributesOf(span.attributes),
    ...(span.droppedAttributesCount > 0 && { droppedAttributesCount: span.droppedAttributesCount }),
    status: { code: span.status.code },
  }
}

/** 64-bit numbers are text in JSON. */
function nanoseconds([seconds, rest]: ReadableSpan['startTime']): string {
  return `${seconds}${String(rest).padStart(9, '0')}`
}

function attributesOf(attributes: Readonly<Record<string, unknown>>): object[] {
  const list: object[] = []
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'string') list.push({ key, value: { stringValue: value } })
    else if (typeof value === 'boolean') list.push({ key, value: { boolValue: value } })
    else if (Number.isInteger(value)) list.push({ key, value: { intValue: String(value) } })
    else if (typeof value === 'number') list.push({ key, value: { doubleValue: value } })
  }
  return list
}
