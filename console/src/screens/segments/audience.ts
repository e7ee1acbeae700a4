/** A segment as the audience of a campaign names it. */
import type { Draft } from '../../drafts/parts.ts'

export type DraftSegment = NonNullable<NonNullable<Draft['Audience']>['Segments']>[number]

export interface ChosenSegment {
  readonly id: string
  readonly title: string
  readonly isOfClient: boolean
  /** Of a segment of the client: '' for all lists. */
  readonly listId: string
}

/** One of a list is named by its list and name, one of the client by its identifier. */
export function draftSegment({ id, title, isOfClient, listId }: ChosenSegment): DraftSegment {
  if (!isOfClient) return { ListID: listId, Name: title }
  return { ...(listId !== '' && { ListID: listId }), SegmentID: id, Name: title }
}
