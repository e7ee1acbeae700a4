/**
 * Editable regions of templates, of both generations: `<$title$>` … and `<singleline>` … (reference/wire.md §9, codes 4101–4132,
 * 4401–4406). One pass over the tokens; where a page breaks several rules, the one its author should mend first is named.
 */
import type { RefusalName } from '../../contract/refusals.ts'
import { attributeOf, type OpenTag, type Placeholder, type Token } from '../content/markup.ts'

/** The first rule a template breaks, or undefined. */
export function templateFault(tokens: readonly Token[]): RefusalName | undefined {
  const { repeaters, layouts, contents, faults, regions } = readTemplate(tokens)
  const structure = [...faults].find(fault => fault !== 'NestedRepeaters' && fault !== 'NoImageWidth')
  if (structure) return structure
  if (faults.has('NestedRepeaters')) return 'NestedRepeaters'
  if (regions === 0 && repeaters.length === 0) return 'NoEditableRegion'
  if (layouts.some(layout => layout.label.trim() === '')) return 'NoLayoutLabel'
  if (layouts.some(layout => layout.regions === 0)) return 'NoEditableRegionInLayout'
  if (repeaters.some(repeater => repeater.regions === 0)) return 'NoEditableRegionInRepeater'
  if (layouts.some(layout => layout.rows > 1)) return 'LayoutWithMultipleRows'
  if (repeaters.some(repeater => repeater.rows > 1)) return 'RepeaterWithMultipleRows'
  if (faults.has('NoImageWidth')) return 'NoImageWidth'
  return contentsFault(contents, repeaters)
}

interface Group {
  /** Editable regions inside. */
  regions: number
  /** Table rows directly inside. */
  rows: number
  label: string
  hasTitle: boolean
  /** Of a repeater: `toc='true'`. */
  inContents: boolean
}

interface Contents {
  titles: number
  /** Written `<$repeatertitle$>`. */
  isFirstGeneration: boolean
}

interface Template {
  readonly repeaters: readonly Group[]
  readonly layouts: readonly Group[]
  readonly contents: readonly Contents[]
  /** Each once, in the order they were met. */
  readonly faults: ReadonlySet<RefusalName>
  /** Of the whole template. */
  readonly regions: number
}

function readTemplate(tokens: readonly Token[]): Template {
  const reader = new TemplateReader()
  for (const token of tokens) reader.read(token)
  return reader.end()
}

class TemplateReader {
  readonly #repeaters: Group[] = []
  readonly #layouts: Group[] = []
  readonly #contents: Contents[] = []
  readonly #faults = new Set<RefusalName>()
  #regions = 0
  // where it is
  #repeaterDepth = 0
  #repeater: Group | undefined
  #layout: Group | undefined
  #content: Contents | undefined
  #text: 'singleline' | 'multiline' | undefined
  #tableDepth = 0
  /** How deep in tables the repeater and the layout began: their rows are counted there. */
  #repeaterTable = 0
  #layoutTable = 0

  read(token: Token): void {
    if (token.kind === 'open') this.#open(token)
    else if (token.kind === 'close') this.#close(token.name)
    else if (token.kind === 'placeholder') this.#placeholder(token)
  }

