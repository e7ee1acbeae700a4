/** Drafts that are written here, and repairs of the findings in them. */

import { card, on, U } from '../card.ts'
import { longestContent, longestMjml, longestSections, mostRegions, mostSections } from '../limits.ts'
import { unsubscribeTags } from '../refusals.ts'
import { boolean, booleanOrAbsent, describe, enumeration, exemplify, int, intOrAbsent, list, longText, optional, record, text } from '../shapes.ts'
import { FromEmail, FromName, fields, id, ofCampaign, ofClient, ReplyTo, SegmentName } from '../words.ts'
import { CampaignState } from './every-wire/sending.ts'
import { RegionValue } from './sources.ts'

const Code = text('The code of the finding.', 'ForeignTags')

export const DraftSegment = record('DraftSegment', {
  ListID: text('The list of the segment. Of a segment of the client: the list whose members are chosen from; empty for all lists.', id('b')),
  Name: exemplify(SegmentName, 'Sam Reader'),
  SegmentID: text('The segment, which can be named by it alone. In answers: of segments of the client; left out for those of a list.', ''),
})

export const DraftAudience = record('DraftAudience', {
  ListIDs: list(text(), 'Lists it goes to. At most 500 lists and segments.', [id('b')]),
  Segments: list(
    DraftSegment,
    'Segments it goes to. With a segment of the client that names no list, only members of the ListIDs who are in it are chosen; without ListIDs, those of all lists.',
    [],
  ),
  ExcludedListIDs: list(text(), 'Lists whose active members are left out, from whichever list they would come. At most 500 lists and segments.', []),
  ExcludedSegments: list(DraftSegment, 'Segments whose active members are left out; of a segment of the client that names no list, those of all lists.', [
    { ListID: id('b'), Name: 'Tulip lovers' },
  ]),
})

export const DraftTracking = record('DraftTracking', {
  Opens: boolean('Whether mails have the picture that records opens.'),
  Clicks: boolean('Whether links lead over this service, which counts clicks.'),
})

const tag = (name: string, purpose: string, example: string) =>
  text(`The value of utm_${name}, ${purpose}; one line of at most 100 characters. Empty for none.`, example)

/** @param examples by tag; empty for the others */
export const tags = (examples: { readonly [Name in 'source' | 'medium' | 'campaign']?: string }) => ({
  Source: tag('source', 'where the visit comes from', examples.source ?? ''),
  Medium: tag('medium', 'by which means', examples.medium ?? ''),
  Campaign: tag('campaign', 'the name of the campaign for statistics', examples.campaign ?? ''),
  Term: tag('term', 'a search word', ''),
  Content: tag('content', 'which of several versions', ''),
})

/** None: no tags are added, those of the client neither. */
export const DraftUtm = record('DraftUtm', {
  None: boolean('True: links get no UTM tags, those of the client neither.', false),
  ...tags({ campaign: 'spring-2026' }),
})

export const ContentKind = enumeration('ContentKind', 'Html', 'Url', 'Mjml', 'Zip', 'Regions', 'Sections')

/** The template of content of the kind Regions: Revision is the one that the content has a copy of. */
export const DraftTemplate = record('DraftTemplate', {
  Revision: int('The revision of the template that the draft has a copy of. A template that changes later changes no draft.', 3),
  NewestRevision: int('In answers: the present revision of the template; 0 when it is deleted. Ignored in calls.', 4),
})

