/**
 * A line of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe: cells contain
 * texts of relays and subscribers.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
