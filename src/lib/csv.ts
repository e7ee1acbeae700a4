/** CSV as RFC 4180 writes it, for spreadsheets: no cell of it is taken for a formula. */

/** Without it spreadsheets do not read UTF-8. */
export const byteOrderMark = '\ufeff'

/** @returns rows that end with CR LF, after a byte order mark */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return `${byteOrderMark}${rows.map(cells => `${cells.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: string | number): string {
  return typeof value === 'number' ? String(value) : csvCell(escapeFormula(value))
}

/** A cell with quotation marks where it needs them. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A text with `'` before it where spreadsheets would run it (owasp.org/www-community/attacks/CSV_Injection); white space before a
 * formula does not stop them. One that has `'` there already gets another, so that `unescapeFormula` gives back the original text.
 */
export function escapeFormula(text: string): string {
  return /^'*\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
}

/** Takes off what `guarded` put before a text. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && /^'+\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text
}
