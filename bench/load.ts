/**
 * A load generator that costs little: keep-alive sockets, each with one request under way, answers measured by their
 * headers only. It shares the machine with the measured service, so it must be light.
 */
import { connect, type Socket } from 'node:net'

export interface LoadOptions {
  readonly host?: string
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The whole request, head and body; asked for each time, so that each may differ. */
  readonly request: () => Buffer
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** Answers whose status was not 200. */
  readonly failures: number
  /** Milliseconds from sending to the last byte. */
  readonly p50: number
  readonly p99: number
}

/** @throws Error when a connection breaks */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { host = '127.0.0.1', port, connections, seconds } = options
  const times: number[] = []
  let failures = 0
  const start = performance.now()
  const end = start + seconds * 1000

  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(connect({ host, port, noDelay: true }), options.request, (milliseconds, status) => {
        times.push(milliseconds)
        if (status !== 200) failures++
        return performance.now() < end
      }),
    ),
  )
  const elapsed = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const quantile = (q: number) => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0
  return {
    requests: times.length,
    perSecond: times.length / elapsed,
    failures,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

/** A POST as bytes. */
export function post(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries({ Host: 'localhost', ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n${body}`)
}

/** Asks again and again until `stop` is called. */
function converse(
  socket: Socket,
  request: () => Buffer,
  answered: (milliseconds: number, status: number) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let held: Buffer | undefined
    let done = false
    const ask = () => {
      sent = performance.now()
      socket.write(request())
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => (done ? resolve() : reject(new Error('The server closed a connection.'))))
    socket.on('data', chunk => {
      held = held ? Buffer.concat([held, chunk]) : chunk
      if (!isWhole(held)) return
      const status = Number(held.toString('latin1', 9, 12))
      held = undefined
      if (answered(performance.now() - sent, status)) return ask()
      done = true
      socket.end()
    })
  })
}

/** By its length, or by its last chunk. */
function isWhole(answer: Buffer): boolean {
  const head = answer.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *([0-9]+)/i.exec(answer.toString('latin1', 0, head))
  return length ? answer.length >= head + 4 + Number(length[1]) : answer.subarray(-5).equals(lastChunk)
}

const lastChunk = Buffer.from('0\r\n\r\n')
