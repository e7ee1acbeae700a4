/** What the editors and choosers of content are given. */
import type { Content, ContentProblem, LeafRegion, LeafValue } from './content.ts'

export interface ContentEditorProps {
  readonly clientId: string
  /** Undefined without content. After a save of the kinds Url, Zip and Regions: as `Campaign.GetDraft` answers it. */
  readonly content: Content | undefined
  /**
   * Whole content, to be saved as it is. What is typed comes at the latest 150 ms later, and when the editor is left; a Url comes when
   * its page is to be fetched (again), a Zip when the file has been uploaded.
   */
  readonly onChange: (content: Content) => void
  /** Those of `Campaign.Check` that have a place in the source. The editor finds those of MJML by itself. */
  readonly problems?: readonly ContentProblem[] | undefined
  readonly isLocked?: boolean | undefined
  /** What is opened first, and has the keyboard: a section, or the line of a source. Another object opens it again. */
  readonly place?: { readonly section?: number; readonly line?: number; readonly column?: number } | undefined
  /** Keys of custom fields, which are offered as tags. */
  readonly fields?: readonly string[] | undefined
  /** Where the mail is shown to be edited in it, beside the editor; null while nothing is shown there. */
  readonly canvas?: HTMLElement | null | undefined
  /** How many people get a section with a condition, by its number from 1; null where it is not known. */
  readonly sectionCounts?: ReadonlyMap<number, number | null> | undefined
}

export interface KindChooserProps {
  readonly clientId: string
  readonly present?: Content | undefined
  readonly onChoose: (content: Content) => void
}

export interface RegionFieldProps {
  readonly clientId: string
  readonly region: LeafRegion
  /** Undefined: the region shows what the template does. */
  readonly value: LeafValue | undefined
  readonly onChange: (value: LeafValue) => void
  readonly isLocked: boolean
  /** As for the editor. */
  readonly fields?: readonly string[] | undefined
}
