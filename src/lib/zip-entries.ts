/** The entries of a ZIP file, and which of them packing programs add. */
import type { Entry, ZipFile } from 'yauzl'

/** One at a time, of a file that was opened with `lazyEntries`. @throws what yauzl finds wrong with the archive */
export async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.once('entry', resolve).once('end', resolve).once('error', reject).readEntry()
    })
    zip.removeAllListeners()
    if (entry === undefined) return
    yield entry
  }
}

/** Files that macOS and Windows add to archives without their author's knowledge. */
export function isPackersOwn(name: string): boolean {
  return name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name)
}
