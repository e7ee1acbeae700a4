/** What parameters and fields of approvals and comments mean, with believable values. */
const comment = 'Plain text of at most 5,000 characters, of several lines.'
const revision =
  'The revision that the caller has looked at; refused with 363 when it is not the present one, which Campaign.GetApproval tells.'

/** By operation. */
export const approvalParameters = {
  'Client.SetApproval': {
    Required:
      'True has Campaign.Send refuse a campaign that is not approved as it is; a campaign that is scheduled already becomes a draft when it is due, unless it is approved by then.',
  },
  'Campaign.SendConfirmed': {
    Recipients:
      'How many recipients the campaign goes to, as Campaign.CountAudience tells; refused with 378 when it is not the number of now.',
  },
  'Campaign.RequestApproval': {
    Revision: revision,
    Comment: `What those who approve should know. ${comment} May be left out.`,
  },
  'Campaign.Approve': {
    Revision: revision,
    Comment: `What the one who asked should know. ${comment} May be left out.`,
  },
  'Campaign.Reject': { Revision: revision, Comment: `Why, and what is to be changed. ${comment}` },
  'Campaign.AddComment': {
    Text: comment,
    Revision: 'The revision it is about; 0 for the present one.',
    Place:
      'Where in the campaign, in words or as a program marks it; one line of at most 200 characters. May be left out.',
  },
  'Campaign.ResolveComment': {
    CommentID: 'The comment, as Campaign.ListComments names it.',
    Resolved: 'True to mark it as resolved, false to open it again.',
  },
  'Campaign.DeleteComment': { CommentID: 'The comment, as Campaign.ListComments names it.' },
} as const

const request = {
  State:
    'Requested waits for a decision. Void: the campaign, or a list or segment it names, has changed since it was asked for, or another request took its place.',
  Revision: 'The revision it was asked for; 0 for none.',
  RequestedDate: 'When it was asked for, in the time zone of the client.',
  RequestedBy: 'Who asked for it.',
  RequestComment: 'What was written with the request; empty for nothing.',
  DecidedDate: 'When it was approved, rejected or withdrawn, in the time zone of the client; empty before.',
  DecidedBy: 'Who approved, rejected or withdrew it; empty before.',
  DecisionComment: 'What was written with the decision; empty for nothing.',
}

/** By record. */
export const approvalFields = {
  Approval: request,
  ApprovalPage: { Approvals: 'The requests of this page, the newest first.' },
  CommentPage: { Comments: 'The comments of this page, the newest first.' },
  CampaignApproval: {
    ClientID: 'The client of the campaign.',
    Required: 'The client wants nothing sent that is not approved.',
    MayBeSent: 'Campaign.Send does not refuse it for want of an approval.',
    PresentRevision: 'The revision that the campaign is at now.',
    ...request,
    State: `What became of the last request; None where there is none. ${request.State}`,
    Approvers: 'Who may approve, by name: people, then the login of the client; at most 100.',
  },
  CampaignComment: {
    CommentID: 'The comment: 32 hexadecimal digits.',
    Revision: 'The revision it is about.',
    Place: 'Where in the campaign; empty for all of it.',
    Text: 'The comment: plain text.',
    Author: 'Who wrote it.',
    Own: 'It is of the caller.',
    ResolvedDate: 'When it was marked as resolved, in the time zone of the client; empty while it is open.',
    ResolvedBy: 'Who marked it; empty while it is open.',
  },
}

const approved = {
  State: 'Approved',
  RequestedDate: '2026-03-20 09:30:00',
  RequestedBy: 'Carla',
  RequestComment: 'The prices are those of Monday.',
  DecidedDate: '2026-03-20 11:05:00',
  DecidedBy: 'Rosa Bloom',
  DecisionComment: 'Lovely, thank you.',
}

export const approvalExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Approval: approved,
  CampaignApproval: { PresentRevision: 7, ...approved, Approvers: ['Ada Moss', 'Rosa Bloom'] },
  CampaignComment: {
    Place: 'Second paragraph',
    Text: 'Could the tulips come first?',
    Author: 'Rosa Bloom',
    Date: '2026-03-20 10:15:00',
    Own: false,
    ResolvedDate: '',
    ResolvedBy: '',
  },
}

/** Values of parameters. */
export const approvalExampleParameters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Campaign.SendConfirmed': { Recipients: 20_400 },
  'Campaign.RequestApproval': { Comment: approved.RequestComment },
  'Campaign.Approve': { Comment: approved.DecisionComment },
  'Campaign.Reject': { Comment: 'The second price is wrong.' },
  'Campaign.AddComment': { Text: 'Could the tulips come first?', Revision: 0, Place: 'Second paragraph' },
}
