/**
 * Spans of what the service does. Nothing is recorded, and nothing is loaded, until `recordSpans` is given a tracer, which the service
 * does where an OTLP endpoint is set (docs/tracing.md). Attributes hold public ids, names of ours and numbers: never an address, a key,
 * a name of a person, a path of a request or a value of a statement.
 */

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  /** Default: internal. */
  readonly kind?: 'server' | 'client'
  readonly attributes?: Attributes
  /**
   * `active` (the default): the span that is active, or none, which begins a trace. `none`: it begins a trace. Else what a caller sent
   * as `traceparent`; one that makes no sense begins a trace.
   */
  readonly parent?: 'active' | 'none' | { readonly traceparent: string | undefined }
  /** There is no span unless another one is active. */
  readonly isDetail?: boolean
  /** It may turn out that there was nothing to do (`forget`): what is within it waits for its end. Only of a span that begins a trace. */
  readonly mayBeForgotten?: boolean
}

export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** W3C Trace Context, for a request that is part of what this span covers. */
  readonly traceparent: string
  rename(name: string): void
  /** Those that are undefined are left out. */
  set(attributes: Attributes): void
  /** Marks it as failed, with the class of the error or its code: its message may name people. The first failure counts. */
  fail(error: unknown): void
  /** There was nothing to do: neither it nor the spans within it are exported. */
  forget(): void
  end(): void
  /** Runs `work` with this span active, also after its awaits. */
  within<Value>(work: () => Value): Value
}

export interface Tracer {
  /** @returns undefined for a detail that is not recorded */
  begin(name: string, options: SpanOptions): Span | undefined
  active(): Span | undefined
}

let tracer: Tracer | undefined

/** @param next undefined: nothing is recorded any more */
export function recordSpans(next: Tracer | undefined): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== undefined
}

export function activeSpan(): Span | undefined {
  return tracer?.active()
}

/** A span that its caller ends. @returns undefined where nothing is recorded */
export function beginSpan(name: string, options: SpanOptions = {}): Span | undefined {
  return tracer?.begin(name, options)
}

/** Runs `work` within a span that began elsewhere: what a callback or a timer begins would be within another one, or none. */
export function within<Value>(span: Span | undefined, work: () => Value): Value {
  return span ? span.within(work) : work()
}

/** A span around `work`, which fails when `work` does. */
export function inSpan<Value>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Value>,
): Promise<Value> {
  const span = tracer?.begin(name, options)
  return span ? runCovered(span, work) : work(undefined)
}

async function runCovered<Value>(span: Span, work: (span: Span) => Promise<Value>): Promise<Value> {
  try {
    return await span.within(() => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
