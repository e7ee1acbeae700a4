/** SOAP 1.1 and 1.2 at one address: POST without a path after `.asmx` (reference/asmx.md §2, §3). */

import { bind, type Dialect, Malformed, type Params } from '../contract/bind.ts'
import { Result } from '../contract/card.ts'
import type { Operation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Answer, Head } from '../lib/http.ts'
import { Unavailable } from '../lib/unavailable.ts'
import { type Body, isStream, stream, type ValueWriter } from './body.ts'
import { type BodyLimitOf, callBytes, keyInBeginning, recordsLimit, takesRecords } from './body-limits.ts'
import { type Call, EnvelopeError, type EnvelopeProblem, envelopeReader } from './envelope.ts'
import type { Protocol } from './exchange.ts'
import { decodeXml, mediaParameter, mediaType, namesOtherCharset } from './media.ts'
import { internalError, numberFailure, shortenText, tooLarge, unavailableSeconds, unavailableText } from './messages.ts'
import type { WireOptions } from './options.ts'
import {
  closeEnvelope,
  type FaultCode,
  faultEnvelope,
  openEnvelope,
  type SoapVersion,
  soap11,
  soap12,
} from './soap-versions.ts'
import { soapResult } from './xml-values.ts'

/** Missing parameters are null, zero or false; booleans are the four words of XML Schema (reference/asmx.md §2.4). */
const dialect: Dialect = {
  mayBeAbsent: () => true,
  boolean: text => booleans.get(text.trim()),
}
const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const unreadable = 'Server was unable to read request. ---> '
const unprocessed = 'Server was unable to process request. ---> '
const unread = 'There was an exception running the extensions specified in the config file. ---> '
const keyFirst = `A request of more than ${callBytes / 1024} KB needs a valid ApiKey in its first ${callBytes / 1024} KB.`

interface Writers {
  readonly value: ValueWriter
  readonly refusal: ValueWriter
}

export function soap({ namespace, operations, onError }: WireOptions): Protocol {
  const byName = new Map(operations.map(operation => [operation.name, operation]))
  const findOperation = operationFinder({ namespace, operations })
  const writers = {
    soap11: writersOf(soap11, operations, namespace),
    soap12: writersOf(soap12, operations, namespace),
  }
  const readEnvelope = envelopeReader({ namespace, operationNamed: name => byName.get(name) })

  return async (request, perform) => {
    const contentType = request.headers['content-type'] ?? ''
    const { media, guess, action, known } = findOperation(request.headers)
    if (guess === soap11 && !known) {
      return fault(
        soap11,
        'client',
        `Server did not recognize the value of HTTP Header SOAPAction: ${shortenText(action!)}.`,
      )
    }
    if (known && media !== soap11.mediaType && media !== soap12.mediaType) return empty(415, guess)
    switch (request.unread) {
      case 'too large':
        return fault(guess, 'server', unread + tooLarge)
      case 'busy':
        return unavailable(guess)
      case 'no key':
        return withoutKey(guess, known && writers[guess.wire].get(known))
    }
    const xml = decodeXml(request.body, contentType)
    if (xml === undefined) return unreadableCharset(contentType)

    let call: Call
    try {
      call = readEnvelope(xml, known, media)
    } catch (error) {
      if (error instanceof EnvelopeError) return answerOf(error.problem, { guess, known, action, contentType })
      throw error
    }
    const { version, operation, notUnderstood } = call
    const params = bound(call)
    if (params instanceof Malformed) return misread(version, params)
    if (notUnderstood !== undefined) {
      return fault(version, 'mustUnderstand', `SOAP header ${notUnderstood} was not understood.`)
    }

    const { value: valueWriter, refusal } = writers[version.wire].get(operation)! // every operation has writers
    try {
      if (params instanceof Refusal) throw params
      const origin = { wire: version.wire, remote: request.remote, publicUrl: request.publicUrl, requestId: request.id }
      const value = await perform(operation, params, origin)
      const body = isStream(value)
        ? await stream(valueWriter, value, error => onError?.(error, operation, request.id))
        : valueWriter.whole(value)
      return success(version, body)
    } catch (error) {
      if (error instanceof Refusal) return success(version, refusal.whole({ Code: error.code, Message: error.title }))
      onError?.(error, operation, request.id)
      return error instanceof Unavailable ? unavailable(version) : fault(version, 'server', unprocessed + internalError)
    }
  }
}

/** Facts in the headers of a call, known before its envelope is read. */
interface Announced {
  readonly media: string
  /** The presumed version, for answers before the envelope is read (reference/asmx.md §1.3). */
  readonly guess: SoapVersion
  readonly action: string | undefined
  /** The operation, if an action names it. */
  readonly known: Operation | undefined
}

function operationFinder({ namespace, operations }: WireOptions): (headers: Head['headers']) => Announced {
  const prefix = namespace.endsWith('/') ? namespace : `${namespace}/`
  const byAction = new Map(operations.map(operation => [prefix + operation.name, operation]))
  return headers => {
    const contentType = headers['content-type'] ?? ''
    const media = mediaType(contentType)
    const guess = headers.soapaction === undefined || media === soap12.mediaType ? soap12 : soap11
    const action = guess === soap11 ? actionOf(headers.soapaction!) : actionOf(mediaParameter(contentType, 'action'))
    return { media, guess, action, known: action === undefined ? undefined : byAction.get(action) }
  }
}

/** Limits of request bodies, by the operation of the action; without an action the operation may take records. */
export function soapBodyLimits(options: WireOptions): BodyLimitOf {
  const findOperation = operationFinder(options)
  return ({ headers }) => {
    const { known } = findOperation(headers)
    return known && !takesRecords(known) ? { most: callBytes } : recordsLimit(keyInBeginning)
  }
}

