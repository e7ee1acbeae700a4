/** The tasks of the domain; `delivery/content/tasks.ts` adds those that compose. */
import type { Tasks } from '../../lib/tasks.ts'
import { draftTasks } from '../campaigns/drafting/draft-tasks.ts'
import { refusing } from '../content/tasks.ts'
import { feedLetter } from '../feeds/letter.ts'
import { readFeed } from '../feeds/reading.ts'
import { readTemplatePage } from './template-page.ts'

/** @param renderText HTML → text, which delivery does */
export const domainTasks = (renderText: (html: string) => string) => ({
  ...draftTasks(renderText),
  templatePage: refusing(readTemplatePage),
  readFeed,
  feedLetter,
})

export type ContentTasks = Tasks<ReturnType<typeof domainTasks>>
