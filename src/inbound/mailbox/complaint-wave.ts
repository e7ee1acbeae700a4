/** The complaints that one round over the mailbox counted, by campaign, for the log. */
import { percentOf } from '../../domain/campaign-state/state-log.ts'
import type { Log } from '../../lib/log.ts'
import { type LogEvent, logEvent } from '../../lib/log-events.ts'
import type { Returned } from '../../store/inbound/returned.ts'
import { consequences, type Effect } from '../effect.ts'

type Wave = Extract<LogEvent, { event: 'campaign.complaints' }>

/** Waves by the public id of their campaign. */
export type Waves = Map<string, Wave>

/** Adds the effect of a mail. The counts of the campaign are those that its last complaint of the round returned. */
export function addToWave(waves: Waves, returned: Returned, { complaint }: Partial<Effect>): void {
  if (!complaint) return
  const { clientPublicId: client, campaignPublicId: campaign } = returned
  const before = waves.get(campaign)
  const isLast = before === undefined || complaint.complaints > before.complaintsOfCampaign
  const standing = isLast ? complaint : { complaints: before.complaintsOfCampaign, mails: before.mails }
  const graver = Math.max(...[complaint.consequence, before?.consequence].map(rank), 0)
  waves.set(campaign, {
    ...{ event: 'campaign.complaints', client, campaign },
    complaints: (before?.complaints ?? 0) + 1,
    complaintsOfCampaign: standing.complaints,
    mails: standing.mails,
    percent: percentOf(standing),
    consequence: consequences[graver]!,
  })
}

/** One line for each campaign. */
export function logWaves(log: Log, waves: Waves): void {
  for (const wave of waves.values()) logEvent(log, wave)
}

function rank(consequence: string | undefined): number {
  return (consequences as readonly (string | undefined)[]).indexOf(consequence) // found or not: any text may be looked for
}
