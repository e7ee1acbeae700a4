/** Segments by their identifiers, and drafts that go to them. */

import { card, on, R, U } from '../card.ts'
import { longestRegion } from '../limits.ts'
import { boolean, describe, exemplify, int, list, longText, optional, record, text } from '../shapes.ts'
import {
  ApiKey,
  CampaignID,
  ChangedAfter,
  Descending,
  FromEmail,
  FromName,
  fields,
  HtmlUrl,
  id,
  ofCampaign,
  ofClient,
  ofList,
  Page,
  PageSize,
  ReplyTo,
  TextUrl,
} from '../words.ts'
import { SegmentRule, segmentContentRefusals, segmentRules } from './every-wire/segments.ts'
import { fromPagesRefusals } from './historical/campaigns.ts'
import { List } from './historical/clients.ts'
import { MemberPage, memberOrder } from './members.ts'
import { SegmentLeaf } from './segment-trees.ts'

const SegmentID = text('The segment: 32 hexadecimal digits, as Client.ListSegments names it.', id('f'))
const title = text('The name of the segment, one line of at most 100 characters.', 'Tulip lovers')
const Href = text('An http, https, mailto, tel or sms address, for a region that can be a link; left out for no link.', '')

export const SegmentName = record('SegmentName', { ListID: fields.ListID, SegmentID, Title: title })

export const SegmentRuleGroup = record('SegmentRuleGroup', {
  Leaves: list(SegmentLeaf, 'Conditions of which one at least must hold.'),
})

const Groups = list(SegmentRuleGroup, 'Groups that must all hold, in place of Rules.', [])

export const SegmentDetail = record('SegmentDetail', {
  ListID: fields.ListID,
  SegmentID,
  Title: title,
  Rules: segmentRules,
  Groups: list(SegmentRuleGroup, 'Groups that must all hold, of a segment whose conditions rules cannot say; empty for one that Rules say.', []),
  ActiveSubscribers: int('How many active subscribers it has now.', 148),
})

export const CampaignAudience = record('CampaignAudience', {
  Lists: list(List, 'The lists it goes to, all their subscribers.'),
  Segments: list(SegmentName, 'The segments it goes to.'),
})

/** Values by position. A region without one is left out, unlike those of RegionValue. */
export const PlacedText = record('PlacedText', {
  Content: longText(
    longestRegion,
    'Text of at most 1,000 characters for a SingleLine, HTML of at most 100,000 for a MultiLine; left out or empty for nothing.',
    'Tulips are here',
  ),
  Href,
})

export const PlacedImage = record('PlacedImage', {
  Content: text('An http or https URL, from which the image is fetched at once; left out or empty for no image.', 'https://bloom.example/tulips.png'),
  Alt: text('The text in the place of the image.', 'Tulips'),
  Href,
})

const Images = list(PlacedImage, 'For the Image regions, in the order of the template.', [])

const placedLeaves = {
  Singlelines: list(PlacedText, 'For the SingleLine regions, in the order of the template.'),
  Multilines: list(PlacedText, 'For the MultiLine regions, in the order of the template.', []),
  Images,
}

export const PlacedItem = record('PlacedItem', {
  Layout: text('The label of the layout; may be left out if the repeater has only one.', 'Story'),
  ...placedLeaves,
})

export const PlacedRepeater = record('PlacedRepeater', { Items: list(PlacedItem, 'The items in their order, at most 500 in a template; left out for none.') })

export const PlacedContent = record('PlacedContent', {
  ...placedLeaves,
  Repeaters: list(PlacedRepeater, 'For the repeaters, in the order of the template.', []),
  Images: exemplify(Images, [{ Content: 'https://bloom.example/tulips.png', Alt: 'Tulips', Href: '' }]),
})

const content = { Title: title, Rules: optional(segmentRules), Groups: optional(Groups) }

const ofSegment = { ApiKey, SegmentID }

const named = {
  Name: text('The name of the campaign; no two drafts of a client have one name.', 'Spring 2026'),
  Subject: text('The subject, one line of at most 500 characters; merge tags are filled in.', 'The tulips are out'),
  FromName,
  FromEmail,
  ReplyTo,
}

const places = {
  ListIDs: optional(list(text(), 'The lists it goes to; needed unless SegmentIDs are given.', [id('b')])),
  SegmentIDs: optional(
    list(
      text(),
      'The segments it goes to; needed unless ListIDs are given. A segment of the client chooses from the ListIDs, or without them from all lists.',
      [],
    ),
  ),
}

const InlineCss = boolean('Whether rules of style sheets are written to the elements they are for, for mail programs without style sheets.')

