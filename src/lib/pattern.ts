/** Long regular expressions in readable pieces. Each piece is an expression by itself and has the flags of the result. */

/** Matches where one of the alternatives matches, tried in their order. */
export function anyOf(...alternatives: readonly [RegExp, ...RegExp[]]): RegExp {
  return new RegExp(joined(alternatives), alternatives[0].flags)
}

type Part = RegExp | readonly RegExp[]

/** Matches the parts one after the other. A part that is a list matches where one of its members does. */
export function sequence(...parts: readonly [Part, ...Part[]]): RegExp {
  const source = parts.map(part => (part instanceof RegExp ? part.source : `(?:${joined(part)})`)).join('')
  return new RegExp(source, parts.flat()[0]?.flags)
}

function joined(alternatives: readonly RegExp[]): string {
  return alternatives.map(({ source }) => source).join('|')
}
