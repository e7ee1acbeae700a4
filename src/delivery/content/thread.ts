/**
 * The table of `tasks.ts` as threads load it: the modules that compile come with the first task that needs them, so that
 * a thread that is to take in a page starts in half the time.
 */

import { domainTasks } from '../../domain/templates/content-tasks.ts'
import type { Task } from '../../lib/tasks.ts'
import { renderText } from '../compose/text-part/render.ts'
import type { tasks as all } from './tasks.ts'

const compiling = async () => (await import('./tasks.ts')).tasks

export const tasks: { readonly [Name in keyof typeof all]: Task } = {
  ...domainTasks(renderText),
  compileDraft: async input => (await compiling()).compileDraft(input),
  compileLetter: async input => (await compiling()).compileLetter(input),
  webVersion: async input => (await compiling()).webVersion(input),
  letterForFriend: async input => (await compiling()).letterForFriend(input),
  preview: async input => (await compiling()).preview(input),
  linkPlaces: async input => (await compiling()).linkPlaces(input),
  mailHeads: async input => (await compiling()).mailHeads(input),
  outboxMail: async input => (await compiling()).outboxMail(input),
}
