/**
 * What a caller takes of the codings that are offered (RFC 9110 §12.5.3).
 * @param header of Accept-Encoding
 * @param offered the better one first, where the caller does not prefer one
 */
export function chooseEncoding<Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding | undefined {
  const weights = new Map<string, number>()
  for (const item of (header ?? '').slice(0, 500).toLowerCase().split(',')) {
    const [, coding, weight = '1'] = /^\s*([\w-]+|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(item) ?? []
    if (coding !== undefined) weights.set(coding, Number(weight))
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = offered.toSorted((one, other) => weightOf(other) - weightOf(one))
  return best !== undefined && weightOf(best) > 0 ? best : undefined
}
