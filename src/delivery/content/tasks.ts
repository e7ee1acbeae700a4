/**
 * Everything that reads or compiles strangers' content, as tasks for threads: what the domain reads, and what delivery compiles.
 * See docs/decisions/content.md#content-is-processed-in-worker-threads.
 */

import { domainTasks } from '../../domain/templates/content-tasks.ts'
import { type ThreadOptions, type Threads, taskThreads } from '../../lib/task-threads.ts'
import { type Tasks, tasksHere } from '../../lib/tasks.ts'
import {
  type CampaignContent,
  compileDraft,
  compileLetter,
  type Recipient,
  renderForFriend,
  renderPreview,
  renderWebVersion,
} from '../compose/campaign.ts'
import { findLinkPlaces } from '../compose/link-places.ts'
import type { Contact } from '../compose/pieces.ts'
import { renderText } from '../compose/text-part/render.ts'
import { readMailHeads, readOutboxMail } from './outbox-mail.ts'

interface PreviewInput {
  readonly content: Omit<CampaignContent, 'links'>
  readonly recipient: Contact
  readonly token: string
}

export const tasks = {
  ...domainTasks(renderText),
  compileDraft,
  compileLetter,
  webVersion: ({ content, recipient, token }: { content: CampaignContent; recipient: Recipient; token: string }) =>
    renderWebVersion(content, recipient, { tokens: { sign: () => token } }),
  letterForFriend: renderForFriend,
  preview: ({ content, recipient, token }: PreviewInput) => renderPreview(content, recipient, token),
  linkPlaces: findLinkPlaces,
  mailHeads: readMailHeads,
  outboxMail: readOutboxMail,
}

export type LetterTasks = Tasks<typeof tasks>

/** In threads of their own, as the service runs them. */
export function contentThreads(options?: ThreadOptions): Threads<typeof tasks> {
  return taskThreads(tasks, new URL('./thread.ts', import.meta.url), options)
}

/** In this thread, for the simulation, tests and benchmarks. */
export const contentTasksHere: LetterTasks = tasksHere(tasks)
