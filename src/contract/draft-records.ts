/** The record types of drafts, their revisions, those of templates, and saved senders. */
import { CampaignState } from './own-records.ts'
import { boolean, enumeration, int, list, longText, record, text } from './shapes.ts'
import { longestMjml, longestSections, RegionValue } from './source-records.ts'

/** HTML and text of a draft together, in bytes of UTF-8; the same limit holds for pages that are fetched. */
export const longestContent = 2_000_000

export const ContentKind = enumeration('ContentKind', 'Html', 'Url', 'Mjml', 'Zip', 'Regions', 'Sections')

/** The template of content of the kind Regions: Revision is the one that the content has a copy of. */
export const DraftTemplate = record('DraftTemplate', { Revision: int, NewestRevision: int })

/** Which members belong to which kind: domain/campaigns/drafting/draft-source.ts. */
export const DraftContent = record('DraftContent', {
  Kind: ContentKind,
  Html: longText(longestContent),
  Text: longText(longestContent),
  HtmlUrl: text,
  TextUrl: text,
  Mjml: longText(longestMjml),
  UploadID: text,
  FileName: text,
  TemplateID: text,
  Template: DraftTemplate,
  Values: list(RegionValue),
  Sections: longText(longestSections),
})

export const DraftSegment = record('DraftSegment', { ListID: text, Name: text })

export const DraftAudience = record('DraftAudience', {
  ListIDs: list(text),
  Segments: list(DraftSegment),
  ExcludedListIDs: list(text),
  ExcludedSegments: list(DraftSegment),
})

export const DraftTracking = record('DraftTracking', { Opens: boolean, Clicks: boolean })

const tags = { Source: text, Medium: text, Campaign: text, Term: text, Content: text }

/** None: no tags are added, those of the client neither. */
export const DraftUtm = record('DraftUtm', { None: boolean, ...tags })

export const UtmTags = record('UtmTags', tags)

/** Dates are in the time zone of the client. Content is left out while there is none. */
export const Draft = record('Draft', {
  CampaignID: text,
  State: CampaignState,
  Revision: int,
  SavedDate: text,
  SavedBy: text,
  Name: text,
  Subject: text,
  FromName: text,
  FromEmail: text,
  ReplyTo: text,
  Preheader: text,
  Audience: DraftAudience,
  Tracking: DraftTracking,
  Utm: DraftUtm,
  InlineCss: boolean,
  Content: DraftContent,
})

/** Recipients is Members without Duplicates and Suppressed. Excluded are not among the Members. */
export const AudienceCount = record('AudienceCount', {
  Recipients: int,
  Members: int,
  Duplicates: int,
  Suppressed: int,
  Excluded: int,
  ConfirmAbove: int,
})

/** Skipped: clocks go forward over this time, which does not exist; Twice: clocks go back, and it comes twice. */
export const DateReading = enumeration('DateReading', 'Once', 'Skipped', 'Twice')

/** ReadDate is in the time zone of the client; Instant and Now are UTC (ISO 8601). */
export const ClientDate = record('ClientDate', {
  ReadDate: text,
  Reading: DateReading,
  Timezone: text,
  Instant: text,
  Now: text,
})

/** What names a finding of Campaign.Check. */
export const FindingName = record('FindingName', { Code: text, Detail: text })

/** Of a draft. None: the finding is about no text of it. */
export const FindingPart = enumeration('FindingPart', 'None', 'Subject', 'Preheader', 'Content', 'Template', 'Text')

/** Becomes is left out for a tag that stays. */
export const TranslatedTag = record('TranslatedTag', { Found: text, Becomes: text })

/** Section and Item count from 1; 0 is none. */
export const FindingPlace = record('FindingPlace', {
  Code: text,
  Detail: text,
  Part: FindingPart,
  Section: int,
  Kind: text,
  Setting: text,
  Item: int,
  Region: text,
  CanRepair: boolean,
  Tags: list(TranslatedTag),
})

export const FindingPlaces = record('FindingPlaces', { Revision: int, Places: list(FindingPlace) })

export const SavedDraft = record('SavedDraft', { CampaignID: text, Revision: int, SavedDate: text })

export const RevisionAction = enumeration('RevisionAction', 'Created', 'Saved', 'Duplicated', 'Restored')

/** Restored is the number of the revision that was restored, 0 where none was. */
export const Revision = record('Revision', {
  Revision: int,
  SavedDate: text,
  SavedBy: text,
  Means: text,
  Action: RevisionAction,
  Restored: int,
  Name: text,
})

export const RevisionPage = record('RevisionPage', { Revisions: list(Revision), NextCursor: text })

export const TemplateRevision = record('TemplateRevision', {
  TemplateID: text,
  Revision: int,
  SavedDate: text,
  SavedBy: text,
  Name: text,
  HTMLPageURL: text,
  ZipFileURL: text,
  Html: text,
})

export const Sender = record('Sender', { SenderID: text, FromName: text, FromEmail: text, ReplyTo: text })

export const SenderPage = record('SenderPage', { Senders: list(Sender), NextCursor: text })

/** Who else has the editor of a campaign or of a template open. */
export const Editing = record('Editing', { Editors: list(text), LeaseSeconds: int })
