/** The public archive of a list: its settings and its addresses. See docs/archive.md. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { type ArchiveSettings, readArchiveSettings, updateArchiveSettings } from '../../store/archives/archives.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { findForm } from '../../store/forms/forms.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import { readDay } from '../text-rules/dates.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { publicPaths, type Tokens } from '../tokens/tokens.ts'

const longestTitle = 100
const longestDescription = 300

/** As callers give it; absent is null. */
export interface GivenArchive {
  readonly Shown: boolean
  readonly Title: string | null
  readonly Description: string | null
  readonly Since: string | null
  readonly SearchEngines: boolean
  readonly FormID: string | null
}

/** Of a list whose archive was never shown. */
const hidden: ArchiveSettings = { shown: false, title: '', description: '', since: '', searchEngines: false, form: '' }

/** @throws Refusal InvalidCharacters, ValueTooLong, InvalidDate, UnknownForm */
export async function setArchive(db: Database, list: ListRef, given: GivenArchive): Promise<void> {
  await updateArchiveSettings(db, list, {
    shown: given.Shown,
    title: cleanLine('Title', given.Title, longestTitle),
    description: cleanLine('Description', given.Description, longestDescription),
    since: readDay('Since', given.Since) ?? '',
    searchEngines: given.SearchEngines,
    form: await formOf(db, list, given.FormID),
  })
}

export async function readArchive(sql: Sql, list: ListRef): Promise<ArchiveSettings> {
  return { ...hidden, ...(await readArchiveSettings(sql, list)) }
}

async function formOf(sql: Sql, client: ClientRef, given: string | null): Promise<string> {
  const publicId = (given ?? '').trim().toLowerCase()
  if (publicId === '') return ''
  if (!isPublicId(publicId) || !(await findForm(sql, client, publicId))) throw new Refusal('UnknownForm')
  return publicId
}

/** Addresses of an archive. @param base without a slash at the end */
export function archiveUrls(
  base: string,
  { sign }: Pick<Tokens, 'sign'>,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
) {
  const page = base + publicPaths.archive(sign('archive', clientId, listId))
  return { page, feed: `${page}/feed`, letter: (campaignPublicId: string) => `${page}/${campaignPublicId}` }
}
