/** Text into XML 1.0. Reading is saxes' work, in the file that needs it. */

// what XML 1.0 cannot carry at all: control characters, halves of surrogate pairs, U+FFFE and U+FFFF
const special = /[&<>\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/**
 * Text of an element. Quotes, tab, CR and LF stay as they are (reference/asmx.md §5.6); characters no XML document may
 * hold become U+FFFD, so that what we write can always be read.
 */
export function escapeText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .toWellFormed()
    .replace(unwritable, '\ufffd')
}

/** Value of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\r', '&#xD;').replaceAll('\n', '&#xA;')
}
