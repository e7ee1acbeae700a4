/** Segments as the service says them. */
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'
import type { EditedGroup } from './editing.ts'

export type Tree = ParametersOf<'Segment.SetTree'>['Tree']
export type Leaf = NonNullable<Tree['Leaves']>[number]
export type Subject = Leaf['Subject']
export type Operator = Leaf['Operator']
export type Count = ValueOf<'Segment.Count'>
export type Explained = ValueOf<'Segment.Explain'>
export type ListedSegment = ValueOf<'Segment.ListAll'>[number]
export type Root = EditedGroup<Leaf>

/** Where a segment belongs: a list, or the client with all its lists. */
export interface Owner {
  readonly clientId: string
  /** '' for all lists of the client. */
  readonly listId: string
}
