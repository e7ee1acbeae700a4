/** Approval before sending, and comments. Decisions are made by people who are signed in: src/operations/campaigns/approvals.test.ts. */
import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const nobodys = '0'.repeat(32)
const draft = { CampaignID: '{tulipsAgain}' }
const page = { Cursor: '', Limit: 0 }
const order = { ...draft, ConfirmationEmail: 'office@bloom.example', SendDate: '2099-12-31 23:59:59' }
const once = { 'Idempotency-Key': '"comment 17"' }
const comment = { ...draft, Text: 'Could the <b>tulips</b>\ncome first?', Revision: 0, Place: 'Title & more' }
const ofComment = { ...draft, CommentID: '{comment}' }

/** After {tulipsAgain} was made. */
export const approvals = [
  cases('Client.SetApproval', { ...client, Required: true, ByAnother: true }, [
    ['campaigns of a client are approved first', {}],
    ['it takes the right to settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.GetOptions', client, [['a client that requires approval', {}]]),
  cases('Campaign.Send', order, [['what is not approved is not sent', {}, 'ApprovalRequired']]),
  cases('Campaign.GetApproval', draft, [['approval was not asked for', {}]]),
  cases('Campaign.WithdrawApprovalRequest', draft, [
    ['what was not asked for is not withdrawn', {}, 'ApprovalNotRequested'],
  ]),
  cases('Campaign.RequestApproval', { ...draft, Revision: 1, Comment: 'Prices & <more>\nof Monday' }, [
    ['approval is asked for', {}],
    ['it is asked for once', {}, 'ApprovalAlreadyRequested'],
    ['what is approved already', { CampaignID: '{approvedDraft}' }, 'AlreadyApproved'],
    ['of another revision', { Revision: 2 }, 'StaleRevision'],
    ['of what lacks something', { CampaignID: '{lacking}' }, 'DraftIncomplete'],
    ['of what was sent', { CampaignID: '{sent}' }, 'AlreadySent'],
    ['of what was cancelled', { CampaignID: '{stopped}' }, 'CampaignCancelled'],
    ['a comment is not too long', { Comment: 'x'.repeat(5001) }, 'ValueTooLong'],
    ['a comment is text', { Comment: 'a\u0007b' }, 'InvalidCharacters'],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s campaign is unknown', { CampaignID: '{foreignCampaign}' }, 'InvalidCampaignId'],
  ]),
  cases('Campaign.GetApproval', draft, [
    ['it waits for a decision', {}],
    ['what was approved', { CampaignID: '{approvedDraft}' }],
    ['a login that reads reports reads it', { ApiKey: '{reportsKey}' }],
  ]),
  cases('Campaign.WithdrawApprovalRequest', draft, [
    ['a request is withdrawn', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.RequestApproval', { ...draft, Revision: 1, Comment: '' }, [['it is asked for again', {}]]),
  cases('Campaign.UpdateDraft', { ...draft, Revision: 1, Subject: 'Other tulips' } as never, [
    ['a change makes a request void', {}],
  ]),
  cases('Campaign.ListApprovals', { ...draft, ...page }, [
    ['requests come newest first', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneRequest'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneRequest}' }],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['a cursor is one that this operation gave', { Cursor: 'WzEsMl0x' }, 'InvalidParameter'],
  ]),
  cases('Client.SetApproval', { ...client, Required: false, ByAnother: true }, [['approval is required no more', {}]]),

  cases('Campaign.AddComment', comment, [
    ['a comment is added', {}, 'success', 'comment'],
    ['about an earlier revision', { Revision: 1, Text: 'Before it changed', Place: '' }, 'success', 'earlierComment'],
    ['a call with an Idempotency-Key', { Text: 'Once' }, 'success', 'onceComment', once],
    ['the same call with it adds nothing', { Text: 'Once' }, 'success', undefined, once],
    ['a comment says something', { Text: ' \n ' }, 'CommentRequired'],
    ['a comment is not too long', { Text: 'x'.repeat(5001) }, 'ValueTooLong'],
    ['a place is one line', { Place: 'a\nb' }, 'InvalidCharacters'],
    ['a revision is there', { Revision: 9 }, 'UnknownRevision'],
    ['a campaign has at most 1,000', { CampaignID: '{underway}' }, 'TooManyComments'],
    ['it takes the right to comment', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.ResolveComment', { ...ofComment, Resolved: true }, [
    ['a comment is resolved', {}],
    ['a comment is resolved once', {}],
    ['an unknown comment', { CommentID: nobodys }, 'UnknownComment'],
    ['a comment belongs to its campaign', { CampaignID: '{underway}' }, 'UnknownComment'],
  ]),
  cases('Campaign.ListComments', { ...draft, ...page }, [
    ['comments come newest first', {}],
    ['a page of one', { Limit: 1 }, 'success', 'afterOneComment'],
    ['the page after it', { Limit: 1, Cursor: '{afterOneComment}' }],
    ['a page is not too long', { Limit: -1 }, 'InvalidParameter'],
    ['a login that reads reports reads them', { ApiKey: '{reportsKey}' }],
  ]),
  cases('Campaign.DeleteComment', ofComment, [
    ['it takes the right to comment', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['a comment is deleted', {}],
    ['a comment is deleted once', {}, 'UnknownComment'],
  ]),
].flat()
