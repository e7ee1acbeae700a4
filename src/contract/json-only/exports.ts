/** Export.*: files made of what a client has. */
import * as own from '../export-records.ts'
import { type Access, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, type Members, type Shape, text } from '../shapes.ts'

const ofExport = { ...ofClient, ExportID: text }

// biome-ignore format: a table reads by its columns
export const exports = {
  'Export.Create': row('CreateExport', { ...ofClient, Kind: text, ListID: text, Segment: text, State: text, CampaignID: text, ImportID: text, Undoing: text, Scope: text, Email: text, Format: text, Gzip: boolean }, U(text), on('ClientID', 'ReadAudience'), 'Has a file made of subscribers, their history, recipients of a campaign, the suppression list or the verdicts of an import, or of everything that is known of a contact, in the background, and yields its ExportID.'),
  'Export.Get': row('GetExport', ofExport, U(own.Export), on('ClientID', 'ReadAudience'), 'An export: its state, and how far it is.'),
  'Export.List': row('GetExports', { ...ofClient, Cursor: text, Limit: int }, U(own.ExportPage), on('ClientID', 'ReadAudience'), 'The exports of a client that are kept, newest first, page by page.'),
  'Export.GetLink': row('GetExportLink', ofExport, U(own.ExportLink), on('ClientID', 'ReadAudience'), 'A link by which the file can be downloaded without a key, for some minutes.'),
  'Export.Delete': row('DeleteExport', ofExport, R, on('ClientID', 'ReadAudience'), 'Deletes an export with its file; one that is being written is given up.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
