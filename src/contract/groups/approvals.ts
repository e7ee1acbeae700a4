/** Approval of campaigns before they are sent, and comments on them. */

import { bySession, card, on, R, U } from '../card.ts'
import { boolean, booleanOrAbsent, describe, enumeration, exemplify, int, intOrAbsent, list, optional, record, text } from '../shapes.ts'
import { fields, id, Limit, ofCampaign, ofClient, page, SendDate } from '../words.ts'
import { byAnother } from './clients.ts'
import { SendResult, sentRefusals } from './historical/campaigns.ts'

const plainText = 'Plain text of at most 5,000 characters, of several lines.'
const requestStates =
  'Requested waits for a decision. Void: the campaign, or a list or segment it names, has changed since it was asked for, or another request took its place.'

/** Void: what was to be approved, or was approved, has changed since. */
export const ApprovalState = enumeration('ApprovalState', 'None', 'Requested', 'Approved', 'Rejected', 'Withdrawn', 'Void')

const approval = {
  State: describe(ApprovalState, `The outcome of the last request; None without a request. ${requestStates}`, 'Approved'),
  Revision: int('The revision it was asked for; 0 for none.', 7),
  RequestedDate: fields.RequestedDate,
  RequestedBy: text('Who asked for it.', 'Carla'),
  RequestComment: text('What was written with the request; empty for nothing.', 'The prices are those of Monday.'),
  DecidedDate: text('When it was approved, rejected or withdrawn, in the time zone of the client; empty before.', '2026-03-20 11:05:00'),
  DecidedBy: text('Who approved, rejected or withdrew it; empty before.', 'Rosa Bloom'),
  DecisionComment: text('What was written with the decision; empty for nothing.', 'Lovely, thank you.'),
}

/** The last request of a campaign; the state None means that it has no request. */
export const CampaignApproval = record('CampaignApproval', {
  ClientID: text('The client of the campaign.', id('a')),
  Required: boolean('The client wants nothing sent that is not approved.'),
  MayBeSent: boolean('Campaign.Send does not refuse it for want of an approval.'),
  PresentRevision: int('The revision that the campaign is at now.', 7),
  ...approval,
  Approvers: list(text(), 'Who may approve, by name: people, then the login of the client; at most 100.', ['Ada Moss', 'Rosa Bloom']),
})

export const Approval = record('Approval', { ...approval, State: describe(ApprovalState, requestStates, 'Approved') })

export const ApprovalPage = record('ApprovalPage', { Approvals: list(Approval, 'The requests of this page, the newest first.'), NextCursor: fields.NextCursor })

export const CampaignComment = record('CampaignComment', {
  CommentID: text('The comment: 32 hexadecimal digits.', id('2')),
  Revision: int('The revision it is about.', 7),
  Place: text('Where in the campaign; empty for all of it.', 'Second paragraph'),
  Text: text('The comment: plain text.', 'Could the tulips come first?'),
  Author: text('Who wrote it.', 'Rosa Bloom'),
  Date: exemplify(fields.Date, '2026-03-20 10:15:00'),
  Own: boolean('It is of the caller.', false),
  ResolvedDate: text('When it was marked as resolved, in the time zone of the client; empty while it is open.', ''),
  ResolvedBy: text('Who marked it; empty while it is open.', ''),
})

export const CommentPage = record('CommentPage', {
  Comments: list(CampaignComment, 'The comments of this page, the newest first.'),
  NextCursor: fields.NextCursor,
})

const decision = {
  ...ofCampaign,
  Revision: int('The revision that the caller has looked at; refused with 363 when it is not the present one, which Campaign.GetApproval shows.', 7),
  Comment: optional(text(`What those who approve should know. ${plainText} May be left out.`, 'The prices are those of Monday.')),
}

const decidedRefusals = ['AlreadySent', 'CampaignCancelled', 'StaleRevision', 'ApprovalNotRequested', 'ApprovalVoid'] as const

const comment = { ...ofCampaign, CommentID: text('The comment, as Campaign.ListComments names it.', id('2')) }

