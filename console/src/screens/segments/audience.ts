/** A segment as the audience of a campaign names it. */
import type { Draft } from '../../drafts/parts.ts'

export type DraftSegment = NonNullable<NonNullable<Draft['Audience']>['Segments']>[number]

/** @param listId '' for a segment of the client, which is named by its identifier */
export function draftSegment(segmentId: string, listId: string, title: string): DraftSegment {
  return listId === '' ? { SegmentID: segmentId } : { ListID: listId, Name: title }
}
