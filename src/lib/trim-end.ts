/**
 * A text without the characters it ends with, in linear time. A regular expression such as `/[.,]+$/` tries again at every
 * one of a run of such characters, which costs the square of the run's length: 15 s for 100,000 dots. `test/patterns.test.ts`
 * keeps such expressions out of the sources.
 * @param characters each a single UTF-16 unit
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
