/** The ledger of the sample campaign: planned and accounted for by the functions that senders use, at times that are over. */
import type { SendSample } from '../../domain/sample/sending.ts'
import type { Log } from '../../lib/log.ts'
import { nestDatabase } from '../../store/connection/nested.ts'
import { claimNewRange, releaseRange } from '../../store/ledger/leases.ts'
import { append, openRecipients } from '../../store/ledger/ledger.ts'
import type { LetterTasks } from '../content/tasks.ts'
import { planCampaign } from './plan.ts'

export interface SampleSendingParts {
  readonly contentTasks: Pick<LetterTasks, 'compileDraft'>
  readonly log: Log
}

const minute = 60_000
/** More than sample data has recipients. */
const rangeSize = 4000

export function sampleSending({ contentTasks, log }: SampleSendingParts): SendSample {
  return async (sql, campaign, at, entryOf) => {
    const { clientId, campaignId } = campaign
    await planCampaign({ db: nestDatabase(sql), log, contentTasks }, campaign, at, new AbortController().signal)
    const claim = { clientId, campaignId, owner: 'sample data', at, expiresAt: at }
    const lease = await claimNewRange(sql, claim, rangeSize)
    if (!lease) throw new Error('the sample campaign was not planned')
    const recipients = await openRecipients(sql, lease)
    for (const { minutes, group } of inMinutes(recipients, number => entryOf(number).minutes)) {
      const moment = new Date(at.getTime() + minutes * minute)
      const { sending } = await append(sql, lease, [], group, moment)
      if (!sending) return undefined
      const entries = group.map(({ number, attempt }) => {
        const { kind, code, answer, bounce } = entryOf(number)
        return { number, attempt, kind, code, answer, bounce, retryAt: null }
      })
      await append(sql, lease, entries, [], moment)
    }
    await releaseRange(sql, lease, at, undefined)
    return recipients
  }
}

/** Recipients, in order, in runs of the same minute. */
function inMinutes<Recipient extends { readonly number: number }>(
  recipients: readonly Recipient[],
  minutesOf: (number: number) => number,
) {
  const runs: { readonly minutes: number; readonly group: Recipient[] }[] = []
  for (const recipient of recipients) {
    const minutes = minutesOf(recipient.number)
    const last = runs.at(-1)
    if (last?.minutes === minutes) last.group.push(recipient)
    else runs.push({ minutes, group: [recipient] })
  }
  return runs
}
