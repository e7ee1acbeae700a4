/** Several options of a field as one text: what exports write and imports read. No option holds `||`. */

const separator = '||'

/** One option that holds a character by which `splitOptions` separates has the separator behind it. */
export function joinOptions(options: readonly string[]): string {
  const [only, ...others] = options
  if (only === undefined) return ''
  return others.length === 0 && /[,;"|]/.test(only) ? `${only}${separator}` : options.join(separator)
}

/** Other programs separate by commas or semicolons, with quotation marks around an option that holds one. */
export function splitOptions(text: string): readonly string[] {
  const options = text.includes(separator)
    ? text.split(separator)
    : [...text.matchAll(/"([^"]*)"|([^,;"]+)/g)].map(found => found[1] ?? found[2]!)
  return options.filter(option => option.trim() !== '')
}
