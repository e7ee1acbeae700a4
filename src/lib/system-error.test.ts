import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { systemSentence } from './system-error.ts'

const failure = (code: string, more: object) => Object.assign(new Error(code), { code, syscall: 'open', ...more })

for (const [error, sentence] of [
  [failure('EACCES', { path: '/srv/data' }), /^This account may not use \/srv\/data\./],
  [failure('EROFS', { path: '/srv/data' }), /^\/srv\/data is on a file system that takes no changes\./],
  [failure('ENOSPC', { path: '/srv/data/x' }), /no room left on the disk of \/srv\/data\/x/],
  [failure('EMFILE', { path: '/srv/x.js' }), /^This process has as many files .* LimitNOFILE=/],
  [failure('EADDRINUSE', { syscall: 'listen', address: '127.0.0.1', port: 8080 }), /listens on 127\.0\.0\.1:8080\./],
  [failure('EACCES', { syscall: 'listen', address: '0.0.0.0', port: 80 }), /may not listen on port 80:/],
] as const)
  test(`${error.code} is a sentence: ${systemSentence(error)?.slice(0, 40)}…`, () => {
    assert.match(systemSentence(error)!, sentence)
  })

test('errors of Node itself are such errors, and those of programs are not', async () => {
  await assert.rejects(mkdir('/proc/version/x', { recursive: true }), error =>
    /is no folder/.test(systemSentence(error)!),
  )
  const one = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => one.once('listening', resolve))
  const other = createServer().listen({ port: (one.address() as { port: number }).port, host: '127.0.0.1' })
  const error = await new Promise(resolve => other.once('error', resolve))
  one.close()
  assert.match(systemSentence(error)!, /^Another program listens on 127\.0\.0\.1:\d+\. Stop it/)
  for (const none of [new TypeError('x'), failure('ENOENT', { path: '/x' }), 'text', undefined])
    assert.equal(systemSentence(none), undefined)
})
