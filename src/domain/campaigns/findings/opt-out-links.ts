/** Links that are called as a way to opt out is, and lead elsewhere: to another system, or to a page of the author's. */
import { trimEndOf } from '../../../lib/trim-end.ts'
import type { Token } from '../../content/markup.ts'
import { type FieldKeys, textUnsubscribeTag } from '../../content/merge-tags.ts'
import { isForeignLink } from '../../content/translate-tags.ts'
import { promisesOptOut } from '../../content/unsubscribe-words.ts'
import { type WrittenLink, writtenLinks } from '../../content/written-links.ts'

/** Links whose whole address is a tag of another system are found as such. */
export function wrongOptOutLinks(tokens: readonly Token[], keys: FieldKeys): readonly WrittenLink[] {
  return writtenLinks(tokens).filter(
    ({ text, alternative, address }) =>
      (promisesOptOut(text) || promisesOptOut(alternative)) && !isForeignLink(address, keys),
  )
}

/** As findings name it. */
export function shownOptOutLink({ text, alternative, address }: Pick<WrittenLink, 'text' | 'alternative' | 'address'>) {
  const shown = address.length > 200 ? `${address.slice(0, 200)}…` : address
  return `“${promisesOptOut(text) ? text : alternative}” leads to ${shown === '' ? 'nothing' : shown}`
}

/** An address in plain text, with the words that promise an opt-out. */
export interface WrongAddress {
  readonly text: string
  readonly address: string
  readonly start: number
  readonly end: number
}

const address = /https?:\/\/[^\s<>"'|\\^`{}]{1,2000}/i
/** Blank lines between the words and the address below them. */
const mostBetween = 2

/** The address is on the line of the words, or below it. Linear. */
export function wrongOptOutAddresses(text: string): readonly WrongAddress[] {
  const found: WrongAddress[] = []
  let words: string | undefined
  let between = 0
  let at = 0
  for (const line of text.split('\n')) {
    const url = address.exec(line)
    const said = (url ? line.slice(0, url.index) + line.slice(url.index + url[0].length) : line).trim()
    if (textUnsubscribeTag.test(line)) words = undefined
    else if (promisesOptOut(said)) [words, between] = [said, 0]
    else if (said !== '' || ++between > mostBetween) words = undefined
    if (url && words !== undefined) {
      const written = trimEndOf(url[0], '.,;:!?)]')
      const start = at + url.index
      found.push({ text: words, address: written, start, end: start + written.length })
      words = undefined
    }
    at += line.length + 1
  }
  return found
}
