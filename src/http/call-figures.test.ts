import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counter, Histogram, Registry } from 'prom-client'
import { Refusal } from '../contract/refusals.ts'
import { CallFigures } from './call-figures.ts'

test('calls are shown as prom-client shows those it counts and times itself', async () => {
  const ours = new Registry()
  const theirs = new Registry()
  const figures = new CallFigures()
  figures.register(ours)
  const registers = [theirs]
  const calls = new Counter({
    ...{ name: 'lettershop_calls_total', registers, labelNames: ['operation', 'wire', 'refusal'] },
    help: 'Calls performed, by operation, wire and refusal ("none" for a success).',
  })
  const seconds = new Histogram({
    ...{ name: 'lettershop_call_seconds', registers, labelNames: ['wire'] },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    help: 'Time from a bound call to the beginning of its answer.',
  })
  const lines = async (registry: Registry) => (await registry.metrics()).split('\n').sort()
  assert.deepEqual(await lines(ours), await lines(theirs), 'before the first call')
  const failures = [
    [undefined, 'none'],
    [new Refusal('AccessDenied'), 'AccessDenied'],
    [new Error('a fault of ours'), 'UnexpectedError'],
  ] as const
  for (const wire of ['json', 'soap11'])
    for (const operation of ['List.Create', 'List.Delete'])
      for (const [failure, refusal] of failures)
        for (const took of [0, 0.004, 0.005, 0.0050001, 0.25, 30, 31]) {
          figures.note(operation, wire, took, failure)
          calls.inc({ operation, wire, refusal })
          seconds.observe({ wire }, took)
        }
  assert.deepEqual(await lines(ours), await lines(theirs))
})
