/**
 * HTTP GET and HTTP POST: the path names the operation, a form has the parameters, and the response is an XML document
 * (reference/asmx.md §4).
 */

import { type Argument, bind, type Dialect, Malformed } from '../contract/bind.ts'
import { Result } from '../contract/card.ts'
import type { Operation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { isSimple, type Shape, typeName } from '../contract/shapes.ts'
import type { Answer, Request } from '../lib/http.ts'
import { Unavailable } from '../lib/unavailable.ts'
import { pathInfo } from './asmx-path.ts'
import { type Body, isStream, stream } from './body.ts'
import type { Protocol } from './exchange.ts'
import { type Form, readForm } from './form.ts'
import { mediaParameter, mediaType } from './media.ts'
import {
  internalError,
  numberFailure,
  shortenText,
  tooLarge,
  typeNames,
  unavailableSeconds,
  unavailableText,
} from './messages.ts'
import type { WireOptions } from './options.ts'
import { documentResult } from './xml-values.ts'

/** All parameters are required. Booleans are words in any case; the digits of SOAP are refused (reference/asmx.md §4.2). */
const dialect: Dialect = {
  mayBeAbsent: () => false,
  boolean: text => {
    const word = text.trim().toLowerCase()
    return word === 'true' ? true : word === 'false' ? false : undefined
  },
}

export function httpRpc({ namespace, operations, onError }: WireOptions, wire: 'get' | 'post'): Protocol {
  // operations with record parameters cannot be called with a form (reference/asmx.md §1.2)
  const offered = operations.filter(({ parameters }) => Object.values(parameters).every(isSimple))
  const byName = new Map(
    offered.map(operation => [
      operation.name,
      {
        operation,
        value: documentResult(operation, operation.result, namespace),
        refusal: documentResult(operation, Result, namespace),
      },
    ]),
  )
  const properNames = new Map(offered.map(({ name }) => [name.toLowerCase(), name]))

  return async (request, perform) => {
    const name = (pathInfo(request.path) ?? '').slice(1)
    const found = byName.get(name)
    if (!found) return failure(unknownName(name, properNames.get(name.toLowerCase())))
    const { operation, value: valueWriter, refusal } = found
    if (request.unread === 'busy') return unavailable()
    if (request.unread !== undefined) return failure(tooLarge)
    const form = wire === 'get' ? readForm(request.query) : bodyForm(request, operation)
    if (typeof form === 'string') return failure(form)
    if (!form) return failure('Operation is not valid due to the current state of the object.')

    try {
      const { parameters } = operation
      const params = bind(parameters, parameter => argument(form, parameter, parameters[parameter]!), dialect)
      const origin = { wire, remote: request.remote, publicUrl: request.publicUrl, requestId: request.id }
      const value = await perform(operation, params, origin)
      const body = isStream(value)
        ? await stream(valueWriter, value, error => onError?.(error, operation, request.id))
        : valueWriter.whole(value)
      return success(body)
    } catch (error) {
      if (error instanceof Refusal) return success(refusal.whole({ Code: error.code, Message: error.title }))
      if (error instanceof Malformed) return failure(...misread(error))
      onError?.(error, operation, request.id)
      return error instanceof Unavailable ? unavailable() : failure(internalError)
    }
  }
}

/** @returns the form, undefined if it has too many pairs, or a sentence why the body is not a form */
function bodyForm(request: Request, { parameters }: Operation): Form | string | undefined {
  const contentType = request.headers['content-type'] ?? ''
  if (mediaType(contentType) === 'application/x-www-form-urlencoded') {
    return readForm(request.body.toString('latin1'), mediaParameter(contentType, 'charset'))
  }
  if (Object.keys(parameters).length === 0) return new Map()
  return `Request format is invalid: ${shortenText(contentType)}.`
}

/** Repeated names are joined by commas into one text, or are the items of a list. */
function argument(form: Form, name: string, shape: Shape): Argument | undefined {
  const values = form.get(name.toLowerCase())
  if (!values) return undefined
  if (shape.kind !== 'list') return { kind: 'text', text: values.join(',') }
  const item = typeName(shape.item)
  return { kind: 'members', members: values.map(text => ({ name: item, value: { kind: 'text', text } })) }
}

function unknownName(name: string, proper: string | undefined): string {
  if (proper === undefined) return `${shortenText(name)} Web Service method name is not valid.`
  return `Invalid method name '${name}',  method names are case sensitive.   The method name '${proper}' with the same name but different casing was found.\r\nParameter name: methodName`
}

function misread(malformed: Malformed): readonly [message: string, ...causes: string[]] {
  const { reason, shape, text, message } = malformed
  if (reason === 'missing') return [message]
  const type = shape.kind === 'scalar' ? `System.${typeNames[shape.name]}` : typeName(shape)
  const cause =
    shape.kind === 'enumeration'
      ? `Requested value '${shortenText(text)}' was not found.`
      : (numberFailure(malformed) ?? 'String was not recognized as a valid Boolean.')
  return [`Cannot convert ${shortenText(text)} to ${type}.\r\nParameter name: type`, cause]
}

const successHeaders = { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'private, max-age=0' }
const failureHeaders = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' }

function success(body: Body): Answer {
  return { status: 200, headers: successHeaders, body }
}

function unavailable(): Answer {
  return { ...failure(unavailableText), status: 503, headers: { ...failureHeaders, 'Retry-After': unavailableSeconds } }
}

/** The chain of messages, each encoded as ASP.NET's HtmlEncode did, although the type is text/plain. */
function failure(...messages: readonly string[]): Answer {
  return { status: 500, headers: failureHeaders, body: `${messages.map(encode).join(' ---> ')}\r\n` }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function encode(text: string): string {
  return text.replace(/[&<>"'\xa0-\xff]/g, character => entities[character] ?? `&#${character.charCodeAt(0)};`)
}
