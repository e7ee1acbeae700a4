/** Answers on their way out: together at the end of a turn of the event loop, large ones piece by piece as they are read. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reservation } from '../lib/budget.ts'
import { type Answer, isLive, type LiveAnswer, type LiveBody } from '../lib/http.ts'
import type { Live } from './live.ts'

/**
 * Bytes of a piece. A larger answer is sent piece by piece: a connection then holds two of them and not a copy of the whole, and
 * one that stands still can be told from one that is slow.
 */
const pieceBytes = 65_536

export interface Sending {
  /** Of the request. */
  readonly id: string
  /** Counts what a slow caller has us hold. */
  readonly room: Reservation
  /** Keeps the answers that have no end of their own. */
  readonly live: Live
}

/** @throws Error when the caller goes away before the answer ends; NoRoom, before anything was sent, for a live body */
export async function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: Answer | LiveAnswer,
  { id, room, live }: Sending,
): Promise<void> {
  const { status, headers, cookies } = answer
  const bodiless = incoming.method === 'HEAD'
  if (isLive(answer)) {
    takeRoom(room, answer.body)
    // the connection is of no further use when the answer ends, and nothing behind it on the connection is ever answered
    response.setHeader('Connection', 'close')
    response.writeHead(status, listed(headers, cookies, id))
    response.flushHeaders()
    return live.serve(answer.body, response, room)
  }
  const { body } = answer
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const length = Buffer.byteLength(body)
    const whole = listed(headers, cookies, id)
    whole.push('Content-Length', `${length}`)
    if (length <= pieceBytes || bodiless) {
      return writeSoon(() => {
        response.writeHead(status, whole)
        response.end(bodiless ? undefined : body)
      })
    }
    response.writeHead(status, whole)
    room.hold(2 * pieceBytes)
    return pipeline(Readable.from(piecesOf(body), { objectMode: false }), response)
  }
  response.writeHead(status, listed(headers, cookies, id))
  if (bodiless) {
    response.end()
    return
  }
  room.hold(2 * pieceBytes)
  await pipeline(Readable.from(body, { objectMode: false }), response)
}

/** @throws NoRoom */
function takeRoom(room: Reservation, body: LiveBody): void {
  try {
    room.take(body.holds)
  } catch (error) {
    body.abandon()
    throw error
  }
}

/** Names and values by turns, as Node writes them without reading them again. */
function listed(headers: Answer['headers'], cookies: Answer['cookies'], id: string): string[] {
  const list = ['X-Request-Id', id]
  for (const name in headers) list.push(name, headers[name]!)
  for (const cookie of cookies ?? []) list.push('Set-Cookie', cookie)
  return list
}

function* piecesOf(body: string | Buffer): Generator<string | Buffer> {
  if (Buffer.isBuffer(body)) {
    for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
    return
  }
  for (let at = 0; at < body.length; ) {
    let end = at + pieceBytes
    // a pair of surrogates is one character
    if ((body.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
    yield body.slice(at, end)
    at = end
  }
}

/**
 * Answers of one turn of the event loop are written together at its end. Written one by one, each would wake its caller,
 * who then takes the processor from the next: 54 µs of processor time a request instead of 30 with 64 callers
 * (docs/benchmarks.md).
 */
const ready: (() => void)[] = []

function writeSoon(write: () => void): void {
  if (ready.length === 0) setImmediate(writeAll)
  ready.push(write)
}

function writeAll(): void {
  for (const write of ready.splice(0)) write()
}
