/**
 * Bounces take effect: those that come back by mail, and those a relay spoke of at the hand-over, which senders only write down.
 * See docs/decisions/bounces-and-complaints.md#reputation-and-content-blocks-suppress-no-address.
 */

import { judge } from '../domain/bounce-classification/classify.ts'
import { evidenceOf } from '../domain/bounce-classification/plain.ts'
import { bounceClassNames } from '../domain/bounce-names.ts'
import { bounceAddress, bounceSoftly } from '../domain/subscribers/returned.ts'
import type { Log } from '../lib/log.ts'
import { storableLine } from '../lib/storable-text.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { recordEvents } from '../store/events/events.ts'
import { type BounceClass, ofMailbox } from '../store/inbound/bounce-classes.ts'
import { type Bounce, countBounce, describe, lockBounce, newBounces } from '../store/inbound/bounces.ts'
import { type Returned, returnedRecipient } from '../store/inbound/returned.ts'
import type { RecipientKey } from '../store/keys.ts'
import type { ParsedReport, ReturnClass } from './parsed-report.ts'

type Said = Pick<Bounce, 'type' | 'class' | 'evidence' | 'status' | 'code' | 'reported'>

/**
 * What a report says of our recipient: by its address, else of the first that failed, since whose it is the token says.
 * Undefined when no recipient failed for good.
 */
export function bounceOf(
  { email, address }: Pick<Returned, 'email' | 'address'>,
  reading: ParsedReport,
): Said | undefined {
  const { recipients } = reading
  const own = recipients.filter(one => isSame(one.email, email, address))
  const failed = (own.length > 0 ? own : recipients).find(({ action }) => action === 'failed')
  if (recipients.length > 0 && !failed) return undefined
  const found = classOf(failed?.class ?? reading.class)
  const reported = failed?.email === undefined || own.length > 0 ? '' : storableLine(failed.email, 320)
  // an address that forwards to several, some of whom were reached, exists
  const partly = own.length === 0 && recipients.some(({ action }) => action !== 'failed')
  // that another address is gone says something of ours only where our own letter was sent on to it
  const isAnothers = reported !== '' && !isSame(reading.original.to, email, address)
  const of = (partly || isAnothers) && found === 'recipient gone' ? 'unknown' : found
  const evidence = evidenceOf(failed?.evidence || reading.evidence)
  return {
    type: of === 'recipient gone' ? 'H' : 'S',
    class: of,
    evidence: reported === '' ? evidence : evidenceOf(`${evidence.slice(0, 400)} (reported of <${reported}>)`),
    status: storableLine(failed?.status ?? '', 20),
    code: codeOf(failed?.code),
    reported,
  }
}

function isSame(named: string | undefined, ...ours: readonly string[]): boolean {
  return named !== undefined && ours.some(own => own.toLowerCase() === named.toLowerCase())
}

function classOf(found: ReturnClass): BounceClass {
  return found === 'auto-reply' ? 'unknown' : found
}

/** SMTP reply codes have three digits; whatever else a report claims is none. */
function codeOf(code: number | undefined): number | null {
  return code !== undefined && Number.isInteger(code) && code >= 200 && code <= 599 ? code : null
}

/**
 * What a bounce that was just written down does to the person and the counters.
 * @param before its class until now, and whether the campaign has counted it already
 */
export async function takeEffect(
  sql: Transaction,
  returned: Returned,
  bounce: Said,
  before: { readonly class: BounceClass | null; readonly counted: boolean },
  softBounces: number,
  now: Date,
  handedOverAt = returned.handedOverAt,
): Promise<'hard bounce' | 'soft bounce' | 'soft bounces counted as hard' | 'bounce noted'> {
  const { clientId, campaignPublicId, listPublicId, email } = returned
  const reply = { code: bounce.code, answer: bounce.evidence }
  const hard = bounce.type === 'H'
  const counts = !hard && ofMailbox.includes(bounce.class)
  if (hard) await bounceAddress(sql, returned, 'bounced', reply, handedOverAt)
  const gone = counts && (await bounceSoftly(sql, returned, softBounces, reply))
  await countBounce(sql, returned, { from: before.class, to: bounce.class, counted: before.counted })
  await recordEvents(sql, [
    {
      clientId,
      type: 'recipient.bounced',
      at: now,
      data: {
        CampaignID: campaignPublicId,
        ListID: listPublicId,
        EmailAddress: email,
        BounceType: bounce.type,
        Class: bounceClassNames[bounce.class],
        Status: bounce.status,
        Evidence: bounce.evidence,
        CountedAsHard: hard || gone,
      },
    },
  ])
  if (hard) return 'hard bounce'
  if (!counts) return 'bounce noted'
  return gone ? 'soft bounces counted as hard' : 'soft bounce'
}

/** Bounces of one step, one transaction each; a few milliseconds. */
const mostAtOnce = 200

/**
 * One run of the poller: what relays refused at the hand-over takes the same effect as what comes back by mail.
 * @param softBounces in a row that count as a hard one; 0 for never
 * @returns whether there may be more
 */
export async function workOffBounces(
  { db, log, softBounces }: { readonly db: Database; readonly log: Log; readonly softBounces: number },
  stopping: AbortSignal,
  now = () => new Date(),
): Promise<boolean> {
  const found = await newBounces(db, mostAtOnce)
  for (const key of found) {
    if (stopping.aborted) return false
    await workOff(db, key, softBounces, now())
  }
  if (found.length > 0) log.debug({ bounces: found.length }, 'bounces of the hand-over took effect')
  return found.length === mostAtOnce
}

async function workOff(db: Database, key: RecipientKey, softBounces: number, now: Date): Promise<void> {
  const returned = await returnedRecipient(db, key)
  await transaction(db, async sql => {
    const before = await lockBounce(sql, key, { skipLocked: true })
    if (!before || before.worked) return
    const reply = judge({ code: before.code ?? undefined, text: before.evidence })
    // only the sender knew after which command it was said: its word stays
    const hard = before.type === 'H'
    const soft = reply.class === 'recipient gone' ? 'unknown' : classOf(reply.class)
    const said: Said = {
      type: before.type,
      class: hard ? 'recipient gone' : soft,
      evidence: before.evidence,
      status: reply.status ?? '',
      code: before.code ?? codeOf(reply.code),
      reported: '',
    }
    await describe(sql, { ...key, ...said, mailId: null }, now)
    if (returned && !returned.isClientDeleted) {
      await takeEffect(sql, returned, said, { class: null, counted: true }, softBounces, now, before.at)
    } else await countBounce(sql, key, { from: null, to: said.class, counted: true })
  })
}
