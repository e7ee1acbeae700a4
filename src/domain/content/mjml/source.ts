/**
 * MJML as a tree for mjml-core. We read it ourselves because mjml's own parser opens files (`mj-include`), knows lines but no
 * columns, and looks through all lines for each element. Nothing here reads anything but the text.
 */
import { Parser } from 'htmlparser2'
import { markersIn, mayHoldConditions } from '../conditions/markers.ts'
import { deepestNesting, isNestedTooDeep } from '../nesting.ts'
import type { MjmlNode } from './mjml-core.ts'

export interface MjmlProblem {
  /** Both from 1. The column is that of the `<` of the tag, in UTF-16 units. */
  readonly line: number
  readonly column: number
  /** Lower case; empty where no tag is meant. */
  readonly tag: string
  readonly message: string
  /** With an Error there is no HTML. */
  readonly severity: 'Error' | 'Warning'
}

export const mjmlLimits = {
  /** UTF-16 units of the source. */
  source: 500_000,
  /** Bytes of the HTML. */
  output: 2_000_000,
  /** MJML elements; HTML inside `mj-text` and the like does not count. A long newsletter has about 300. */
  elements: 2_000,
  /** MJML elements inside each other; HTML inside is limited by `deepestNesting`. */
  depth: 30,
  /** Of one element. */
  attributes: 100,
  /** White space in a row: the compiler looks at each of its beginnings. */
  blanks: 1_000,
  /** Problems that are named; the first ones of a document are what its author mends. */
  problems: 100,
} as const

/** A node whose `line` is its offset in the source, so that a problem of the compiler leads to a line and a column. */
export interface MjmlSource {
  readonly root: MjmlNode | undefined
  readonly problems: readonly MjmlProblem[]
}

/** Says where an offset is. Built once for a source. @returns line and column, both from 1 */
export function positions(source: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return offset => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}

/**
 * Reads a source. Linear; what is above a limit is a problem of severity Error.
 * @param opaque names of elements whose content is HTML or text
 */
export function readMjml(source: string, opaque: ReadonlySet<string>): MjmlSource {
  const tooMuch = sizeFault(source)
  if (tooMuch !== undefined) {
    const problem = { line: 1, column: 1, tag: '', message: tooMuch, severity: 'Error' } as const
    return { root: undefined, problems: [problem] }
  }
  return new Reader(source, opaque).read()
}

/** Problems of the source without a place in it. */
function sizeFault(source: string): string | undefined {
  if (source.trim() === '') return 'There is no MJML.'
  if (source.length > mjmlLimits.source) return `The MJML is longer than ${mjmlLimits.source} characters.`
  if (isNestedTooDeep(source)) return `Elements are nested more than ${deepestNesting} deep.`
  if (hasLongBlank(source)) return `There are more than ${mjmlLimits.blanks} blanks in a row.`
  return undefined
}

function hasLongBlank(source: string): boolean {
  let blanks = 0
  for (let at = 0; at < source.length; at++) {
    blanks = source.charCodeAt(at) <= 0x20 ? blanks + 1 : 0
    if (blanks > mjmlLimits.blanks) return true
  }
  return false
}

interface Node extends MjmlNode {
  attributes: Record<string, string | boolean>
  readonly children: Node[]
  content?: string
}

class Reader {
  readonly #source: string
  readonly #opaque: ReadonlySet<string>
  readonly #position: ReturnType<typeof positions>
  readonly #problems: MjmlProblem[] = []
  readonly #open: Node[] = []
  #root: Node | undefined
  #elements = 0
  /** How many opaque elements are open, and where the content of the outermost begins. */
  #opaqueDepth = 0
  #contentStart = 0
  #stopped = false

  constructor(source: string, opaque: ReadonlySet<string>) {
    this.#source = source
    this.#opaque = opaque
    this.#position = positions(source)
  }

