/** CSV as RFC 4180 writes it, for spreadsheets: no cell of it is taken for a formula. */

/** @returns rows that end with CR LF; a byte order mark before them, without which spreadsheets do not read UTF-8 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map(cells => `${cells.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  // spreadsheets run what begins so (owasp.org/www-community/attacks/CSV_Injection); white space before it does not stop them
  const text = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