/** Which members belong to which kind: domain/campaigns/drafting/draft-source.ts. */
export const DraftContent = record('DraftContent', {
  Kind: describe(
    ContentKind,
    'Where it comes from: HTML of the call (Html, Text), pages that are fetched at once (HtmlUrl, TextUrl), MJML (Mjml, Text), an uploaded ZIP file (UploadID), the regions of a template filled in (TemplateID, Template, Values, Text), or sections (Sections, Text). Members of other kinds are refused.',
  ),
  Html: longText(
    longestContent,
    `Of the kind Html: the page as it was written; kept: names files of this draft. Html and Text have at most ${longestContent} bytes of UTF-8 together. Of the kind Zip, in answers: what the file gave.`,
    '<p>Hello [firstname,fallback=friend]</p>',
  ),
  Text: longText(
    longestContent,
    'Of the kinds Html, Mjml, Regions and Sections: the text for people who read no HTML; empty to have it made from the HTML. Of the kind Zip, in answers: what the file gave.',
    '',
  ),
  HtmlUrl: text('Of the kind Url: the page, an absolute http or https URL that this service can reach.', 'https://bloom.example/mail/spring.html'),
  TextUrl: text('Of the kind Url: the page with the text; empty to have it made from the HTML.', 'https://bloom.example/mail/spring.txt'),
  Mjml: longText(
    longestMjml,
    `Of the kind Mjml: the document as it was written, at most ${longestMjml} characters. What is wrong with it does not keep it from being saved.`,
    '<mjml><mj-body>…</mj-body></mjml>',
  ),
  UploadID: text(
    'Of the kind Zip: the uploaded file. It holds index.html or one HTML file, its images and style sheets, and a text file of the same name for the text. Left out where the draft has a file that stays.',
    id('e'),
  ),
  FileName: text('Of the kind Zip, in answers: the name of the file; empty where it had none.'),
  TemplateID: text('Of the kind Regions: a template of the client.', id('c')),
  Template: describe(
    DraftTemplate,
    'Of the kind Regions: the revision of the template. Left out, or with the Revision 0, in a call: the copy that the draft has, the newest where it has none of this template.',
  ),
  Values: list(
    RegionValue,
    `Of the kind Regions: what regions are to hold, at most ${mostRegions}; those that are left out show what the template does. Values and Text have at most ${longestContent} bytes together.`,
  ),
  Sections: longText(
    longestSections,
    `Of the kind Sections: a JSON document, at most ${longestSections} characters: {"version":1,"theme":{…},"sections":[{"kind":"heading","text":"…"}]} with at most ${mostSections} sections, their settings as Content.GetSectionKinds names them. Settings that are left out have their defaults.`,
  ),
})

const contentExample = { Kind: 'Html', Html: '<p>Hello [firstname,fallback=friend]</p>', Text: '' }

export const SavedDraft = record('SavedDraft', {
  CampaignID: fields.CampaignID,
  Revision: int('The number of the revision that there is now: what the next save is based on.', 7),
  SavedDate: fields.SavedDate,
})

/** Dates are in the time zone of the client. Content is left out while the draft has no content. */
export const Draft = record('Draft', {
  CampaignID: fields.CampaignID,
  State: describe(CampaignState, 'How far the campaign is.'),
  Revision: int('The number of the revision, from 1.', 7),
  SeriesID: text('The series of which it is a step: Series.Start puts it in force. Empty for any other campaign, and of earlier revisions.', ''),
  SavedDate: fields.SavedDate,
  SavedBy: text('The name of who saved it; empty for a campaign from before revisions.', 'Carla'),
  Name: fields.CampaignName,
  Subject: text('The subject.', 'The tulips are out'),
  FromName,
  FromEmail,
  ReplyTo,
  Preheader: text('What mail programs show beside the subject.', 'The first ones are here: have a look'),
  Audience: describe(DraftAudience, 'What it goes to and what it leaves out.'),
  Tracking: describe(DraftTracking, 'Whether opens and clicks are recorded.'),
  Utm: describe(DraftUtm, 'Its own UTM tags; those of the client stand in for those it has not.'),
  AsksForConsent: boolean('Whether it asks for consent to tracking.', false),
  InlineCss: boolean('Whether rules of style sheets are written to the elements they are for.'),
  Content: describe(DraftContent, 'What is sent, as it was given; left out before any was given.', contentExample),
})

/** Recipients is Members without Duplicates, Suppressed, Paused, Capped and those left out because of consent. Excluded are not among the Members. */
export const AudienceCount = record('AudienceCount', {
  Recipients: fields.RecipientsNow,
  Members: int('Active members of its lists and segments who are not excluded; an address counts once for each list.', 1024),
  Duplicates: int('Copies that are left out, since an address gets one only.', 20),
  Suppressed: fields.Suppressed,
  Excluded: int('Addresses that are left out because of an excluded list or segment.', 12),
  ConsentExpired: int('Addresses that are left out because the implied consent to mail them has ended.', 0),
  ConsentGranted: int('Of a campaign that asks for consent: addresses that are left out because they have consented to tracking.', 0),
  AskedBefore: int('Of a campaign that asks for consent: addresses that are left out because a letter asked them within the last six months.', 0),
  ConsentRefused: int('Of a campaign that asks for consent: addresses that are left out because they refused tracking within the last six months.', 0),
  Paused: int('Addresses that are left out because their people have paused the mail of the client.', 0),
  Capped: int('Addresses that are left out because they got as many mails lately as the frequency cap of the client allows.', 0),
  ConfirmAbove: int('Above how many recipients a person has to send with Campaign.SendConfirmed.', 5000),
})

/** Preheader and Subject have conditions too. */
export const BranchPart = enumeration('BranchPart', 'Subject', 'Preheader', 'Content', 'Text')

export const BranchShows = enumeration('BranchShows', 'If', 'Else', 'Nothing')

