/**
 * Zip files from strangers (reference/market.md, attack class 12). Nothing is ever written to a disk: entries become
 * buffers, and an archive with one bad entry is refused completely.
 */
import type { Readable } from 'node:stream'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { entriesOf, isPackersOwn } from '../../lib/zip-entries.ts'

/** Says what is wrong with an archive, in a sentence its author can act on. */
export class ZipRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ZipRefused'
  }
}

const mostEntries = 500
const mostBytes = 20_000_000
/** DEFLATE cannot pack better than 1032 : 1; what people zip for mail is below 30 : 1, but blank images and CSS reach more. */
const mostRatio = 200
/** Below this a ratio proves nothing. */
const ratioFrom = 100_000
const longestName = 255

/** @returns files by their path; folders and what packers leave beside them are left out. @throws ZipRefused */
export async function readZip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  let zip: ZipFile | undefined
  try {
    zip = await open(bytes)
    return await readEntries(zip)
  } catch (error) {
    throw error instanceof ZipRefused ? error : new ZipRefused('This is not a readable zip file.', { cause: error })
  } finally {
    zip?.close()
  }
}

async function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Buffer>> {
  if (zip.entryCount > mostEntries) throw new ZipRefused(`The zip file holds more than ${mostEntries} entries.`)
  const files = new Map<string, Buffer>()
  const names = new Set<string>()
  let total = 0
  for await (const entry of entriesOf(zip)) {
    const name = readName(entry)
    // file systems that fold case or Unicode forms would see one file twice
    const folded = name.normalize('NFC').toLowerCase()
    if (names.has(folded)) throw new ZipRefused(`The zip file holds ${name} twice.`)
    names.add(folded)
    if (names.size > mostEntries) throw new ZipRefused(`The zip file holds more than ${mostEntries} entries.`)
    checkKind(entry, name)
    if (name.endsWith('/')) continue
    total += entry.uncompressedSize
    if (total > mostBytes) throw new ZipRefused(`The files of the zip are larger than ${mostBytes} bytes together.`)
    if (entry.uncompressedSize > ratioFrom && entry.uncompressedSize > entry.compressedSize * mostRatio) {
      throw new ZipRefused(`${name} is compressed more than a file for mail can be.`)
    }
    // yauzl cuts off an entry that unpacks to more than it declared
    const content = await read(zip, entry)
    if (!isPackersOwn(name)) files.set(name, content)
  }
  return files
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    )
  })
}

async function read(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The entry's path, which leads nowhere but into the archive. */
function readName({ fileName }: Entry): string {
  const raw = fileName as unknown as Buffer // decodeStrings is off, and the types do not say what that gives
  let name: string
  try {
    // programs of Windows separate folders by backslashes, against APPNOTE.TXT §4.4.17
    name = new TextDecoder('utf-8', { fatal: true }).decode(raw).replaceAll('\\', '/')
  } catch (error) {
    throw new ZipRefused('A file name in the zip is not UTF-8.', { cause: error })
  }
  const shown = JSON.stringify(name.slice(0, 80))
  if (name === '' || name.length > longestName || /\p{Cc}/u.test(name)) {
    throw new ZipRefused(`The file name ${shown} in the zip is empty, too long or holds control characters.`)
  }
  const parts = name.replace(/\/$/, '').split('/')
  const leadsOut = /^[a-z]:/i.test(name) || parts.some(part => /^(\.\.?|)$/.test(part))
  if (leadsOut) throw new ZipRefused(`The file name ${shown} in the zip is not a plain relative path.`)
  return name
}

/** File type bits of st_mode, which packers on Unix put into the high half. */
const fileType = { mask: 0o170000, regular: 0o100000, folder: 0o040000 } as const

function checkKind(entry: Entry, name: string): void {
  if (entry.isEncrypted()) throw new ZipRefused(`${name} in the zip is encrypted.`)
  const type = (entry.externalFileAttributes >>> 16) & fileType.mask
  if (type !== 0 && type !== fileType.regular && type !== fileType.folder) {
    throw new ZipRefused(`${name} in the zip is a link or device, not a file.`)
  }
}
