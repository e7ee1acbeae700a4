/** How many people a tree has, counted anew as it changes; the answer to a question that is no longer asked is not waited for. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, read } from '../../api/call.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { may, useSession } from '../../session/session.ts'
import { countLeaves } from './editing.ts'
import { isComplete } from './offered.ts'
import type { Count, Owner, Root } from './types.ts'
import { treeOf } from './use-segment.ts'

/** Milliseconds without a change. */
const pauseMs = 400
/** A count of a saved segment that is under way follows over the live stream; it is asked for, too, for where no stream comes. */
const againMs = 5000
/** Of a tree that is not saved: what a large list does not count in its time, it never does. */
const mostLooks = 4

export type Counted =
  | { readonly kind: 'empty' | 'incomplete' | 'forbidden' | 'counting' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'known'; readonly count: Count }

export function isWhole({ leaves, groups }: Root): boolean {
  return leaves.every(({ leaf }) => isComplete(leaf)) && groups.every(isWhole)
}

/** @param segmentId of the saved segment that has exactly this tree; its exact count follows over the live stream */
export function useCount({ clientId, listId }: Owner, group: Root, segmentId: string | undefined): Counted {
  const session = useSession()
  const mayCount = may(session, 'ReadAudience', clientId)
  // another object is another tree: groups that did not change stay the same
  const settled = useDebounced(group, pauseMs)
  const isCountable = mayCount && isWhole(settled) && countLeaves(settled) > 0
  const tree = useMemo(() => treeOf(settled), [settled])
  const asked = { ClientID: clientId, ListID: listId, Tree: tree }
  const ofTree = useQuery({
    queryKey: ['Segment.CountTree', asked],
    queryFn: ({ signal }) => call('Segment.CountTree', asked, { signal }),
    enabled: isCountable && segmentId === undefined,
    // the count has little time, and a busy machine none to spare: a few more looks
    refetchInterval: ({ state }) =>
      state.data?.State === 'Counting' && state.dataUpdateCount < mostLooks ? againMs : false,
    gcTime: 60_000,
  })
  const ofSegment = useQuery({
    ...read('Segment.Count', { SegmentID: segmentId ?? '' }),
    enabled: isCountable && segmentId !== undefined,
    refetchInterval: ({ state }) => (state.data?.State === 'Counting' ? againMs : false),
  })
  const { data, error } = segmentId === undefined ? ofTree : ofSegment
  if (!mayCount) return { kind: 'forbidden' }
  if (countLeaves(group) === 0) return { kind: 'empty' }
  if (!isWhole(group)) return { kind: 'incomplete' }
  if (settled !== group) return { kind: 'counting' }
  if (error) return { kind: 'failed', error }
  return data ? { kind: 'known', count: data } : { kind: 'counting' }
}