export const BranchCount = record('BranchCount', {
  Part: describe(BranchPart, 'The part of the draft.', 'Content'),
  Section: int('Of content of the kind Sections: the number of the section that has the condition, from 1; else 0.', 0),
  Line: int('The line of the mark in what the draft holds; 0 for a section.', 12),
  Depth: int('How many other blocks are around it.', 0),
  Shows: describe(BranchShows, 'Nothing: people for whom no branch of the block holds, where it has no [else].', 'If'),
  Condition: text('The mark as it is written; of Nothing, the one that begins the block.', '[if:City=Berlin]'),
  Recipients: intOrAbsent('How many recipients get the branch; null where it is not known.', 412),
})

export const BranchCounts = record('BranchCounts', {
  Branches: list(BranchCount, 'In the order of the draft.'),
  Faults: list(text(), 'What is wrong with conditions: parts with faults have no branches.', []),
})

/** What names a finding of Campaign.Check. */
export const FindingName = record('FindingName', { Code, Detail: text('Its detail, as Campaign.Check answered it.', 'Mailchimp: *|FNAME|*, *|UNSUB|*') })

/** Of a draft. None: the finding is about no text of it. */
export const FindingPart = enumeration('FindingPart', 'None', 'Subject', 'Preheader', 'Content', 'Template', 'Text')

/** Becomes is left out for a tag that stays. */
export const TranslatedTag = record('TranslatedTag', {
  Found: text('The tag as it is written.', '*|FNAME|*'),
  Becomes: text('The tag that Campaign.RepairFinding writes in its place; left out where it stays.', '[firstname]'),
})

/** Section and Item count from 1; 0 means no section, no item. */
export const FindingPlace = record('FindingPlace', {
  Code,
  Detail: text('Its detail, as it was given.', 'Mailchimp: *|FNAME|*, *|UNSUB|*'),
  Part: describe(
    FindingPart,
    'The part of the draft; Template is what the draft’s copy of a template says itself. None for findings about no text of the draft.',
    'Content',
  ),
  Section: int('The number of the section, from 1; 0 where the content has none.', 2),
  Kind: text('The kind of that section.'),
  Setting: text('The setting of the section or its item, or the region of an item.', 'html'),
  Item: int('The number of the item of a section or repeater, from 1; 0 for none.', 0),
  Region: text('The region of a template.', ''),
  Line: int('Of a draft that is HTML or MJML: the line of the source, counted from 1; 0 where it is not known.', 0),
  Column: int('The column of that line, counted from 1; 0 without a line.', 0),
  CanRepair: boolean('Campaign.RepairFinding can mend it, or a part of it.'),
  Tags: list(TranslatedTag, 'Of ForeignTags: the tags of that system, each once.'),
})

export const FindingPlaces = record('FindingPlaces', {
  Revision: int('The revision that was looked at.', 7),
  Places: list(FindingPlace, 'One for each finding that was given, in their order.'),
})

const Name = optional(
  text('A name, one line of at most 250 characters; when left out, Untitled or Copy of … with a number where that is taken.', 'Spring 2026'),
)

/** @param leftOut what is done with a setting that a call leaves out */
const settings = (leftOut: string) => ({
  Subject: optional(text(`The subject, one line of at most 500 characters; merge tags are filled in. ${leftOut}`, 'The tulips are out')),
  FromName: optional(text(`The name of the sender, one line of at most 250 characters. ${leftOut}`, 'Bloom & Sons')),
  FromEmail: optional(text(`The address of the sender; empty for none yet. ${leftOut}`, 'news@bloom.example')),
  ReplyTo: optional(text(`The address that replies go to; empty for none yet. ${leftOut}`, 'carla@bloom.example')),
  Preheader: optional(
    text(
      `What mail programs show beside the subject, one line of at most 500 characters; merge tags are filled in. ${leftOut}`,
      'The first ones are here: have a look',
    ),
  ),
  Audience: optional(describe(DraftAudience, `What the campaign goes to and what it leaves out, all of it anew. ${leftOut}`)),
  Tracking: optional(describe(DraftTracking, `Whether opens and clicks of the campaign are recorded, where its lists allow it. ${leftOut}`)),
  Utm: optional(describe(DraftUtm, `The UTM tags of the campaign, all of them anew. ${leftOut}`)),
  AsksForConsent: booleanOrAbsent(
    `Whether the campaign asks for consent to tracking: nothing of it is tracked, and who has consented, or was asked or refused within the last six months, is left out; false for a new draft. ${leftOut}`,
  ),
  InlineCss: booleanOrAbsent(`Whether rules of style sheets are written to the elements they are for when it is sent; true for a new draft. ${leftOut}`),
})
/** Of a draft that is written here, with pages that are fetched. */
const writtenRefusals = [
  'DuplicateCampaignName',
  'CampaignNameRequired',
  'InvalidFromEmail',
  'InvalidReplyTo',
  'HtmlUrlRequired',
  'InvalidHtmlContent',
  'InvalidTextUrl',
  'InvalidListIds',
  'InvalidSegments',
  'ProblemsImportingLinks',
  'LinkTooLong',
  'TextUnsubscribeInHtml',
  'NestedTooDeep',
  'InvalidZip',
  'InvalidSections',
  'UnknownUpload',
  'UploadInUse',
  'MissingParameter',
  'InvalidTemplateId',
  'UnknownRevision',
  'TooManyRegions',
  ...unsubscribeTags,
] as const

