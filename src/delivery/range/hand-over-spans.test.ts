import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCollector } from '../../../test/harness/collector.ts'
import { createLog } from '../../lib/log.ts'
import { inSpan } from '../../lib/trace.ts'
import { startTracing } from '../../tracing/tracing.ts'
import { handOverSpans } from './hand-over-spans.ts'

test('without a span of a range there are no groups', () => assert.equal(handOverSpans(), undefined))

test('a group holds the messages of one relay, 500 at most; a message given back is counted with its next relay', async () => {
  const collector = await startCollector()
  const tracing = startTracing({
    url: `${collector.url}/v1/traces`,
    headers: {},
    resource: {},
    ratio: 1,
    log: createLog('silent'),
    stopMs: 60_000,
  })
  await inSpan('range', {}, async () => {
    const spans = handOverSpans()!
    for (let n = 0; n < 500; n++) spans.given('one:25').answered('accepted')
    const moved = spans.given('one:25')
    moved.returned()
    spans.given('two:25').answered('refused')
    spans.given('two:25') // its answer does not come
    spans.end()
  })
  await tracing.stop()
  await collector.close()
  const [range] = collector.named('range')
  assert.deepEqual(
    collector.within(range!).map(({ attributes }) => attributes),
    [
      { 'lettershop.relay': 'one:25', 'lettershop.messages': 500, 'lettershop.accepted': 500 },
      { 'lettershop.relay': 'one:25', 'lettershop.messages': 0 },
      { 'lettershop.relay': 'two:25', 'lettershop.messages': 2, 'lettershop.refused': 1 },
    ],
  )
})
