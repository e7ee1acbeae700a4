/** Approval of campaigns before they are sent, and comments on them. */
import * as approvals from '../approval-records.ts'
import { type Access, bySession, ofCampaign, ofClient, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, type Members, type Shape, text } from '../shapes.ts'

const page = { Cursor: text, Limit: int }
const decision = { ...ofCampaign, Revision: int, Comment: text }
const comment = { ...ofCampaign, CommentID: text }

// biome-ignore format: a table reads by its columns
export const approvalOperations = {
  'Client.SetApproval': row('SetClientApproval', { ...ofClient, Required: boolean }, R, on('ClientID', 'Settings'), 'Sets whether campaigns of a client are sent only once a person has approved them as they are.'),

  'Campaign.RequestApproval': row('RequestCampaignApproval', decision, R, on('CampaignID', 'Draft'), 'Asks for the approval of a campaign as it is in a revision; people who may approve and chose to be told get a mail.'),
  'Campaign.WithdrawApprovalRequest': row('WithdrawApprovalRequest', ofCampaign, R, on('CampaignID', 'Draft'), 'Takes back a request for approval that was not decided.'),
  'Campaign.SendConfirmed': row('SendConfirmedCampaign', { ...ofCampaign, ConfirmationEmail: text, SendDate: text, Recipients: int }, R, bySession(on('CampaignID', 'Send')), 'Sends a draft as Campaign.Send does, and confirms how many recipients it goes to. Only who is signed in can do this, no key.'),
  'Campaign.Approve': row('ApproveCampaign', decision, R, bySession(on('CampaignID', 'Approve')), 'Approves a campaign as it is in the revision that approval was asked for. Only who is signed in can do this, no key.'),
  'Campaign.Reject': row('RejectCampaign', decision, R, bySession(on('CampaignID', 'Approve')), 'Refuses the approval of a campaign, or takes one back before the campaign begins, and says why; a scheduled campaign becomes a draft. Only who is signed in can do this, no key.'),
  'Campaign.GetApproval': row('GetCampaignApproval', ofCampaign, U(approvals.CampaignApproval), on('CampaignID', 'View'), 'Whether a campaign needs an approval, what became of the last request, and who may approve.'),
  'Campaign.ListApprovals': row('ListCampaignApprovals', { ...ofCampaign, ...page }, U(approvals.ApprovalPage), on('CampaignID', 'View'), 'The requests for approval of a campaign with what became of them, the newest first, page by page.'),

  'Campaign.AddComment': row('AddCampaignComment', { ...ofCampaign, Text: text, Revision: int, Place: text }, U(text), on('CampaignID', 'Comment'), 'Adds a comment to a campaign, and yields the CommentID.'),
  'Campaign.ListComments': row('ListCampaignComments', { ...ofCampaign, ...page }, U(approvals.CommentPage), on('CampaignID', 'View'), 'The comments on a campaign, the newest first, page by page.'),
  'Campaign.ResolveComment': row('ResolveCampaignComment', { ...comment, Resolved: boolean }, R, on('CampaignID', 'Comment'), 'Marks a comment as resolved, or opens it again.'),
  'Campaign.DeleteComment': row('DeleteCampaignComment', comment, R, on('CampaignID', 'Comment'), 'Deletes a comment for good: one of the caller, or any for who may write drafts.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
