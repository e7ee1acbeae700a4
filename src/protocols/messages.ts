/** Texts of the framework that more than one historical wire speaks (reference/asmx.md §2.4, §2.8, §4.1). */
import type { Malformed } from '../contract/bind.ts'

/** For whatever is not the caller's business; the real error goes to the log. */
export const internalError = 'An unexpected error occurred.'

/** For a caller who does well to come again later. */
export const serviceUnavailable = 'The service is unavailable.'

export const tooLarge = 'Maximum request length exceeded.'

/** What a caller sent, quoted back: enough to recognise, never as long as a request may be. */
export function quoted(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000).toWellFormed()}…` : text
}

/** Why a number could not be read, or undefined where it is no number. */
export function numberFailure({ reason, shape }: Malformed): string | undefined {
  if (shape.kind !== 'scalar' || (shape.name !== 'int' && shape.name !== 'long')) return undefined
  if (reason === 'overflow') return `Value was either too large or too small for an ${typeNames[shape.name]}.`
  return 'Input string was not in a correct format.'
}

/** .NET's names of the scalar types, without `System.`. */
export const typeNames = { string: 'String', int: 'Int32', long: 'Int64', boolean: 'Boolean' } as const
