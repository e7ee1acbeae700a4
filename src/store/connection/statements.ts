/**
 * The statements of a text. Citus passes a command such as `alter table` to its workers with the text that it came in, so that a text of
 * several commands has to be sent command by command.
 */

/** What is no end of a statement: comments, names, texts in quotes, texts in dollar quotes. */
const parts =
  /--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;/g

/** @returns the statements in order, without those that are empty */
export function splitStatements(text: string): string[] {
  const ends = [...text.matchAll(parts)].filter(([part]) => part === ';').map(({ index }) => index)
  const statements = [...ends, text.length].map((end, place) =>
    text.slice(place === 0 ? 0 : ends[place - 1]! + 1, end).trim(),
  )
  return statements.filter(statement => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '')
}
