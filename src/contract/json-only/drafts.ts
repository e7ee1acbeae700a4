/** Drafts that are written here, revisions of them and of templates, saved senders, and the UTM tags of a client. */
import * as drafts from '../draft-records.ts'
import { type Access, bySession, ofCampaign, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, booleanOrAbsent, int, list, type Members, type Shape, text } from '../shapes.ts'

const page = { Cursor: text, Limit: int }
const ofTemplate = { ApiKey: text, TemplateID: text }
const settings = {
  Name: text,
  Subject: text,
  FromName: text,
  FromEmail: text,
  ReplyTo: text,
  Preheader: text,
  Audience: drafts.DraftAudience,
  Tracking: drafts.DraftTracking,
  Utm: drafts.DraftUtm,
  InlineCss: booleanOrAbsent,
  Content: drafts.DraftContent,
}

// biome-ignore format: a table reads by its columns
export const draftOperations = {
  'Campaign.CreateDraft': row('CreateDraft', { ...ofClient, ...settings }, U(drafts.SavedDraft), on('ClientID', 'Draft'), 'Begins a draft, empty or with what is given, and yields its CampaignID and Revision.'),
  'Campaign.GetDraft': row('GetDraft', ofCampaign, U(drafts.Draft), on('CampaignID', 'Draft'), 'A campaign as it is written: settings, audience and content as they were given, and the revision they are of.'),
  'Campaign.UpdateDraft': row('UpdateDraft', { ...ofCampaign, Revision: int, ...settings }, U(drafts.SavedDraft), on('CampaignID', 'Draft'), 'Saves a draft as a new revision; what is left out stays. Refused when the draft was saved since the Revision that is named.'),
  'Campaign.CountAudience': row('CountCampaignAudience', ofCampaign, U(drafts.AudienceCount), on('CampaignID', 'Draft'), 'How many would get a campaign now, and who of its lists and segments is left out. Campaign.Check tells it too, and much more, which takes longer.'),
  'Campaign.LocateFindings': row('LocateCampaignFindings', { ...ofCampaign, Findings: list(drafts.FindingName) }, U(drafts.FindingPlaces), on('CampaignID', 'Draft'), 'Where in a draft the things stand that findings of Campaign.Check are about, and which of them Campaign.RepairFinding can mend.'),
  'Campaign.RepairFinding': row('RepairCampaignFinding', { ...ofCampaign, Revision: int, Code: text, Detail: text }, U(drafts.SavedDraft), on('CampaignID', 'Draft'), 'Mends a finding of Campaign.Check and saves the draft as a new revision: tags of another system become ours, a link that promises an opt-out becomes ours.'),
  'Campaign.Duplicate': row('DuplicateCampaign', { ...ofCampaign, Name: text }, U(drafts.SavedDraft), on('CampaignID', 'Draft'), 'Begins a draft that is written like a campaign, whatever its state.'),
  'Campaign.ListRevisions': row('ListCampaignRevisions', { ...ofCampaign, ...page }, U(drafts.RevisionPage), on('CampaignID', 'Draft'), 'The revisions of a campaign that are kept, the newest first, page by page.'),
  'Campaign.GetRevision': row('GetCampaignRevision', { ...ofCampaign, Revision: int }, U(drafts.Draft), on('CampaignID', 'Draft'), 'A campaign as it was written in one revision.'),
  'Campaign.RestoreRevision': row('RestoreCampaignRevision', { ...ofCampaign, Revision: int, BasedOn: int }, U(drafts.SavedDraft), on('CampaignID', 'Draft'), 'Saves what a draft was in an earlier revision as a new one.'),

  'Campaign.SetEditing': row('SetCampaignEditing', { ...ofCampaign, Editing: boolean }, U(drafts.Editing), bySession(on('CampaignID', 'Draft')), 'Tells that the caller has the editor of a campaign open, for 70 seconds or until it tells the opposite, and yields who else has. Only who is signed in can do this, no key.'),
  'Template.SetEditing': row('SetTemplateEditing', { ...ofTemplate, Editing: boolean }, U(drafts.Editing), bySession(on('TemplateID', 'Draft')), 'Tells that the caller has the editor of a template open, for 70 seconds or until it tells the opposite, and yields who else has. Only who is signed in can do this, no key.'),

  'Template.ListRevisions': row('ListTemplateRevisions', { ...ofTemplate, ...page }, U(drafts.RevisionPage), on('TemplateID', 'Draft'), 'The revisions of a template that are kept, the newest first, page by page.'),
  'Template.GetRevision': row('GetTemplateRevision', { ...ofTemplate, Revision: int }, U(drafts.TemplateRevision), on('TemplateID', 'Draft'), 'A template as it was in one revision.'),
  'Template.RestoreRevision': row('RestoreTemplateRevision', { ...ofTemplate, Revision: int, BasedOn: int }, U(int), on('TemplateID', 'ImportHtml'), 'Makes a template what it was in an earlier revision, and yields the number of the new one.'),

  'Sender.Save': row('SaveSender', { ...ofClient, FromName: text, FromEmail: text, ReplyTo: text }, U(text), on('ClientID', 'Draft'), 'Saves a sender of a client for its drafts, and yields the SenderID; the same name and address are one sender.'),
  'Sender.List': row('ListSenders', { ...ofClient, ...page }, U(drafts.SenderPage), on('ClientID', 'Draft'), 'The saved senders of a client by address, page by page.'),
  'Sender.Delete': row('DeleteSender', { ...ofClient, SenderID: text }, R, on('ClientID', 'Draft'), 'Deletes a saved sender for good; campaigns keep theirs.'),

  'Client.GetUtmTags': row('GetClientUtmTags', ofClient, U(drafts.UtmTags), on('ClientID', 'View'), 'The UTM tags that links of campaigns of a client get.'),
  'Client.SetUtmTags': row('SetClientUtmTags', { ...ofClient, Tags: drafts.UtmTags }, R, on('ClientID', 'Settings'), 'Replaces the UTM tags that links of campaigns of a client get; a campaign may have its own.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
