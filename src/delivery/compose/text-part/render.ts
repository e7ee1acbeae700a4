/**
 * HTML → the text part as a person would write it: paragraphs apart, rows of tables on lines, links behind their names, what
 * images say, nothing that is hidden. One pass without recursion. Lines are not wrapped: mail programs wrap them to the
 * width they have. See docs/text-part.md.
 */
import { attributeOf, type OpenTag, tokenize } from '../../../domain/content/markup.ts'
import { addresses, type Link, writeAddress } from './addresses.ts'
import { type Block, blockOf, endsParagraph, isSkipped, isStructure, isVoid } from './elements.ts'
import { joinLines } from './join.ts'
import { type Indent, Lines } from './lines.ts'
import { type List, listOf, markOf } from './lists.ts'
import { decodeSource } from './marks.ts'
import { OpenElements } from './open-elements.ts'
import { OpenTables } from './open-tables.ts'
import { isHidden, isSmall, lengthOf, readStyle, type Style } from './styles.ts'
import { longBlock } from './tables.ts'

/** @param html marked. @returns the text, marked the same way but for the addresses of links, which stand in it */
export function renderText(html: string): string {
  const writer = new Writer()
  for (const token of tokenize(html)) {
    if (token.kind === 'open') writer.openTag(token)
    else if (token.kind === 'close') writer.closeTag(token.name)
    else if (token.kind === 'text' && token.rawIn === undefined) writer.text(decodeSource(token.text))
  }
  return writer.end()
}

/** What holds inside an element, as far as its children inherit it. */
interface Inherited {
  /** In an element that is hidden. */
  readonly isHidden: boolean
  /** In letters too small to read. */
  readonly isSmall: boolean
  readonly space: 'collapsed' | 'lines' | 'kept'
  readonly digits: string | undefined
}

/** What ends with an element. */
interface Opened {
  readonly before: Inherited
  /** Undefined for inline elements. */
  readonly block: Block | undefined
  /** Where a block begins. */
  readonly lines: Lines
  readonly first: number
  readonly length: number
  readonly indents: number
  readonly link: Link | undefined
  /** Written behind its last word. */
  readonly mark: string
}

class Writer {
  readonly #addresses = addresses()
  readonly #indents: Indent[] = []
  readonly #page = new Lines(this.#indents)
  readonly #tables = new OpenTables(this.#indents)
  readonly #open = new OpenElements<Opened>((name, opened) => this.#closed(name, opened))
  readonly #lists: List[] = []
  /** Where text goes: the page, or a cell. */
  #lines = this.#page
  #inherited: Inherited = { isHidden: false, isSmall: false, space: 'collapsed', digits: undefined }
  /** Of the row and of the cell that are open, one of each per table. */
  readonly #aroundCells: Inherited[] = []
  #link: Link | undefined
  /** Written before the next word. */
  #mark = ''

