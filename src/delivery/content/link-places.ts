/** Where the links of a campaign stand in its mail, for its report: read in a thread. */

import type { FindLinkPlaces } from '../../domain/campaigns/reports/report-links.ts'
import type { Log } from '../../lib/log.ts'
import { TaskFault } from '../../lib/tasks.ts'
import { findCampaignContent } from '../../store/campaigns/sending.ts'
import type { Database } from '../../store/connection/database.ts'
import type { LetterTasks } from './tasks.ts'

export interface LinkPlacesParts {
  readonly db: Database
  readonly contentTasks: Pick<LetterTasks, 'linkPlaces'>
  readonly log?: Log
}

/** A mail that cannot be read within the limits of a thread has no places: its report is without them. @throws Overloaded */
export function linkPlaces({ db, contentTasks, log }: LinkPlacesParts): FindLinkPlaces {
  return async ({ clientId, campaignId }) => {
    const content = await findCampaignContent(db, clientId, campaignId)
    if (!content?.startedAt) return []
    const { startedAt, campaignPublicId: campaign } = content
    try {
      return await contentTasks.linkPlaces({ ...content, startedAt }, { key: clientId })
    } catch (error) {
      if (!(error instanceof TaskFault)) throw error
      log?.warn({ err: error, campaign }, 'a report has no places of links: the mail could not be read')
      return []
    }
  }
}
