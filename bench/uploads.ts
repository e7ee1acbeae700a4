/**
 * `POST /api/uploads`, durable before the answer, against a bare node:http server that reads the same octets and throws them away; the
 * memory of the service meanwhile, and what `/health` takes. Then images: what is made of one of 12 megapixels.
 *
 *   node --import tsx bench/uploads.ts [MB of the file] [rounds]
 */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode } from '../src/domain/images/pixels.ts'
import { imageThreads } from '../src/domain/images/tasks.ts'
import { makeList, startProduct } from './product.ts'
import { median, printTable, ratio } from './table.ts'

const [megabytes = 100, rounds = 3] = process.argv.slice(2).map(Number)
const piece = Buffer.alloc(65_536, 'octets of a file that does not repeat itself well')

/** The file, as it comes from a disk: never whole in memory. */
function file(): ReadableStream<Uint8Array> {
  let left = megabytes * 16
  return new ReadableStream({
    pull(controller) {
      if (left-- === 0) return controller.close()
      controller.enqueue(piece)
    },
  })
}

async function send(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
    body: file(),
    ...({ duplex: 'half' } as object), // not among the types of Node 20
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  return megabytes / ((performance.now() - begun) / 1000)
}

/** Resident memory of a process, in MB. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const sink = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => response.end('{}'))
})
await new Promise<void>(resolve => void sink.listen(0, '127.0.0.1', resolve))
const bareUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`

const product = await startProduct({ LETTERSHOP_UNUSED_UPLOADS_MB: '1048576' })
try {
  const { ClientID } = await makeList(product)
  const url = `${product.url}/api/uploads?ClientID=${ClientID}&FileName=bench.csv`
  const headers = { Authorization: `Bearer ${product.apiKey}` }
  const pid = product.child.pid!
  await send(url, headers)
  await send(bareUrl, {})
  const before = memoryOf(pid)
  const bare: number[] = []
  const ours: number[] = []
  const health: number[] = []
  let most = before
  for (let round = 0; round < rounds; round++) {
    bare.push(await send(bareUrl, {}))
    let isOver = false
    const looking = (async () => {
      while (!isOver) {
        const begun = performance.now()
        await (await fetch(`${product.url}/health`)).text()
        health.push(performance.now() - begun)
        most = Math.max(most, memoryOf(pid))
        await sleep(50)
      }
    })()
    ours.push(await send(url, headers))
    isOver = true
    await looking
  }
  printTable([
    [
      'upload',
      'bare node:http MB/s',
      'ours MB/s',
      'of bare',
      'memory before MB',
      'most MB',
      '/health median ms',
      'slowest ms',
    ],
    [
      `${megabytes} MB`,
      median(bare).toFixed(0),
      median(ours).toFixed(0),
      ratio(median(ours), median(bare)),
      before.toFixed(0),
      most.toFixed(0),
      median(health).toFixed(1),
      Math.max(...health).toFixed(0),
    ],
  ])
} finally {
  await product.end()
  sink.close()
}

const width = 4000
const height = 3000
const data = new Uint8ClampedArray(width * height * 4)
for (let y = 0, at = 0; y < height; y++) {
  for (let x = 0; x < width; x++, at += 4) {
    data[at] = (x * 255) / width + Math.random() * 30
    data[at + 1] = (y * 255) / height
    data[at + 2] = 128 + 100 * Math.sin((x * y) / 90_000)
    data[at + 3] = 255
  }
}
const images = imageThreads()
const rows = [['12 megapixels', 'MB', 'read ms', 'copy of 1200 ms', 'copy KB', 'most memory of the process MB']]
for (const mediaType of ['image/jpeg', 'image/webp'] as const) {
  const bytes = await encode(mediaType, { data, width, height })
  await images.tasks.readImage({ bytes }, { key: 1 })
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() / 1_048_576)
  }, 20)
  const reads: number[] = []
  const copies: number[] = []
  let size = 0
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await images.tasks.readImage({ bytes }, { key: 1 })
    const read = performance.now()
    const copy = await images.tasks.shrinkImage({ bytes, mediaType, width: 1200 }, { key: 1 })
    reads.push(read - begun)
    copies.push(performance.now() - read)
    size = copy?.length ?? 0
  }
  clearInterval(looking)
  rows.push([
    mediaType,
    (bytes.length / 1_048_576).toFixed(1),
    median(reads).toFixed(0),
    median(copies).toFixed(0),
    (size / 1024).toFixed(0),
    most.toFixed(0),
  ])
}
printTable(rows)
await images.stop()
