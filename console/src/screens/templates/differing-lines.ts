/** The stretch of lines in which two texts differ, without what is the same before and behind it. */
export function differingLines(
  one: string,
  other: string,
): { readonly from: number; readonly one: readonly string[]; readonly other: readonly string[] } {
  const ones = one.split('\n')
  const others = other.split('\n')
  const shorter = Math.min(ones.length, others.length)
  let before = 0
  while (before < shorter && ones[before] === others[before]) before++
  let behind = 0
  while (behind < shorter - before && ones.at(-1 - behind) === others.at(-1 - behind)) behind++
  return {
    from: before + 1,
    one: ones.slice(before, ones.length - behind),
    other: others.slice(before, others.length - behind),
  }
}
