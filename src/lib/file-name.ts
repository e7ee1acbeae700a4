/** Names of files that people save, from the names of what is in them. The console takes them from here, too. */

const longestPart = 80

/**
 * @param parts what the file is about, such as a client, a campaign and what of it; empty ones are left out
 * @param day `YYYY-MM-DD…`; what follows is left out
 * @returns `Blossom-Co-Winter-seeds-recipients-2026-11-27.csv`: letters and digits of any script, so that no system stumbles over it
 */
export function fileNameOf(parts: readonly string[], day: string, ending: string): string {
  const words = parts.flatMap(part =>
    [...part]
      .slice(0, longestPart)
      .join('')
      .split(/[^\p{L}\p{M}\p{N}]+/u),
  )
  return `${[...words.filter(Boolean), day.slice(0, 'YYYY-MM-DD'.length)].join('-')}.${ending}`
}

/** The header of an answer that is saved under a name: names outside of ASCII as RFC 6266 has them, with a plain one for old programs. */
export function savedAs(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '-')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
