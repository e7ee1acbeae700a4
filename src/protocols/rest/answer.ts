/** Responses of the REST wire: JSON with its length, compressed with gzip if accepted, never with deflate (reference/rest.md §4). */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { RestRefusal } from '../../contract/rest/refusals.ts'
import { chooseEncoding } from '../../lib/accepted-encoding.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { unavailableSeconds } from '../messages.ts'

const gzip = promisify<string, Buffer>(zlib.gzip)

const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

/** Below this length headers cost more than compression saves. */
const shortest = 1024

/** @param value undefined for an empty body */
export async function answerValue(
  request: Request,
  status: number,
  value: unknown,
  isPretty: boolean,
): Promise<Answer> {
  if (value === undefined) return { status, headers, body: '' }
  const body = JSON.stringify(value, undefined, isPretty ? 2 : undefined)
  if (body.length < shortest) return { status, headers, body }
  const varied = { ...headers, Vary: 'Accept-Encoding' }
  if (chooseEncoding(request.headers['accept-encoding'], ['gzip']) === undefined)
    return { status, headers: varied, body }
  return { status, headers: { ...varied, 'Content-Encoding': 'gzip' }, body: await gzip(body) }
}

/** Why no token is granted, in OAuth's format: libraries read these two members, with status 400 and 401 only (reference/rest.md §1.3). */
export function answerGrantRefusal(description: string): Answer {
  const body = { error: 'invalid_grant', error_description: description }
  return { status: 400, headers, body: JSON.stringify(body) }
}

/** Refusals are JSON objects with any status: clients read `Code` and `Message`, and some fail without them. */
export function answerRefusal({ code, message, detail, status, resultData }: RestRefusal): Answer {
  const extra: Record<string, string> = {}
  if (status === 401) extra['WWW-Authenticate'] = 'Basic realm="Lettershop"'
  if (status === 429 || status === 503) extra['Retry-After'] = unavailableSeconds
  const body = { Code: code, Message: message, ...(detail !== undefined && { Detail: detail }), ResultData: resultData }
  return { status, headers: { ...headers, ...extra }, body: JSON.stringify(body) }
}
