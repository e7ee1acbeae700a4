/** The record types of segments that are named by their identifier. */
import { SegmentRule } from './own-records.ts'
import { List } from './records.ts'
import { int, list, record, text } from './shapes.ts'

export const SegmentName = record('SegmentName', { ListID: text, SegmentID: text, Title: text })

export const SegmentDetail = record('SegmentDetail', {
  ListID: text,
  SegmentID: text,
  Title: text,
  Rules: list(SegmentRule),
  ActiveSubscribers: int,
})

export const CampaignAudience = record('CampaignAudience', { Lists: list(List), Segments: list(SegmentName) })
