/** Texts in encodings that are not UTF-8, made by reading each octet, or pair of octets, as the encoding does. */

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** @throws Error for a letter that the encoding does not have */
export function encodeText(text: string, encoding: string): Buffer {
  const table = tableOf(encoding)
  return Buffer.from(
    [...text].flatMap(letter => {
      const octets = table.get(letter)
      if (!octets) throw new Error(`${encoding} has no ${letter}.`)
      return octets
    }),
  )
}

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, readonly number[]>()
  const add = (octets: readonly number[]) => {
    try {
      const letter = decoder.decode(Uint8Array.from(octets))
      if ([...letter].length === 1 && !table.has(letter)) table.set(letter, octets)
    } catch {
      // no letter there
    }
  }
  for (let octet = 0; octet < 256; octet++) add([octet])
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail])
  tables.set(encoding, table)
  return table
}
