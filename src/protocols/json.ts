/** The JSON wire: `POST /api/json/<Operation>`, parameters by name, the bare value as response (design §3). */

import { bind, type Dialect, Malformed, type Params } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import { Refusal, type RefusalName } from '../contract/refusals.ts'
import { isRequired } from '../contract/shapes.ts'
import type { Answer, Request } from '../lib/http.ts'
import { Unavailable } from '../lib/unavailable.ts'
import { isStream, stream } from './body.ts'
import { type BodyLimitOf, callBytes, keyInBeginning, recordsLimit, takesRecords } from './body-limits.ts'
import { cookiesOfCall } from './browser.ts'
import type { Protocol } from './exchange.ts'
import { decodePath } from './form.ts'
import { argumentOf, type JsonObject, parseObject, refuseUnknown } from './json-arguments.ts'
import { jsonResult } from './json-values.ts'
import { mediaParameter, mediaType } from './media.ts'
import { unavailableSeconds, unavailableText } from './messages.ts'
import type { WireOptions } from './options.ts'

export const jsonPath = '/api/json/'

/** Strings may be omitted, numbers and booleans may not, because their meaning would be a guess. */
export const dialect: Dialect = {
  mayBeAbsent: shape => !isRequired(shape),
  boolean: text => text === 'true',
}

/** @returns the protocol for paths under `/api/json/`, or undefined for others */
export function json({ operations, onError }: WireOptions): (request: Request) => Protocol | undefined {
  const byName = new Map(operations.map(operation => [operation.name, { operation, writer: jsonResult(operation) }]))

  const protocol: Protocol = async (request, perform) => {
    const name = decodePath(request.path.slice(jsonPath.length))
    const found = byName.get(name)
    if (!found)
      return answerRefusal(
        new Refusal('UnknownOperation', 'The path names no operation; /api/openapi.json lists them.'),
      )
    const { operation, writer } = found
    const { cookies, withheld } = cookiesOfCall(request)
    try {
      const params = read(request, operation)
      const origin = {
        wire: 'json',
        remote: request.remote,
        publicUrl: request.publicUrl,
        requestId: request.id,
        idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
        agent: request.headers['user-agent'],
        cookies,
        withheld,
      } as const
      const value = await perform(operation, params, origin)
      const body = isStream(value)
        ? await stream(writer, value, error => onError?.(error, operation, request.id))
        : writer.whole(value)
      return { status: 200, headers, body, ...(cookies && { cookies: cookies.lines }) }
    } catch (error) {
      if (error instanceof Refusal) return asPreferred(answerRefusal(error), request.headers.prefer)
      if (error instanceof Malformed) return answerRefusal(refusalOf(error))
      onError?.(error, operation, request.id)
      return answerRefusal(
        error instanceof Unavailable
          ? new Refusal('ServiceUnavailable', 'The database is not available. Repeat the call later.', { cause: error })
          : new Refusal('UnexpectedError'),
      )
    }
  }
  return ({ path }) => (path.startsWith(jsonPath) ? protocol : undefined)
}

/** @throws Refusal, Malformed */
function read(request: Request, { name, parameters }: Operation): Params {
  if (request.method !== 'POST') throw new Refusal('WrongVerb', 'Operations are called with POST.')
  switch (request.unread) {
    case 'too large':
      throw new Refusal('RequestTooLarge')
    case 'busy':
      throw new Refusal('ServiceUnavailable', unavailableText)
    case 'no key':
      throw new Refusal('InvalidApiKey', keyFirst)
  }
  checkMedia(request.headers['content-type'])
  const object = withBearer(
    parseObject(request.body),
    request.headers.authorization,
    Object.hasOwn(parameters, 'ApiKey'),
  )
  refuseUnknown(object, parameters, name)
  // only own members: inherited properties are not parameters
  return bind(
    parameters,
    parameter =>
      Object.hasOwn(object, parameter) ? argumentOf(parameter, parameters[parameter]!, object[parameter]) : undefined,
    dialect,
  )
}

/**
 * The Idempotency-Key of a call: a string of RFC 8941 §3.3.3. Many clients omit its quotation marks.
 * @throws Refusal InvalidRequest
 */