export const segments = {
  'Client.ListSegments': card('ListClientSegments', on('ClientID', 'View'), 'read', {
    summary: 'The segments of a client with their identifiers, by list.',
    parameters: ofClient,
    result: U(list(SegmentName)),
    refusals: [],
  }),
  'List.ListSegments': card('ListListSegments', on('ListID', 'View'), 'read', {
    summary: 'The segments of a list with their identifiers, by title.',
    parameters: ofList,
    result: U(list(SegmentName)),
    refusals: [],
  }),
  'Segment.Add': card('AddSegment', on('ListID', 'ChangeAudience'), 'create', {
    summary: 'Creates a segment of a list and yields its SegmentID. Without rules no subscriber is in it, and no campaign is sent to it.',
    parameters: { ...ofList, ...content },
    result: U(exemplify(text(), id('f'))),
    refusals: [...segmentContentRefusals.filter(name => name !== 'SegmentRulesRequired'), 'InvalidSegmentTree'],
  }),
  'Segment.Replace': card('ReplaceSegment', on('SegmentID', 'ChangeAudience'), 'change', {
    summary: 'Replaces the title and all rules of a segment; drafts that go to it go to it under its new title.',
    parameters: { ...ofSegment, ...content },
    result: R,
    refusals: [...segmentContentRefusals.filter(name => name !== 'SegmentRulesRequired'), 'SegmentIsTree', 'InvalidSegmentTree'],
  }),
  'Segment.AddRules': card('AddSegmentRules', on('SegmentID', 'ChangeAudience'), 'change', {
    summary: 'Adds rules to those of a segment, all of which must hold.',
    parameters: {
      ...ofSegment,
      Rules: optional(list(SegmentRule, 'Rules that must hold besides those of the segment, needed without Groups; 50 in all.')),
      Groups: optional(Groups),
    },
    either: ['Rules', 'Groups'],
    result: R,
    refusals: [...segmentContentRefusals, 'SegmentIsTree', 'InvalidSegmentTree'],
  }),
  'Segment.ClearRules': card('ClearSegmentRules', on('SegmentID', 'ChangeAudience'), 'change', {
    summary: 'Takes all rules from a segment: no subscriber is in it, and no campaign is sent to it, until it gets others.',
    parameters: ofSegment,
    result: R,
    refusals: ['SegmentIsTree'],
  }),
  'Segment.Remove': card('RemoveSegment', on('SegmentID', 'ChangeAudience'), 'change', {
    summary: 'Deletes a segment that no draft or scheduled campaign goes to.',
    parameters: ofSegment,
    result: R,
    refusals: ['SegmentInDraft', 'SegmentInUse'],
  }),
  'Segment.Read': card('ReadSegment', on('SegmentID', 'ReadAudience'), 'read', {
    summary: 'A segment with its rules, and how many active subscribers it has now.',
    parameters: ofSegment,
    result: U(SegmentDetail),
    refusals: ['SegmentIsTree'],
  }),
  'Segment.PageMembers': card('GetSegmentMembersByPage', on('SegmentID', 'ReadAudience'), 'bulk read', {
    summary: 'The active subscribers of a segment, page by page by number, with how many there are.',
    parameters: { ...ofSegment, ChangedAfter, Page, PageSize, Order: memberOrder, Descending },
    result: U(MemberPage),
    refusals: ['InvalidDate'],
  }),
  'Campaign.GetAudience': card('GetCampaignAudience', on('CampaignID', 'ReadReports'), 'read', {
    summary: 'The lists and the segments that a campaign goes to.',
    parameters: ofCampaign,
    result: U(CampaignAudience),
    refusals: [],
  }),
  'Campaign.CreateFromPages': card('CreateCampaignFromPages', on('ClientID', 'ImportHtml'), 'prepared create', {
    summary: 'Creates a draft from pages fetched at once, to lists and to segments by their identifiers, and yields its CampaignID.',
    parameters: { ...ofClient, ...named, HtmlUrl, TextUrl, ...places, InlineCss },
    either: ['ListIDs', 'SegmentIDs'],
    result: U(CampaignID),
    refusals: fromPagesRefusals,
  }),
  'Campaign.CreateFromTemplate': card('CreateCampaignFromTemplate', on('ClientID', 'Draft'), 'prepared create', {
    summary:
      'Creates a draft from a template whose regions are filled in by their position, to lists and to segments by their identifiers, and yields its CampaignID.',
    parameters: {
      ...ofClient,
      ...named,
      TemplateID: text('A template of the client.', id('c')),
      TemplateContent: optional(
        describe(PlacedContent, 'What the regions are to hold, by their position. Left out for none: regions without a value are left out.', {
          Singlelines: [{ Content: 'Tulips are here', Href: '' }],
          Multilines: [],
          Images: [],
          Repeaters: [],
        }),
      ),
      ...places,
      InlineCss,
    },
    either: ['ListIDs', 'SegmentIDs'],
    result: U(CampaignID),
    refusals: [
      ...fromPagesRefusals.filter(name => name !== 'HtmlUrlRequired' && name !== 'InvalidTextUrl'),
      'InvalidTemplateId',
      'TooManyRegions',
      'UnknownRegion',
      'InvalidRegionValue',
      'RegionImageNotFetched',
    ],
  }),
}
