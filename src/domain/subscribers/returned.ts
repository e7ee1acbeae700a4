/** What bounces and complaints do to the memberships of an address. What began after the mail was handed over is left alone. */

import type { Transaction } from '../../store/connection/database.ts'
import { softBouncesInARow } from '../../store/inbound/bounces.ts'
import { type DatedMember, lockAddress } from '../../store/inbound/returned.ts'
import type { RecipientKey } from '../../store/keys.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { changeStates } from '../../store/subscribers/memberships.ts'
import { suppress } from '../../store/subscribers/suppressions.ts'
import type { ClientRef } from '../access.ts'
import { evidenceOf } from '../bounce-classification/plain.ts'
import type { Evidence } from './evidence.ts'
import { move } from './membership.ts'
import { leaveBatch } from './opting-out.ts'
import { transitionsOf } from './transitions.ts'

/** Whom it is about. */
export interface Addressed extends ClientRef {
  readonly address: string
  readonly email: string
}

/** A recipient of a campaign, at the address its mail was sent to. */
export type BouncedRecipient = Addressed & RecipientKey

/** Why: what a relay answered, or what a report says. */
export interface BounceReply {
  /** SMTP reply code, 550; null where none is known. */
  readonly code: number | null
  readonly answer: string
}

/**
 * An address gets no mail: the one path of every hard bounce, whether a relay said it at the hand-over, a returned mail said it
 * later, or soft bounces in a row count as one. The address is Bounced on every list of the client and suppressed, with the same
 * history, evidence and events. Memberships that began after the mail was handed over stay as they are, and while there is one
 * the address is not suppressed: a later subscription says that mail is wanted there. Repeating it changes nothing.
 * See docs/decisions/bounces-and-complaints.md#a-report-does-not-end-a-later-membership.
 * @param handedOverAt undefined at the hand-over itself: no membership is later
 * @returns whether the address is Bounced or suppressed now, for whatever reason
 */
export async function bounceAddress(
  sql: Transaction,
  recipient: BouncedRecipient,
  cause: 'bounced' | 'soft bounces',
  reply: BounceReply,
  handedOverAt: Date | undefined,
): Promise<boolean> {
  const { clientId, timeZone, campaignId, number, address, email } = recipient
  const evidence: Evidence = { by: 'bounce', campaignId, number, detail: detailOf(reply) }
  const isLater = ({ stateAt }: DatedMember) => handedOverAt !== undefined && stateAt > handedOverAt
  const members = await lockAddress(sql, clientId, address)
  const changes = members.flatMap(member => {
    const { listId, subscriberId, state: from } = member
    const to = isLater(member) ? undefined : move(from, 'bounceHard')
    return to ? [{ clientId, listId, subscriberId, from, to, cause, evidence }] : []
  })
  await changeStates(sql, changes)
  const stays = members.some(member => isLive(member) && isLater(member))
  if (!stays) await suppress(sql, { clientId, address }, email, 'bounced', evidence)
  await recordTransitions(
    sql,
    transitionsOf(changes.map(({ listId, from, to }) => ({ of: { clientId, timeZone, listId }, from, to }))),
  )
  return !stays || changes.length > 0
}

/** One line with the code in front, once: relays begin their answers with it, and most reports quote it. */
function detailOf({ code, answer }: BounceReply): string {
  return evidenceOf(code === null || answer.startsWith(String(code)) ? answer : `${code} ${answer}`)
}

/**
 * Another mail bounced softly; so many in a row count as hard.
 * See docs/decisions/bounces-and-complaints.md#three-soft-bounces-in-a-row-count-as-hard.
 * @param inARow 0 for never
 * @returns whether the address is Bounced or suppressed now
 */
export async function bounceSoftly(
  sql: Transaction,
  recipient: BouncedRecipient,
  inARow: number,
  reply: BounceReply,
): Promise<boolean> {
  if (inARow === 0) return false
  // reports about one address come one after another, so that each sees those before it
  await lockAddress(sql, recipient.clientId, recipient.address)
  const since = await softBouncesInARow(sql, recipient.clientId, recipient.address, inARow)
  return since !== undefined && bounceAddress(sql, recipient, 'soft bounces', reply, since)
}

/**
 * The person complained: the membership ends, and no mail of the client goes there any more, whatever the list says. Who came
 * back after the complaint stays.
 * @param at when the complaint came
 * @returns false when it was left alone
 */
export async function complain(
  sql: Transaction,
  { address, email, ...client }: Addressed,
  { listId, subscriberId }: { readonly listId: number; readonly subscriberId: number },
  at: Date,
  evidence: Evidence,
): Promise<boolean> {
  const members = await lockAddress(sql, client.clientId, address)
  if (members.some(member => isLive(member) && member.stateAt > at)) return false
  await leaveBatch(sql, [{ client, listId, who: { subscriberId }, how: 'optOut', evidence }])
  // the membership's row may be gone for good; the complaint stands
  await suppress(sql, { clientId: client.clientId, address }, email, 'complained', evidence)
  return true
}

function isLive({ state }: DatedMember): boolean {
  return state === 'Active' || state === 'Unconfirmed'
}