function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, quoted, bare] = /^(?:"([^"\\\\]{1,255})"|([^"\\\\ ]{1,255}))$/.exec(header.trim()) ?? []
  const key = quoted ?? bare
  if (key !== undefined && /^[\x20-\x7e]+$/.test(key)) return key
  throw new Refusal('InvalidRequest', 'The Idempotency-Key must be 1 to 255 printable characters of ASCII.')
}

const keyFirst = `A body of more than ${callBytes / 1024} KB needs a valid key in the Authorization header, or as ApiKey in its first ${callBytes / 1024} KB.`

function checkMedia(contentType: string | undefined): void {
  if (contentType === undefined) return
  const charset = mediaParameter(contentType, 'charset') ?? 'utf-8'
  if (mediaType(contentType).trim() === 'application/json' && /^utf-?8$/i.test(charset)) return
  throw new Refusal('UnsupportedMediaType', 'The body must be application/json in UTF-8.')
}

/** Limits of request bodies, by the operation in the path. */
export function jsonBodyLimits({ operations }: WireOptions): BodyLimitOf {
  const byName = new Map(operations.map(operation => [operation.name, operation]))
  const withRecords = (authorization: string | undefined) =>
    recordsLimit(beginning => bearerOf(authorization) ?? keyInBeginning(beginning))
  return ({ path, headers, publicUrl }) => {
    if (!path.startsWith(jsonPath)) return undefined
    const operation = byName.get(decodePath(path.slice(jsonPath.length)))
    if (!operation || !takesRecords(operation)) return { most: callBytes }
    const session = cookiesOfCall({ headers, publicUrl }).cookies?.get('session')
    return { ...withRecords(headers.authorization), ...(session !== undefined && { session }) }
  }
}

/** The key may be in the header instead of the body; two different keys are refused. */
function withBearer(object: JsonObject, authorization: string | undefined, takesKey: boolean): JsonObject {
  const bearer = takesKey ? bearerOf(authorization) : undefined
  if (bearer === undefined) return object
  const given = Object.hasOwn(object, 'ApiKey') ? object.ApiKey : undefined
  if (given !== undefined && given !== null && given !== bearer) {
    throw new Refusal('InvalidRequest', 'The Authorization header and ApiKey name different keys.')
  }
  return { ...object, ApiKey: bearer }
}

/** The key of an Authorization header (RFC 6750 §2.1). */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1]
}

function refusalOf({ reason, parameter, shape }: Malformed): Refusal {
  if (reason === 'missing') return new Refusal('MissingParameter', `${parameter} is required.`)
  if (shape.kind === 'enumeration') {
    return new Refusal('InvalidParameter', `${parameter} must be one of ${shape.values.join(', ')}.`)
  }
  return new Refusal('InvalidParameter', `${parameter} is out of range.`)
}

const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

/** Recommended waits in seconds. */
const retryAfter: Partial<Record<RefusalName, string>> = {
  TooManyRequests: '1',
  TooManyConfirmations: '3600',
  TooManyCodes: '900',
  ClientCreationLimit: '1800',
  RequestTimeout: '5',
  IdempotencyKeyInUse: '1',
  ServiceUnavailable: unavailableSeconds,
}

/** As a caller writes it in `Prefer` (RFC 7240), and the answer in `Preference-Applied`. */
const conflictsAsValues = 'conflicts=200'

/**
 * With status 200 in place of 409 for callers who prefer that: browsers write every status above 399 into their console as an
 * error, also where a page expects that something changed meanwhile.
 */
function asPreferred(answer: Answer, prefer: string | undefined): Answer {
  const isPreferred = (prefer ?? '').split(',').some(one => one.trim().toLowerCase() === conflictsAsValues)
  if (answer.status !== 409 || !isPreferred) return answer
  return { ...answer, status: 200, headers: { ...answer.headers, 'Preference-Applied': conflictsAsValues } }
}

/** The refusal as JSON, with its status and headers. @param allow method of the path */
export function answerRefusal(refusal: Refusal, allow = 'POST'): Answer {
  const { code, title: message, detail, data, status } = refusal
  const extra: Record<string, string> = {}
  const wait = retryAfter[refusal.refusal]
  if (wait !== undefined) extra['Retry-After'] = wait
  if (refusal.refusal === 'WrongVerb') extra.Allow = allow
  if (status === 401) extra['WWW-Authenticate'] = 'Bearer'
  return { status, headers: { ...headers, ...extra }, body: JSON.stringify({ code, message, detail, data }) }
}
