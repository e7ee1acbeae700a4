/** Answers on their way out, in turns of the event loop; large ones piece by piece as they are read. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reservation } from '../lib/budget.ts'
import { type Answer, isLive, type LiveAnswer, type LiveBody } from '../lib/http.ts'
import type { Live } from './live.ts'
import { takeTurn } from './turns.ts'

/**
 * Bytes of a piece. A larger answer is sent piece by piece, each a part of the one that all its readers share: a connection holds no copy
 * of it, and a connection that has stopped can be distinguished from a slow one.
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

/**
 * Resolves when the answer was handed over to the connection: the next request of a connection begins in a later turn.
 * @throws Error when the caller goes away before the answer ends; NoRoom, before anything was sent, for a live body and for a large
 *   file or document
 */
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
    response.writeHead(status, listNames(headers, cookies, id))
    response.flushHeaders()
    return live.serve(answer.body, response, room)
  }
  const { body } = answer
  const listedHeaders = listNames(headers, cookies, id)
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const length = Buffer.byteLength(body)
    listedHeaders.push('Content-Length', `${length}`)
    if (length <= pieceBytes || bodiless) {
      return takeTurn(bodiless ? 0 : length, () => {
        response.writeHead(status, listedHeaders)
        response.end(bodiless ? undefined : body)
      })
    }
    // a file or document can be asked for again; a text may be the answer of a call that was done
    if (Buffer.isBuffer(body)) room.share(body)
    else room.hold(length)
    response.writeHead(status, listedHeaders)
    return pipeline(Readable.from(inTurns(piecesOf(body)), { objectMode: false }), response)
  }
  response.writeHead(status, listedHeaders)
  if (bodiless) {
    response.end()
    return
  }
  await pipeline(Readable.from(inTurns(countOctets(body, room)), { objectMode: false }), response)
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
function listNames(headers: Answer['headers'], cookies: Answer['cookies'], id: string): string[] {
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

/** Each piece in a turn of its own. */
async function* inTurns(pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>) {
  for await (const piece of pieces) {
    await takeTurn(piece.length, () => {})
    yield piece
  }
}

/** Counts two pieces of the longest there are: one is written while the next is fetched. */
async function* countOctets(pieces: AsyncIterable<string | Buffer>, room: Reservation) {
  let longest = pieceBytes
  room.hold(2 * longest)
  for await (const piece of pieces) {
    if (piece.length > longest) {
      room.hold(2 * (piece.length - longest))
      longest = piece.length
    }
    yield piece
  }
}
