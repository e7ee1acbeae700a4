/**
 * Reads a SOAP request in one pass: version, operation, parameters, mandatory headers. It is as tolerant and as
 * strict as ASP.NET was, in the same order (reference/asmx.md §1.3, §2): the first problem decides the answer.
 */
import type { Argument, Member, Position } from '../contract/bind.ts'
import type { Operation } from '../contract/operations.ts'
import { type ListShape, type RecordShape, type Shape, typeName } from '../contract/shapes.ts'
import { type SoapVersion, soap11, soap12, versionByNamespace } from './soap-versions.ts'
import { type Attribute, parse, scan, type Tag, type XmlEvents } from './xml-events.ts'

/** Limits of a document; one that exceeds them counts as malformed. */
const limits = { depth: 32, attributes: 64, elements: 20_000 }

export type Arguments = ReadonlyMap<string, Argument>

export interface Call {
  readonly version: SoapVersion
  readonly operation: Operation
  readonly arguments: Arguments
  /** The first mandatory header that was not understood. */
  readonly notUnderstood: string | undefined
}

/** Why the request contains no valid call. */
export type EnvelopeProblem =
  | { readonly kind: 'mismatch'; readonly namespace: string }
  /** The caller finds `parameter` problems; `what` names the missing element. */
  | { readonly kind: 'structure'; readonly version: SoapVersion; readonly what: 'Envelope' | 'Body' }
  | { readonly kind: 'unknown operation'; readonly version: SoapVersion }
  | { readonly kind: 'media type' }
  /** `read` is the call so far, if the operation was known. */
  | { readonly kind: 'malformed'; readonly message: string; readonly read: Call | undefined }

export class EnvelopeError extends Error {
  readonly problem: EnvelopeProblem
  constructor(problem: EnvelopeProblem) {
    super(problem.kind)
    this.name = 'EnvelopeError'
    this.problem = problem
  }
}

export interface EnvelopeOptions {
  readonly namespace: string
  /** Finds the operation by the qualified name of the first element in the body; called only if no action names the operation. */
  readonly operationNamed: (name: string) => Operation | undefined
}

/**
 * @param known the operation, if an action names it
 * @param mediaType media type of the request, without parameters
 * @throws EnvelopeError
 */
export type ReadEnvelope = (xml: string, known: Operation | undefined, mediaType: string) => Call

export function envelopeReader(options: EnvelopeOptions): ReadEnvelope {
  return (xml, known, mediaType) =>
    read(scan, xml, new Reader(options, xml, known, mediaType)) ??
    read(parse, xml, new Reader(options, xml, known, mediaType))!
}

