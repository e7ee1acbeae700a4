/**
 * Approval of a campaign before it is sent: asked for, given, refused, taken back. It is bound to what the campaign was when it was
 * asked for. Acts on one campaign come one after another, since each locks the campaign's row.
 * See docs/decisions/content.md#an-approval-is-bound-to-what-it-approves.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { accessLevelFor, includesRight, rightsOfRole, roleNames } from '../../../contract/rights.ts'
import { readClientOptions } from '../../../store/accounts/clients.ts'
import { readCallingPerson } from '../../../store/accounts/people.ts'
import {
  type ApprovalRow,
  type ApproverScope,
  decideRequest,
  hasOtherApprover,
  insertRequest,
  type PresentCampaign,
  presentCampaign,
  readApprovalsOf,
  readApproverNames,
} from '../../../store/campaigns/approvals.ts'
import { type Actor, recordAuditEntry } from '../../../store/campaigns/campaign-history.ts'
import { findCampaignForSending } from '../../../store/campaigns/sending.ts'
import type { Database, Sql, Transaction } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { recordEvents } from '../../../store/events/events.ts'
import { enqueue } from '../../../store/jobs/jobs.ts'
import type { CampaignRef } from '../../access/access.ts'
import type { Principal } from '../../access/principal.ts'
import { type CampaignState, stateAfter } from '../../campaign-state/states.ts'
import { changeState, lockOrRefuse, stateOf } from '../../campaign-state/transitions.ts'
import { cutPage, isNumberKey, readCursorPage } from '../../paging/cursors.ts'
import { cleanLines } from '../../text-rules/several-lines.ts'
import { refuseIncomplete } from '../drafting/draft-parts.ts'
import { importSourceOrRefuse } from '../drafting/draft-ready.ts'
import type { SourceParts } from '../drafting/source-kinds.ts'

/** UTF-16 units. */
export const longestComment = 5000

/** Who acts, for rights and for histories. */
export interface Acting {
  readonly principal: Principal
  readonly by: Actor
  readonly at: Date
}

/** Who asks: a principal, or the service itself for a feed. */
export interface Asking extends Omit<Acting, 'principal'> {
  readonly principal: Principal | undefined
}

/** What a caller gives; an absent comment is null. */
export interface GivenDecision {
  readonly revision: number
  readonly comment: string | null
}

/**
 * Asks for approval; what is asked for is made ready to be sent first, so that it cannot become something else later. Durable, with the
 * job that mails those who may approve, when it resolves.
 * @param keep part of the transaction
 * @throws Refusal ValueTooLong, InvalidCharacters, InvalidCampaignId, AlreadySent, CampaignCancelled, StaleRevision, DraftIncomplete,
 *   NotComposable, ApprovalAlreadyRequested, AlreadyApproved
 */
export async function requestApproval(
  source: SourceParts,
  campaign: CampaignRef,
  given: GivenDecision,
  { principal, by, at }: Asking,
  keep?: (sql: Transaction, answer: undefined) => Promise<void>,
): Promise<void> {
  const comment = cleanLines('Comment', given.comment, longestComment)
  const { db } = source
  const draft = await findCampaignForSending(db, campaign.clientId, campaign.campaignId)
  if (!draft) throw new Refusal('InvalidCampaignId')
  // what is paused may not have begun: that is seen when its row is locked
  if (draft.state !== 'paused') stateAfter('request approval', draft.state)
  refuseIfStale(draft.revision, given.revision)
  refuseIncomplete(draft, [])
  await importSourceOrRefuse(source, campaign)

  await transaction(db, async sql => {
    const { state, present, last } = await lock(sql, campaign, given.revision)
    if (!present.isTaken) throw new Refusal('StaleRevision', 'The draft is being saved. Repeat the call.')
    if (last && !last.isVoid) {
      if (last.state === 'requested') {
        const who = `${last.requestedBy} asked for it on ${last.requestedDate}`
        throw new Refusal('ApprovalAlreadyRequested', `${who}; it waits for a decision.`)
      }
      if (last.state === 'approved') throw alreadyApprovedRefusal(last)
    }
    const { personId, loginId } = await whoIs(sql, principal)
    const { username: name } = by
    const approvalId = await insertRequest(sql, campaign, { name, personId, loginId, comment, at })
    const acts: Acts = { action: 'request approval', event: 'campaign.approval_requested', member: 'RequestedBy' }
    await record(sql, campaign, acts, { state, present, comment, by, at })
    await enqueue(sql, 'approvalAsked', { clientId: campaign.clientId, approvalId })
    await keep?.(sql, undefined)
  })
}

/**
 * Approves what was asked for. Of several who decide at once, the first is it.
 * @throws Refusal ValueTooLong, InvalidCharacters, InvalidCampaignId, AlreadySent, CampaignCancelled, StaleRevision, ApprovalVoid,
 *   ApprovalNotRequested, AlreadyApproved, OwnRequest
 */
