/**
 * Plans what is due beside the sender's other work, and freezes large audiences: a campaign that takes long to compile or to freeze holds
 * up no other campaign.
 */
import { inSpan } from '../../lib/trace.ts'
import { findNextDueCampaign } from '../../store/campaigns/plans.ts'
import { freezeNextRange } from './freezing.ts'
import { type PlanParts, planCampaign } from './plan.ts'

export interface Planner {
  /** Begins to plan what is due and to freeze what has begun, as far as there are places. */
  look(): Promise<void>
  /** Resolves when nothing is being planned or frozen. */
  settled(): Promise<void>
}

export interface PlannerParts extends PlanParts {
  /** The time that the guard vouches for: what is due is planned. */
  readonly now: () => Date
  /** Nothing begins any more when it is aborted. */
  readonly stopping: AbortSignal
  /** Called whenever a campaign or a range of one was planned, or could not be. */
  readonly onPlanned: () => void
}

/** Campaigns planned at once by one sender: as many as there are threads to compile them. */
const mostPlans = 2

export function createPlanner(parts: PlannerParts): Planner {
  const { db, log, now, stopping, onPlanned } = parts
  const plans = new Map<number, Promise<void>>()
  let freezing: Promise<void> | undefined

  /** Freezes ranges until none waits; audiences take turns. */
  async function freeze() {
    try {
      while (!stopping.aborted && (await freezeNextRange(parts))) onPlanned()
    } catch (error) {
      if (!stopping.aborted) log.error({ err: error }, 'audiences could not be frozen; it is tried again')
    } finally {
      freezing = undefined
    }
  }

  return {
    async look() {
      freezing ??= freeze()
      while (plans.size < mostPlans && !stopping.aborted) {
        const at = now()
        const due = await findNextDueCampaign(db, at, [...plans.keys()])
        if (!due) return
        const attributes = { 'lettershop.campaign': due.campaignPublicId }
        const plan = inSpan('campaign plan', { parent: 'none', attributes }, () =>
          planCampaign(parts, due, at, stopping),
        )
          .catch(error =>
            log.error({ err: error, campaign: due.campaignPublicId }, 'the campaign could not be planned'),
          )
          .finally(() => {
            plans.delete(due.campaignId)
            onPlanned()
          })
        plans.set(due.campaignId, plan)
      }
    },
    async settled() {
      await Promise.all([...plans.values(), freezing])
    },
  }
}
