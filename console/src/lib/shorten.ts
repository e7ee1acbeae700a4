/** A text of at most so many characters, with `…` in place of what was cut off. Characters are code points: none is cut in half. */
export function shorten(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
