/** The tasks of the domain; `delivery/content/tasks.ts` adds those that compose. */
import type { Tasks } from '../../lib/tasks.ts'
import { draftTasks } from '../campaigns/drafting/draft-tasks.ts'
import { feedLetter } from '../content/feeds/letter.ts'
import { readFeed } from '../content/feeds/reading.ts'
import { refusing } from '../content/tasks.ts'
import { readTemplatePage } from './template-page.ts'

/** @param renderText HTML → text, which delivery does */
export const domainTasks = (renderText: (html: string) => string) => ({
  ...draftTasks(renderText),
  templatePage: refusing(readTemplatePage),
  readFeed,
  feedLetter,
})

export type ContentTasks = Tasks<ReturnType<typeof domainTasks>>
