import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openLine } from '../../test/harness/socket.ts'
import { until } from '../../test/harness/until.ts'
import { connectionLimits, watchConnections } from './connections.ts'

test('a network has so many connections, a further one is answered 503, and one that ends makes room', async () => {
  const server = createServer((_, response) => response.end('x'))
  const connections = watchConnections(server, { ...connectionLimits, connectionsOfOne: 3 }, () => false)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lines = await Promise.all(Array.from({ length: 3 }, () => openLine(url)))
  const refused = await Promise.all(Array.from({ length: 20 }, () => openLine(url)))
  for (const line of refused) assert.match(await line.ended, /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 5\r\n/)
  for (const line of lines) {
    line.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(await line.until(/\r\n\r\nx$/), /^HTTP\/1\.1 200 /)
  }
  lines[0]!.close()
  await until(async () => [...connections.open()].length === 2, 'the connection has ended')
  const further = await openLine(url)
  further.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.match(await further.until(/\r\n\r\nx$/), /^HTTP\/1\.1 200 /)
  for (const line of [...lines, further]) line.close()
  server.close()
})
