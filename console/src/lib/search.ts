/** Reads query parameters of an address, which anyone may have typed. */

/** @returns undefined for what is no text, or an empty one */
export function textOf(given: unknown): string | undefined {
  if (typeof given === 'number') return String(given)
  return typeof given === 'string' && given !== '' ? given : undefined
}

/** @returns a reader of one of these values; undefined for anything else */
export function oneOf<const Value extends string>(values: readonly Value[]): (given: unknown) => Value | undefined {
  return given => values.find(value => value === given)
}

/** @returns undefined for what is no whole number from 0 on */
export function numberOf(given: unknown): number | undefined {
  return Number.isSafeInteger(given) && (given as number) >= 0 ? (given as number) : undefined // an integer is a number
}

/** Of a switch: `true`, or not there. */
export function flagOf(given: unknown): true | undefined {
  return given === true ? true : undefined
}

/** Reads the parameters of a screen; what is invalid is as if it were not there. */
export function searchOf<Readers extends Readonly<Record<string, (given: unknown) => unknown>>>(readers: Readers) {
  type Search = { readonly [Name in keyof Readers]?: ReturnType<Readers[Name]> }
  // what is invalid is taken out by name: the router keeps what is not named
  return (given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(given[name])])) as Search // by its readers
}
