/**
 * Why a person left: asked after the opt-out is durable, never before, and taken for as long as the opt-out can be undone.
 * See docs/decisions/preferences.md#the-reason-comes-after-the-opt-out.
 */
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { type LeaveReason, leaveReasons, storeReason } from '../../store/subscribers/leave-reasons.ts'
import { readLeaversAmong } from '../../store/subscribers/opt-outs.ts'
import { readMembershipsOfAddress } from '../../store/subscribers/preferences.ts'
import type { Evidence } from '../audit/evidence.ts'
import { headerText } from '../text-rules/single-line.ts'
import type { ContactRef } from './preferences.ts'
import { findUndoable } from './undoing.ts'

/** Longest comment, in characters. */
export const longestComment = 200

/** @returns undefined for a word that is no reason */
export function readReason(word: string): LeaveReason | undefined {
  return leaveReasons.find(reason => reason === word)
}

/** Text as it is stored: one line, without invisible characters, cut to its longest. */
export function cleanComment(text: string): string {
  return [...headerText(text)].slice(0, longestComment).join('').trim()
}

export interface Given {
  readonly reason: LeaveReason
  readonly comment: string
  /** Public ids of the lists that the page named; others are not about it. */
  readonly lists: ReadonlySet<string>
}

/** Lists that the person left by an own act lately, so that a reason is taken for them. */
export async function findListsLeft(
  db: Database,
  contact: ContactRef,
  now: Date,
): Promise<readonly { readonly listId: number; readonly subscriberId: number; readonly listPublicId: string }[]> {
  const { client, listId, subscriberId } = contact
  const { clientId } = client
  const [known] = await readLeaversAmong(db, [{ clientId, listId, subscriberId }])
  if (!known) return []
  const left = (await readMembershipsOfAddress(db, known)).filter(({ state }) => state === 'Unsubscribed')
  const undoable = await findUndoable(
    db,
    left.map(row => ({ clientId, ...row })),
    now,
  )
  const ids = new Set(undoable.map(one => one.subscriberId))
  return left.filter(row => ids.has(row.subscriberId))
}

/** Records the reason for memberships that the person ended. @returns whether there was one */
export async function giveReason(
  db: Database,
  contact: ContactRef,
  { reason, comment, lists }: Given,
  evidence: Evidence,
  now: Date,
): Promise<boolean> {
  const members = (await findListsLeft(db, contact, now)).filter(({ listPublicId }) => lists.has(listPublicId))
  if (members.length === 0) return false
  const { campaignId, number } = evidence
  const written = reason === 'other' ? cleanComment(comment) : ''
  const given = { reason, comment: written, campaignId, number }
  const proof = written === '' ? evidence : { ...evidence, detail: written }
  await transaction(db, sql => storeReason(sql, contact.client.clientId, members, given, proof))
  return true
}
