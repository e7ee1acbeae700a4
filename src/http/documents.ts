/**
 * Documents that many callers ask for, such as the OpenAPI description: made and compressed once for an address and kept, so that a
 * request costs the writing of octets that all its readers share. Addresses are Hosts that strangers may invent: what is kept has a
 * bound, a document is made in its turn of the event loop, and one is compressed at a time in the thread pool, where callers who ask
 * for another one meanwhile get it as it is. So no answer waits for another caller's.
 */

import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { chooseEncoding } from '../lib/accepted-encoding.ts'
import type { Answer, Request } from '../lib/http.ts'
import { takeTurn } from './turns.ts'

const encoders = {
  // as good as gzip's best in less time than gzip's usual one
  br: (plain: Buffer) => brotli(plain, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain: Buffer) => gzip(plain),
} as const
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<Buffer, Buffer>(zlib.gzip)

type Encoding = keyof typeof encoders
/** The better compression first. */
export const encodings = ['br', 'gzip'] as const satisfies readonly Encoding[]

/** Below it the headers cost more than is saved. */
const shortest = 1024

/** Those of one address have 4 MB, with both compressions. */
const mostKeptOctets = 16 * 1_048_576

/** What making a document counts as: all that one turn of the event loop writes, so that a turn makes one. */
const making = 1_048_576

export interface Document {
  /** The same for the same text. */
  readonly name: string
  readonly headers: Answer['headers']
  /** Makes the text. Called where it is not kept. */
  readonly make: () => string
}

/** Answers a document, compressed where the caller takes that. */
export type AnswerDocument = (request: Request, document: Document) => Promise<Answer>

/** @param mostOctets of documents to keep, as they are and compressed */
export function documentAnswers({
  mostOctets = mostKeptOctets,
}: {
  readonly mostOctets?: number
} = {}): AnswerDocument {
  const kept = keepLatest(mostOctets)
  let underWay: { readonly key: string; readonly work: Promise<Buffer> } | undefined

  async function plainOf({ name, make }: Document): Promise<Buffer> {
    const known = kept.get(name)
    if (known) return known
    let made: Buffer | undefined
    await takeTurn(making, () => {
      // others may have waited for the same
      made = kept.get(name) ?? kept.add(name, Buffer.from(make()))
    })
    return made! // in its turn
  }

  async function compress(key: string, encoding: Encoding, plain: Buffer): Promise<Buffer> {
    const work = encoders[encoding](plain)
    underWay = { key, work }
    try {
      return kept.add(key, await work)
    } finally {
      underWay = undefined
    }
  }

  /** @returns undefined where another is being compressed */
  async function compressedOf(encoding: Encoding, document: Document): Promise<Buffer | undefined> {
    const key = `${encoding} ${document.name}`
    const known = kept.get(key)
    if (known) return known
    const plain = await plainOf(document)
    if (plain.length < shortest) return undefined
    if (underWay) return underWay.key === key ? underWay.work : undefined
    return kept.get(key) ?? compress(key, encoding, plain)
  }

  return async (request, document) => {
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
    const compressed = encoding && (await compressedOf(encoding, document))
    const body = compressed ?? (await plainOf(document))
    const headers: Record<string, string> = { ...document.headers }
    if (compressed || body.length >= shortest) headers.Vary = 'Accept-Encoding'
    if (compressed) headers['Content-Encoding'] = encoding!
    return { status: 200, headers, body }
  }
}

/** Keeps what was used last, up to so many octets. */
function keepLatest(mostOctets: number) {
  // the latest used last
  const kept = new Map<string, Buffer>()
  let octets = 0
  return {
    get(key: string): Buffer | undefined {
      const found = kept.get(key)
      if (found) {
        kept.delete(key)
        kept.set(key, found)
      }
      return found
    },
    /** Of a key that is not kept. */
    add(key: string, bytes: Buffer): Buffer {
      kept.set(key, bytes)
      octets += bytes.length
      for (const [oldest, { length }] of kept) {
        if (octets <= mostOctets) break
        kept.delete(oldest)
        octets -= length
      }
      return bytes
    },
  }
}
