/**
 * A workbook of one sheet as a stream (ECMA-376 part 1, 18.3): every cell is a text, so that no program makes a number of a telephone
 * number, or a formula of a name. A ZIP whose largest entry is deflated while it is written (APPNOTE 6.3.10, 4.4.4 bit 3).
 */
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { through } from '../../lib/through.ts'
import { TooLargeToExport } from './too-large.ts'

/** Rows of a sheet, the header included (Excel's limit). */
const mostSheetRows = 1_048_576
/** Octets of a ZIP without its 64-bit extension, of an entry before it is deflated, too. */
const mostBytes = 0xffff_ffff

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageOf = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a workbook has besides its sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${declaration}<Types xmlns="${packageOf}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${packageOf}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packageOf}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetData>`
export const sheetEnd = '</sheetData></worksheet>'

/** A row of texts; empty cells are left out. @param number from 1. @throws TooLargeToExport */
export function sheetRow(number: number, texts: readonly string[]): string {
  if (number > mostSheetRows) {
    throw new TooLargeToExport(`A workbook holds ${mostSheetRows - 1} rows besides its header. Export as CSV instead.`)
  }
  let cells = ''
  for (const [index, text] of texts.entries()) {
    if (text === '') continue
    cells += `<c r="${letters(index)}${number}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  }
  return `<row r="${number}">${cells}</row>`
}

/** `A` to `Z`, `AA` … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** XML has no way to write most control characters; stored text has none. */
function escaped(text: string): string {
  if (!/[&<>\r\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text)) return text
  return text
    .replace(/[&<>\r]/g, found => entities[found]!)
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
}

interface Entry {
  readonly name: Buffer
  readonly crc: number
  readonly size: number
  readonly inflated: number
  readonly at: number
}

/** The workbook around a sheet. @param sheet its XML. @throws TooLargeToExport, and what the sheet throws */
export async function* workbook(sheet: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let at = 0
  for (const [path, text] of Object.entries(parts)) {
    const name = Buffer.from(path)
    const inflated = Buffer.from(text)
    const deflated = deflateRawSync(inflated)
    const entry = { name, crc: crc32(inflated), size: deflated.length, inflated: inflated.length, at }
    entries.push(entry)
    const whole = Buffer.concat([header(entry, 0), deflated])
    at += whole.length
    yield whole
  }
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const unknown = { name, crc: 0, size: 0, inflated: 0, at }
  const begin = header(unknown, sizesFollow)
  yield begin
  let crc = 0
  let inflated = 0
  let size = 0
  async function* counted() {
    for await (const piece of sheet) {
      crc = crc32(piece, crc)
      inflated += piece.length
      if (inflated > mostBytes) throw new TooLargeToExport('A workbook holds 4 GB of text. Export as CSV instead.')
      yield piece
    }
  }
  // level 6 takes longer than the database needs for the rows
  for await (const piece of through(counted(), createDeflateRaw({ level: 1 }))) {
    size += piece.length
    yield piece
  }
  const written = { ...unknown, crc, size, inflated }
  yield Buffer.concat([descriptor(written), ending([...entries, written], at + begin.length + size + 16)])
}

/** General purpose flag: checksum and sizes stand behind the entry. */
const sizesFollow = 0x0008
const deflated = 8
/** 1 January 1980: two exports of the same rows are the same octets. */
const date = 0x0021

function header({ name, crc, size, inflated }: Entry, flags: number): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(20, 4)
  common(head, 6, { name, crc, size, inflated }, flags)
  return Buffer.concat([head, name])
}

/** What the header of an entry and its line of the directory have in common. */
function common(head: Buffer, from: number, { name, crc, size, inflated }: Omit<Entry, 'at'>, flags: number): void {
  head.writeUInt16LE(flags, from)
  head.writeUInt16LE(deflated, from + 2)
  head.writeUInt16LE(date, from + 6)
  head.writeUInt32LE(crc, from + 8)
  head.writeUInt32LE(size, from + 12)
  head.writeUInt32LE(inflated, from + 16)
  head.writeUInt16LE(name.length, from + 20)
}

function descriptor({ crc, size, inflated }: Entry): Buffer {
  const after = Buffer.alloc(16)
  after.writeUInt32LE(0x0807_4b50, 0)
  after.writeUInt32LE(crc, 4)
  after.writeUInt32LE(size, 8)
  after.writeUInt32LE(inflated, 12)
  return after
}

/** The directory, and its end. @param at where it begins */
function ending(entries: readonly Entry[], at: number): Buffer {
  const lines = entries.map(entry => {
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x0201_4b50, 0)
    line.writeUInt16LE(20, 4)
    line.writeUInt16LE(20, 6)
    common(line, 8, entry, entry === entries.at(-1) ? sizesFollow : 0)
    line.writeUInt32LE(entry.at, 42)
    return Buffer.concat([line, entry.name])
  })
  const directory = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([directory, end])
}
