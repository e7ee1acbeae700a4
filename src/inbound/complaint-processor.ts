/** A complaint takes effect: the contact is suppressed, and many of them hold a campaign or its client. */
import { evidenceOf } from '../domain/bounce-classification/plain.ts'
import { judgeComplaints, type Raised, reasonOf } from '../domain/clients/complaints.ts'
import { complain } from '../domain/subscribers/returned.ts'
import type { Log } from '../lib/log.ts'
import { storableLine } from '../lib/storable-text.ts'
import { lockCampaign } from '../store/campaigns/transitions.ts'
import { transaction } from '../store/connection/transaction.ts'
import { recordEvents } from '../store/events/events.ts'
import { countComplaint, recordComplaint } from '../store/inbound/complaints.ts'
import type { Returned } from '../store/inbound/returned.ts'
import { lockClient } from '../store/limits/daily-limits.ts'
import { type Consequence, type Done, keyOf, nothing, type ProcessorParts, type Source } from './effect.ts'

/** Feedback types that are not a person's complaint: withdrawn (RFC 6430), or sent by a machine (RFC 5965 §7.3, RFC 6591). */
const noComplaints: readonly string[] = ['not-spam', 'auth-failure', 'virus']

export function complaintProcessor({
  db,
  log,
  now,
  settings,
}: Pick<ProcessorParts, 'db' | 'log' | 'now' | 'settings'>): (source: Source) => Promise<Done> {
  return async ({ returned, reading, at, mail }) => {
    const { campaignId, number, campaignPublicId, email, listPublicId } = returned
    const feedbackType = storableLine(reading.feedbackType ?? 'abuse', 50)
    if (noComplaints.includes(feedbackType)) return nothing(`${feedbackType} is no complaint`)
    const evidence = evidenceOf(reading.evidence)
    const judged = await transaction(db, async sql => {
      await lockClient(sql, returned.clientId)
      await lockCampaign(sql, returned)
      const row = { ...keyOf(returned), at, feedbackType, evidence, mailId: mail.publicId }
      if (!(await recordComplaint(sql, row))) return undefined
      const why = { by: 'complaint', campaignId, number, detail: `${feedbackType}: ${evidence}` }
      await complain(sql, returned, returned, at, why)
      const share = await countComplaint(sql, returned)
      const data = {
        CampaignID: campaignPublicId,
        ListID: listPublicId,
        EmailAddress: email,
        FeedbackType: feedbackType,
      }
      await recordEvents(sql, [{ clientId: returned.clientId, type: 'recipient.complained', at, data }])
      return { share, raised: await judgeComplaints(sql, returned, share, settings.complaints, now()) }
    })
    if (judged === undefined) return nothing('this complaint is known')
    for (const alarm of judged.raised) logAlarm(log, returned, alarm)
    return { done: 'complaint', complaint: { ...judged.share, consequence: consequenceOf(judged.raised) } }
  }
}

function logAlarm(log: Log, { clientPublicId }: Returned, alarm: Raised) {
  const { level, campaign, ...share } = alarm
  const about = { client: clientPublicId, ...(campaign && { campaign }), reason: reasonOf(share) }
  if (level === 'warning') log.warn(about, 'many recipients complain')
  else log.error(about, 'too many recipients complain: sending is held until a user of the account releases it')
}

function consequenceOf(raised: readonly Raised[]): Consequence {
  const held = raised.filter(({ level }) => level === 'hold')
  if (held.some(({ campaign }) => campaign === undefined)) return 'client held'
  return held.length > 0 ? 'campaign held' : raised.length > 0 ? 'warning' : 'none'
}
