/** What each kind of source of a draft does: `draft-source.ts` has the table of them. */
import { longestContent } from '../../../contract/limits.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { Fetch } from '../../../lib/fetcher.ts'
import type { DraftText, DraftVersion } from '../../../store/campaigns/draft-rows.ts'
import type { CopiedFile } from '../../../store/campaigns/imported-content.ts'
import type { Database } from '../../../store/connection/database.ts'
import { type Asset, keptPaths } from '../../content/assets.ts'
import { fileLimits } from '../../content/page-files.ts'
import type { GivenRegionValue, KeptRegionValue } from '../../content/regions/given-regions.ts'
import type { ClaimedUpload } from '../../uploads/uploads.ts'
import type { DraftContent } from './draft-content.ts'
import type { DraftTasks } from './draft-tasks.ts'

export interface SourceParts {
  readonly db: Database
  readonly fetch: Fetch
  /** Reads and compiles the pages. */
  readonly contentTasks: Pick<DraftTasks, 'draftPage' | 'ready' | 'compileMjml' | 'compileSections' | 'fillRegions'>
}

/** Content as callers give it; absent is null. */
export interface GivenContent {
  readonly Kind: 'Html' | 'Url' | 'Mjml' | 'Zip' | 'Regions' | 'Sections'
  readonly Html?: string | null
  readonly Text?: string | null
  readonly HtmlUrl?: string | null
  readonly TextUrl?: string | null
  readonly Mjml?: string | null
  readonly UploadID?: string | null
  readonly FileName?: string | null
  readonly TemplateID?: string | null
  readonly Template?: { readonly Revision: number; readonly NewestRevision: number } | null
  readonly Values?: readonly (GivenRegionValue | null)[] | null
  readonly Sections?: string | null
}

/** Content as callers get it. */
export type WrittenContent = Omit<GivenContent, 'Values'> & { readonly Values?: readonly KeptRegionValue[] }

/** A source, and the files that come with it. */
export interface ReadSource {
  readonly text: DraftText
  readonly files: readonly Asset[]
  /** Paths of the files that belong to it, those that the draft has already included. */
  readonly ownFiles: readonly string[]
  /** The upload that it comes from, which is used up with the save. */
  readonly upload?: ClaimedUpload
  /** Files of a template that are copied for it. */
  readonly copied?: { readonly templateId: number; readonly files: readonly CopiedFile[] }
}

/** What reading a source may need besides what is given. */
export interface SourceContext {
  /** The version of the draft that is there now; undefined for a draft that is begun. */
  readonly present?: Pick<DraftVersion, 'text' | 'ownFiles'> | undefined
  /** The upload that is given. */
  readonly upload?: ClaimedUpload | undefined
}

export interface Kind {
  /** What a caller may give; everything else belongs to other kinds. */
  readonly members: readonly (keyof GivenContent)[]
  /** Reading takes so long that a stale save is refused first, or needs the present version. */
  readonly needsPresent: boolean
  /** Reads what a caller gives. */
  readonly read: (
    given: GivenContent,
    parts: SourceParts,
    clientId: number,
    context: SourceContext,
  ) => Promise<ReadSource>
  /** As callers get it. */
  readonly written: (version: Pick<DraftVersion, 'text' | 'newestTemplate'>) => WrittenContent
  /** Makes what is sent; undefined where that was done when the source was read. */
  readonly importSource?: (
    source: Pick<DraftText, 'html' | 'text' | 'detail'>,
    parts: SourceParts,
    clientId: number,
  ) => Promise<DraftContent>
}

export const noText: DraftText = { kind: 'none', html: '', text: null, htmlUrl: '', textUrl: '', detail: {} }
export const noSource: ReadSource = { text: noText, files: [], ownFiles: [] }

export function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
}

/** Files of the draft that HTML or MJML names: what is written next may show what a ZIP file brought along. */
export function namedFiles(source: string): readonly string[] {
  return keptPaths(source).slice(0, fileLimits.count)
}

/** The text part as it is given: null where it is to be made from the HTML. */
export function givenText({ Text }: GivenContent): string | null {
  return isGiven(Text) ? Text! : null
}

/** @param what the parts as messages name them. @throws Refusal ValueTooLong */
export function refuseTooLong(what: string, ...parts: readonly (string | null)[]): void {
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0)
  if (bytes > longestContent) {
    throw new Refusal('ValueTooLong', `${what} are longer than ${longestContent} bytes together.`)
  }
}
