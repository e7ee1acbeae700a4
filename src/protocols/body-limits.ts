/**
 * How much of a body is read, said before it is read. What takes no records is small; what takes records may be large, but
 * more than a small body is read only from callers with a valid key: all that a stranger can have us hold and read is small.
 */

import type { Operation } from '../contract/operations.ts'
import type { Head } from '../lib/http.ts'

export interface BodyLimit {
  /** Bytes; infinite where a body may be as large as the service takes any. */
  readonly most: number
  /**
   * Where it is there, no more than `callBytes` are read without a valid key.
   * @param beginning the first `callBytes` of the body
   * @returns what looks like the caller's key
   */
  readonly keyIn?: (beginning: Buffer) => string | undefined
  /** The token of the session that the call came with, which is as good as a key. */
  readonly session?: string
}

/** @returns undefined for what is not of this wire */
export type BodyLimitOf = (head: Head) => BodyLimit | undefined

/** Bytes of a call without records; the longest text of a parameter is 65,536 characters. */
export const callBytes = 256 * 1024

/** Of a call that takes records. @param keyIn see BodyLimit */
export function recordsLimit(keyIn: NonNullable<BodyLimit['keyIn']>): BodyLimit {
  return { most: Number.POSITIVE_INFINITY, keyIn }
}

/** Lists count as records, and so do long texts. */
export function takesRecords({ parameters }: Operation): boolean {
  return Object.values(parameters).some(
    shape =>
      shape.kind === 'record' || shape.kind === 'list' || (shape.kind === 'scalar' && shape.longest !== undefined),
  )
}

/**
 * The text of the first element or JSON member named ApiKey, found without reading the document: the document is read when all
 * of it is there, and its own key decides then. Linear in the length.
 */
export function keyInBeginning(beginning: Buffer): string | undefined {
  // of UTF-16, what is ASCII remains
  const text = beginning.toString('latin1').replaceAll('\0', '')
  const found = inElement.exec(text) ?? inMember.exec(text)
  return found?.[1]
}

/** A historical key, or a key with scopes. */
const key = '([\\da-fA-F]{32}|[lL][sS]_\\w{1,190})'
const inElement = new RegExp(`<(?:[\\w.-]+:)?ApiKey(?:\\s[^<>]*)?>\\s*${key}\\s*<`)
const inMember = new RegExp(`"ApiKey"\\s*:\\s*"${key}"`)
