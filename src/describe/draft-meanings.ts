/** What parameters and fields of drafts, revisions, senders and UTM tags mean. */
import { longestContent } from '../contract/draft-records.ts'
import { longestMjml, longestSections, mostRegions, mostSections } from '../contract/source-records.ts'

const staying = 'Left out, it stays as it is.'
const utm = (name: string, what: string) =>
  `The value of utm_${name}, ${what}; one line of at most 100 characters. Empty for none.`
const tags = {
  Source: utm('source', 'where the visit comes from'),
  Medium: utm('medium', 'by which means'),
  Campaign: utm('campaign', 'the name of the campaign for statistics'),
  Term: utm('term', 'a search word'),
  Content: utm('content', 'which of several versions'),
}

export const draftSettings = {
  Name: `The name of the draft, one line of at most 250 characters; no two drafts of a client have one name. ${staying}`,
  Subject: `The subject, one line of at most 500 characters; merge tags are filled in. ${staying}`,
  FromName: `The name of the sender, one line of at most 250 characters. ${staying}`,
  FromEmail: `The address of the sender; empty for none yet. ${staying}`,
  ReplyTo: `The address that replies go to; empty for none yet. ${staying}`,
  Preheader: `What mail programs show beside the subject, one line of at most 500 characters; merge tags are filled in. ${staying}`,
  Audience: `What the campaign goes to and what it leaves out, all of it anew. ${staying}`,
  Tracking: `Whether opens and clicks of the campaign are recorded, where its lists allow it. ${staying}`,
  Utm: `The UTM tags of the campaign, all of them anew. ${staying}`,
  InlineCss: `Whether rules of style sheets are written to the elements they are for when it is sent; true for a new draft. ${staying}`,
  Content: `What is sent; needs the right ImportHtml. ${staying}`,
}

const named =
  'A name, one line of at most 250 characters; when left out, Untitled or Copy of … with a number where that is taken.'
const begun = Object.fromEntries(
  Object.entries(draftSettings).map(([name, meaning]) => [
    name,
    meaning
      .replace(` ${staying}`, ' May be left out.')
      .replace('needs the right ImportHtml', 'needs the right ImportHtml; pages are fetched at once'),
  ]),
)

const editing = 'True where the editor is open, false where it was left or only who edits is to be told.'

const templateContent = {
  Name: 'The name of the template, one line; it is cut after 30 characters.',
  Html: `The page: at most ${longestContent} bytes of UTF-8. Images at full addresses are copied; kept: names files of this template. One of Html, Mjml and UploadID is needed.`,
  Mjml: `In place of Html: an MJML document of at most ${longestMjml} characters without errors. The HTML it becomes is kept.`,
  UploadID: 'In place of Html: an uploaded ZIP file with index.html or one HTML file, its images and style sheets.',
}

/** By operation. */
export const draftParameters = {
  'Campaign.CreateDraft': { ...begun, Name: named },
  'Campaign.UpdateDraft': {
    ...draftSettings,
    Revision: 'The revision that the caller’s version is based on; refused with 363 when another was saved since.',
  },
  'Campaign.LocateFindings': {
    Findings: 'Findings of Campaign.Check, at most 1,000, by their Code and Detail as it answered them.',
  },
  'Campaign.RepairFinding': {
    Revision: 'The revision that was checked; refused with 363 when another was saved since.',
    Code: 'ForeignTags or UnsubscribeElsewhere.',
    Detail: 'That of the finding, as Campaign.Check answered it; left out or empty for all findings of the code.',
  },
  'Campaign.Duplicate': { Name: named },
  'Client.ReadDate': { Date: 'A date, YYYY-MM-DD HH:MM:SS, in the time zone of the client.' },
  'Campaign.SetEditing': { Editing: editing },
  'Template.SetEditing': { Editing: editing },
  'Campaign.GetRevision': { Revision: 'The number of the revision.' },
  'Campaign.RestoreRevision': { Revision: 'The number of the revision to restore.' },
  'Template.GetRevision': { Revision: 'The number of the revision.' },
  'Template.RestoreRevision': { Revision: 'The number of the revision to restore.' },
  'Template.CreateFromContent': templateContent,
  'Template.SaveContent': {
    ...templateContent,
    Revision:
      'The revision that the caller’s version is based on, 0 for whatever there is; refused with 363 when another was saved since.',
  },
  'Sender.Save': {
    FromName: 'The name of the sender, one line of at most 250 characters.',
    FromEmail: 'The address of the sender.',
    ReplyTo: 'The address that replies go to; that of the sender when left out.',
  },
  'Client.SetUtmTags': { Tags: 'The tags, all of them anew; empty ones are not added.' },
} as const

