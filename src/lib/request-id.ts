/** The id of a request: in its answer as X-Request-Id, and as `requestId` in every log line that it causes. */
import { randomUUID } from 'node:crypto'

/** The caller's own request id, if it is safe in a log line and a header; else a new id. */
export function requestIdOf(given: string | undefined): string {
  return given !== undefined && wellFormed.test(given) ? given : randomUUID()
}

/** Letters, digits and what UUIDs, trace ids and base64 consist of. */
const wellFormed = /^[\w.:+/=@-]{1,128}$/