export const drafts = {
  'Campaign.CreateDraft': card('CreateDraft', on('ClientID', 'Draft'), 'prepared create', {
    summary: 'Begins a draft, empty or with what is given, and yields its CampaignID and Revision.',
    parameters: {
      ...ofClient,
      Name,
      ...settings('May be left out.'),
      Content: optional(describe(DraftContent, 'What is sent; needs the right ImportHtml; pages are fetched at once. May be left out.', contentExample)),
    },
    result: U(SavedDraft),
    refusals: [...writtenRefusals, 'AccessDenied'],
  }),
  'Campaign.GetDraft': card('GetDraft', on('CampaignID', 'Draft'), 'read', {
    summary: 'A campaign as it is written: settings, audience and content as they were given, and the revision they are of.',
    parameters: ofCampaign,
    result: U(Draft),
    refusals: [],
  }),
  'Campaign.UpdateDraft': card('UpdateDraft', on('CampaignID', 'Draft'), 'change', {
    summary: 'Saves a draft as a new revision; what is left out stays. Refused when the draft was saved since the Revision that is named.',
    parameters: {
      ...ofCampaign,
      Revision: int('The revision that the caller’s version is based on; refused with 363 when another was saved since.', 7),
      Name: optional(
        text('The name of the draft, one line of at most 250 characters; no two drafts of a client have one name. Left out, it stays as it is.', 'Spring 2026'),
      ),
      ...settings('Left out, it stays as it is.'),
      Content: optional(describe(DraftContent, 'What is sent; needs the right ImportHtml. Left out, it stays as it is.', contentExample)),
    },
    result: U(SavedDraft),
    refusals: [...writtenRefusals, 'CampaignNotDraft', 'StaleRevision'],
  }),
  'Campaign.CountAudience': card('CountCampaignAudience', on('CampaignID', 'Draft'), 'read', {
    summary:
      'How many would get a campaign now, and who of its lists and segments is left out. Campaign.Check reports it too, and much more, which takes longer.',
    parameters: ofCampaign,
    result: U(AudienceCount),
    refusals: ['InvalidSegments'],
  }),
  'Campaign.CountBranches': card('CountCampaignBranches', on('CampaignID', 'Draft'), 'read', {
    summary: 'How many recipients would get each branch of the conditions in a draft, and how many would get nothing in its place.',
    parameters: ofCampaign,
    result: U(BranchCounts),
    refusals: ['InvalidSegments', 'NotComposable'],
  }),
  'Campaign.LocateFindings': card('LocateCampaignFindings', on('CampaignID', 'Draft'), 'read', {
    summary: 'Where in a draft the things stand that findings of Campaign.Check are about, and which of them Campaign.RepairFinding can mend.',
    parameters: {
      ...ofCampaign,
      Findings: optional(list(FindingName, 'Findings of Campaign.Check, at most 1,000, by their Code and Detail as it answered them.')),
    },
    result: U(FindingPlaces),
    refusals: ['NotComposable'],
  }),
  'Campaign.RepairFinding': card('RepairCampaignFinding', on('CampaignID', 'Draft'), 'change', {
    summary:
      'Mends a finding of Campaign.Check and saves the draft as a new revision: tags of another system become ours, a link that promises an opt-out becomes ours.',
    parameters: {
      ...ofCampaign,
      Revision: int('The revision that was checked; refused with 363 when another was saved since.', 7),
      Code: text('ForeignTags or UnsubscribeElsewhere.', 'ForeignTags'),
      Detail: optional(
        text('That of the finding, as Campaign.Check answered it; left out or empty for all findings of the code.', 'Mailchimp: *|FNAME|*, *|UNSUB|*'),
      ),
    },
    result: U(SavedDraft),
    refusals: [...writtenRefusals, 'CampaignNotDraft', 'StaleRevision', 'NotComposable'],
  }),
  'Campaign.Duplicate': card('DuplicateCampaign', on('CampaignID', 'Draft'), 'create', {
    summary: 'Begins a draft that is written like a campaign, whatever its state.',
    parameters: { ...ofCampaign, Name: exemplify(Name, 'Summer 2026') },
    result: U(SavedDraft),
    refusals: ['DuplicateCampaignName'],
  }),
}