  /** What the end of the template leaves open counts as a fault. */
  end(): Template {
    if (this.#text) this.#faults.add(notClosed[this.#text])
    if (this.#layout) this.#faults.add('NoClosingLayout')
    if (this.#repeaterDepth > 0) this.#faults.add('NoClosingRepeater')
    if (this.#content) this.#faults.add('NoClosingTableOfContents')
    return {
      repeaters: this.#repeaters,
      layouts: this.#layouts,
      contents: this.#contents,
      faults: this.#faults,
      regions: this.#regions,
    }
  }

  #region(isTitle: boolean) {
    this.#regions++
    for (const group of [this.#repeater, this.#layout]) {
      if (!group) continue
      group.regions++
      group.hasTitle ||= isTitle
    }
  }

  #repeaterTitle(isFirstGeneration: boolean) {
    if (!this.#content) this.#faults.add('NoTableOfContents')
    else {
      this.#content.titles++
      this.#content.isFirstGeneration ||= isFirstGeneration
    }
  }

  #placeholder(token: Placeholder) {
    switch (token.name) {
      case 'title':
      case 'description':
        return this.#region(token.name === 'title')
      case 'imagesrc':
        if (!/\bwidth\s*=\s*(?:['"]\s*)?\d/i.test(token.text)) this.#faults.add('NoImageWidth')
        if (this.#repeater) this.#region(false)
        return
      case 'repeatertitle':
        return this.#repeaterTitle(true)
    }
  }

  #image(tag: OpenTag) {
    const isFirstGeneration = tag.attributes.some(({ value }) => /<\$imagesrc\b/i.test(value))
    const isEditable = attributeOf(tag, 'editable')?.trim().toLowerCase() === 'true'
    if (!isFirstGeneration && !isEditable) return
    if (!/^\s*\d/.test(attributeOf(tag, 'width') ?? '')) this.#faults.add('NoImageWidth')
    if (isEditable || this.#repeater) this.#region(false)
  }

  #open(tag: OpenTag) {
    switch (tag.name) {
      case 'singleline':
      case 'multiline':
        if (this.#text) this.#faults.add(notClosed[this.#text])
        this.#text = tag.name
        return this.#region(tag.name === 'singleline')
      case 'img':
        return this.#image(tag)
      case 'repeater':
        if (++this.#repeaterDepth > 1) return void this.#faults.add('NestedRepeaters')
        this.#repeater = group(tag)
        this.#repeaterTable = this.#tableDepth
        return void this.#repeaters.push(this.#repeater)
      case 'layout':
        if (!this.#repeater) return void this.#faults.add('LayoutNotInRepeater')
        if (this.#layout) this.#faults.add('NoClosingLayout')
        this.#layout = group(tag)
        this.#layoutTable = this.#tableDepth
        return void this.#layouts.push(this.#layout)
      case 'tableofcontents':
        if (this.#content) this.#faults.add('NoClosingTableOfContents')
        this.#content = { titles: 0, isFirstGeneration: false }
        return void this.#contents.push(this.#content)
      case 'repeatertitle':
        return this.#repeaterTitle(false)
      case 'table':
        this.#tableDepth++
        return
      case 'tr':
        if (this.#layout) this.#layout.rows += this.#tableDepth === this.#layoutTable ? 1 : 0
        else if (this.#repeater) this.#repeater.rows += this.#tableDepth === this.#repeaterTable ? 1 : 0
    }
  }

  #close(name: string) {
    switch (name) {
      case 'singleline':
      case 'multiline':
        if (this.#text !== undefined && this.#text !== name) this.#faults.add(notClosed[this.#text])
        this.#text = undefined
        return
      case 'repeater':
        if (this.#repeaterDepth === 0) return void this.#faults.add('NoOpeningRepeater')
        if (this.#layout) this.#faults.add('NoClosingLayout')
        this.#layout = undefined
        if (--this.#repeaterDepth === 0) this.#repeater = undefined
        return
      case 'layout':
        if (!this.#layout && !this.#faults.has('LayoutNotInRepeater')) this.#faults.add('NoOpeningLayout')
        this.#layout = undefined
        return
      case 'tableofcontents':
        if (!this.#content) this.#faults.add('NoTableOfContents')
        this.#content = undefined
        return
      case 'table':
        this.#tableDepth = Math.max(0, this.#tableDepth - 1)
    }
  }
}

const notClosed = { singleline: 'NoClosingSingleline', multiline: 'NoClosingMultiline' } as const

function group(tag: OpenTag): Group {
  return {
    regions: 0,
    rows: 0,
    label: attributeOf(tag, 'label') ?? '',
    hasTitle: false,
    inContents: attributeOf(tag, 'toc')?.trim().toLowerCase() === 'true',
  }
}

function contentsFault(contents: readonly Contents[], repeaters: readonly Group[]): RefusalName | undefined {
  for (const { titles, isFirstGeneration } of contents) {
    if (titles === 0) return 'NoRepeaterTitle'
    if (titles > 1) return 'MultipleRepeaterTitles'
    // the first generation fills it from repeaters that say so, the second from all
    const listed = isFirstGeneration ? repeaters.filter(({ inContents }) => inContents) : repeaters
    if (listed.length === 0) return 'TableOfContentsWithoutRepeater'
    if (!listed.some(({ hasTitle }) => hasTitle)) return 'NoRepeaterWithTitle'
  }
  return undefined
}
