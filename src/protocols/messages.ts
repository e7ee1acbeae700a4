/** Messages of ASP.NET that several historical wires use (reference/asmx.md §2.4, §2.8, §4.1). */
import type { Malformed } from '../contract/bind.ts'
import { retrySeconds } from '../lib/unavailable.ts'

/** For internal errors, whose details are only logged. */
export const internalError = 'An unexpected error occurred.'

export const tooLarge = 'Maximum request length exceeded.'

/** Our own message for status 503: too many calls, or the database is unavailable. */
export const unavailableText = 'The service is unavailable. Please try again in a few seconds.'

/** Value of Retry-After. */
export const unavailableSeconds = String(retrySeconds)

/** Quotes a caller's text in a message, shortened. */
export function shortenText(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000).toWellFormed()}…` : text
}

/** Why a number is invalid; undefined if the parameter is not a number. */
export function numberFailure({ reason, shape }: Malformed): string | undefined {
  if (shape.kind !== 'scalar' || (shape.name !== 'int' && shape.name !== 'long')) return undefined
  if (reason === 'overflow') return `Value was either too large or too small for an ${typeNames[shape.name]}.`
  return 'Input string was not in a correct format.'
}

/** .NET's names of scalar types, without `System.`. */
export const typeNames = { string: 'String', int: 'Int32', long: 'Int64', boolean: 'Boolean' } as const
