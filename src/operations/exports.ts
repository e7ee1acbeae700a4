/** Export.*: files with data of a client. */
import { actorOf } from '../domain/audit/audit-log.ts'
import {
  createExport,
  deleteExport,
  findExport,
  formatNames,
  kinds,
  listExports,
  readDownloadableExport,
} from '../domain/exports/exports.ts'
import { exportLinkPath, linkMinutes } from '../domain/exports/links.ts'
import type { ExportRow } from '../store/exports/exports.ts'
import type { HandlersOf } from './dependencies.ts'

export const exports: HandlersOf<'Export'> = {
  'Export.Create': (params, { client, principal }, { db, access, limits: { retention }, now }) =>
    createExport({ db, access, retention, now }, client, principal, {
      kind: params.Kind,
      listId: params.ListID,
      segment: params.Segment,
      state: params.State,
      campaignId: params.CampaignID,
      importId: params.ImportID,
      undoing: params.Undoing,
      scope: params.Scope,
      email: params.Email,
      format: params.Format,
      gzip: params.Gzip,
    }),

  'Export.Get': async ({ ExportID }, { client }, { db }) => onWire(await findExport(db, client, ExportID)),

  async 'Export.List'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listExports(db, client, { cursor: Cursor, limit: Limit })
    return { Exports: rows.map(onWire), NextCursor: nextCursor }
  },

  async 'Export.GetLink'({ ExportID }, { client, principal, origin }, { db, keys, now }) {
    const { exportId, fileName, bytes } = await readDownloadableExport(db, client, principal, ExportID)
    const until = now().getTime() + linkMinutes * 60_000
    const { clientPublicId } = client
    const path = exportLinkPath(keys, { clientPublicId, exportId, until, actor: actorOf(principal) })
    return {
      URL: origin.publicUrl + path,
      FileName: fileName,
      Bytes: bytes,
      ExpiresAt: new Date(until).toISOString(),
    }
  },

  'Export.Delete': ({ ExportID }, { client }, { db }) => deleteExport(db, client, ExportID),
}

function onWire(row: ExportRow) {
  const { state, isClaimed } = row
  return {
    ExportID: row.publicId,
    Kind: kinds[row.kind].name,
    Format: formatNames[row.format],
    Gzip: row.gzip,
    State: state === 'waiting' ? (isClaimed ? 'Writing' : 'Waiting') : state === 'done' ? 'Done' : 'Failed',
    FileName: row.fileName,
    RowsWritten: row.rows,
    Bytes: row.bytes,
    CreatedBy: row.createdByName ?? '',
    CreatedDate: row.createdDate,
    EndedDate: row.endedDate ?? '',
    ExpiresDate: row.expiresDate,
    Problem: row.problem ?? '',
  } as const
}
