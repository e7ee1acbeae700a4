/** Segments by their identifier. */
import { MemberOrder, MemberPage } from '../member-records.ts'
import { SegmentRule } from '../own-records.ts'
import { type Access, ofCampaign, ofClient, ofList, ofSegment, on, R, type Row, row, U } from '../row.ts'
import * as segments from '../segment-records.ts'
import { boolean, int, list, type Members, type Shape, text } from '../shapes.ts'

const content = { Title: text, Rules: list(SegmentRule) }

// biome-ignore format: a table reads by its columns
export const segmentOperations = {
  'Client.ListSegments': row('ListClientSegments', ofClient, U(list(segments.SegmentName)), on('ClientID', 'View'), 'The segments of a client with their identifiers, by list.'),
  'List.ListSegments': row('ListListSegments', ofList, U(list(segments.SegmentName)), on('ListID', 'View'), 'The segments of a list with their identifiers, by title.'),
  'Segment.Add': row('AddSegment', { ...ofList, ...content }, U(text), on('ListID', 'ChangeAudience'), 'Creates a segment of a list and yields its SegmentID.'),
  'Segment.Replace': row('ReplaceSegment', { ...ofSegment, ...content }, R, on('SegmentID', 'ChangeAudience'), 'Replaces the title and the rules of a segment; drafts that go to it go to it under its new title.'),
  'Segment.AddRules': row('AddSegmentRules', { ...ofSegment, Rules: list(SegmentRule) }, R, on('SegmentID', 'ChangeAudience'), 'Adds rules to those of a segment, all of which must hold.'),
  'Segment.Remove': row('RemoveSegment', ofSegment, R, on('SegmentID', 'ChangeAudience'), 'Deletes a segment that no draft or scheduled campaign goes to.'),
  'Segment.Read': row('ReadSegment', ofSegment, U(segments.SegmentDetail), on('SegmentID', 'ReadAudience'), 'A segment with its rules, and how many active subscribers it has now.'),
  'Segment.PageMembers': row('GetSegmentMembersByPage', { ...ofSegment, ChangedAfter: text, Page: int, PageSize: int, Order: MemberOrder, Descending: boolean }, U(MemberPage), on('SegmentID', 'ReadAudience'), 'The active subscribers of a segment, page by page by number, with how many there are.'),
  'Campaign.GetAudience': row('GetCampaignAudience', ofCampaign, U(segments.CampaignAudience), on('CampaignID', 'ReadReports'), 'The lists and the segments that a campaign goes to.'),
  'Campaign.CreateFromPages': row('CreateCampaignFromPages', { ...ofClient, Name: text, Subject: text, FromName: text, FromEmail: text, ReplyTo: text, HtmlUrl: text, TextUrl: text, ListIDs: list(text), SegmentIDs: list(text) }, U(text), on('ClientID', 'ImportHtml'), 'Creates a draft from pages fetched at once, to lists and to segments by their identifiers, and yields its CampaignID.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
