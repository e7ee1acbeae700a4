/** Revisions of drafts and of templates, read alike: those that are kept, or the present version if none is kept yet. */
import type { RevisionRow } from '../../store/campaigns/revisions.ts'
import { cutPage, isNumberKey, readCursorPage, type SortKey } from '../paging/cursors.ts'
import { unknownRevisionRefusal } from './revision-refusals.ts'

/** The present version, as the only revision of a draft or template from before revisions. */
interface Present {
  readonly revision: number
  readonly savedDate: string
  readonly savedBy: string
  readonly name: string
}

/**
 * A page of revisions, the newest first.
 * @param read those that are kept @param present asked where none is kept
 * @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be, and what the two throw
 */
export async function pageOfRevisions(
  request: { readonly cursor: string | null; readonly limit: number },
  timeZone: string,
  read: (page: {
    readonly before: number | undefined
    readonly limit: number
    readonly timeZone: string
  }) => Promise<readonly RevisionRow[]>,
  present: () => Promise<Present>,
) {
  const { after, limit } = readCursorPage(request, isRevision)
  const rows = await read({ before: after?.[0], limit: limit + 1, timeZone })
  if (rows.length === 0 && !after) return { rows: [onlyRevision(await present())], nextCursor: '' }
  return cutPage(rows, limit, ({ revision }) => [revision])
}

function onlyRevision({ revision, savedDate, savedBy, name }: Present): RevisionRow {
  return { revision, savedDate, username: savedBy, means: '', action: 'created', restored: null, name }
}

/**
 * One revision. @param kept as it was kept @param present reads the present version, if the revision was not kept
 * @throws Refusal UnknownRevision, and what the two throw
 */
export async function readInRevision<Version extends { readonly revision: number }>(
  revision: number,
  kept: Promise<Version | undefined>,
  present: () => Promise<Version>,
): Promise<Version> {
  const found = await kept
  if (found) return found
  const now = await present()
  if (now.revision === revision) return now
  throw unknownRevisionRefusal(revision)
}

function isRevision(values: SortKey): values is readonly [number] {
  return isNumberKey(values) && Math.abs(values[0]) < 2 ** 31
}
