/** A collector of traces on loopback, as OTLP over HTTP has it: a real peer for the service's exporter. */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { closeServer, listen } from './web.ts'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly failed: boolean
}

export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Of all requests, as they came. */
  readonly bodies: readonly string[]
  readonly headers: readonly IncomingHttpHeaders[]
  /** Attributes of the resource of the first request. */
  readonly resource: CollectedSpan['attributes']
  /** The spans with this name. */
  named(name: string): readonly CollectedSpan[]
  /** The spans whose parent it is. */
  within(span: CollectedSpan): readonly CollectedSpan[]
  close(): Promise<void>
}

interface Pair {
  readonly key: string
  readonly value: Readonly<Record<string, string | number | boolean>>
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly name: string
        readonly kind: number
        readonly startTimeUnixNano: string
        readonly endTimeUnixNano: string
        readonly attributes: readonly Pair[]
        readonly status: { readonly code: number }
      }[]
    }[]
  }[]
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  let resource: CollectedSpan['attributes'] = {}
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    assert.equal(request.url, '/v1/traces')
    assert.equal(request.headers['content-type'], 'application/json')
    bodies.push(body)
    headers.push(request.headers)
    for (const { resource: of, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      resource = attributesOf(of.attributes)
      for (const span of scopeSpans.flatMap(scope => scope.spans)) {
        assert.match(span.traceId, /^[\da-f]{32}$/)
        assert.match(span.spanId, /^[\da-f]{16}$/)
        assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))
        spans.push({
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId,
          name: span.name,
          kind: span.kind,
          attributes: attributesOf(span.attributes),
          failed: span.status.code === 2,
        })
      }
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  return {
    url,
    spans,
    bodies,
    headers,
    get resource() {
      return resource
    },
    named: name => spans.filter(span => span.name === name),
    within: ({ traceId, spanId }) => spans.filter(span => span.traceId === traceId && span.parentSpanId === spanId),
    close: () => closeServer(server),
  }
}

function attributesOf(pairs: readonly Pair[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    pairs.map(({ key, value }) => {
      const [[type, content] = ['', '']] = Object.entries(value)
      return [key, type === 'intValue' ? Number(content) : content]
    }),
  )
}