/** Removes a pair of quotes, decodes as a URL, and compares exactly (reference/asmx.md §2.2). */
function actionOf(value: string): string
function actionOf(value: string | undefined): string | undefined
function actionOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const bare = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  if (!/[%+]/.test(bare)) return bare
  try {
    return decodeURIComponent(bare.replaceAll('+', ' '))
  } catch {
    return bare
  }
}

function writersOf(
  version: SoapVersion,
  operations: readonly Operation[],
  namespace: string,
): ReadonlyMap<Operation, Writers> {
  const envelope = { open: `${openEnvelope(version)}<soap:Body>`, close: `</soap:Body>${closeEnvelope}` }
  return new Map(
    operations.map(operation => [
      operation,
      {
        value: soapResult(operation, operation.result, namespace, envelope),
        refusal: soapResult(operation, Result, namespace, envelope),
      },
    ]),
  )
}

/** Binding problems are returned, not thrown: mandatory headers are checked after malformed values and before refusals. */
function bound(call: Call): Params | Malformed | Refusal {
  try {
    return bind(call.operation.parameters, name => call.arguments.get(name), dialect)
  } catch (error) {
    if (error instanceof Malformed || error instanceof Refusal) return error
    throw error
  }
}

function answerOf(
  problem: EnvelopeProblem,
  { guess, known, action, contentType }: Omit<Announced, 'media'> & { readonly contentType: string },
): Answer {
  switch (problem.kind) {
    case 'media type':
      return empty(415, guess)
    case 'mismatch': {
      const reason = `Possible SOAP version mismatch: Envelope namespace ${shortenText(problem.namespace)} was unexpected. Expecting ${soap11.namespace}.`
      return fault(soap11, 'versionMismatch', reason)
    }
    case 'structure': {
      const reason = `${unreadable}Request format is invalid: Missing required soap:${problem.what} element.`
      return fault(problem.version, 'client', reason)
    }
    case 'unknown operation': {
      const reason = action
        ? `Unable to handle request. The action '${shortenText(action)}' was not recognized.`
        : 'Unable to handle request without a valid action parameter. Please supply a valid soap action.'
      return fault(problem.version, 'client', reason)
    }
    case 'malformed': {
      // values before the malformed place were read first, so their faults precede
      const params = problem.read && bound(problem.read)
      if (problem.read && params instanceof Malformed) return misread(problem.read.version, params)
      if ((problem.read ?? known) && namesOtherCharset(contentType)) return unreadableCharset(contentType)
      if (problem.read ?? known) return empty(400, problem.read?.version ?? guess)
      return fault(soap12, 'server', unprocessed + problem.message)
    }
  }
}

function misread(version: SoapVersion, malformed: Malformed): Answer {
  const { line, column } = malformed.at ?? { line: 0, column: 0 }
  const reason = `There is an error in XML document (${line}, ${column}). ---> ${conversionFailure(malformed)}`
  return fault(version, 'client', unreadable + reason)
}

function conversionFailure(malformed: Malformed): string {
  const text = shortenText(malformed.text.trim())
  const { shape } = malformed
  if (shape.kind === 'enumeration') {
    return `Instance validation error: '${text}' is not a valid value for ${shape.name}.`
  }
  return numberFailure(malformed) ?? `The string '${text}' is not a valid Boolean value.`
}

const contentTypes = { soap11: `${soap11.mediaType}; charset=utf-8`, soap12: `${soap12.mediaType}; charset=utf-8` }
const headersOf = (cacheControl: string) => ({
  soap11: { 'Content-Type': contentTypes.soap11, 'Cache-Control': cacheControl },
  soap12: { 'Content-Type': contentTypes.soap12, 'Cache-Control': cacheControl },
})
const successHeaders = headersOf('private, max-age=0')
const errorHeaders = headersOf('private')

function success({ wire }: SoapVersion, body: Body): Answer {
  return { status: 200, headers: successHeaders[wire], body }
}

function fault(version: SoapVersion, code: FaultCode, reason: string): Answer {
  return { status: 500, headers: errorHeaders[version.wire], body: faultEnvelope(version, code, reason) }
}

function unavailable(version: SoapVersion): Answer {
  const answer = fault(version, 'server', unprocessed + unavailableText)
  return { ...answer, status: 503, headers: { ...answer.headers, 'Retry-After': unavailableSeconds } }
}

/** The operation's own refusal, or a fault if the operation is unknown because the envelope was not read. */
function withoutKey(version: SoapVersion, writers: Writers | undefined): Answer {
  if (!writers) return fault(version, 'client', unreadable + keyFirst)
  const { code, title } = new Refusal('InvalidApiKey')
  return success(version, writers.refusal.whole({ Code: code, Message: title }))
}

/**
 * ASP.NET returned an empty answer here, or replaced characters by `?`. The message explains that the charset of the
 * Content-Type counts, and not that of the XML declaration.
 */
function unreadableCharset(contentType: string): Answer {
  const named = mediaParameter(contentType, 'charset')
  const charset =
    named === undefined
      ? 'UTF-8; its Content-Type names no charset'
      : `the charset ${shortenText(named)} of its Content-Type`
  return {
    status: 400,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' },
    body: `The body is not XML in ${charset}. Name the charset in which it is sent; an unknown one is read as UTF-8.\r\n`,
  }
}

function empty(status: 400 | 415, { wire }: SoapVersion): Answer {
  return { status, headers: errorHeaders[wire], body: '' }
}
