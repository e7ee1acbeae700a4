/** Files of people as bench/import.ts uploads them: the same rows as CSV or as a workbook, made as they are sent. */
import { Readable } from 'node:stream'
import yazl from 'yazl'

export interface Person {
  readonly email: string
  readonly name: string
  readonly city: string
}

/** @param round makes addresses differ from those of other rounds */
export function person(n: number, round: number): Person {
  return {
    email: `reader${n}.${round}@${['example.com', 'post.example', 'büro.example'][n % 3]}`,
    name: n % 5 === 0 ? `Müller, "Mia" ${n}` : `Reader ${n}`,
    city: ['Ulm', 'Köln', 'Bremen, Mitte', ''][n % 4]!,
  }
}

export type Format = 'csv' | 'xlsx'

/** The octets of a file of so many people. */
export function fileOf(format: Format, rows: number, round: number): AsyncIterable<Uint8Array> {
  return format === 'csv' ? encoded(csv(rows, round)) : workbook(rows, round)
}

function* csv(rows: number, round: number): Generator<string> {
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  yield 'Email,Name,City\n'
  for (let n = 0; n < rows; n++) {
    const { email, name, city } = person(n, round)
    yield `${email},${quoted(name)},${quoted(city)}\n`
  }
}

/** Texts within their cells, as programs that write as a stream do. */
function workbook(rows: number, round: number): AsyncIterable<Uint8Array> {
  const file = new yazl.ZipFile()
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const add = (name: string, text: string) => file.addBuffer(Buffer.from(`${head}${text}`), name)
  add(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  )
  add(
    'xl/workbook.xml',
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>',
  )
  add(
    'xl/_rels/workbook.xml.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  )
  file.addReadStream(Readable.from(encoded(sheet(rows, round))), 'xl/worksheets/sheet1.xml')
  file.end()
  return file.outputStream as AsyncIterable<Uint8Array> & typeof file.outputStream
}

function* sheet(rows: number, round: number): Generator<string> {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const cell = (column: string, row: number, text: string) =>
    text === '' ? '' : `<c r="${column}${row}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
  const line = (row: number, cells: readonly string[]) =>
    `<row r="${row}">${cells.map((text, index) => cell('ABC'[index]!, row, text)).join('')}</row>`
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
  yield line(1, ['Email', 'Name', 'City'])
  for (let n = 0; n < rows; n++) {
    const { email, name, city } = person(n, round)
    yield line(n + 2, [email, name, city])
  }
  yield '</sheetData></worksheet>'
}

async function* encoded(pieces: Iterable<string>): AsyncGenerator<Uint8Array> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
