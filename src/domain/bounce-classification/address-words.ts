/**
 * Where an address begins and ends in a sentence. Languages without blanks glue their words to it (`无法投递到a@b.example，…`), so the
 * characters of such a script are not mixed with others in one local part or label, and punctuation of any width belongs to none.
 * Parts of regular expressions.
 */

/** Letters of scripts that put blanks between words. */
const spaced = '\\u00c0-\\u1fff'
/** Letters of scripts that put none: Japanese, Chinese, Korean. */
const unspaced = '\\u3005\\u3041-\\u9fff\\uac00-\\ud7af'

/** RFC 5321 §4.1.2 and RFC 6531, without quoted strings: of letters that blanks stand between, or of such that hold none. */
export const localOf = {
  words: '[^\\s<>"\'(),:;@\\[\\]=\\u0080-\\u00bf\\u2000-\\uffff]{1,64}',
  glued: `[\\w.+-]{0,20}[${unspaced}][${unspaced}\\w.+-]{0,43}(?<=[${unspaced}])`,
} as const

const label = `(?:[a-z0-9${spaced}_-]{1,63}|[${unspaced}]{1,63})`
/** @param dots that it has at least */
export function domainOf(dots: 0 | 1): string {
  return `(?![_-])${label}(?:\\.${label}){${dots},8}`
}

/** Whether a character ends a local part that is read backwards from its `@`. @param before what follows it there; empty at the `@` */
export function endsLocal(before: string, character: string): boolean {
  return separators.test(character) || (isSpaced.test(before) && isUnspaced.test(character))
}

const separators = /[ <>"'(),:;@[\]=\u2000-\u206f\u3000-\u3004\u3006-\u3040\uff00-\uff1f]/
const isUnspaced = new RegExp(`[${unspaced}]`)
const isSpaced = /[!-~\u00c0-\u1fff]/
