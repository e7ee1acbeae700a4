/** What operations that list take as a filter: a value of a closed list, or the beginning or a part of a text. */
import { Refusal } from '../../contract/refusals.ts'

/**
 * Reads a filter that may be left out.
 * @param name of the parameter
 * @returns undefined for all
 * @throws Refusal InvalidParameter
 */
export function readFilter<Value extends string>(
  name: string,
  text: string | null,
  values: readonly Value[],
): Value | undefined {
  if (text === null || text === '') return undefined
  const value = values.find(one => one === text)
  if (value === undefined)
    throw new Refusal('InvalidParameter', `${name} is one of ${values.join(', ')}, or empty for all.`)
  return value
}

/** More than an address or a name has. */
const longestSearch = 254

/** Reads a text that is searched for: empty for none. @throws Refusal InvalidParameter */
export function readSearch(text: string | null): string {
  const search = (text ?? '').trim().normalize('NFC')
  if (search.length > longestSearch) {
    throw new Refusal('InvalidParameter', `Search has at most ${longestSearch} characters.`)
  }
  return search
}

/** Reads the beginning of an address: case does not matter, as in addresses. @throws Refusal InvalidParameter */
export function readAddressSearch(text: string | null): string {
  return readSearch(text).toLowerCase().normalize('NFC')
}
