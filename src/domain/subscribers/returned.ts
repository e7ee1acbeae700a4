/** What bounces and complaints do to the memberships of an address. What began after the mail was handed over is left alone. */

import type { Transaction } from '../../store/connection/database.ts'
import { findSoftBouncesInARow } from '../../store/inbound/bounces.ts'
import { type DatedMember, lockAddresses } from '../../store/inbound/returned.ts'
import type { RecipientKey } from '../../store/keys.ts'
import { recordTransitions } from '../../store/lists/statistics.ts'
import { changeStates, type StateChange } from '../../store/subscribers/memberships.ts'
import { type NewSuppression, suppress, suppressAll } from '../../store/subscribers/suppressions.ts'
import type { ClientRef } from '../access/access.ts'
import type { Evidence } from '../audit/evidence.ts'
import { evidenceOf } from '../bounce-classification/plain.ts'
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

/** A bounce of an address, and its effect on the address. */
export interface AddressBounce {
  readonly recipient: BouncedRecipient
  /** A soft one counts only in a row with others. */
  readonly type: 'H' | 'S'
  readonly reply: BounceReply
  /** Undefined at the hand-over itself: no membership is later. Of no use to a soft bounce, which asks when its row began. */
  readonly handedOverAt: Date | undefined
}

/**
 * Addresses get no mail: the one path of every hard bounce, whether a relay said it at the hand-over, a returned mail said it
 * later, or so many soft bounces in a row count as one. The address is Bounced on every list of the client and suppressed, with the
 * same history, evidence and events. Memberships that began after the mail was handed over stay as they are, and while there is one
 * the address is not suppressed: a later subscription says that mail is wanted there. Repeating it changes nothing.
 * See docs/decisions/bounces-and-complaints.md#a-report-does-not-end-a-later-membership and
 * docs/decisions/bounces-and-complaints.md#three-soft-bounces-in-a-row-count-as-hard.
 * @param bounces of one client
 * @param inARow how many soft bounces count as a hard one; 0 for never
 * @returns for each whether its address is Bounced or suppressed by it now, for whatever reason
 */
export async function bounceAddresses(
  sql: Transaction,
  bounces: readonly AddressBounce[],
  inARow: number,
): Promise<readonly boolean[]> {
  const counted = bounces.filter(({ type }) => type === 'H' || inARow > 0)
  if (counted.length === 0) return bounces.map(() => false)
  const { clientId, timeZone } = counted[0]!.recipient
  // reports about one address come one after another, so that each sees those before it
  const members = await lockAddresses(sql, clientId, [...new Set(counted.map(({ recipient }) => recipient.address))])
  const changes = new Map<string, StateChange>()
  const suppressed = new Map<string, NewSuppression>()
  const done = new Map<AddressBounce, boolean>()
  for (const bounce of counted) {
    const ended = await endOf(sql, bounce, inARow)
    if (!ended) continue
    const { address, email } = bounce.recipient
    const evidence = evidenceOfBounce(bounce)
    const own = members.filter(member => member.address === address)
    const isLater = ({ stateAt }: DatedMember) => ended.before !== undefined && stateAt > ended.before
    let changed = 0
    for (const member of own) {
      const { listId, subscriberId, state: from } = member
      const to = isLater(member) ? undefined : move(from, 'bounceHard')
      if (!to || changes.has(`${listId} ${subscriberId}`)) continue
      changes.set(`${listId} ${subscriberId}`, {
        clientId,
        listId,
        subscriberId,
        from,
        to,
        cause: ended.cause,
        evidence,
      })
      changed++
    }
    const stays = own.some(member => isLive(member) && isLater(member))
    if (!stays && !suppressed.has(address))
      suppressed.set(address, { clientId, address, email, reason: 'bounced', evidence })
    done.set(bounce, !stays || changed > 0)
  }
  await changeStates(sql, [...changes.values()])
  await suppressAll(sql, [...suppressed.values()])
  await recordTransitions(
    sql,
    transitionsOf(
      [...changes.values()].map(({ listId, from, to }) => ({ of: { clientId, timeZone, listId }, from, to })),
    ),
  )
  return bounces.map(bounce => done.get(bounce) ?? false)
}

/** A hard bounce of one address. @returns whether the address is Bounced or suppressed now */
export async function bounceAddress(
  sql: Transaction,
  recipient: BouncedRecipient,
  reply: BounceReply,
  handedOverAt: Date | undefined,
): Promise<boolean> {
  const [done] = await bounceAddresses(sql, [{ recipient, type: 'H', reply, handedOverAt }], 0)
  return done!
}

/** @returns why memberships end, and which begin too late for it; undefined where the bounce ends none */
async function endOf(
  sql: Transaction,
  { type, recipient, handedOverAt }: AddressBounce,
  inARow: number,
): Promise<{ readonly cause: 'bounced' | 'soft bounces'; readonly before: Date | undefined } | undefined> {
  if (type === 'H') return { cause: 'bounced', before: handedOverAt }
  const since = await findSoftBouncesInARow(sql, recipient.clientId, recipient.address, inARow)
  return since && { cause: 'soft bounces', before: since }
}

function evidenceOfBounce({ recipient, reply }: AddressBounce): Evidence {
  return { by: 'bounce', campaignId: recipient.campaignId, number: recipient.number, detail: detailOf(reply) }
}

/** One line with the code in front, once: relays begin their answers with it, and most reports quote it. */
function detailOf({ code, answer }: BounceReply): string {
  return evidenceOf(code === null || answer.startsWith(String(code)) ? answer : `${code} ${answer}`)
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
  const members = await lockAddresses(sql, client.clientId, [address])
  if (members.some(member => isLive(member) && member.stateAt > at)) return false
  await leaveBatch(sql, [{ client, listId, who: { subscriberId }, how: 'optOut', evidence }])
  // the membership's row may be gone for good; the complaint counts nevertheless
  await suppress(sql, { clientId: client.clientId, address }, email, 'complained', evidence)
  return true
}

function isLive({ state }: DatedMember): boolean {
  return state === 'Active' || state === 'Unconfirmed'
}
