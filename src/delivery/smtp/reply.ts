/** Parses the replies of a relay (RFC 5321 §4.2): bytes in, complete replies out. */
import { storableLine } from '../../lib/storable-text.ts'

export interface Reply {
  /** 200–599. */
  readonly code: number
  /** What follows the code on each line; octets as Latin-1. At least one line, which may be empty. */
  readonly lines: readonly string[]
}

/** The peer does not speak SMTP. */
export class NotSmtp extends Error {}

/** RFC 5321 §4.5.3.1.5 allows 512; some relays say more, but none needs more than this. */
const longestLine = 4096
const mostLines = 128

/** Collects replies from pieces of any size. */
export class ReplyParser {
  #rest = ''
  #code = 0
  #lines: string[] = []

  /** Something of a reply came, but not all of it. */
  get isInside(): boolean {
    return this.#rest !== '' || this.#lines.length > 0
  }

  /**
   * @param piece octets as Latin-1
   * @throws NotSmtp for what is no reply; after that the parser is of no use
   */
  push(piece: string, onReply: (reply: Reply) => void): void {
    const text = this.#rest === '' ? piece : this.#rest + piece
    let start = 0
    for (;;) {
      const end = text.indexOf('\n', start)
      if (end < 0) break
      if (end - start > longestLine) throw new NotSmtp('a line of its answer is too long')
      this.#line(text, start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end, onReply)
      start = end + 1
    }
    this.#rest = start === 0 ? text : text.slice(start)
    if (this.#rest.length > longestLine) throw new NotSmtp('a line of its answer is too long')
  }

  #line(text: string, start: number, end: number, onReply: (reply: Reply) => void) {
    const code =
      digit(text.charCodeAt(start)) * 100 + digit(text.charCodeAt(start + 1)) * 10 + digit(text.charCodeAt(start + 2))
    const separator = start + 3 >= end ? ' ' : text[start + 3]
    const isReply = end - start >= 3 && code >= 200 && code < 600 && (separator === ' ' || separator === '-')
    if (!isReply) throw new NotSmtp(`it answered ${JSON.stringify(text.slice(start, Math.min(end, start + 80)))}`)
    if (this.#lines.length > 0 && code !== this.#code) throw new NotSmtp('the lines of its answer have different codes')
    if (this.#lines.length >= mostLines) throw new NotSmtp('its answer has too many lines')
    this.#code = code
    this.#lines.push(text.slice(start + 4, Math.max(end, start + 4)).trimEnd())
    if (separator === '-') return
    const lines = this.#lines
    this.#lines = []
    onReply({ code, lines })
  }
}

/** NaN spoils the code of what is no digit. */
function digit(character: number): number {
  return character >= 48 && character <= 57 ? character - 48 : Number.NaN
}

/**
 * The relay's words on one line with the code in front, at most 500 characters. Text that every line of a reply repeats
 * (the enhanced code, RFC 2034) is written once.
 */
export function answerOf({ code, lines }: Reply): string {
  let text = `${code} ${lines[0]}`
  if (lines.length > 1) {
    const enhanced = /^[245]\.\d{1,3}\.\d{1,3} /.exec(lines[0]!)?.[0]
    for (const line of lines.slice(1))
      text += ` ${enhanced && line.startsWith(enhanced) ? line.slice(enhanced.length) : line}`
  }
  return isPlain.test(text) ? text.slice(0, longestAnswer).trimEnd() : words(Buffer.from(text, 'latin1').toString())
}

const isPlain = /^[\x20-\x7e]*$/

const longestAnswer = 500

/** Anything as one line of at most 500 characters. */
export function words(text: string): string {
  return storableLine(text, longestAnswer)
}

/** RFC 2034. @returns class, subject and detail of the enhanced code, or undefined */
export function enhancedCode({ lines }: Reply): readonly [number, number, number] | undefined {
  const found = /^([245])\.(\d{1,3})\.(\d{1,3})(?!\d|\.)/.exec(lines[0]!)
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined
}