/** @returns undefined if `by` gave up */
function read(by: typeof scan | typeof parse, xml: string, reader: Reader): Call | undefined {
  try {
    return by(xml, reader) === false ? undefined : reader.call
  } catch (error) {
    if (error instanceof EnvelopeError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new EnvelopeError({ kind: 'malformed', message: explain(message, xml), read: reader.soFar })
  }
}

/** .NET's text for known problems (reference/asmx.md §2.5), otherwise the parser's. */
function explain(message: string, xml: string): string {
  const start = xml.search(/\S/)
  if (start < 0) return 'Root element is missing.'
  if (xml[start] === '<') return message
  const { line, column } = positionOf(xml, start)
  return `Data at the root level is invalid. Line ${line}, position ${column}.`
}

type Place = 'prolog' | 'envelope' | 'header' | 'body' | 'wrapper' | 'structure' | 'text' | 'skipped' | 'end'

interface Frame {
  readonly name: string
  readonly shape: RecordShape | ListShape
  readonly members: Member[]
}

/** The position in the envelope, and the call so far. */
class Reader implements XmlEvents {
  readonly #options: EnvelopeOptions
  readonly #xml: string
  readonly #mediaType: string
  #known: Operation | undefined
  #version: SoapVersion | undefined
  #notUnderstood: string | undefined
  #arguments = new Map<string, Argument>()
  /** Names in an earlier wrapper. */
  #overwritable: Set<string> | undefined

  #place: Place = 'prolog'
  /** Where to continue after a skipped element, and the depth within it. */
  #resume: Place = 'prolog'
  #skipping = 0
  #sawHeader = false
  #sawBody = false
  #name = ''
  #text = ''
  #frames: Frame[] | undefined
  #depth = 0
  #elements = 0
  #attributes = 0

  constructor(options: EnvelopeOptions, xml: string, known: Operation | undefined, mediaType: string) {
    this.#options = options
    this.#xml = xml
    this.#mediaType = mediaType
    this.#known = known
  }

  /** Read after the end of the document. */
  get call(): Call {
    const call = this.soFar
    if (!call) throw new Error('A document ended without a root or without a body.') // both were refused before
    return call
  }

  get soFar(): Call | undefined {
    if (!this.#version || !this.#known) return undefined
    return {
      version: this.#version,
      operation: this.#known,
      arguments: this.#arguments,
      notUnderstood: this.#notUnderstood,
    }
  }

  begin(): void {
    this.#attributes = 0
    if (++this.#depth > limits.depth) throw new Error('The XML document is nested too deeply.')
    if (++this.#elements > limits.elements) throw new Error('The XML document has too many elements.')
  }

  attribute(): void {
    if (++this.#attributes > limits.attributes) throw new Error('An element has too many attributes.')
  }

  open(tag: Tag): void {
    switch (this.#place) {
      case 'skipped':
        this.#skipping++
        return
      case 'wrapper':
        this.#openParameter(tag)
        return
      case 'structure':
        this.#openMember(tag)
        return
      case 'text':
        throw new Error(`Unexpected element ${tag.name} in a value.`)
      case 'prolog':
        this.#openRoot(tag)
        return
      case 'envelope':
        this.#openPart(tag)
        return
      case 'header':
        if (this.#notUnderstood === undefined && mustUnderstand(tag)) this.#notUnderstood = tag.local
        this.#skip()
        return
      case 'body':
        this.#openWrapper(tag)
        return
      case 'end':
        return // the parser refuses a second root
    }
  }

  close(end: number): void {
    this.#depth--
    switch (this.#place) {
      case 'skipped':
        if (this.#skipping-- === 0) this.#place = this.#resume
        return
      case 'text':
        this.#settle(this.#name, new Text(this.#text, this.#xml, end))
        return
      case 'structure': {
        const { name, members } = this.#frames!.pop()! // entering this place pushed one
        this.#settle(name, { kind: 'members', members })
        return
      }
      case 'wrapper':
        this.#place = 'body'
        return
      case 'body':
        if (!this.#known) throw this.#unknownOperation()
        this.#sawBody = true
        this.#place = 'envelope'
        return
      case 'header':
        this.#place = 'envelope'
        return
      case 'envelope':
        if (!this.#sawBody) throw this.#missing('Body')
        this.#place = 'end'
        return
      case 'prolog':
      case 'end':
        return // no element is open there
    }
  }

  text(text: string): void {
    if (this.#place === 'text') this.#text += text
    else if (this.#place === 'envelope' && !this.#sawBody && /\S/.test(text)) throw this.#missing('Body')
    else if (this.#place === 'body' && !this.#known && /\S/.test(text)) throw this.#unknownOperation()
  }

  /** A comment or processing instruction, which is allowed everywhere except within a value. */
  aside(): void {
    if (this.#place === 'text') throw new Error('Unexpected comment or processing instruction in a value.')
  }

  #openRoot(tag: Tag): void {
    this.#version = versionByNamespace.get(tag.uri)
    if (!this.#version) throw new EnvelopeError({ kind: 'mismatch', namespace: tag.uri })
    if (this.#known) this.#checkMediaType()
    if (tag.local !== 'Envelope') throw this.#missing('Envelope')
    this.#place = 'envelope'
  }

  #openPart(tag: Tag): void {
    if (this.#sawBody) {
      this.#skip()
      return
    }
    const ours = tag.uri === this.#version!.namespace // the root set it
    if (ours && tag.local === 'Body') this.#place = 'body'
    else if (ours && tag.local === 'Header' && !this.#sawHeader) {
      this.#sawHeader = true
      this.#place = 'header'
    } else throw this.#missing('Body')
  }

  #openWrapper(tag: Tag): void {
    if (!this.#known) {
      this.#known = this.#options.operationNamed(tag.uri === this.#options.namespace ? tag.local : '')
      if (!this.#known) throw this.#unknownOperation()
      this.#checkMediaType()
    }
    if (tag.local !== this.#known.name || tag.uri !== this.#options.namespace) {
      this.#skip()
      return
    }
    // the same wrapper again: its values replace the earlier ones
    if (this.#arguments.size > 0) this.#overwritable = new Set(this.#arguments.keys())
    this.#place = 'wrapper'
  }

  #openParameter(tag: Tag): void {
    const { parameters } = this.#known! // set before a wrapper is entered
    const name = tag.local
    const isOurs = tag.uri === this.#options.namespace && Object.hasOwn(parameters, name)
    if (!isOurs || (this.#arguments.has(name) && !this.#overwritable?.delete(name))) {
      this.#skip()
    } else {
      this.#enter(name, parameters[name]!)
    }
  }

  #openMember(tag: Tag): void {
    const frame = this.#frames!.at(-1)! // entering this place pushed one
    const name = tag.local
    const shape = tag.uri === this.#options.namespace ? memberShape(frame, name) : undefined
    if (!shape || (frame.shape.kind === 'list' && isNil(tag))) {
      this.#skip()
      return
    }
    this.#enter(name, shape)
  }

  #enter(name: string, shape: Shape): void {
    if (shape.kind === 'record' || shape.kind === 'list') {
      this.#frames ??= []
      this.#frames.push({ name, shape, members: [] })
      this.#place = 'structure'
    } else {
      this.#name = name
      this.#text = ''
      this.#place = 'text'
    }
  }

  #settle(name: string, value: Argument): void {
    const frame = this.#frames?.at(-1)
    if (frame) {
      frame.members.push({ name, value })
      this.#place = 'structure'
    } else {
      this.#arguments.set(name, value)
      this.#place = 'wrapper'
    }
  }

  #skip(): void {
    this.#resume = this.#place
    this.#skipping = 0
    this.#place = 'skipped'
  }

  /** An envelope of version 1.1 must be sent as text/xml; one of 1.2 may be sent as either type. */
  #checkMediaType(): void {
    const accepted =
      this.#mediaType === soap11.mediaType || (this.#mediaType === soap12.mediaType && this.#version === soap12)
    if (!accepted) throw new EnvelopeError({ kind: 'media type' })
  }

  #missing(what: 'Envelope' | 'Body'): EnvelopeError {
    return new EnvelopeError({ kind: 'structure', version: this.#version!, what }) // the root set it
  }

  #unknownOperation(): EnvelopeError {
    return new EnvelopeError({ kind: 'unknown operation', version: this.#version! }) // the root set it
  }
}

function memberShape(frame: Frame, name: string): Shape | undefined {
  const { shape, members } = frame
  if (shape.kind === 'list') return name === typeName(shape.item) ? shape.item : undefined
  if (!Object.hasOwn(shape.fields, name) || members.some(member => member.name === name)) return undefined
  return shape.fields[name]
}

/** Ignores the actor; accepts the attribute of either version (reference/asmx.md §2.7). */
function mustUnderstand(tag: Tag): boolean {
  return attributesOf(tag).some(
    ({ local, uri, value }) =>
      local === 'mustUnderstand' && versionByNamespace.has(uri) && (value === '1' || value === 'true'),
  )
}

function isNil(tag: Tag): boolean {
  return attributesOf(tag).some(
    ({ local, uri, value }) =>
      local === 'nil' && uri === 'http://www.w3.org/2001/XMLSchema-instance' && (value === '1' || value === 'true'),
  )
}

function attributesOf(tag: Tag): Attribute[] {
  return Object.values(tag.attributes)
}

/** Text of a value. Its end position is computed only if a fault needs it. */
class Text {
  readonly kind = 'text'
  readonly text: string
  readonly #xml: string
  readonly #end: number

  constructor(text: string, xml: string, end: number) {
    this.text = text
    this.#xml = xml
    this.#end = end
  }

  /** The following node: the name of a tag, the content of a comment, or the first character of text. */
  get at(): Position {
    const xml = this.#xml
    let next = this.#end
    while (next < xml.length && /\s/.test(xml[next]!)) next++
    if (xml[next] !== '<') return positionOf(xml, this.#end)
    const opening = /^<(?:!--|!\[CDATA\[|[/?])?/.exec(xml.slice(next, next + 9))
    return positionOf(xml, next + (opening?.[0].length ?? 1))
  }
}

/** Counted from 1; columns are UTF-16 units, as in .NET. */
function positionOf(xml: string, offset: number): Position {
  let line = 1
  let start = 0
  for (let at = 0; at < offset; at++) {
    const code = xml.charCodeAt(at)
    if (code !== 0x0a && code !== 0x0d) continue
    if (code === 0x0d && at + 1 < offset && xml.charCodeAt(at + 1) === 0x0a) at++
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}
