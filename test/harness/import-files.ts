/** Files for tests of readers: on disk, as ZIP, as workbook. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { type ImportOpening, openImport } from '../../src/domain/imports/readers/open.ts'
import type { ImportRow, ImportSource } from '../../src/domain/imports/source.ts'

/** Opens content as an uploaded file. It lies in the temporary folder of the test run, which is removed after it. */
export function openFile(
  content: string | Buffer,
  name = 'people.csv',
  opening: ImportOpening = {},
): Promise<ImportSource> {
  const path = join(mkdtempSync(join(tmpdir(), 'import-')), 'file')
  writeFileSync(path, content)
  return openImport({ path, name }, opening)
}

export async function rowsOf(source: ImportSource, part = 0): Promise<readonly ImportRow[]> {
  const rows: ImportRow[] = []
  for await (const batch of source.rows(part)) rows.push(...batch)
  return rows
}

export const cellsOf = async (source: ImportSource, part = 0) => (await rowsOf(source, part)).map(({ cells }) => cells)

export function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

interface Book {
  /** XML of `sheetData`, by name of the sheet; a name that begins with `!` is hidden. */
  readonly sheets: Readonly<Record<string, string>>
  readonly shared?: string
  readonly styles?: string
  readonly properties?: string
  readonly more?: Readonly<Record<string, string>>
}

/** A workbook with the parts that spreadsheet programs write (ECMA-376 part 1, 12.3). */
export function bookOf({ sheets, shared = '', styles = '', properties = '', more = {} }: Book): Promise<Buffer> {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const names = Object.keys(sheets)
  const relation = (id: number) =>
    `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${id}.xml"/>`
  const sheet = (name: string, index: number) =>
    `<sheet name="${name.replace('!', '')}" sheetId="${index + 1}"${name.startsWith('!') ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr ${properties}/><sheets>${names.map(sheet).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => relation(index + 1)).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst ${main}>${shared}</sst>`,
    'xl/styles.xml': `<styleSheet ${main}>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  })
}
