/** Segment.*: segments as trees of conditions. */
import type { segmentTrees as cards } from '../contract/groups/segment-trees.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Handlers } from './dependencies.ts'

async function fail(): Promise<never> {
  throw new Refusal('UnexpectedError', 'Not there yet.')
}

export const segmentTrees: Pick<Handlers, keyof typeof cards> = {
  'Segment.SetTree': fail,
  'Segment.GetTree': fail,
  'Segment.Count': fail,
  'Segment.CountTree': fail,
  'Segment.Sample': fail,
  'Segment.SampleTree': fail,
  'Segment.Explain': fail,
  'Segment.ListAll': fail,
}