/** By record. */
export const draftFields = {
  DraftContent: {
    Kind: 'Where it comes from: HTML of the call (Html, Text), pages that are fetched at once (HtmlUrl, TextUrl), MJML (Mjml, Text), an uploaded ZIP file (UploadID), the regions of a template filled in (TemplateID, Template, Values, Text), or sections (Sections, Text). Members of other kinds are refused.',
    Html: `Of the kind Html: the page as it was written; kept: names files of this draft. Html and Text have at most ${longestContent} bytes of UTF-8 together. Of the kind Zip, in answers: what the file gave.`,
    Text: 'Of the kinds Html, Mjml, Regions and Sections: the text for people who read no HTML; empty to have it made from the HTML. Of the kind Zip, in answers: what the file gave.',
    HtmlUrl: 'Of the kind Url: the page, an absolute http or https URL that this service can reach.',
    TextUrl: 'Of the kind Url: the page with the text; empty to have it made from the HTML.',
    Mjml: `Of the kind Mjml: the document as it was written, at most ${longestMjml} characters. What is wrong with it does not keep it from being saved.`,
    UploadID:
      'Of the kind Zip: the uploaded file. It holds index.html or one HTML file, its images and style sheets, and a text file of the same name for the text. Left out where the draft has a file that stays.',
    FileName: 'Of the kind Zip, in answers: the name of the file; empty where it had none.',
    TemplateID: 'Of the kind Regions: a template of the client.',
    Template:
      'Of the kind Regions: the revision of the template. Left out, or with the Revision 0, in a call: the copy that the draft has, the newest where it has none of this template.',
    Values: `Of the kind Regions: what regions are to hold, at most ${mostRegions}; those that are left out show what the template does. Values and Text have at most ${longestContent} bytes together.`,
    Sections: `Of the kind Sections: a JSON document, at most ${longestSections} characters: {"version":1,"theme":{…},"sections":[{"kind":"heading","text":"…"}]} with at most ${mostSections} sections, their settings as Content.GetSectionKinds names them. Settings that are left out have their defaults.`,
  },
  DraftTemplate: {
    Revision:
      'The revision of the template that the draft has a copy of. A template that changes later changes no draft.',
    NewestRevision: 'In answers: the present revision of the template; 0 when it is deleted. Ignored in calls.',
  },
  DraftSegment: { ListID: 'The list of the segment.', Name: 'The name of the segment.' },
  DraftAudience: {
    ListIDs: 'Lists it goes to. At most 500 lists and segments.',
    Segments: 'Segments it goes to.',
    ExcludedListIDs:
      'Lists whose active members are left out, from whichever list they would come. At most 500 lists and segments.',
    ExcludedSegments: 'Segments whose active members are left out.',
  },
  DraftTracking: {
    Opens: 'Whether mails have the picture that tells of opens.',
    Clicks: 'Whether links lead over this service, which counts clicks.',
  },
  DraftUtm: { None: 'True: links get no UTM tags, those of the client neither.', ...tags },
  UtmTags: tags,
  Draft: {
    State: 'How far the campaign is.',
    Revision: 'The number of the revision, from 1.',
    SavedDate: 'When it was saved, in the time zone of the client.',
    SavedBy: 'The name of who saved it; empty for a campaign from before revisions.',
    Name: 'The name of the campaign.',
    Subject: 'The subject.',
    FromName: 'The name of the sender.',
    FromEmail: 'The address of the sender.',
    ReplyTo: 'The address that replies go to.',
    Preheader: 'What mail programs show beside the subject.',
    InlineCss: 'Whether rules of style sheets are written to the elements they are for.',
    Audience: 'What it goes to and what it leaves out.',
    Tracking: 'Whether opens and clicks are recorded.',
    Utm: 'Its own UTM tags; those of the client stand in for those it has not.',
    Content: 'What is sent, as it was given; left out while there is none.',
  },
  Editing: {
    Editors:
      'First names of the others who have the editor open, at most 20. A name is told for 70 seconds after the last call of its owner.',
    LeaseSeconds: 'For how many seconds the caller counts as one who edits; call again before.',
  },
  FindingName: {
    Code: 'The code of the finding.',
    Detail: 'Its detail, as Campaign.Check answered it.',
  },
  TranslatedTag: {
    Found: 'The tag as it is written.',
    Becomes: 'The tag that Campaign.RepairFinding writes in its place; left out where it stays.',
  },
  FindingPlace: {
    Code: 'The code of the finding.',
    Detail: 'Its detail, as it was given.',
    Part: 'The part of the draft; Template is what the draft’s copy of a template says itself. None for findings about no text of the draft.',
    Section: 'The number of the section, from 1; 0 where the content has none.',
    Kind: 'The kind of that section.',
    Setting: 'The setting of the section or its item, or the region of an item.',
    Item: 'The number of the item of a section or repeater, from 1; 0 for none.',
    Region: 'The region of a template.',
    CanRepair: 'Campaign.RepairFinding can mend it, or a part of it.',
    Tags: 'Of ForeignTags: the tags of that system, each once.',
  },
  FindingPlaces: {
    Revision: 'The revision that was looked at.',
    Places: 'One for each finding that was given, in their order.',
  },
  AudienceCount: {
    Recipients: 'How many would get a copy now.',
    Members: 'Active members of its lists and segments who are not excluded; an address counts once for each list.',
    Duplicates: 'Copies that are left out, since an address gets one only.',
    Suppressed: 'Addresses on the suppression list, which are left out.',
    Excluded: 'Addresses that are left out because of an excluded list or segment.',
    ConfirmAbove: 'Above how many recipients a person has to send with Campaign.SendConfirmed.',
  },
  ClientDate: {
    ReadDate:
      'The date as it is read, in the time zone of the client: another one where clocks skip the one that was given.',
    Reading: 'How often clocks of the client show the date that was given. Of two instants the later one is taken.',
    Timezone: 'The name of the time zone of the client.',
    Instant: 'The instant, in UTC.',
    Now: 'The time of the service, in UTC.',
  },
  SavedDraft: {
    Revision: 'The number of the revision that there is now: what the next save is based on.',
    SavedDate: 'When it was saved, in the time zone of the client.',
  },
  Revision: {
    Revision: 'The number of the revision.',
    SavedDate: 'When it was saved, in the time zone of the client.',
    SavedBy: 'The name of who saved it; empty where that is not known.',
    Means: 'By what the caller was known: session, key or historical key.',
    Action: 'How it came about.',
    Restored: 'The number of the revision that was restored; 0 where none was.',
    Name: 'The name in this revision.',
  },
  RevisionPage: { Revisions: 'The revisions of this page, the newest first.' },
  TemplateRevision: {
    Revision: 'The number of the revision.',
    SavedDate: 'When it was saved, in the time zone of the client.',
    SavedBy: 'The name of who saved it; empty where that is not known.',
    Name: 'The name of the template in this revision.',
    HTMLPageURL: 'The page it was made from.',
    ZipFileURL: 'The ZIP file it was made from; empty for none.',
    Html: 'The page as it is kept; references to kept files begin with kept:.',
  },
  Sender: {
    SenderID: 'The saved sender: 32 hexadecimal digits.',
    FromName: 'The name of the sender.',
    FromEmail: 'The address of the sender.',
    ReplyTo: 'The address that replies go to.',
  },
  SenderPage: { Senders: 'The senders of this page, by address.' },
}
