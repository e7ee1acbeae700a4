/** Why no one is in a segment, in the reader's language. */
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

export type SegmentProblem = NonNullable<ValueOf<'Segment.GetTree'>['Problems']>[number]

/** {name} is empty where the name is gone, too. */
const words: Readonly<Record<SegmentProblem['Kind'], (name: string) => MessageDescriptor>> = {
  Field: name => msg`The custom field ${name} was deleted.`,
  List: () => msg`The list was deleted.`,
  Segment: () => msg`The segment was deleted.`,
  Campaign: () => msg`The campaign was deleted.`,
  CampaignTag: name => msg`No campaign has the tag “${name}” any more.`,
  Tag: () => msg`The tag was deleted.`,
  Import: () => msg`The import was deleted.`,
  NoConditions: name => (name === '' ? msg`The segment has no conditions.` : msg`The segment “${name}” has no conditions.`),
  Circle: name => msg`The segment “${name}” contains itself.`,
  TooLarge: () => msg`With the segments in it, the segment has too many conditions.`,
}

export function problemSentence(i18n: I18n, { Kind, Name = '' }: SegmentProblem): string {
  return i18n._(words[Kind](Name))
}
