import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startCollector } from '../../test/harness/collector.ts'
import { closeServer, listen } from '../../test/harness/web.ts'
import { createLog } from '../lib/log.ts'
import { startPoller } from '../lib/poller.ts'
import { activeSpan, beginSpan, inSpan, isTracing } from '../lib/trace.ts'
import { startTracing } from './tracing.ts'

const folder = mkdtempSync(join(tmpdir(), 'lettershop-tracing-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let logs = 0
/** @returns a log, and what was written to it */
function recordedLog() {
  const file = join(folder, `log${++logs}`)
  const descriptor = openSync(file, 'w')
  const read = () => {
    closeSync(descriptor)
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return lines.map(line => JSON.parse(line) as Record<string, unknown>)
  }
  return { log: createLog('info', descriptor), file, read }
}

/** @param stopMs of a collector that answers, longer than it takes on any machine */
function start(endpoint: string, { log = createLog('silent'), ratio = 1, stopMs = 60_000 } = {}) {
  const resource = { 'service.name': 'test' }
  return startTracing({ url: `${endpoint}/v1/traces`, headers: {}, resource, ratio, log, stopMs })
}

const spans = async (count: number) => {
  for (let n = 0; n < count; n++) await inSpan('work', {}, async () => {})
}

async function collected(run: () => Promise<void>, ratio = 1) {
  const collector = await startCollector()
  const tracing = start(collector.url, { ratio })
  try {
    await run()
  } finally {
    await tracing.stop()
    await collector.close()
  }
  return collector
}

test('nothing is recorded before a tracer is started and after it is stopped', async () => {
  assert.equal(isTracing(), false)
  assert.equal(await inSpan('work', {}, async span => span), undefined)
  await collected(async () => assert.equal(isTracing(), true))
  assert.deepEqual([isTracing(), activeSpan(), beginSpan('work')], [false, undefined, undefined])
})

test('a span is within the one that was active when it began; a failure is recorded by its class or code, without its message', async () => {
  class NotThere extends Error {}
  const { named } = await collected(async () => {
    await inSpan('outer', {}, async () => {
      await inSpan('inner', {}, async () => Promise.reject(new NotThere('ann@reader.example'))).catch(() => {})
      await inSpan('coded', {}, async () => Promise.reject(Object.assign(new Error(), { code: '23505' }))).catch(
        () => {},
      )
      await inSpan('apart', { parent: 'none' }, async () => {})
      beginSpan('detail', { isDetail: true })?.end()
    })
    beginSpan('detail', { isDetail: true })?.end()
  })
  const [outer] = named('outer')
  assert.deepEqual([outer!.failed, outer!.parentSpanId], [false, undefined])
  for (const [name, type] of [
    ['inner', 'NotThere'],
    ['coded', '23505'],
  ] as const) {
    const [span] = named(name)
    assert.deepEqual(
      [span!.parentSpanId, span!.attributes, span!.failed],
      [outer!.spanId, { 'error.type': type }, true],
    )
  }
  assert.deepEqual([named('apart')[0]!.parentSpanId, named('detail').length], [undefined, 1])
  assert.equal(named('detail')[0]!.parentSpanId, outer!.spanId)
})

const parents: readonly (readonly [given: string | undefined, taken: boolean])[] = [
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', true],
  ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings', true],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', false],
  ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', false],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', false],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', false],
  ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01', false],
  ['', false],
  [undefined, false],
]
for (const [traceparent, isTaken] of parents)
  test(`traceparent ${traceparent} is ${isTaken ? 'continued' : 'ignored'}`, async () => {
    const { named } = await collected(() => inSpan('work', { parent: { traceparent } }, async () => {}))
    const [span] = named('work')
    const continued = [span!.traceId === '4bf92f3577b34da6a3ce929d0e0e4736', span!.parentSpanId === '00f067aa0ba902b7']
    assert.deepEqual(continued, [isTaken, isTaken])
  })

test('with ratio 0 only traces that a caller records are recorded, and callees get that decision', async () => {
  const traceparents: string[] = []
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const addTraceparent = async () => void traceparents.push(activeSpan()!.traceparent)
  const all = await collected(async () => {
    await inSpan('ours', {}, addTraceparent)
    await inSpan('theirs', { parent: { traceparent } }, addTraceparent)
  }, 0)
  assert.deepEqual(
    all.spans.map(({ name }) => name),
    ['theirs'],
  )
  assert.deepEqual(
    traceparents.map(text => text.slice(-2)),
    ['00', '01'],
  )
})

