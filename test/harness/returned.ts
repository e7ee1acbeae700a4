/** Campaigns that were sent to given members, and readings of what came back of them. */
import assert from 'node:assert/strict'
import { readConfig } from '../../src/config.ts'
import type { ListRef } from '../../src/domain/access/access.ts'
import { subscriptions } from '../../src/domain/subscribers/subscriptions.ts'
import type { FeedbackSettings } from '../../src/inbound/effect.ts'
import type { ParsedReport, ReportedRecipient, ReturnClass } from '../../src/inbound/parsed-report.ts'
import { inboundProcessor } from '../../src/inbound/processor.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { findReturnedRecipient } from '../../src/store/inbound/returned.ts'
import type { Placed } from './members.ts'

export interface Mailed {
  readonly clientId: number
  readonly campaignId: number
  readonly publicId: string
}

let campaigns = 0

/**
 * A campaign to members of a list, by the order of whom they are numbered, with its ledger.
 * @param at when it began, and all its mail was handed over
 * @param kind what became of each
 * @param more accepted mails without a row, so that shares can be small
 */
export async function mail(
  db: Database,
  list: ListRef,
  members: readonly Placed[],
  {
    at = new Date('2026-02-01T09:00:00Z'),
    kind = 'accepted',
    state = 'sent',
    more = 0,
  }: {
    at?: Date
    kind?: 'accepted' | 'refused' | 'unknown'
    state?: 'sent' | 'sending' | 'paused'
    more?: number
  } = {},
): Promise<Mailed> {
  const { clientId, listId } = list
  const [row] = await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, started_at, finished_at)
    values (${clientId}, ${`Mailed ${++campaigns}`}, 'News', 'Carla', 'carla@client.example', 'carla@client.example',
      'https://x.example/', '<p>News</p>', ${state}, ${at}, ${state === 'sent' ? at : null})
    returning id, public_id`
  const campaignId = row!.id as number
  const key = { clientId, campaignId }
  await db`insert into campaign_lists ${db({ ...key, listId, segment: '' })}`
  for (const [index, { subscriberId, address }] of members.entries()) {
    const number = index + 1
    await db`insert into audience ${db({ ...key, number, listId, subscriberId, email: address, address, name: '', fields: db.json({}) })}`
    await db`insert into log ${db({ ...key, number, attempt: 1, kind, at, answer: 'what the relay said' })}`
  }
  const size = members.length
  await db`
    insert into campaign_totals ${db({ ...key, recipients: size + more, nextNumber: size + 1, accepted: more, [kind]: size + (kind === 'accepted' ? more : 0) })}`
  const accepted = (kind === 'accepted' ? size : 0) + more
  if (accepted > 0) await db`insert into campaign_hours ${db({ ...key, hour: at, accepted })}`
  await db`
    insert into leases (client_id, campaign_id, low, high, owner, token, expires_at, done)
    values (${clientId}, ${campaignId}, 1, ${size}, '', nextval('lease_tokens'), ${at}, true)`
  return { ...key, publicId: row!.publicId as string }
}

const defaults = readConfig({})
/** As the settings are unless they are changed. */
export const usualFeedback: FeedbackSettings = {
  softBounces: defaults.LETTERSHOP_SOFT_BOUNCES,
  complaints: { warn: defaults.LETTERSHOP_COMPLAINTS_WARN, hold: defaults.LETTERSHOP_COMPLAINTS_HOLD },
}

/** What is done about what comes back, with the usual limits. */
export function realProcessor(db: Database, settings: Partial<FeedbackSettings> = {}, now = () => new Date()) {
  return inboundProcessor({
    db,
    subscriptions: subscriptions(db),
    log: createLog('silent'),
    now,
    settings: { ...usualFeedback, ...settings },
  })
}

/** The same for readings of no particular mail; whom they are about is looked up as for a mail. */
export function processorOf(...parts: Parameters<typeof realProcessor>) {
  const { apply } = realProcessor(...parts)
  const mail = { publicId: 'f'.repeat(32), remote: '192.0.2.25', sender: 'reader@x.example' }
  return {
    async apply({ recipient, ...said }: ReturnType<typeof source>) {
      const returned = await findReturnedRecipient(parts[0], recipient)
      assert.ok(returned, 'there is such a recipient')
      return apply({ returned, ...said, mail })
    },
  }
}

/** Of which recipient, and when it came. */
export function source(
  { campaignId }: Mailed,
  number: number,
  reading: ParsedReport,
  at = new Date('2026-02-01T10:00:00Z'),
) {
  return { recipient: { campaignId, number }, reading, at }
}

const original = { messageId: undefined, to: undefined, returnPath: undefined, listUnsubscribe: undefined }

/** A report about one recipient. */
export function report(returnClass: ReturnClass, change: Partial<ReportedRecipient> = {}): ParsedReport {
  return reportOf([
    {
      email: undefined,
      action: 'failed',
      class: returnClass,
      status: '5.0.0',
      code: 550,
      evidence: `it is ${returnClass}`,
      ...change,
    },
  ])
}

export function reportOf(recipients: readonly ReportedRecipient[]): ParsedReport {
  const [first] = recipients
  return {
    kind: 'bounce',
    class: first?.class ?? 'unknown',
    recipients,
    feedbackType: undefined,
    original,
    evidence: first?.evidence ?? 'no words',
  }
}

/** What is no bounce. */
export function note(kind: Exclude<ParsedReport['kind'], 'bounce'>, feedbackType?: string): ParsedReport {
  return { kind, class: 'unknown', recipients: [], feedbackType, original, evidence: `this is ${kind}` }
}
