/**
 * Compressed answers for documents many callers ask for. What is compressed is kept for the latest few addresses; one document is
 * compressed at a time, in the thread pool, and callers that ask for another meanwhile get it as it is. So callers who make up a
 * new Host for each request cost a thread at most, and no answer waits for another caller's.
 */

import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { acceptedEncoding } from '../lib/accepted-encoding.ts'
import type { Answer, Request } from '../lib/http.ts'

const encoders = {
  // as good as gzip's best in less time than gzip's usual one
  br: (text: string) => brotli(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => gzip(text),
} as const
const brotli = promisify<string, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<string, Buffer>(zlib.gzip)

type Encoding = keyof typeof encoders
/** The better compression first. */
export const encodings = ['br', 'gzip'] as const satisfies readonly Encoding[]

/** Below it the headers cost more than is saved. */
const shortest = 1024

/**
 * Answers a text compressed where the caller takes that.
 * @param name of the text: the same for the same bytes
 */
export type Compress = (request: Request, name: string, answer: Answer & { readonly body: string }) => Promise<Answer>

/** @param most compressed texts to keep */
export function compressor({ most = 32 }: { readonly most?: number } = {}): Compress {
  // the latest used last
  const kept = new Map<string, Buffer>()
  let underWay: { readonly key: string; readonly work: Promise<Buffer> } | undefined

  async function compress(key: string, encoding: Encoding, text: string): Promise<Buffer> {
    const work = encoders[encoding](text)
    underWay = { key, work }
    try {
      const body = await work
      kept.set(key, body)
      if (kept.size > most) kept.delete(kept.keys().next().value!) // it is not empty
      return body
    } finally {
      underWay = undefined
    }
  }

  async function bodyOf(key: string, encoding: Encoding, text: string): Promise<Buffer | undefined> {
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    if (underWay) return underWay.key === key ? underWay.work : undefined
    return compress(key, encoding, text)
  }

  return async (request, name, answer) => {
    if (answer.body.length < shortest) return answer
    const plain = { ...answer, headers: { ...answer.headers, Vary: 'Accept-Encoding' } }
    const encoding = acceptedEncoding(request.headers['accept-encoding'], encodings)
    const body = encoding && (await bodyOf(`${encoding} ${name}`, encoding, answer.body))
    return body ? { ...plain, headers: { ...plain.headers, 'Content-Encoding': encoding }, body } : plain
  }
}
