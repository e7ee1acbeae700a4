/**
 * Links to the files of exports. A link holds, encrypted, which file it is for, when it ends, and who asked for it. Anyone who has the
 * link can download the file until then: browsers send no key with a download.
 */
import type { KeyRing } from '../access/keys.ts'
import type { NewAuditEntry } from '../audit/audit-log.ts'
import { decrypt, encrypt } from '../tokens/encryption.ts'

/** Minutes for which a link leads to its file. */
export const linkMinutes = 15

/** What the audit log calls a download, which is no operation of the contract: its answer is the file. */
export const downloadOperation = 'Export.Download'

export interface ExportLink {
  readonly clientPublicId: string
  readonly exportId: number
  /** Milliseconds since 1970. */
  readonly until: number
  /** Who asked for the link. */
  readonly actor: Pick<NewAuditEntry, 'actorKind' | 'actorId' | 'actorName' | 'means'>
}

/** Path of the files; the link's token follows. */
export const exportPath = '/api/exports/'

const purpose = 'export link'

export function exportLinkPath(keys: KeyRing, link: ExportLink): string {
  const sealed = encrypt(keys.secretFor(purpose), Buffer.from(JSON.stringify(link)), purpose)
  return exportPath + sealed.toString('base64url')
}

/** @returns undefined for a token that is not ours, or whose time is over */
export function readExportLink(keys: KeyRing, token: string, now: Date): ExportLink | undefined {
  if (!/^[\w-]{40,2000}$/.test(token)) return undefined
  try {
    const text = decrypt(keys.secretFor(purpose), Buffer.from(token, 'base64url'), purpose).toString()
    const link = JSON.parse(text) as ExportLink // we wrote it: nothing else opens
    return link.until > now.getTime() ? link : undefined
  } catch {
    return undefined
  }
}
