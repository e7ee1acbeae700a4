/** The record types of Export.*. Dates are in the time zone of the client. */
import { boolean, enumeration, list, long, record, text } from './shapes.ts'

export const ExportKind = enumeration(
  'ExportKind',
  'Subscribers',
  'History',
  'Recipients',
  'Suppressions',
  'ImportVerdicts',
  'AccessRequest',
)
export const ExportFormat = enumeration('ExportFormat', 'Csv', 'Excel', 'Xlsx', 'JsonLines', 'Zip')
export const ExportState = enumeration('ExportState', 'Waiting', 'Writing', 'Done', 'Failed')

export const Export = record('Export', {
  ExportID: text,
  Kind: ExportKind,
  Format: ExportFormat,
  Gzip: boolean,
  State: ExportState,
  FileName: text,
  RowsWritten: long,
  Bytes: long,
  CreatedBy: text,
  CreatedDate: text,
  EndedDate: text,
  ExpiresDate: text,
  Problem: text,
})
export const ExportPage = record('ExportPage', { Exports: list(Export), NextCursor: text })

export const ExportLink = record('ExportLink', { URL: text, FileName: text, Bytes: long, ExpiresAt: text })
