/** `/api/exports/<token>`: the file of an export, streamed from the database. Each download is an entry of the audit log. */

import type { KeyRing } from '../domain/access/keys.ts'
import type { AuditLog } from '../domain/audit/audit-log.ts'
import { downloadOperation, exportPath, readExportLink } from '../domain/exports/links.ts'
import { formats } from '../domain/exports/writers.ts'
import { savedAs } from '../lib/file-name.ts'
import type { Answer, Request, Route } from '../lib/http.ts'
import { readClientsByPublicId } from '../store/accounts/access.ts'
import type { Database } from '../store/connection/database.ts'
import { type ExportedFile, readChunksOf, readExportedFile } from '../store/exports/exports.ts'
import { guarded } from './pages/answers.ts'
import { notFound, readOnly } from './pages/assets.ts'

export interface ExportRouteParts {
  readonly db: Database
  readonly keys: KeyRing
  readonly audit: AuditLog
  readonly now: () => Date
}

export function exportRoute({ db, keys, audit, now }: ExportRouteParts): Route {
  return request => (request.path.startsWith(exportPath) ? readOnly(request, () => answer(request)) : undefined)

  async function answer(request: Request): Promise<Answer> {
    const link = readExportLink(keys, request.path.slice(exportPath.length), now())
    // a deleted client has none
    const [client] = link ? await readClientsByPublicId(db, [link.clientPublicId]) : []
    const file = link && client && (await readExportedFile(db, client, link.exportId))
    if (!file) return notFound(request)
    // link checkers look first; the file goes out with GET alone
    if (request.method === 'HEAD') return { ...head(file), body: '' }
    await audit.record({
      accountId: client.accountId,
      clientId: client.clientId,
      ...link.actor,
      subject: `ClientID ${link.clientPublicId}, ExportID ${file.publicId}`,
      outcome: '',
      wire: 'get',
      operation: downloadOperation,
      requestId: request.id,
      remote: request.remote,
    })
    return { ...head(file), body: readChunksOf(db, file) }
  }
}

function head({ format, gzip, fileName, bytes }: ExportedFile): Pick<Answer, 'status' | 'headers'> {
  return {
    status: 200,
    headers: {
      ...guarded,
      'Content-Type': gzip ? 'application/gzip' : formats[format].mediaType,
      'Content-Length': String(bytes),
      // RFC 6266: the second for programs that read it
      'Content-Disposition': savedAs(fileName),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  }
}
