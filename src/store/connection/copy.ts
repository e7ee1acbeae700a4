/**
 * COPY, by pg-copy-streams: rows in and out of a table as a stream, without a round trip for each row.
 * `copy-line.ts` writes the rows.
 */
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Client, escapeLiteral } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { cut } from './session.ts'
import type { Statement } from './template.ts'

const unescapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }

/** Parses a row of COPY without its line feed: the inverse of `copyLine`. */
function copyValues(line: string): (string | null)[] {
  const values: (string | null)[] = line.split('\t')
  // most rows have neither nulls nor escaped characters
  if (!line.includes('\\')) return values
  return values.map(value =>
    value === '\\N' ? null : value!.replace(/\\(.)/g, (_, character: string) => unescapes[character] ?? character),
  )
}

/** The rows of a copy, in groups as they arrive. @param pieces of `copyOut` */
export async function* copyRows(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<readonly (readonly (string | null)[])[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()!
    if (lines.length > 0) yield lines.map(copyValues)
  }
}

/** Fails a copy that stops progressing: each piece restarts the limit. */
export type Watch = (fail: (error: Error) => void) => { end(): void }

/**
 * Runs `copy … from stdin` with these pieces. It is one statement, so all rows are inserted or none.
 * @param text statement with names of ours only, never with text of a caller
 * @returns the number of rows; rejects with the error of PostgreSQL or of the pieces, after which the connection can be used again
 */
export async function copyIn(
  client: Client,
  text: string,
  pieces: AsyncIterable<string | Buffer>,
  watch: Watch,
  signal?: AbortSignal,
): Promise<number> {
  const stream = client.query(copyFrom(text) as never) as unknown as Writable & { rowCount: number }
  try {
    await watched(client, watch, moved =>
      pipeline(
        Readable.from(noting(pieces, moved), { objectMode: true, highWaterMark: 1 }),
        async function* (source: AsyncIterable<string | Buffer>) {
          for await (const piece of source) yield typeof piece === 'string' ? Buffer.from(piece) : piece
        },
        stream,
        ...(signal ? [{ signal }] : ([] as never[])),
      ),
    )
  } catch (error) {
    // PostgreSQL's reply to the end of the copy may arrive before the abort
    signal?.throwIfAborted()
    throw error
  }
  return stream.rowCount
}

/**
 * Runs `copy (select …) to stdout`; a piece holds any number of bytes, not complete rows. If the reader stops early the connection is
 * closed,
 * because PostgreSQL would send the rest.
 */
export async function* copyOut(client: Client, text: string, watch: Watch): AsyncGenerator<Buffer> {
  const stream = client.query(copyTo(text) as never) as unknown as Readable
  let isOver = false
  const pieces = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await watched(client, watch, () => pieces.next())
      if (next.done) break
      yield next.value
    }
    isOver = true
  } catch (error) {
    isOver = true
    throw error
  } finally {
    if (!isOver) {
      stream.on('error', () => {})
      cut(client)
    }
  }
}

/** The text of a statement with its values as literals, for COPY, which takes no parameters. */
export function inlineValues({ text, values = [] }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1]
    if (value === null) return 'null'
    if (typeof value === 'number' || typeof value === 'bigint') return String(value)
    if (typeof value === 'string') return escapeLiteral(value)
    throw new TypeError('A statement of COPY takes text, numbers and null.')
  })
}

async function* noting<Piece>(pieces: AsyncIterable<Piece>, moved: () => void): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    moved()
    yield piece
  }
}

/** Closes the connection if nothing progresses for as long as a statement may take. */
function watched<Value>(client: Client, watch: Watch, work: (moved: () => void) => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const begin = () =>
      watch(error => {
        cut(client)
        reject(error)
      })
    let wait = begin()
    const moved = () => {
      wait.end()
      wait = begin()
    }
    work(moved)
      .then(resolve, reject)
      .finally(() => wait.end())
  })
}
