/**
 * Tracing with the SDK of OpenTelemetry: chooses the recorded spans, and exports them without delaying other work. Loaded only
 * if an endpoint is set. See docs/decisions/operator-safety.md#traces-go-out-by-an-exporter-of-our-own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  diag,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../lib/log.ts'
import { type Attributes, recordSpans, type Span, type SpanOptions, type Tracer } from '../lib/trace.ts'
import { type Collector, otlpExporter } from './exporter.ts'
import { type ForgettingProcessor, forgetting } from './forgetting.ts'

export interface TracingOptions extends Collector {
  /** The recorded share of traces that begin here: 0 to 1. */
  readonly ratio: number
  readonly log: Log
  /** Milliseconds that a stop waits for the collector. */
  readonly stopMs?: number
}

export interface Tracing {
  /** Stops recording, and waits briefly for the collector to accept the remaining spans. */
  stop(): Promise<void>
}

/** Maximum number of spans that wait for the collector; further spans are lost. */
const mostWaiting = 4096
/** Spans per request to the collector, and milliseconds between two requests. */
const batch = 512
const everyMs = 2_000
/** Timeout of a request, in milliseconds. */
const requestMs = 10_000
/** Maximum characters of an attribute; the text of a statement can be longer. */
const longestText = 2_000

export function startTracing({ ratio, log, stopMs = 1_000, ...collector }: TracingOptions): Tracing {
  const exporter = otlpExporter(collector, requestMs, log)
  const processor = forgetting(
    new BatchSpanProcessor({
      exporter,
      maxQueueSize: mostWaiting,
      maxExportBatchSize: batch,
      scheduledDelayMillis: everyMs,
      exportTimeoutMillis: 2 * requestMs, // the exporter limits its requests itself
    }),
  )
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: longestText },
    spanProcessors: [processor],
  })
  recordSpans(tracerOn(provider.getTracer('lettershop'), processor))
  logLostSpans(log)
  return {
    async stop() {
      recordSpans(undefined)
      const cut = setTimeout(() => exporter.abort(), stopMs)
      await provider.shutdown().catch(() => {}) // the exporter has logged the loss
      clearTimeout(cut)
    },
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Logs spans that the processor dropped because too many waited, which it reports to the SDK's log only. */
function logLostSpans(log: Log): void {
  const quiet = () => {}
  const warn = (text: string) => {
    if (text.startsWith('Dropped'))
      log.warn({ reason: text }, 'spans of traces are lost: too many wait for the collector')
  }
  diag.setLogger({ error: quiet, warn, info: quiet, debug: quiet, verbose: quiet }, { suppressOverrideMessage: true })
}

function tracerOn(otel: OtelTracer, processor: ForgettingProcessor): Tracer {
  const storage = new AsyncLocalStorage<Recorded>()
  const forget = (traceId: string) => processor.forget(traceId)

  function contextFor(parent: NonNullable<SpanOptions['parent']>, active: Recorded | undefined): Context {
    if (parent === 'none') return ROOT_CONTEXT
    if (parent === 'active') return active?.context ?? ROOT_CONTEXT
    const remote = remoteSpan(parent.traceparent)
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
  }

  return {
    active: () => storage.getStore(),
    begin(name, { kind, attributes = {}, parent = 'active', isDetail = false, mayBeForgotten = false }) {
      const active = storage.getStore()
      if (isDetail && !active?.isRecording) return undefined
      const context = contextFor(parent, active)
      const span = otel.startSpan(name, { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes }, context)
      if (mayBeForgotten && span.isRecording()) processor.hold(span.spanContext().traceId)
      return new Recorded(span, context, storage, forget)
    },
  }
}

class Recorded implements Span {
  readonly #span: OtelSpan
  readonly #storage: AsyncLocalStorage<Recorded>
  readonly #forget: (traceId: string) => void
  readonly context: Context
  #hasFailed = false

  constructor(
    span: OtelSpan,
    parent: Context,
    storage: AsyncLocalStorage<Recorded>,
    forget: (traceId: string) => void,
  ) {
    this.#span = span
    this.#storage = storage
    this.#forget = forget
    this.context = trace.setSpan(parent, span)
  }

  get isRecording(): boolean {
    return this.#span.isRecording()
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  get spanId(): string {
    return this.#span.spanContext().spanId
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes)
  }

  fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#span.setAttributes({ 'error.type': typeOf(error) })
    this.#span.setStatus({ code: SpanStatusCode.ERROR })
  }

  forget(): void {
    this.#forget(this.traceId)
  }

  end(): void {
    this.#span.end()
  }

  within<Value>(work: () => Value): Value {
    return this.#storage.run(this, work)
  }
}

/** The SQLSTATE or the code of a socket's error, otherwise the class. A number is a status. */
function typeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  if (typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)) return code
  if (typeof error === 'number') return String(error)
  return error instanceof Error ? error.constructor.name : typeof error
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function remoteSpan(traceparent: string | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(traceparent ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}
