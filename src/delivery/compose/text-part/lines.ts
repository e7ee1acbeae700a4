/** The lines of a text part, as they grow: white space is collapsed as browsers do, blocks end lines, gaps become one empty line. */
import { columnsOf } from './marks.ts'

export interface Line {
  readonly text: string
  /** Marks of lists and quotations before it. */
  readonly prefix: string
  /** An empty line comes before it. */
  readonly gap: boolean
  /** It consists of nothing but alternative texts of images. */
  readonly ofImage: boolean
}

/** What lines inside a list item or a quotation begin with. */
export interface Indent {
  /** For its first line; taken away when that is written. */
  first: string | undefined
  readonly rest: string
}

/** Deeper lists and quotations stay at this depth: no line begins with more than it says. */
const mostIndents = 8

export class Lines {
  readonly written: Line[] = []
  /** Characters written so far, to distinguish long blocks from short ones. */
  length = 0
  /** Of the page, shared by all cells; those from `#base` on are inside this cell. */
  readonly #indents: readonly Indent[]
  readonly #base: number
  #text = ''
  #space = ''
  #gap = false
  #blank = false
  #ofImage = true
  /** The next text must be separated from the last one: links and images. */
  #apart = false

  constructor(indents: readonly Indent[]) {
    this.#indents = indents
    this.#base = indents.length
  }

  /** Whether the current line has no text yet. */
  get atStart(): boolean {
    return this.#text === ''
  }

  /** Adds text, its white space collapsed. */
  text(source: string): void {
    this.#add(collapseBlanks(source), false)
  }

  /** Adds what an image says, apart from the words around it. */
  image(alternative: string): void {
    if (this.#text !== '' && this.#space === '') this.#space = ' '
    this.#add(collapseBlanks(alternative).trim(), true)
    this.#apart = true
  }

  /** Adds lines as they stand, as in `<pre>`. */
  verbatim(source: string): void {
    for (const [index, line] of source.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.lineBreak()
      if (line === '') continue
      this.#text += this.#space + line.replaceAll('\t', '    ')
      this.#space = ''
      this.#ofImage = false
      this.length += line.length
    }
  }

  /** Puts a mark right behind the last word, on the line before when this one is still empty. */
  attach(mark: string): void {
    if (this.#text !== '') {
      this.#text += mark
      this.#apart = true
      return
    }
    const last = this.written.pop()
    if (last) this.written.push({ ...last, text: last.text + mark })
  }

  /** Ends the line, if there is one. */
  end(): void {
    const text = this.#text.trimEnd()
    if (text !== '') {
      this.#push({ text, prefix: this.#prefix(), gap: this.#gap, ofImage: this.#ofImage })
      this.#gap = false
    } else if (this.#blank) this.#gap = true
    this.#text = ''
    this.#space = ''
    this.#blank = false
    this.#ofImage = true
    this.#apart = false
  }

  /** `<br>`: the second in a row makes an empty line. */
  lineBreak(): void {
    if (this.#text.trim() === '') this.#gap = true
    this.end()
  }

  /** Ends the line; an empty one comes before the next. */
  gap(): void {
    this.end()
    this.#gap = true
  }

  /** An empty line before this one too, once it is known that what begins with it is long. */
  gapBefore(index: number): void {
    const line = this.written[index]
    if (line) this.written[index] = { ...line, gap: true }
  }

  /** A line of its own. */
  line(text: string): void {
    this.end()
    this.#text = text
    this.#ofImage = false
    this.length += text.length
    this.end()
  }

  /** Takes over the lines of a cell. */
  take(cell: Lines): void {
    cell.end()
    this.end()
    for (const line of cell.written) {
      this.#push({ ...line, prefix: this.#prefix() + line.prefix, gap: line.gap || this.#gap })
      this.#gap = false
    }
    this.#gap ||= cell.#gap
    this.length += cell.length
  }

  #add(text: string, ofImage: boolean): void {
    const words = text.trim()
    // all of it in a line without words
    this.#addSpace(text.slice(0, text.length - text.trimStart().length))
    if (words === '') return
    if (this.#text !== '') {
      // the address between a word and its full stop takes no blank with it
      if (!this.#apart || /^[^.,;:!?)]/.test(words)) this.#text += this.#space
      if (this.#space === '' && this.#apart && /^[\p{L}\p{N}\ufdd0]/u.test(words)) this.#text += ' '
    }
    this.#text += words
    this.#ofImage &&= ofImage
    this.#apart = false
    this.#space = ''
    this.length += words.length
    this.#addSpace(text.slice(text.trimEnd().length))
  }

  #addSpace(space: string): void {
    if (space === '') return
    if (this.#text === '') this.#blank ||= space.includes('\u00a0')
    else this.#space = this.#space === '' ? space : ' '
  }

  /** Leaves out the alternative text of an image that repeats the line next to it. */
  #push(line: Line): void {
    const last = this.written.at(-1)
    if (last && last.text.length < longestRepeated && (last.ofImage || line.ofImage)) {
      const before = nameOf(last.text)
      const now = nameOf(line.text)
      if (before === now && now !== '') {
        // the one with a link is kept
        if (line.ofImage || (last.ofImage && last.text.length > line.text.length)) return
        this.written[this.written.length - 1] = { ...line, gap: last.gap, prefix: last.prefix }
        return
      }
    }
    this.written.push(line)
  }

  #prefix(): string {
    let prefix = ''
    for (const indent of this.#indents.slice(this.#base, this.#base + mostIndents)) {
      prefix += indent.first ?? indent.rest
      indent.first = undefined
    }
    return prefix
  }
}

const longestRepeated = 300

function nameOf(text: string): string {
  return text
    .replace(/\ufdd2\d+\ufdd3/g, '')
    .trim()
    .toLowerCase()
}

/**
 * White space in one (CSS Text §4.1.1). Of characters without width, those that join letters stay inside words; fillers of
 * preview texts go.
 */
function collapseBlanks(text: string): string {
  return text.replace(blanks, run => {
    const space = run.replace(withoutWidth, '')
    if (space === '') return run.replace(/[^\u200c\u200d]+/g, '')
    return /^[\u00a0\u202f\u3000]$/.test(space) ? space : ' '
  })
}

const blanks = /(?:[\s\u00ad\u180e\u200b-\u200d\u2060\u2800\u3164\ufeff]|\u034f)+/g
const withoutWidth = /(?:[\u00ad\u180e\u200b-\u200d\u2060\u2800\u3164\ufeff]|\u034f)+/g

/** Columns of the widest line. */
export function widestOf(lines: readonly Line[]): number {
  return lines.reduce((most, { prefix, text }) => Math.max(most, prefix.length + columnsOf(text)), 0)
}
