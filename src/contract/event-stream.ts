/** The live stream as the contract has it: no operation, since it is read with GET and does not end. See docs/stream.md. */
import type { RefusalName } from './refusals.ts'

export const eventStreamPath = '/api/events/stream'

/** Clients that a request can name. */
export const mostStreamClients = 100

/** The refusals that a reader may get. */
export const streamRefusals = [
  'InvalidRequest',
  'InvalidParameter',
  'InvalidApiKey',
  'SessionEnded',
  'InvalidClientId',
  'AccessDenied',
  'SecondFactorRequired',
  'WrongVerb',
  'TooManyRequests',
  'UnexpectedError',
  'ServiceUnavailable',
] as const satisfies readonly RefusalName[]