export async function approve(
  db: Database,
  campaign: CampaignRef,
  given: GivenDecision,
  { principal, by, at }: Acting,
): Promise<void> {
  const comment = cleanLines('Comment', given.comment, longestComment)
  await transaction(db, async sql => {
    const { state, present, last } = await lock(sql, campaign, given.revision)
    const request = openRequest(last)
    if (request.state === 'approved') throw alreadyApprovedRefusal(request)
    await refuseOwn(sql, campaign, request, principal)
    await decideRequest(sql, { ...campaign, id: request.id }, 'approved', { name: by.username, comment, at })
    const acts: Acts = { action: 'approve', event: 'campaign.approved', member: 'ApprovedBy' }
    await record(sql, campaign, acts, { state, present, comment, by, at })
    await mailRequester(sql, campaign, request, principal)
  })
}

/**
 * Refuses what was asked for, or takes an approval back before the campaign begins; one that is scheduled becomes a draft.
 * @throws Refusal CommentRequired, and as approve does, but OwnRequest and AlreadyApproved
 */
export async function reject(
  db: Database,
  campaign: CampaignRef,
  given: GivenDecision,
  { principal, by, at }: Acting,
): Promise<void> {
  const comment = cleanLines('Comment', given.comment, longestComment)
  if (comment === '') throw new Refusal('CommentRequired', 'Comment says why, and must not be empty.')
  await transaction(db, async sql => {
    const { locked, state, present, last } = await lock(sql, campaign, given.revision)
    const request = openRequest(last)
    await decideRequest(sql, { ...campaign, id: request.id }, 'rejected', { name: by.username, comment, at })
    const acts: Acts = { action: 'reject', event: 'campaign.rejected', member: 'RejectedBy' }
    await record(sql, campaign, acts, { state, present, comment, by, at })
    if (state === 'scheduled') await changeState(sql, [locked], { cause: 'unschedule', actor: by, at })
    await mailRequester(sql, campaign, request, principal)
  })
}

/** Takes back a request that was not decided, void or not. @throws Refusal InvalidCampaignId, ApprovalNotRequested */
export async function withdrawRequest(db: Database, campaign: CampaignRef, { by, at }: Acting): Promise<void> {
  await transaction(db, async sql => {
    const state = stateOf(await lockOrRefuse(sql, campaign))
    const present = (await presentCampaign(sql, campaign))!
    const last = await lastRequest(sql, campaign)
    if (last?.state !== 'requested') throw notRequestedRefusal(last)
    await decideRequest(sql, { ...campaign, id: last.id }, 'withdrawn', { name: by.username, comment: '', at })
    const detail = { revision: last.revision }
    await recordAuditEntry(sql, campaign, by, { action: 'withdraw request', from: state, to: state, detail }, at)
    await announceEnd(sql, campaign, { name: present.name, revision: last.revision, reason: 'Withdrawn' }, at)
  })
}

/** Says that what was asked for or approved is worth nothing any more, where that is an act and no change of the campaign. */
export async function announceEnd(
  sql: Transaction,
  { clientId, campaignPublicId }: Pick<CampaignRef, 'clientId' | 'campaignPublicId'>,
  { name, revision, reason }: { readonly name: string; readonly revision: number; readonly reason: string },
  at: Date,
): Promise<void> {
  const data = { CampaignID: campaignPublicId, Name: name, Revision: revision, Reason: reason }
  await recordEvents(sql, [{ clientId, type: 'campaign.approval_ended', at, data }])
}

export interface ApprovalStanding {
  readonly present: PresentCampaign
  /** The last request; undefined without any. */
  readonly last: ApprovalRow | undefined
  /** Names of those who may approve, at most `mostNames`. */
  readonly approvers: readonly string[]
}

const mostNames = 100

/** @throws Refusal InvalidCampaignId */
export async function readApproval(sql: Sql, campaign: CampaignRef): Promise<ApprovalStanding> {
  const [present, last, approvers] = await Promise.all([
    presentCampaign(sql, campaign),
    lastRequest(sql, campaign),
    readApproverNames(sql, approversOf(campaign), mostNames),
  ])
  if (!present) throw new Refusal('InvalidCampaignId')
  return { present, last, approvers }
}

/** A page of requests, the newest first. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listApprovals(
  sql: Sql,
  campaign: CampaignRef,
  request: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(request, isNumberKey)
  const page = { before: after?.[0], limit: limit + 1, timeZone: campaign.timeZone }
  return cutPage(await readApprovalsOf(sql, campaign, page), limit, ({ id }) => [id])
}

/** Whose right to approve the campaigns of a client it is. */
export function approversOf({ accountId, clientId }: Pick<CampaignRef, 'accountId' | 'clientId'>): ApproverScope {
  const roles = roleNames.filter(role => includesRight(rightsOfRole(role), 'Approve'))
  return { accountId, clientId, roles, level: accessLevelFor('Approve')! } // logins of clients may approve
}

