/** Digits of Arabic and Persian keyboards, and marks of direction that some programs put between the parts of a date. */
const other = /[\u0660-\u0669\u06f0-\u06f9\u200e\u200f\u061c]/

/** @returns the text with the digits of ASCII, without marks of direction */
export function withAsciiDigits(text: string): string {
  if (!other.test(text)) return text
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\u200e\u200f\u061c]/g, '')
}