export const approvals = {
  'Client.SetApproval': card('SetClientApproval', on('ClientID', 'Settings'), 'change', {
    summary: 'Sets whether campaigns of a client are sent only once a person has approved them as they are.',
    parameters: {
      ...ofClient,
      Required: boolean(
        'True has Campaign.Send refuse a campaign that is not approved as it is; a campaign that is scheduled already becomes a draft when it is due, unless it is approved by then.',
      ),
      ByAnother: booleanOrAbsent(`${byAnother} False: each person who may approve does. Left out: as before.`, true),
    },
    result: R,
    refusals: [],
  }),

  'Campaign.RequestApproval': card('RequestCampaignApproval', on('CampaignID', 'Draft'), 'prepared create', {
    summary: 'Asks for the approval of a campaign as it is in a revision; people who may approve and chose to be notified get a mail.',
    parameters: decision,
    result: R,
    refusals: ['AlreadySent', 'CampaignCancelled', 'NotComposable', 'DraftIncomplete', 'StaleRevision', 'ApprovalAlreadyRequested', 'AlreadyApproved'],
  }),
  'Campaign.WithdrawApprovalRequest': card('WithdrawApprovalRequest', on('CampaignID', 'Draft'), 'change', {
    summary: 'Takes back a request for approval that was not decided.',
    parameters: ofCampaign,
    result: R,
    refusals: ['ApprovalNotRequested'],
  }),
  'Campaign.SendConfirmed': card('SendConfirmedCampaign', bySession(on('CampaignID', 'Send')), 'change', {
    summary: 'Sends a draft as Campaign.Send does, and confirms how many recipients it goes to. Only who is signed in can do this, no key.',
    parameters: {
      ...ofCampaign,
      ConfirmationEmail: optional(text('Who is notified when the campaign is sent: an email address; left out or empty for no notice.', 'carla@bloom.example')),
      SendDate,
      Recipients: intOrAbsent(
        'How many recipients the campaign goes to, as Campaign.CountAudience counts them; refused with 378 when it is not the present number. Needed above the number of Campaign.CountAudience, else it may be left out.',
        20_400,
      ),
    },
    result: R,
    jsonResult: SendResult,
    refusals: sentRefusals,
  }),
  'Campaign.Approve': card('ApproveCampaign', bySession(on('CampaignID', 'Approve')), 'change', {
    summary: 'Approves a campaign as it is in the revision that approval was asked for. Only who is signed in can do this, no key.',
    parameters: { ...decision, Comment: optional(text(`What the one who asked should know. ${plainText} May be left out.`, 'Lovely, thank you.')) },
    result: R,
    refusals: [...decidedRefusals, 'AlreadyApproved', 'OwnRequest'],
  }),
  'Campaign.Reject': card('RejectCampaign', bySession(on('CampaignID', 'Approve')), 'change', {
    summary:
      'Refuses the approval of a campaign, or takes one back before the campaign begins, and says why; a scheduled campaign becomes a draft. Only who is signed in can do this, no key.',
    parameters: { ...decision, Comment: text(`Why, and what is to be changed. ${plainText}`, 'The second price is wrong.') },
    result: R,
    refusals: [...decidedRefusals, 'CommentRequired'],
  }),
  'Campaign.GetApproval': card('GetCampaignApproval', on('CampaignID', 'View'), 'read', {
    summary: 'Whether a campaign needs an approval, what became of the last request, and who may approve.',
    parameters: ofCampaign,
    result: U(CampaignApproval),
    refusals: [],
  }),
  'Campaign.ListApprovals': card('ListCampaignApprovals', on('CampaignID', 'View'), 'read', {
    summary: 'The requests for approval of a campaign with what became of them, the newest first, page by page.',
    parameters: { ...ofCampaign, ...page, Limit: exemplify(Limit, 1000) },
    result: U(ApprovalPage),
    refusals: [],
  }),

  'Campaign.AddComment': card('AddCampaignComment', on('CampaignID', 'Comment'), 'create', {
    summary: 'Adds a comment to a campaign, and yields the CommentID.',
    parameters: {
      ...ofCampaign,
      Text: text(plainText, 'Could the tulips come first?'),
      Revision: int('The revision it is about; 0 for the present one.', 0),
      Place: optional(
        text('Where in the campaign, in words or as a program marks it; one line of at most 200 characters. May be left out.', 'Second paragraph'),
      ),
    },
    result: U(exemplify(text(), id('2'))),
    refusals: ['UnknownRevision', 'CommentRequired', 'TooManyComments'],
  }),
  'Campaign.ListComments': card('ListCampaignComments', on('CampaignID', 'View'), 'read', {
    summary: 'The comments on a campaign, the newest first, page by page.',
    parameters: { ...ofCampaign, ...page, Limit: exemplify(Limit, 1000) },
    result: U(CommentPage),
    refusals: [],
  }),
  'Campaign.ResolveComment': card('ResolveCampaignComment', on('CampaignID', 'Comment'), 'change', {
    summary: 'Marks a comment as resolved, or opens it again.',
    parameters: { ...comment, Resolved: boolean('True to mark it as resolved, false to open it again.') },
    result: R,
    refusals: ['UnknownComment'],
  }),
  'Campaign.DeleteComment': card('DeleteCampaignComment', on('CampaignID', 'Comment'), 'change', {
    summary: 'Deletes a comment for good: one of the caller, or any for who may write drafts.',
    parameters: comment,
    result: R,
    refusals: ['UnknownComment'],
  }),
}
