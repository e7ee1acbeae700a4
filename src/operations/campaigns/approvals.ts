/** Approval of campaigns, and comments on them. */
import type { ApprovalState } from '../../contract/groups/approvals.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import type { Principal } from '../../domain/access/principal.ts'
import {
  type Acting,
  approve,
  listApprovals,
  readApproval,
  reject,
  requestApproval,
  withdrawRequest,
} from '../../domain/campaigns/approval/approvals.ts'
import {
  addComment,
  deleteComment,
  isOwn,
  listComments,
  resolveComment,
} from '../../domain/campaigns/approval/comments.ts'
import type { ApprovalRow } from '../../store/campaigns/approvals.ts'
import type { CommentRow } from '../../store/campaigns/comments.ts'
import { actor, type Dependencies, type Handlers, type Origin, sourceParts } from '../dependencies.ts'

type Approvals = Pick<
  Handlers,
  | 'Campaign.RequestApproval'
  | 'Campaign.WithdrawApprovalRequest'
  | 'Campaign.Approve'
  | 'Campaign.Reject'
  | 'Campaign.GetApproval'
  | 'Campaign.ListApprovals'
>

export const approvals: Approvals = {
  'Campaign.RequestApproval': ({ Revision, Comment }, { campaign, keep, ...call }, parts) =>
    requestApproval(sourceParts(parts), campaign, { revision: Revision, comment: Comment }, acting(call, parts), keep),

  'Campaign.WithdrawApprovalRequest': (_params, { campaign, ...call }, parts) =>
    withdrawRequest(parts.db, campaign, acting(call, parts)),

  'Campaign.Approve': ({ Revision, Comment }, { campaign, ...call }, parts) =>
    approve(parts.db, campaign, { revision: Revision, comment: Comment }, acting(call, parts)),

  'Campaign.Reject': ({ Revision, Comment }, { campaign, ...call }, parts) =>
    reject(parts.db, campaign, { revision: Revision, comment: Comment }, acting(call, parts)),

  async 'Campaign.GetApproval'(_params, { campaign }, { db }) {
    const { present, last, approvers } = await readApproval(db, campaign)
    return {
      ClientID: campaign.clientPublicId,
      Required: present.isRequired,
      MayBeSent: present.isApproved || !present.isRequired,
      PresentRevision: present.revision,
      ...(last ? approvalRecord(last) : none),
      Approvers: approvers,
    }
  },

  async 'Campaign.ListApprovals'({ Cursor, Limit }, { campaign }, { db }) {
    const { rows, nextCursor } = await listApprovals(db, campaign, { cursor: Cursor, limit: Limit })
    return { Approvals: rows.map(approvalRecord), NextCursor: nextCursor }
  },
}

type Comments = Pick<
  Handlers,
  'Campaign.AddComment' | 'Campaign.ListComments' | 'Campaign.ResolveComment' | 'Campaign.DeleteComment'
>

export const comments: Comments = {
  'Campaign.AddComment': ({ Text, Revision, Place }, { campaign, principal }, { db, now }) =>
    addComment(db, campaign, { text: Text, revision: Revision, place: Place }, principal, now()),

  async 'Campaign.ListComments'({ Cursor, Limit }, { campaign, principal }, { db }) {
    const { rows, nextCursor } = await listComments(db, campaign, { cursor: Cursor, limit: Limit })
    return { Comments: rows.map(row => commentRecord(row, principal)), NextCursor: nextCursor }
  },

  'Campaign.ResolveComment': ({ CommentID, Resolved }, { campaign, principal }, { db, now }) =>
    resolveComment(db, campaign, CommentID, Resolved ? { name: principal.username, at: now() } : null),

  'Campaign.DeleteComment': ({ CommentID }, { campaign, principal }, { db }) =>
    deleteComment(db, campaign, CommentID, principal),
}

function acting(
  { principal, origin }: { readonly principal: Principal; readonly origin: Origin },
  { now }: Pick<Dependencies, 'now'>,
): Acting {
  return { principal, by: actor(principal, origin), at: now() }
}

const states = {
  requested: 'Requested',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  replaced: 'Void',
} as const satisfies Record<ApprovalRow['state'], OutputOf<typeof ApprovalState>>

function approvalRecord(row: ApprovalRow) {
  return {
    State: row.isVoid ? ('Void' as const) : states[row.state],
    Revision: row.revision,
    RequestedDate: row.requestedDate,
    RequestedBy: row.requestedBy,
    RequestComment: row.requestComment,
    DecidedDate: row.decidedDate ?? '',
    DecidedBy: row.decidedBy ?? '',
    DecisionComment: row.decisionComment ?? '',
  }
}

const none = {
  State: 'None',
  Revision: 0,
  RequestedDate: '',
  RequestedBy: '',
  RequestComment: '',
  DecidedDate: '',
  DecidedBy: '',
  DecisionComment: '',
} as const

function commentRecord(row: CommentRow, principal: Principal) {
  return {
    CommentID: row.publicId,
    Revision: row.revision,
    Place: row.place,
    Text: row.text,
    Author: row.author,
    Date: row.date,
    Own: isOwn(principal, { kind: row.authorKind, id: row.authorId }),
    ResolvedDate: row.resolvedDate ?? '',
    ResolvedBy: row.resolvedBy ?? '',
  }
}
