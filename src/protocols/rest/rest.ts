/**
 * The REST wire: versions 3 to 3.3 of the historical interface's successor (reference/rest.md). Each call of its table
 * (`contract/rest.ts`) maps to one operation, so it can do no more than the JSON wire.
 */
import { bind, Malformed, type Params } from '../../contract/bind.ts'
import type { Operation } from '../../contract/operations.ts'
import { Refusal } from '../../contract/refusals.ts'
import { RestRefusal, restRefusal } from '../../contract/rest/refusals.ts'
import type { AnyGiven, RestCall } from '../../contract/rest/row.ts'
import { notThere, restCalls, tokenPath } from '../../contract/rest.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { Unavailable } from '../../lib/unavailable.ts'
import { isStream } from '../body.ts'
import { type BodyLimitOf, callBytes, recordsLimit } from '../body-limits.ts'
import type { Perform, Protocol } from '../exchange.ts'
import { dialect } from '../json.ts'
import { argumentOf } from '../json-arguments.ts'
import type { WireOptions } from '../options.ts'
import { answerGrantRefusal, answerRefusal, answerValue } from './answer.ts'
import { type Credentials, credentialsIn } from './credentials.ts'
import { type Match, matcher, type RestPath, readPath } from './match.ts'
import { readBody, readQuery, unreadable } from './read.ts'

export interface RestOptions extends WireOptions {
  /** Authenticates a key before its path is examined. @throws Refusal for an invalid key */
  readonly authenticate: (key: string, remote: string) => Promise<unknown>
}

const match = matcher(restCalls)
const missing = matcher(notThere)

/** @returns the protocol for paths under `/api/v…`, or undefined for others */
export function rest({ operations, authenticate, onError }: RestOptions): (request: Request) => Protocol | undefined {
  const byName = new Map(operations.map(operation => [operation.name, operation]))

  const protocol: Protocol = async (request, perform) => {
    const path = readPath(request.path)! // only paths of this wire come here
    const credentials = credentialsIn(request.headers.authorization)
    let call: RestCall | undefined
    let given: AnyGiven | undefined
    try {
      if (path.isOutside) return outside(request, path)
      if (!credentials) throw new RestRefusal('InvalidApiKey', { detail: noCredentials })
      const found = find(request, path)
      call = found.call
      const operation = byName.get(call.operation)!
      given = read(request, path, found)
      return await answer(request, operation, found, given, credentials, perform)
    } catch (error) {
      return answerRefusal(await refusalOf(error, request, { call, given }, credentials))
    }
  }

  /** An invalid key is reported before all other problems of the request (reference/rest.md §1.4). */
  async function refusalOf(
    error: unknown,
    request: Request,
    asked: Asked,
    credentials: Credentials | undefined,
  ): Promise<RestRefusal> {
    if (error instanceof RestRefusal && credentials) {
      try {
        await authenticate(credentials.key, request.remote)
        return error
      } catch (flaw) {
        return worded(flaw, request, asked, credentials)
      }
    }
    return worded(error, request, asked, credentials)
  }

  function worded(error: unknown, request: Request, { call, given }: Asked, credentials?: Credentials): RestRefusal {
    if (error instanceof RestRefusal) return error
    if (error instanceof Refusal) {
      if (error.refusal === 'InvalidApiKey' && credentials?.scheme === 'bearer') return new RestRefusal('InvalidToken')
      return restRefusal(error, call, data => given && call?.resultData?.(data, given))
    }
    onError?.(error, byName.get(call?.operation ?? '') ?? operations[0]!, request.id)
    return new RestRefusal(error instanceof Unavailable ? 'Unavailable' : 'ServerError', { cause: error })
  }

  return ({ path }) => (readPath(path) ? protocol : undefined)
}

const noCredentials = 'Send the API key as the user name of HTTP Basic, or as a bearer token.'

/** A path of no version: no authentication. */
function outside(request: Request, path: RestPath): Answer {
  const absent = missing(request.method, path)?.call
  return absent?.path === tokenPath ? answerGrantRefusal(absent.about) : answerRefusal(refusalToFind(request, path))
}

/** The parts of a request that are known when it is refused. */
interface Asked {
  readonly call: RestCall | undefined
  readonly given: AnyGiven | undefined
}

/** @throws RestRefusal */
function find(request: Request, path: RestPath): Match {
  const found = path.extension === 'xml' ? undefined : match(request.method, path)
  if (!found) throw refusalToFind(request, path)
  return found
}

/** Why no call matches a path. */
function refusalToFind({ method }: Request, path: RestPath): RestRefusal {
  if (path.version === undefined)
    return new RestRefusal('NotFound', { detail: 'The versions are v3, v3.1, v3.2 and v3.3.' })
  if (path.extension === 'xml') return new RestRefusal('NoXml')
  return new RestRefusal('NotFound', { detail: missing(method, path)?.call.about })
}

/** @throws RestRefusal */
function read(request: Request, { version }: RestPath, { call, path }: Match): AnyGiven {
  switch (request.unread) {
    case 'too large':
      throw new RestRefusal('TooLarge')
    case 'busy':
      throw new RestRefusal('Unavailable')
    case 'no key':
      throw new RestRefusal('InvalidApiKey')
  }
  const query = readQuery(call.query, request.query)
  const body = call.body ? readBody(call.body, request.body, call.argument) : {}
  return { path, query, body, version: version! } // a path without a version has no match
}

/** @throws Refusal, RestRefusal, errors of the operation */
async function answer(
  request: Request,
  operation: Operation,
  { call }: Match,
  given: AnyGiven,
  credentials: Credentials,
  perform: Perform,
): Promise<Answer> {
  const params = bound(operation, { ...call.params(given), ApiKey: credentials.key }, call.argument)
  const origin = {
    wire: 'rest' as const,
    remote: request.remote,
    publicUrl: request.publicUrl,
    requestId: request.id,
    agent: request.headers['user-agent'],
  }
  let value: unknown
  try {
    value = await perform(operation, params, origin)
  } catch (error) {
    if (error instanceof Refusal && call.settled.includes(error.refusal))
      return answerValue(request, call.status, undefined, false)
    throw error
  }
  const shown = call.answer?.(isStream(value) ? await gathered(value) : value, given)
  return answerValue(request, call.status, shown, isPretty(request.query))
}

/** Binds parameters by the rules of the JSON wire: the same lengths, characters and ranges. */
function bound({ parameters }: Operation, given: Readonly<Record<string, unknown>>, argument: string): Params {
  try {
    return bind(parameters, name => argumentOf(name, parameters[name]!, given[name]), dialect)
  } catch (error) {
    throw error instanceof Malformed ? unreadable(argument, { cause: error }) : error
  }
}

async function gathered(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const row of rows) all.push(row)
  return all
}

function isPretty(query: string): boolean {
  return query !== '' && /(?:^|&)pretty=true(?:&|$)/i.test(query)
}

/** Limits of request bodies, by the call of method and path. */
export const restBodyLimits: BodyLimitOf = ({ method, path, headers }) => {
  const read = readPath(path)
  if (!read) return undefined
  const found = match(method, read)
  const takesRecords = Object.values(found?.call.body ?? {}).some(({ kind }) => kind === 'many')
  return takesRecords ? recordsLimit(() => credentialsIn(headers.authorization)?.key) : { most: callBytes }
}
