import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orStopped } from './or-stopped.ts'

const never = new Promise<never>(() => {})

test('what is done before the signal is answered', async () => {
  assert.equal(await orStopped(Promise.resolve(7), new AbortController().signal), 7)
})

test('work that fails rejects', async () => {
  await assert.rejects(orStopped(Promise.reject(new Error('no')), new AbortController().signal), /no/)
})

test('when the signal is aborted, before or meanwhile, nothing is waited for', async () => {
  assert.equal(await orStopped(never, AbortSignal.abort()), undefined)
  const stopping = new AbortController()
  const waiting = orStopped(never, stopping.signal)
  stopping.abort()
  assert.equal(await waiting, undefined)
})

test('work that fails after the signal is no unhandled rejection', async () => {
  let fail = (_: Error) => {}
  const work = new Promise<never>((_, reject) => {
    fail = reject
  })
  assert.equal(await orStopped(work, AbortSignal.abort()), undefined)
  fail(new Error('too late'))
  await new Promise(resolve => setImmediate(resolve))
})
