/** Tags as one text, as files of this and of other programs have them. */
import { storableLine } from '../../lib/storable-text.ts'
import { tagKey } from '../../store/tags/tag-key.ts'
import { mostTagsOfContact } from '../../store/tags/tagged.ts'
import { longestTagName, tagSeparator } from './tags.ts'

export interface TagsOfText {
  /** Each once. */
  readonly names: readonly string[]
  /** Names that are too long, or too many for one contact. */
  readonly isCut: boolean
}

/**
 * Reads what exports write (`VIP||Blog, daily`), quoted lists (`"VIP","Blog, daily"`), and lists that are separated by vertical bars, semicolons
 * or commas.
 */
export function splitTags(text: string): TagsOfText {
  const parts = partsOf(text)
    .map(part => storableLine(part, Number.MAX_SAFE_INTEGER).trim().normalize('NFC'))
    .filter(part => part !== '')
  const short = parts.filter(part => part.length <= longestTagName)
  const names = [...new Map(short.map(name => [tagKey(name), name])).values()]
  return {
    names: names.slice(0, mostTagsOfContact),
    isCut: short.length < parts.length || names.length > mostTagsOfContact,
  }
}

function partsOf(text: string): readonly string[] {
  if (text.includes(tagSeparator)) return text.split(tagSeparator)
  if (text.includes('"')) return [...text.matchAll(/"([^"]*)"|([^,;|"]+)/g)].map(found => found[1] ?? found[2]!)
  const separator = ['|', ';', ','].find(one => text.includes(one))
  return separator === undefined ? [text] : text.split(separator)
}
