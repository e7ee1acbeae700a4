/** Names of subscribers, in a file of their own because threads that read imports load it. */
import { Refusal } from '../../contract/refusals.ts'
import { line } from '../text-rules/single-line.ts'

const longestName = 250

/** @throws Refusal ValueTooLong, InvalidCharacters */
export function readName(text: string | null): string {
  const name = line(text, { max: longestName })
  if (name !== undefined) return name
  if ((text ?? '').trim().length > longestName) {
    throw new Refusal('ValueTooLong', `Name has at most ${longestName} characters.`)
  }
  throw new Refusal('InvalidCharacters', 'Name must be one line without control characters.')
}