test('a run of a poller that found work is a trace; one that found none is not', async () => {
  const { log } = recordedLog()
  const { spans: all, named } = await collected(async () => {
    let runs = 0
    const poller = startPoller({
      name: 'polling',
      every: 3_600_000,
      log,
      work: async () => {
        beginSpan('statement', { isDetail: true })?.end()
        return ++runs < 3
      },
    })
    while (runs < 3) await new Promise(setImmediate)
    await poller.stop()
  })
  assert.deepEqual([named('polling').length, named('statement').length, all.length], [2, 2, 4])
})

test('what a run of a poller that found no work left behind is dropped when it ends', async () => {
  const { log } = recordedLog()
  const { spans: all } = await collected(async () => {
    const ends: (() => void)[] = []
    const poller = startPoller({
      name: 'polling',
      every: 3_600_000,
      log,
      work: async () => {
        const span = beginSpan('left behind', { isDetail: true })
        ends.push(() => span?.end())
        return false
      },
    })
    while (ends.length === 0) await new Promise(setImmediate)
    await poller.stop()
    for (const end of ends) end()
    await inSpan('work', {}, async () => {})
  })
  assert.deepEqual(
    all.map(({ name }) => name),
    ['work'],
  )
})

test('a line of the log names the span it is within', async () => {
  const { log, read } = recordedLog()
  await collected(async () => {
    log.info('before')
    await inSpan('work', {}, async span => log.info({ span: [span!.traceId, span!.spanId] }, 'within'))
  })
  const [outside, within] = read()
  assert.deepEqual([outside!.traceId, outside!.spanId], [undefined, undefined])
  assert.deepEqual([within!.traceId, within!.spanId], within!.span)
})

interface BadCollector {
  readonly answer?: RequestListener
  /** Lines of the log. */
  readonly reason: RegExp
  readonly stopMs?: number
}

/** Behaviour of collectors; the service works and stops with all of them. */
const collectors: Readonly<Record<string, BadCollector>> = {
  'that is away': { reason: /ECONNREFUSED/ },
  'that never answers': { answer: () => {}, reason: /in time/, stopMs: 50 },
  'that refuses': {
    answer: (request, response) => request.resume().on('end', () => response.writeHead(400).end('no')),
    reason: /answered 400/,
  },
  'that is overloaded': {
    answer: (request, response) =>
      request.resume().on('end', () => response.writeHead(503, { 'Retry-After': '3600' }).end()),
    reason: /answered 503/,
  },
  'that sends elsewhere': {
    answer: (request, response) =>
      request.resume().on('end', () => response.writeHead(307, { Location: 'http://192.0.2.1/' }).end()),
    reason: /answered 307/,
  },
  'that answers no HTTP': {
    answer: request => void request.socket.end('nonsense\r\n\r\n'),
    reason: /HPE_|Parse|other side/i,
  },
  'that cuts the connection': {
    answer: request => void request.socket.destroy(),
    reason: /other side|ECONNRESET|UND_ERR_SOCKET/,
  },
}
for (const [kind, { answer, reason, stopMs }] of Object.entries(collectors))
  test(`with a collector ${kind}, work continues, a stop ends, and one line reports lost spans`, async () => {
    const server = createServer(answer ?? (() => {}))
    const port = await listen(server)
    if (!answer) await closeServer(server)
    const { log, read } = recordedLog()
    const tracing = start(`http://127.0.0.1:${port}`, { log, ...(stopMs !== undefined && { stopMs }) })
    await spans(600)
    await new Promise(setImmediate)
    await spans(10)
    await tracing.stop()
    if (answer) await closeServer(server)
    const lines = read()
    assert.equal(lines.length, 1, JSON.stringify(lines))
    assert.equal(lines[0]!.level, 40)
    assert.match(String(lines[0]!.reason), reason)
  })

test('an endless response is not read', async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200)
    const flood = () => {
      while (response.writable && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', flood)
    flood()
  })
  const port = await listen(server)
  const { log, read } = recordedLog()
  const tracing = start(`http://127.0.0.1:${port}`, { log })
  await spans(1)
  await tracing.stop()
  await closeServer(server)
  assert.deepEqual(read(), [])
})

test('spans beyond the speed of a slow collector are lost, and a line says how many', async () => {
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const server = createServer(async (request, response) => {
    request.resume()
    await answered
    response.end('{}')
  })
  const port = await listen(server)
  const { log, file, read } = recordedLog()
  const tracing = start(`http://127.0.0.1:${port}`, { log })
  await spans(512 + 4096 + 100)
  answer()
  // once a batch is taken there is room for another span, with which it is said
  while (readFileSync(file, 'utf8') === '') {
    await new Promise(setImmediate)
    await spans(1)
  }
  await tracing.stop()
  await closeServer(server)
  assert.match(String(read()[0]!.reason), /^Dropped \d+ spans/)
})
