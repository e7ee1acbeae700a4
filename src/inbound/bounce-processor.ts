/**
 * Bounces take effect: those that come back by mail, and those a relay spoke of at the hand-over, which senders only write down.
 * See docs/decisions/bounces-and-complaints.md#reputation-and-content-blocks-suppress-no-address.
 */

import { judge } from '../domain/bounce-classification/classify.ts'
import { evidenceOf } from '../domain/bounce-classification/plain.ts'
import { bounceClassNames } from '../domain/returned-mail/bounce-names.ts'
import { bounceAddresses } from '../domain/subscribers/returned.ts'
import type { Log } from '../lib/log.ts'
import { storableLine } from '../lib/storable-text.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { type NewEvent, recordEvents } from '../store/events/events.ts'
import { type BounceClass, mailboxClasses } from '../store/inbound/bounce-classes.ts'
import { type Bounce, classifyBounce, countBounces, lockBounce, readNewBounces } from '../store/inbound/bounces.ts'
import { findReturnedRecipient, type Returned } from '../store/inbound/returned.ts'
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
  const judgedClass = (partly || isAnothers) && found === 'recipient gone' ? 'unknown' : found
  const evidence = evidenceOf(failed?.evidence || reading.evidence)
  return {
    type: judgedClass === 'recipient gone' ? 'H' : 'S',
    class: judgedClass,
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

/** SMTP reply codes have three digits; other numbers of a report are ignored. */
function codeOf(code: number | undefined): number | null {
  return code !== undefined && Number.isInteger(code) && code >= 200 && code <= 599 ? code : null
}

/** A bounce that was just written down. */
export interface FreshBounce {
  readonly returned: Returned
  readonly bounce: Said
  /** Its class until now, and whether the campaign has counted it already. */
  readonly before: { readonly class: BounceClass | null; readonly counted: boolean }
  readonly handedOverAt: Date
}

export type BounceEffect = 'hard bounce' | 'soft bounce' | 'soft bounces counted as hard' | 'bounce noted'

/** Applies new bounces of one campaign to their recipients and the counters. */
export async function takeEffect(
  sql: Transaction,
  bounces: readonly FreshBounce[],
  softBounces: number,
  now: Date,
): Promise<readonly BounceEffect[]> {
  if (bounces.length === 0) return []
  const ofAddress = bounces.filter(({ bounce }) => bounce.type === 'H' || mailboxClasses.includes(bounce.class))
  const ended = await bounceAddresses(
    sql,
    ofAddress.map(({ returned, bounce, handedOverAt }) => ({
      recipient: returned,
      type: bounce.type,
      reply: { code: bounce.code, answer: bounce.evidence },
      handedOverAt,
    })),
    softBounces,
  )
  const gone = new Set(ofAddress.filter((_, place) => ended[place]))
  await countBounces(
    sql,
    bounces[0]!.returned,
    bounces.map(({ bounce, before }) => ({ from: before.class, to: bounce.class, counted: before.counted })),
  )
  await recordEvents(
    sql,
    bounces.map(one => bouncedEvent(one, one.bounce.type === 'H' || gone.has(one), now)),
  )
  return bounces.map(one => {
    if (one.bounce.type === 'H') return 'hard bounce'
    if (!mailboxClasses.includes(one.bounce.class)) return 'bounce noted'
    return gone.has(one) ? 'soft bounces counted as hard' : 'soft bounce'
  })
}

function bouncedEvent({ returned, bounce }: FreshBounce, countedAsHard: boolean, at: Date): NewEvent {
  return {
    clientId: returned.clientId,
    type: 'recipient.bounced',
    at,
    data: {
      CampaignID: returned.campaignPublicId,
      ListID: returned.listPublicId,
      EmailAddress: returned.email,
      BounceType: bounce.type,
      Class: bounceClassNames[bounce.class],
      Status: bounce.status,
      Evidence: bounce.evidence,
      CountedAsHard: countedAsHard,
    },
  }
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
  const found = await readNewBounces(db, mostAtOnce)
  for (const key of found) {
    if (stopping.aborted) return false
    await workOff(db, key, softBounces, now())
  }
  if (found.length > 0) log.debug({ bounces: found.length }, 'bounces of the hand-over took effect')
  return found.length === mostAtOnce
}

async function workOff(db: Database, key: RecipientKey, softBounces: number, now: Date): Promise<void> {
  const returned = await findReturnedRecipient(db, key)
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
    await classifyBounce(sql, { ...key, ...said, mailId: null }, now)
    if (returned && !returned.isClientDeleted) {
      const counted = { class: null, counted: true }
      await takeEffect(sql, [{ returned, bounce: said, before: counted, handedOverAt: before.at }], softBounces, now)
    } else await countBounces(sql, key, [{ from: null, to: said.class, counted: true }])
  })
}
