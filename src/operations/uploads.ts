/**
 * `POST /api/uploads` as a call: the caller is authenticated, authorised for the client and rate limited, and the call is in the audit log,
 * as for operations. It is not part of the contract, because its body is the file.
 */
import { Refusal } from '../contract/refusals.ts'
import type { Right } from '../contract/rights.ts'
import { isGiven } from '../domain/access/authentication.ts'
import { mayOnClient, refuseWithoutFactor } from '../domain/access/principal.ts'
import { actorOf, type PendingEntry } from '../domain/audit/audit-log.ts'
import type { RateLimit } from '../domain/limits/rate-limit.ts'
import {
  type Pieces,
  receiveUpload,
  type Upload,
  type UploadLimits,
  uploadOperation,
} from '../domain/uploads/uploads.ts'
import { withEntry } from './audited.ts'
import type { Dependencies, Origin } from './dependencies.ts'

/** Any of these rights on the client allows uploads, because files are used for content and imports. */
const rights: readonly Right[] = ['Draft', 'ImportHtml', 'Import']

export interface UploadCall {
  readonly apiKey: string | null
  readonly clientId: string | null
  readonly fileName: string | null
  /** Announced number of bytes, if any. */
  readonly length: number | undefined
  readonly pieces: Pieces
}

/** @throws Refusal, and errors of the pieces */
export type ReceiveUpload = (call: UploadCall, origin: Origin) => Promise<Upload>

export function uploader(
  { db, access, audit }: Pick<Dependencies, 'db' | 'access' | 'audit'>,
  limits: UploadLimits,
  rateLimit: RateLimit,
): ReceiveUpload {
  return async ({ apiKey, clientId, fileName, length, pieces }, { cookies, withheld, remote, requestId, wire }) => {
    if (withheld?.hasSession && !isGiven(apiKey)) {
      throw new Refusal('InvalidApiKey', `The session cookie does not count: ${withheld.reason}`)
    }
    const principal = await access.authenticate({ apiKey, session: cookies?.get('session'), remote })
    rateLimit(`${principal.kind} ${principal.id}`)
    refuseWithoutFactor(principal)
    const client = await access.client(Promise.resolve(principal), clientId, 'View')
    const entry = { accountId: principal.accountId, clientId: client.clientId, ...actorOf(principal) }
    const subject = `ClientID ${client.clientPublicId}`
    const pending: PendingEntry = {
      entry: { ...entry, subject, wire, operation: uploadOperation, requestId, remote },
      isWritten: false,
    }
    let made: Upload | undefined
    await withEntry(audit, pending, async () => {
      if (!rights.some(right => mayOnClient(principal, client.clientId, right))) throw new Refusal('AccessDenied')
      made = await receiveUpload(db, client, { fileName, length }, pieces, limits)
      return made.publicId
    })
    return made!
  }
}
