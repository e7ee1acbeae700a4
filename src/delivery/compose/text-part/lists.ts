/** Lists: what their items begin with. */
import { attributeOf, type OpenTag } from '../../../domain/content/markup.ts'
import type { Style } from './styles.ts'

export interface List {
  /** The scopes of open elements around it. */
  readonly scopes: number
  /** Its items have marks. */
  readonly hasMarks: boolean
  /** Of the next item; undefined for a list without numbers. */
  number: number | undefined
  /** How many elements were open before its current item. */
  item: number | undefined
}

export function listOf(tag: OpenTag, style: Style, scopes: number): List {
  const start = Number.parseInt(attributeOf(tag, 'start') ?? '1', 10)
  return {
    scopes,
    hasMarks: !hasNoMarks(style),
    number: tag.name === 'ol' ? (Number.isSafeInteger(start) ? start : 1) : undefined,
    item: undefined,
  }
}

/** What the next item begins with; a list without marks has lines of text. */
export function markOf(list: List | undefined, style: Style): string {
  if (list?.hasMarks === false || hasNoMarks(style)) return ''
  return list?.number === undefined ? '- ' : `${list.number++}. `
}

function hasNoMarks(style: Style): boolean {
  return /\bnone\b/.test(style.get('list-style-type') ?? style.get('list-style') ?? '')
}
