/** What is edited: the content of a draft, or of a template, as the contract has it. */
import type { ValueOf } from '../../../../src/client/client.ts'

/** As `Campaign.GetDraft` answers it and `Campaign.UpdateDraft` takes it, whole. */
export type Content = NonNullable<ValueOf<'Campaign.GetDraft'>['Content']>
export type Kind = Content['Kind']
export type RegionValue = NonNullable<Content['Values']>[number]
export type Region = ValueOf<'Template.GetRegions'>[number]
/** Of an item, or of the template itself and no repeater. */
export type LeafRegion = Omit<Region, 'Layouts'>
export type RegionItem = NonNullable<RegionValue['Items']>[number]
export type LeafValue = Omit<RegionValue, 'Items'>

/** A problem of the source with its line and column, both from 1. Without a line it concerns the complete source. */
export interface ContentProblem {
  readonly Severity: 'Error' | 'Warning'
  readonly Message?: string | undefined
  readonly Line?: number | undefined
  readonly Column?: number | undefined
}

/** What a preview shows: `Campaign.Preview` and `Template.Preview` without what belongs to one of them alone. */
export type Preview = Pick<
  ValueOf<'Campaign.Preview'>,
  'Revision' | 'SizeInBytes' | 'HtmlURL' | 'DarkURL' | 'DarkBy' | 'ImagesOffURL'
> & {
  readonly Text?: string | undefined
  readonly Subject?: string | undefined
  /** Of a campaign: a template is HTML alone. */
  readonly HtmlSizeInBytes?: number | undefined
}

export interface PreviewOptions {
  /** The address of a subscriber of one of its lists; empty or left out: every tag shows its fallback. */
  readonly PersonalizeAs?: string
  readonly signal: AbortSignal
}