  text(source: string): void {
    const { isHidden, isSmall, space, digits } = this.#inherited
    if (isHidden || isSmall) return
    let text = digits === undefined ? source : source.replace(/[0-9]/g, digit => digits[Number(digit)]!)
    if (text.trim() !== '') {
      if (this.#link) this.#link.hasWords = true
      else if (this.#tables.cell) this.#tables.cell.hasText = true
      text = text.slice(0, text.length - text.trimStart().length) + this.#mark + text.trimStart()
      this.#mark = ''
    }
    if (this.#link) this.#link.text += text
    if (space === 'collapsed') this.#lines.text(text)
    else if (space === 'kept') this.#lines.verbatim(text)
    else
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) this.#lines.lineBreak()
        this.#lines.text(line)
      }
  }

  openTag(tag: OpenTag): void {
    const { name } = tag
    if (isVoid(name)) this.#void(tag)
    else if (this.#tables.scopes !== undefined && /^(?:t[rdh]|tbody|thead|tfoot|colgroup)$/.test(name)) {
      this.#endCell()
      if (name !== 'td' && name !== 'th') this.#tables.endRow()
      if (name === 'td' || name === 'th') this.#cell(tag)
    } else this.#element(tag)
  }

  closeTag(name: string): void {
    const isPart = this.#tables.scopes !== undefined && /^(?:t[rdh]|tbody|thead|tfoot|table)$/.test(name)
    if (isPart) {
      this.#endCell()
      if (name !== 'td' && name !== 'th') this.#tables.endRow()
      if (name === 'table') this.#open.close(name)
    } else if (name === 'br' && !this.#inherited.isHidden) this.#lines.lineBreak()
    else this.#open.close(name)
  }

  end(): string {
    while (this.#tables.scopes !== undefined) this.closeTag('table')
    this.#open.closeTo(0)
    this.#page.end()
    return joinLines(this.#page.written, this.#addresses.resolve)
  }

  #element(tag: OpenTag): void {
    const { name } = tag
    const style = readStyle(attributeOf(tag, 'style'))
    const list = this.#lists.at(-1)?.scopes === this.#open.scopes ? this.#lists.at(-1) : undefined
    if (endsParagraph(name)) this.#open.close('p')
    if (name === 'li' && list?.item !== undefined) this.#open.closeTo(list.item)
    else if (name === 'dt' || name === 'dd') this.#open.close(name) || this.#open.close(name === 'dt' ? 'dd' : 'dt')
    else if (name === 'a') this.#open.close('a') || this.#endLink(this.#link)
    const before = this.#inherited
    const hidden = before.isHidden || isSkipped(name) || attributeOf(tag, 'hidden') !== undefined || isHidden(style)
    this.#inherited = inherit(before, name, style, hidden)
    const block = hidden ? undefined : blockOf(name, style)
    if (block?.gapAbove && !(list && (name === 'ul' || name === 'ol'))) this.#lines.gap()
    else if (block) this.#lines.end()
    if (isStructure(name) && this.#tables.cell) this.#tables.cell.structured = true
    const { lines, first, length } = {
      lines: this.#lines,
      first: this.#lines.written.length,
      length: this.#lines.length,
    }
    const struck =
      !hidden && (/^(?:s|del|strike)$/.test(name) || /line-through/.test(style.get('text-decoration') ?? ''))
    const link = name === 'a' && !hidden ? linkOf(tag) : undefined
    this.#open.open(name, {
      before,
      block,
      lines,
      first,
      length,
      indents: this.#indents.length,
      link,
      mark: struck ? '~' : '',
    })
    if (struck) this.#mark = '~'
    if (link) this.#link = link
    if (name === 'table') this.#lines = this.#tables.open(tag, this.#open.scopes, this.#lines)
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#lists.push(listOf(tag, style, this.#open.scopes))
    else if (name === 'li') this.#item(list, style, block !== undefined)
    else if (name === 'blockquote') this.#indents.push({ first: undefined, rest: '> ' })
    else if (name === 'dd') this.#indents.push({ first: undefined, rest: '  ' })
  }

  #closed(name: string, { before, block, lines, first, length, indents, link, mark }: Opened): void {
    if (name === 'table') this.#tables.close(!this.#inherited.isHidden)
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#lists.pop()
    if (link) this.#endLink(link)
    if (mark !== '') {
      // without a word in between, there is nothing to mark
      if (this.#mark === '') this.#lines.attach(mark)
      this.#mark = ''
    }
    if (block) {
      this.#lines.end()
      const isLong = this.#lines === lines && lines.length - length > longBlock && !/^(?:li|dt|dd)$/.test(name)
      if (isLong) lines.gapBefore(first)
      if (isLong || (block.gapBelow && !(this.#lists.length > 0 && (name === 'ul' || name === 'ol')))) this.#lines.gap()
    }
    this.#indents.length = Math.min(this.#indents.length, indents)
    this.#inherited = before
  }

  #item(list: List | undefined, style: Style, isBlock: boolean): void {
    if (list) list.item = this.#open.depth - 1
    if (!isBlock) {
      this.#lines.text(' ')
      return
    }
    const mark = markOf(list, style)
    this.#indents.push({ first: mark, rest: ' '.repeat(mark.length) })
  }

  #cell(tag: OpenTag): void {
    const style = readStyle(attributeOf(tag, 'style'))
    const hidden = this.#inherited.isHidden || attributeOf(tag, 'hidden') !== undefined || isHidden(style)
    this.#aroundCells.push(this.#inherited)
    this.#inherited = inherit(this.#inherited, tag.name, style, hidden)
    this.#lines = this.#tables.openCell(tag, style)
    this.#open.openScope()
  }

  #endCell(): void {
    if (this.#open.scopes === this.#tables.scopes) return
    this.#open.closeScope()
    this.#lines = this.#tables.closeCell()
    this.#inherited = this.#aroundCells.pop()!
  }

  #void(tag: OpenTag): void {
    if (this.#inherited.isHidden) return
    const { name } = tag
    if (name === 'br') this.#lines.lineBreak()
    else if (name === 'img') this.#image(tag)
    else if (name === 'area') {
      const link = linkOf(tag)
      if (link) {
        link.text = attributeOf(tag, 'alt') ?? ''
        this.#lines.end()
        this.#lines.text(link.text)
        this.#endLink(link)
        this.#lines.end()
      }
    } else if (name === 'hr') {
      if (this.#tables.cell) this.#tables.cell.structured = true
      this.#lines.gap()
      this.#lines.line(rule)
      this.#lines.gap()
    }
  }

  /** An alternative text replaces the image (HTML §4.8.4.4). */
  #image(tag: OpenTag): void {
    const style = readStyle(attributeOf(tag, 'style'))
    const alternative = attributeOf(tag, 'alt')?.trim() ?? ''
    const isPixel = ['width', 'height'].every(name => (lengthOf(attributeOf(tag, name)) ?? 3) <= 2)
    if (
      alternative === '' ||
      isPixel ||
      isHidden(style) ||
      /^[\w.-]{1,200}\.(?:png|jpe?g|gif|webp|svg)$/i.test(alternative)
    )
      return
    if (this.#link) this.#link.text += ` ${alternative} `
    else if (this.#tables.cell) this.#tables.cell.hasText = true
    const isBlock = style.get('display') === 'block'
    if (isBlock) this.#lines.end()
    this.#lines.image(this.#mark + alternative)
    this.#mark = ''
    if (isBlock) this.#lines.end()
  }

  #endLink(link: Link | undefined): void {
    if (!link) return
    if (this.#link === link) this.#link = undefined
    link.text = link.text.replace(/\s+/g, ' ').trim()
    if (link.text === '' && link.label !== '') {
      link.text = link.label
      this.#lines.text(link.label)
    }
    const mark = this.#addresses.mark(link)
    if (mark === '') return
    if (link.text === '') this.#lines.image(mark)
    else this.#lines.attach(` ${mark}`)
  }
}

const rule = '-'.repeat(20)

function inherit(before: Inherited, name: string, style: Style, isHidden: boolean): Inherited {
  const space = style.get('white-space') ?? (name === 'pre' || name === 'listing' ? 'pre' : '')
  const digits = name === 'sup' ? '⁰¹²³⁴⁵⁶⁷⁸⁹' : name === 'sub' ? '₀₁₂₃₄₅₆₇₈₉' : before.digits
  const small = isSmall(style) ?? before.isSmall
  if (isHidden === before.isHidden && space === '' && digits === before.digits && small === before.isSmall)
    return before
  return {
    isHidden,
    isSmall: small,
    space: spaces[space] ?? before.space,
    digits,
  }
}

const spaces: Readonly<Record<string, Inherited['space']>> = {
  pre: 'kept',
  'pre-wrap': 'kept',
  'break-spaces': 'kept',
  'pre-line': 'lines',
  normal: 'collapsed',
  nowrap: 'collapsed',
}

function linkOf(tag: OpenTag): Link | undefined {
  const href = attributeOf(tag, 'href')
  if (href === undefined) return undefined
  const label = (attributeOf(tag, 'aria-label') ?? attributeOf(tag, 'title') ?? '').trim()
  return { address: writeAddress(href), label, text: '', hasWords: false }
}
