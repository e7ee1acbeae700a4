/** Revisions of campaigns and templates, and who has their editors open. */

import { bySession, card, on, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, record, text } from '../shapes.ts'
import { fields, Limit, ofCampaign, ofTemplate, page } from '../words.ts'
import { Draft, SavedDraft } from './drafts.ts'

const revision = int('The number of the revision.', 7)
const SavedBy = text('The name of who saved it; empty where that is not known.', 'Carla')

export const RevisionAction = enumeration('RevisionAction', 'Created', 'Saved', 'Duplicated', 'Restored')

/** Restored is the number of the revision that was restored, 0 where none was. */
export const Revision = record('Revision', {
  Revision: revision,
  SavedDate: fields.SavedDate,
  SavedBy,
  Means: text('By what the caller was known: session, key or historical key.', 'session'),
  Action: describe(RevisionAction, 'How it came about.', 'Saved'),
  Restored: int('The number of the revision that was restored; 0 where none was.', 0),
  Name: text('The name in this revision.', 'Spring 2026'),
})

export const RevisionPage = record('RevisionPage', {
  Revisions: list(Revision, 'The revisions of this page, the newest first.'),
  NextCursor: fields.NextCursor,
})

/** Who else has the editor of a campaign or of a template open. */
export const Editing = record('Editing', {
  Editors: list(text(), 'First names of the others who have the editor open, at most 20. A name is shown for 70 seconds after the last call of its owner.', [
    'Eva',
    'Rosa',
  ]),
  LeaseSeconds: int('For how many seconds the caller counts as one who edits; call again before.', 70),
})

export const TemplateRevision = record('TemplateRevision', {
  TemplateID: fields.TemplateID,
  Revision: revision,
  SavedDate: fields.SavedDate,
  SavedBy,
  Name: text('The name of the template in this revision.', 'Two columns'),
  HTMLPageURL: text('The page it was made from.', 'https://bloom.example/mail/template.html'),
  ZipFileURL: text('The ZIP file it was made from; empty for none.', 'https://bloom.example/mail/images.zip'),
  Html: text('The page as it is kept; references to kept files begin with kept:.', '<html>…</html>'),
})

const restoredRevision = int('The number of the revision to restore.', 7)

const BasedOn = int('The revision that the caller saw last; refused with 363 when another was saved since. 0 for whatever there is.', 9)

const editing = boolean('True where the editor is open, false where it was left, or to ask only who edits.')

export const revisions = {
  'Campaign.ListRevisions': card('ListCampaignRevisions', on('CampaignID', 'Draft'), 'read', {
    summary: 'The revisions of a campaign that are kept, the newest first, page by page.',
    parameters: { ...ofCampaign, ...page, Limit: exemplify(Limit, 1000) },
    result: U(RevisionPage),
    refusals: [],
  }),
  'Campaign.GetRevision': card('GetCampaignRevision', on('CampaignID', 'Draft'), 'read', {
    summary: 'A campaign as it was written in one revision.',
    parameters: { ...ofCampaign, Revision: revision },
    result: U(Draft),
    refusals: ['UnknownRevision'],
  }),
  'Campaign.RestoreRevision': card('RestoreCampaignRevision', on('CampaignID', 'Draft'), 'change', {
    summary: 'Saves what a draft was in an earlier revision as a new one.',
    parameters: { ...ofCampaign, Revision: restoredRevision, BasedOn },
    result: U(SavedDraft),
    refusals: ['DuplicateCampaignName', 'InvalidListIds', 'InvalidSegments', 'CampaignNotDraft', 'StaleRevision', 'UnknownRevision'],
  }),

  'Campaign.SetEditing': card('SetCampaignEditing', bySession(on('CampaignID', 'Draft')), 'lease', {
    summary:
      'Reports that the caller has the editor of a campaign open, for 70 seconds or until it reports the opposite, and yields who else has. Only who is signed in can do this, no key.',
    parameters: { ...ofCampaign, Editing: editing },
    result: U(Editing),
    refusals: [],
  }),
  'Template.SetEditing': card('SetTemplateEditing', bySession(on('TemplateID', 'Draft')), 'lease', {
    summary:
      'Reports that the caller has the editor of a template open, for 70 seconds or until it reports the opposite, and yields who else has. Only who is signed in can do this, no key.',
    parameters: { ...ofTemplate, Editing: editing },
    result: U(Editing),
    refusals: [],
  }),

  'Template.ListRevisions': card('ListTemplateRevisions', on('TemplateID', 'Draft'), 'read', {
    summary: 'The revisions of a template that are kept, the newest first, page by page.',
    parameters: { ...ofTemplate, ...page, Limit: exemplify(Limit, 1) },
    result: U(RevisionPage),
    refusals: [],
  }),
  'Template.GetRevision': card('GetTemplateRevision', on('TemplateID', 'Draft'), 'read', {
    summary: 'A template as it was in one revision.',
    parameters: { ...ofTemplate, Revision: revision },
    result: U(TemplateRevision),
    refusals: ['UnknownRevision'],
  }),
  'Template.RestoreRevision': card('RestoreTemplateRevision', on('TemplateID', 'ImportHtml'), 'change', {
    summary: 'Makes a template what it was in an earlier revision, and yields the number of the new one.',
    parameters: { ...ofTemplate, Revision: restoredRevision, BasedOn },
    result: U(exemplify(int(), 10)),
    refusals: ['StaleRevision', 'UnknownRevision'],
  }),
}
