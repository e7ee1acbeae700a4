/** Another edition of a step with the same content, for people who come again: a campaign mails an address once. */
import { readCampaignsByPublicId } from '../../store/accounts/access.ts'
import { theService } from '../../store/campaigns/campaign-history.ts'
import { findCampaignForSending } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { findSeries, readPublicUrl, type SeriesKey, setRolling, writeStepCampaigns } from '../../store/series/series.ts'
import type { SourceParts } from '../campaigns/drafting/source-kinds.ts'
import { commitSending } from '../campaigns/lifecycle/sending.ts'
import { readShownSteps } from './series.ts'
import { copyEdition } from './starting.ts'

/** Its saver in the history of revisions. */
const service = { username: '', means: 'service' }

/** Schedules a copy of the edition in force, unless another one is coming. Its approval is that of the edition. */
export async function renewEdition(
  { db, source }: { readonly db: Database; readonly source: SourceParts },
  key: SeriesKey,
  stepId: number,
  now: Date,
): Promise<void> {
  const series = await findSeries(db, { ...key, timeZone: 'UTC' }, key)
  const step = series && (await readShownSteps(db, key)).find(one => one.stepId === stepId)
  if (!step?.edition || step.comingId !== null) return
  const [edition] = await readCampaignsByPublicId(db, [step.edition.publicId])
  if (!edition) return
  const campaign = {
    ...edition,
    campaignId: await copyEdition(db, source, { ...series!, stepId }, edition, service, now),
  }
  const copy = await findCampaignForSending(db, campaign.clientId, campaign.campaignId)
  const publicUrl = await readPublicUrl(db, edition)
  await transaction(db, async sql => {
    const held = await findSeries(sql, { ...key, timeZone: 'UTC' }, key, true)
    const present = (await readShownSteps(sql, key)).find(one => one.stepId === stepId)
    if (!copy || held?.state !== 'running' || present?.editionId !== edition.campaignId || present.comingId !== null)
      return
    await setRolling(sql, campaign, true)
    const schedule = { dueAt: now, confirmationEmail: '', publicUrl }
    const prepared = { campaign, row: copy, timing: undefined, local: undefined, schedule }
    await commitSending(sql, prepared, theService, now)
    await writeStepCampaigns(sql, key.clientId, { ...present, comingId: campaign.campaignId })
  })
}
