/** The record types of approvals and of comments on campaigns. */
import { boolean, enumeration, int, list, record, text } from './shapes.ts'

/** Void: what was to be approved, or was approved, has changed since. */
export const ApprovalState = enumeration(
  'ApprovalState',
  'None',
  'Requested',
  'Approved',
  'Rejected',
  'Withdrawn',
  'Void',
)

/** A request with what became of it. Dates are in the time zone of the client. */
const approval = {
  State: ApprovalState,
  Revision: int,
  RequestedDate: text,
  RequestedBy: text,
  RequestComment: text,
  DecidedDate: text,
  DecidedBy: text,
  DecisionComment: text,
}

export const Approval = record('Approval', approval)

/** The last request of a campaign; with the state None there is none. */
export const CampaignApproval = record('CampaignApproval', {
  ClientID: text,
  Required: boolean,
  MayBeSent: boolean,
  PresentRevision: int,
  ...approval,
  Approvers: list(text),
})

export const ApprovalPage = record('ApprovalPage', { Approvals: list(Approval), NextCursor: text })

export const CampaignComment = record('CampaignComment', {
  CommentID: text,
  Revision: int,
  Place: text,
  Text: text,
  Author: text,
  Date: text,
  Own: boolean,
  ResolvedDate: text,
  ResolvedBy: text,
})

export const CommentPage = record('CommentPage', { Comments: list(CampaignComment), NextCursor: text })
