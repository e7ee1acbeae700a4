/** Long regular expressions, written as lists: one is built once, and is the same as if it had been written in one line. */

/** @returns an expression that matches where one of the alternatives does */
export function anyOf(alternatives: readonly RegExp[], flags = ''): RegExp {
  return new RegExp(sourcesOf(alternatives), flags)
}

/**
 * @param parts a list among them is a group of alternatives
 * @returns an expression that matches the parts one after another
 */
export function sequence(parts: readonly (RegExp | readonly RegExp[])[], flags = ''): RegExp {
  return new RegExp(
    parts.map(part => (part instanceof RegExp ? part.source : `(?:${sourcesOf(part)})`)).join(''),
    flags,
  )
}

function sourcesOf(alternatives: readonly RegExp[]): string {
  return alternatives.map(({ source }) => source).join('|')
}
