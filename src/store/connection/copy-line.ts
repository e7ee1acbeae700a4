/** A row in COPY's text format (https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS), without a connection. */

/** A value of a row in the text format; null becomes NULL. */
export type CopyValue = string | number | boolean | null

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** One row in COPY's format, with its line feed. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = ''
  for (let index = 0; index < values.length; index++)
    line += (index === 0 ? '' : '\t') + copyValue(values[index] as CopyValue)
  return `${line}\n`
}

const special = /[\\\n\r\t]/

function copyValue(value: CopyValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number') return String(value)
  // most texts have no special character, and testing is cheaper than replacing
  return special.test(value) ? value.replace(/[\\\n\r\t]/g, character => escapes[character]!) : value
}
