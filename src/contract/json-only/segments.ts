/** Segments by their identifier. */
import { MemberOrder, MemberPage } from '../member-records.ts'
import { SegmentRule } from '../own-records.ts'
import { type Access, ofCampaign, ofClient, ofList, ofSegment, on, R, type Row, row, U } from '../row.ts'
import * as segments from '../segment-records.ts'
import { boolean, int, list, type Members, type Shape, text } from '../shapes.ts'
import { PlacedContent } from '../source-records.ts'

const content = { Title: text, Rules: list(SegmentRule) }
const named = { Name: text, Subject: text, FromName: text, FromEmail: text, ReplyTo: text }
const places = { ListIDs: list(text), SegmentIDs: list(text) }

// biome-ignore format: a table reads by its columns
export const segmentOperations = {
  'Client.ListSegments': row('ListClientSegments', ofClient, U(list(segments.SegmentName)), on('ClientID', 'View'), 'The segments of a client with their identifiers, by list.'),
  'List.ListSegments': row('ListListSegments', ofList, U(list(segments.SegmentName)), on('ListID', 'View'), 'The segments of a list with their identifiers, by title.'),
  'Segment.Add': row('AddSegment', { ...ofList, ...content }, U(text), on('ListID', 'ChangeAudience'), 'Creates a segment of a list and yields its SegmentID. Without rules no subscriber is in it, and no campaign is sent to it.'),
  'Segment.Replace': row('ReplaceSegment', { ...ofSegment, ...content }, R, on('SegmentID', 'ChangeAudience'), 'Replaces the title and all rules of a segment; drafts that go to it go to it under its new title.'),
  'Segment.AddRules': row('AddSegmentRules', { ...ofSegment, Rules: list(SegmentRule) }, R, on('SegmentID', 'ChangeAudience'), 'Adds rules to those of a segment, all of which must hold.'),
  'Segment.ClearRules': row('ClearSegmentRules', ofSegment, R, on('SegmentID', 'ChangeAudience'), 'Takes all rules from a segment: no subscriber is in it, and no campaign is sent to it, until it gets others.'),
  'Segment.Remove': row('RemoveSegment', ofSegment, R, on('SegmentID', 'ChangeAudience'), 'Deletes a segment that no draft or scheduled campaign goes to.'),
  'Segment.Read': row('ReadSegment', ofSegment, U(segments.SegmentDetail), on('SegmentID', 'ReadAudience'), 'A segment with its rules, and how many active subscribers it has now.'),
  'Segment.PageMembers': row('GetSegmentMembersByPage', { ...ofSegment, ChangedAfter: text, Page: int, PageSize: int, Order: MemberOrder, Descending: boolean }, U(MemberPage), on('SegmentID', 'ReadAudience'), 'The active subscribers of a segment, page by page by number, with how many there are.'),
  'Campaign.GetAudience': row('GetCampaignAudience', ofCampaign, U(segments.CampaignAudience), on('CampaignID', 'ReadReports'), 'The lists and the segments that a campaign goes to.'),
  'Campaign.CreateFromPages': row('CreateCampaignFromPages', { ...ofClient, ...named, HtmlUrl: text, TextUrl: text, ...places, InlineCss: boolean }, U(text), on('ClientID', 'ImportHtml'), 'Creates a draft from pages fetched at once, to lists and to segments by their identifiers, and yields its CampaignID.'),
  'Campaign.CreateFromTemplate': row('CreateCampaignFromTemplate', { ...ofClient, ...named, TemplateID: text, TemplateContent: PlacedContent, ...places, InlineCss: boolean }, U(text), on('ClientID', 'Draft'), 'Creates a draft from a template whose regions are filled in by their position, to lists and to segments by their identifiers, and yields its CampaignID.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