async function lock(sql: Transaction, campaign: CampaignRef, revision: number) {
  const locked = await lockOrRefuse(sql, campaign)
  const state = stateAfter('request approval', stateOf(locked))
  const present = (await presentCampaign(sql, campaign))! // its row is locked
  refuseIfStale(present.revision, revision)
  return { locked, state, present, last: await lastRequest(sql, campaign) }
}

async function lastRequest(sql: Sql, campaign: CampaignRef): Promise<ApprovalRow | undefined> {
  const [last] = await readApprovalsOf(sql, campaign, { limit: 1, timeZone: campaign.timeZone })
  return last
}

/** The request to be decided, or decided as approved. @throws Refusal ApprovalNotRequested, ApprovalVoid */
function openRequest(last: ApprovalRow | undefined): ApprovalRow {
  if (!last || last.state === 'rejected' || last.state === 'withdrawn') throw notRequestedRefusal(last)
  if (last.state !== 'replaced' && !last.isVoid) return last
  throw new Refusal(
    'ApprovalVoid',
    `The campaign, or a list or segment it names, has changed since ${last.requestedBy} asked on ${last.requestedDate}. Look at it as it is now, and ask again with Campaign.RequestApproval.`,
  )
}

function notRequestedRefusal(last: ApprovalRow | undefined): Refusal {
  const ask = 'Ask for it with Campaign.RequestApproval.'
  if (!last?.decidedBy) return new Refusal('ApprovalNotRequested', `Approval was not asked for. ${ask}`)
  const what = { approved: 'approved it', rejected: 'rejected it', withdrawn: 'withdrew the request' }
  const did = what[last.state as keyof typeof what] // a request that is decided is one of these, or was replaced
  return new Refusal(
    'ApprovalNotRequested',
    did === undefined
      ? ask
      : `${last.decidedBy} ${did} on ${last.decidedDate}. ${last.state === 'approved' ? '' : ask}`.trim(),
  )
}

function alreadyApprovedRefusal({ decidedBy, decidedDate, revision }: ApprovalRow): Refusal {
  return new Refusal('AlreadyApproved', `${decidedBy} approved revision ${revision} on ${decidedDate}.`)
}

function refuseIfStale(present: number, given: number): void {
  if (present === given) return
  throw new Refusal(
    'StaleRevision',
    `The campaign is at revision ${present}; the call is about ${given}. Nothing was changed.`,
    { data: { PresentRevision: present, GivenRevision: given } },
  )
}

/** The person who acts, or the login of a client: the same for a session and for a key of theirs. */
async function whoIs(sql: Sql, principal: Principal | undefined) {
  if (!principal) return { personId: null, loginId: null }
  const personId = await readCallingPerson(sql, principal)
  return { personId, loginId: personId === null && principal.kind === 'login' ? principal.loginId : null }
}

/** The requester does not approve where the client wants another person, and one may. @throws Refusal OwnRequest */
async function refuseOwn(
  sql: Sql,
  campaign: CampaignRef,
  { requesterPersonId, requesterLoginId }: ApprovalRow,
  principal: Principal,
): Promise<void> {
  const who = await whoIs(sql, principal)
  const isOwn =
    (who.personId !== null && who.personId === requesterPersonId) ||
    (who.loginId !== null && who.loginId === requesterLoginId)
  if (!isOwn || !(await readClientOptions(sql, campaign)).approvalByAnother) return
  if (!(await hasOtherApprover(sql, approversOf(campaign), who))) return
  throw new Refusal('OwnRequest', 'You asked for this approval yourself; another one who may approve must decide.')
}

interface Acts {
  readonly action: string
  readonly event: 'campaign.approval_requested' | 'campaign.approved' | 'campaign.rejected'
  /** Of the event: who did it. */
  readonly member: string
}

/** The row of the campaign's history and the event. */
async function record(
  sql: Transaction,
  campaign: CampaignRef,
  { action, event, member }: Acts,
  {
    state,
    present: { name, revision },
    comment,
    by,
    at,
  }: {
    readonly state: CampaignState
    readonly present: PresentCampaign
    readonly comment: string
    readonly by: Actor
    readonly at: Date
  },
): Promise<void> {
  const detail = { revision, ...(comment !== '' && { comment }) }
  await recordAuditEntry(sql, campaign, by, { action, from: state, to: state, detail }, at)
  const { clientId, campaignPublicId } = campaign
  const data = { CampaignID: campaignPublicId, Name: name, Revision: revision, [member]: by.username, Comment: comment }
  await recordEvents(sql, [{ clientId, type: event, at, data }])
}

/** Notifies the person who asked, unless the same person decided. */
async function mailRequester(
  sql: Transaction,
  { clientId }: CampaignRef,
  { id, requesterPersonId }: ApprovalRow,
  principal: Principal,
): Promise<void> {
  if (requesterPersonId === null || (await readCallingPerson(sql, principal)) === requesterPersonId) return
  const mail = { clientId, approvalId: id, personId: requesterPersonId, about: 'decided' } as const
  await enqueue(sql, 'approvalMail', mail)
}
