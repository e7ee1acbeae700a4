/** Rows as the text of a file, in each format. What a writer yields is text; `workbook.ts` and gzip make octets of it. */
import { byteOrderMark, csvCell, escapeFormula } from '../../lib/csv.ts'
import type { ExportFormat, TableFormat } from '../../store/exports/exports.ts'
import { joinOptions } from '../subscribers/options-text.ts'
import type { Column } from './columns.ts'
import { sheetEnd, sheetRow, sheetStart } from './workbook.ts'

/** A row as it is stored, one text for each column. */
export type ExportedRow = readonly (string | null)[]

export interface Writer {
  readonly start: string
  row(values: ExportedRow): string
  readonly end: string
}

/** Media types and endings of names. */
export const formats = {
  csv: { mediaType: 'text/csv; charset=utf-8', ending: 'csv', gzips: true },
  excel: { mediaType: 'text/csv; charset=utf-8', ending: 'csv', gzips: true },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
    // a workbook is compressed already
    gzips: false,
  },
  jsonl: { mediaType: 'application/x-ndjson; charset=utf-8', ending: 'jsonl', gzips: true },
  zip: { mediaType: 'application/zip', ending: 'zip', gzips: false },
} as const satisfies Record<ExportFormat, { mediaType: string; ending: string; gzips: boolean }>

export function writer(format: TableFormat, columns: readonly Column[]): Writer {
  const header = columns.map(column => column.header)
  const cells = (row: ExportedRow) => columns.map((column, index) => cellOf(column, row[index] ?? ''))
  switch (format) {
    case 'csv': {
      const line = (texts: readonly string[]) => `${texts.map(csvCell).join(',')}\r\n`
      return { start: line(header), row: values => line(cells(values)), end: '' }
    }
    case 'excel': {
      const line = (texts: readonly string[]) => `${texts.map(text => csvCell(escapeFormula(text))).join(',')}\r\n`
      return { start: byteOrderMark + line(header), row: values => line(cells(values)), end: '' }
    }
    case 'xlsx': {
      let number = 1
      return {
        start: sheetStart + sheetRow(number, header),
        row: values => sheetRow(++number, cells(values)),
        end: sheetEnd,
      }
    }
    case 'jsonl':
      return { start: '', row: jsonRow(columns), end: '' }
  }
}

function jsonRow(columns: readonly Column[]): Writer['row'] {
  const keys = columns.map(({ header }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(header)}:`)
  return values => {
    let line = ''
    for (const [index, { show, hasOptions }] of columns.entries()) {
      const text = values[index] ?? ''
      const json = hasOptions
        ? JSON.stringify(optionsOf(text) ?? [])
        : quoted(text === '' || show === undefined ? text : show(text))
      line += keys[index]! + json
    }
    return `${line}}\n`
  }
}

/** As JSON.stringify, which takes three times as long for texts without anything to escape. */
function quoted(text: string): string {
  return /["\\\x00-\x1f\ud800-\udfff]/.test(text) ? JSON.stringify(text) : `"${text}"`
}

function cellOf({ show, hasOptions }: Column, text: string): string {
  if (text === '') return ''
  if (hasOptions) return joinOptions(optionsOf(text) ?? [])
  return show === undefined ? text : show(text)
}

/** A field that had one value before it could have several holds a text still. */
function optionsOf(text: string): readonly string[] | undefined {
  if (text === '') return undefined
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : [text] // an array of options is all that is stored so
}