  read(): MjmlSource {
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          if (!this.#stopped) this.#opened(name, attributes, parser.startIndex, parser.endIndex)
          if (this.#stopped) parser.pause()
        },
        onclosetag: (name, isImplied) => {
          const isSelfClosing = this.#source.startsWith('/>', parser.endIndex - 1)
          if (!this.#stopped) this.#closed(name, parser.startIndex, isImplied && !isSelfClosing)
        },
        ontext: text => this.#text(text, parser.startIndex),
        oncomment: text => {
          const comment = { line: parser.startIndex, tagName: 'mj-raw', attributes: {}, children: [] }
          if (this.#opaqueDepth === 0) this.#open.at(-1)?.children.push({ ...comment, content: `<!--${text}-->` })
        },
      },
      // as mjml-parser-xml has them, so that the same documents mean the same
      { recognizeCDATA: true, decodeEntities: false, recognizeSelfClosing: true, lowerCaseAttributeNames: false },
    )
    parser.write(this.#source)
    if (!this.#stopped) parser.end()
    if (this.#root?.tagName !== 'mjml') this.#problem('Error', 0, '', 'An MJML document begins with <mjml>.')
    else if (!this.#stopped && !this.#root.children.some(({ tagName }) => tagName === 'mj-body')) {
      this.#problem('Error', this.#root.line, 'mjml', 'There is no <mj-body>.')
    }
    return { root: this.#root, problems: this.#problems }
  }

  #problem(severity: MjmlProblem['severity'], offset: number, tag: string, message: string) {
    if (this.#problems.length < mjmlLimits.problems || severity === 'Error') {
      this.#problems.push({ ...this.#position(offset), tag, message, severity })
    }
  }

  #stop(offset: number, tag: string, message: string) {
    this.#problem('Error', offset, tag, message)
    this.#stopped = true
  }

  #opened(name: string, given: Readonly<Record<string, string>>, start: number, end: number) {
    if (this.#opaqueDepth > 0) {
      if (this.#opaque.has(name)) this.#opaqueDepth++
      return
    }
    const refused = refusedElements[name]
    if (refused !== undefined) return this.#stop(start, name, refused)
    if (++this.#elements > mjmlLimits.elements) {
      return this.#stop(start, name, `There are more than ${mjmlLimits.elements} MJML elements.`)
    }
    if (this.#open.length >= mjmlLimits.depth) {
      return this.#stop(start, name, `MJML elements are nested more than ${mjmlLimits.depth} deep.`)
    }
    const names = Object.keys(given)
    if (names.length > mjmlLimits.attributes) {
      return this.#stop(start, name, `An element has more than ${mjmlLimits.attributes} attributes.`)
    }
    const attributes = Object.fromEntries(names.map(attribute => [attribute, attributeValue(given[attribute]!)]))
    const node: Node = { line: start, tagName: name, attributes, children: [] }
    const parent = this.#open.at(-1)
    if (parent) parent.children.push(node)
    else if (!this.#root) this.#root = node
    else return this.#stop(start, name, 'A document has one <mjml> element, and nothing beside it.')
    this.#open.push(node)
    if (this.#opaque.has(name)) {
      this.#opaqueDepth = 1
      this.#contentStart = end + 1
    }
  }

  #closed(name: string, start: number, isImplied: boolean) {
    if (this.#opaqueDepth > 0) {
      if (!this.#opaque.has(name) || --this.#opaqueDepth > 0) return
      const content = this.#source.slice(this.#contentStart, Math.max(start, this.#contentStart)).trim()
      if (content !== '') this.#open.at(-1)!.content = content
    }
    const node = this.#open.pop()
    if (node && isImplied) this.#problem('Warning', node.line, name, `Element ${name} is not closed.`)
  }

  /** Marks of conditions between elements. Without them, a branch would be shown to everybody. */
  #marks(text: string, offset: number, tag: string) {
    const parent = this.#open.at(-1)
    const marks = [...markersIn(text, 'html', new Map())]
    const others = marks.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text).trim()
    if (!parent || !mayBranch.has(tag))
      return this.#problem('Error', offset, tag, `A condition cannot be in ${tag}: put it around the element.`)
    if (others !== '') this.#problem('Warning', offset, tag, 'Text outside of elements such as mj-text is not shown.')
    const content = marks.map(({ written }) => written).join('')
    parent.children.push({ line: offset, tagName: 'mj-raw', attributes: {}, children: [], content })
  }

  #text(text: string, start: number) {
    if (this.#opaqueDepth > 0 || this.#stopped || text.trim() === '') return
    const tag = this.#open.at(-1)?.tagName ?? ''
    const offset = start + (text.length - text.trimStart().length)
    if (mayHoldConditions(text)) return this.#marks(text.trim(), offset, tag)
    this.#problem('Warning', offset, tag, 'Text outside of elements such as mj-text is not shown.')
  }
}

/** Elements whose children may stand in branches. */
const mayBranch = new Set(['mj-body', 'mj-wrapper', 'mj-section', 'mj-group', 'mj-column', 'mj-hero'])

/** Elements that would make the result depend on more than the source, or change HTML by writing it anew. */
const refusedElements: Readonly<Record<string, string>> = {
  'mj-include': 'mj-include is not supported: put the included MJML here.',
  'mj-html-attributes': 'mj-html-attributes is not supported: write the attributes into HTML in mj-text or mj-raw.',
}

/** mjml-core writes values between double quotes as they are. */
function attributeValue(text: string): string | boolean {
  return text === 'true' || text === 'false' ? text === 'true' : text.replaceAll('"', '&quot;')
}
