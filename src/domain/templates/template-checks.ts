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
  const repeaters: Group[] = []
  const layouts: Group[] = []
  const contents: Contents[] = []
  const faults = new Set<RefusalName>()
  let regions = 0
  let repeaterDepth = 0
  let repeater: Group | undefined
  let layout: Group | undefined
  let content: Contents | undefined
  let text: 'singleline' | 'multiline' | undefined
  let tableDepth = 0
  let repeaterTable = 0
  let layoutTable = 0

  function region(isTitle: boolean) {
    regions++
    for (const group of [repeater, layout]) {
      if (!group) continue
      group.regions++
      group.hasTitle ||= isTitle
    }
  }

  function repeaterTitle(isFirstGeneration: boolean) {
    if (!content) faults.add('NoTableOfContents')
    else {
      content.titles++
      content.isFirstGeneration ||= isFirstGeneration
    }
  }

  function placeholder(token: Placeholder) {
    switch (token.name) {
      case 'title':
      case 'description':
        return region(token.name === 'title')
      case 'imagesrc':
        if (!/\bwidth\s*=\s*(?:['"]\s*)?\d/i.test(token.text)) faults.add('NoImageWidth')
        if (repeater) region(false)
        return
      case 'repeatertitle':
        return repeaterTitle(true)
    }
  }

  function image(tag: OpenTag) {
    const isFirstGeneration = tag.attributes.some(({ value }) => /<\$imagesrc\b/i.test(value))
    const isEditable = attributeOf(tag, 'editable')?.trim().toLowerCase() === 'true'
    if (!isFirstGeneration && !isEditable) return
    if (!/^\s*\d/.test(attributeOf(tag, 'width') ?? '')) faults.add('NoImageWidth')
    if (isEditable || repeater) region(false)
  }

  function open(tag: OpenTag) {
    switch (tag.name) {
      case 'singleline':
      case 'multiline':
        if (text) faults.add(notClosed[text])
        text = tag.name
        return region(tag.name === 'singleline')
      case 'img':
        return image(tag)
      case 'repeater':
        if (++repeaterDepth > 1) return void faults.add('NestedRepeaters')
        repeater = group(tag)
        repeaterTable = tableDepth
        return void repeaters.push(repeater)
      case 'layout':
        if (!repeater) return void faults.add('LayoutNotInRepeater')
        if (layout) faults.add('NoClosingLayout')
        layout = group(tag)
        layoutTable = tableDepth
        return void layouts.push(layout)
      case 'tableofcontents':
        if (content) faults.add('NoClosingTableOfContents')
        content = { titles: 0, isFirstGeneration: false }
        return void contents.push(content)
      case 'repeatertitle':
        return repeaterTitle(false)
      case 'table':
        tableDepth++
        return
      case 'tr':
        if (layout) layout.rows += tableDepth === layoutTable ? 1 : 0
        else if (repeater) repeater.rows += tableDepth === repeaterTable ? 1 : 0
    }
  }

  function close(name: string) {
    switch (name) {
      case 'singleline':
      case 'multiline':
        if (text !== undefined && text !== name) faults.add(notClosed[text])
        text = undefined
        return
      case 'repeater':
        if (repeaterDepth === 0) return void faults.add('NoOpeningRepeater')
        if (layout) faults.add('NoClosingLayout')
        layout = undefined
        if (--repeaterDepth === 0) repeater = undefined
        return
      case 'layout':
        if (!layout && !faults.has('LayoutNotInRepeater')) faults.add('NoOpeningLayout')
        layout = undefined
        return
      case 'tableofcontents':
        if (!content) faults.add('NoTableOfContents')
        content = undefined
        return
      case 'table':
        tableDepth = Math.max(0, tableDepth - 1)
    }
  }

  for (const token of tokens) {
    if (token.kind === 'open') open(token)
    else if (token.kind === 'close') close(token.name)
    else if (token.kind === 'placeholder') placeholder(token)
  }
  if (text) faults.add(notClosed[text])
  if (layout) faults.add('NoClosingLayout')
  if (repeaterDepth > 0) faults.add('NoClosingRepeater')
  if (content) faults.add('NoClosingTableOfContents')
  return { repeaters, layouts, contents, faults, regions }
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
