/**
 * Limits of request bodies, known before a body is read. Operations without records have a small limit. Those with records have a
 * large one,
 * but more than a small body is read only from callers with a valid key, so that strangers cannot make us hold large bodies.
 */

import type { Operation } from '../contract/operations.ts'
import type { Head } from '../lib/http.ts'

export interface BodyLimit {
  /** Maximum bytes; infinite for the service's general limit. */
  readonly most: number
  /**
   * If set, at most `callBytes` are read without a valid key.
   * @param beginning the first `callBytes` of the body
   * @returns a candidate for the caller's key
   */
  readonly keyIn?: (beginning: Buffer) => string | undefined
  /** The session token of the call, which counts like a key. */
  readonly session?: string
}

/** @returns undefined for requests of other wires */
export type BodyLimitOf = (head: Head) => BodyLimit | undefined

/** Bytes of a call without records; the longest text of a parameter is 65,536 characters. */
export const callBytes = 256 * 1024

/** The limit of a call with records. @param keyIn see BodyLimit */
export function recordsLimit(keyIn: NonNullable<BodyLimit['keyIn']>): BodyLimit {
  return { most: Number.POSITIVE_INFINITY, keyIn }
}

/** Lists and long texts count as records. */
export function takesRecords({ parameters }: Operation): boolean {
  return Object.values(parameters).some(
    shape =>
      shape.kind === 'record' || shape.kind === 'list' || (shape.kind === 'scalar' && shape.longest !== undefined),
  )
}

/**
 * The text of the first element or JSON member named ApiKey, found without parsing. The key of the parsed document is authoritative
 * later. Takes linear time.
 */
export function keyInBeginning(beginning: Buffer): string | undefined {
  // in UTF-16 the ASCII characters remain
  const text = beginning.toString('latin1').replaceAll('\0', '')
  const found = inElement.exec(text) ?? inMember.exec(text)
  return found?.[1]
}

/** A historical key, or a scoped key. */
const key = '([\\da-fA-F]{32}|[lL][sS]_\\w{1,190})'
const inElement = new RegExp(`<(?:[\\w.-]+:)?ApiKey(?:\\s[^<>]*)?>\\s*${key}\\s*<`)
const inMember = new RegExp(`"ApiKey"\\s*:\\s*"${key}"`)
