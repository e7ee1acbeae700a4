/** Writes a value as a response body: one text, or a stream of items if the handler streams a long list. */

import { Paged } from '../lib/paged.ts'

/** Writes the value of one operation on one wire. */
export interface ValueWriter {
  /** @param value undefined means plain success, null means no value */
  whole(value: unknown): string
  /** For lists only: the same bytes in pieces. Not used for an empty list. */
  readonly items?: ItemsWriter
}

export interface ItemsWriter {
  readonly head: string
  item(value: unknown, first: boolean): string
  readonly tail: string
}

export type Body = string | AsyncIterable<string>

/** Pieces are joined up to this number of characters, so that each row does not cost a write to the socket. */
const chunkLength = 16_384

export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/**
 * Takes the first item before the response begins, so that a failure before the first row is still answered as a refusal.
 * @param onBroken called with a later failure of the list, when the response can only be cut off
 */
export async function stream(
  writer: ValueWriter,
  value: AsyncIterable<unknown>,
  onBroken: (error: unknown) => void,
): Promise<Body> {
  const source = value instanceof Paged ? value.pages() : alone(value)
  const first = await source.next()
  if (first.done || !writer.items) return writer.whole([])
  return new Chunks(source, first.value, writer.items, onBroken)
}

/** Each item as a page. Not a generator, for the reason of `Chunks`. */
function alone(value: AsyncIterable<unknown>): Pages {
  const source = value[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await source.next()
      return done ? { done, value: undefined } : { done: false, value: [value] }
    },
    async return() {
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** None of them is empty. */
type Pages = AsyncIterator<readonly unknown[], void>

/** Not a generator: a generator that was never started would not close its source when it is dropped. */
class Chunks implements AsyncIterableIterator<string, undefined> {
  readonly #source: Pages
  readonly #writer: ItemsWriter
  readonly #onBroken: (error: unknown) => void
  #pending: string
  #page: readonly unknown[]
  /** Of the page, how many are written. */
  #written = 1
  #ended = false

  constructor(source: Pages, first: readonly unknown[], writer: ItemsWriter, onBroken: (error: unknown) => void) {
    this.#source = source
    this.#page = first
    this.#writer = writer
    this.#onBroken = onBroken
    this.#pending = writer.head + writer.item(first[0], true)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    if (this.#ended) return { done: true, value: undefined }
    let chunk = this.#pending
    this.#pending = ''
    try {
      while (chunk.length < chunkLength) {
        if (this.#written < this.#page.length) {
          chunk += this.#writer.item(this.#page[this.#written++], false)
          continue
        }
        const { done, value } = await this.#source.next()
        if (done) {
          this.#ended = true
          return { done: false, value: chunk + this.#writer.tail }
        }
        this.#page = value
        this.#written = 0
      }
    } catch (error) {
      this.#ended = true
      this.#onBroken(error)
      throw error
    }
    return { done: false, value: chunk }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    if (!this.#ended) {
      this.#ended = true
      await this.#source.return?.()
    }
    return { done: true, value: undefined }
  }
}
