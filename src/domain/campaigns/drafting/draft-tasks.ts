/** The tasks that drafts need: their pages are read, repaired and compiled by threads. */
import type { Tasks } from '../../../lib/tasks.ts'
import { contentTaskTable, refusing } from '../../content/tasks.ts'
import { readLetter } from '../findings/check-content.ts'
import { repairContent } from '../findings/content-repairs.ts'
import { readDraftConditions } from '../findings/draft-conditions.ts'
import { locateFindings } from '../findings/finding-places.ts'
import { type GivenPage, readDraftPage } from './draft-page.ts'

/** @param renderText HTML → text, which delivery does */
export const draftTasks = (renderText: (html: string) => string) => ({
  ...contentTaskTable,
  draftPage: refusing((given: GivenPage) => readDraftPage(given, renderText)),
  readLetter,
  repairContent: refusing(repairContent),
  readDraftConditions: refusing(readDraftConditions),
  locateFindings: refusing(locateFindings),
})

export type DraftTasks = Tasks<ReturnType<typeof draftTasks>>
