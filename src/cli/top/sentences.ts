/** Sentences for problems in a terminal: the problem, and what to do. docs/system-state.md says more. */
import type { Problem, ProblemKind } from '../../domain/system/problems.ts'

const sentences: Readonly<Record<ProblemKind, (subject: string) => string>> = {
  'not known': () => 'The database did not answer all of this in time: look at its load, run lettershop doctor.',
  'sending held': kind => `Nothing is sent (${kind}): see lettershop resume-sending.`,
  'role missing': role => `No process has the role ${role}: start one.`,
  'disk full': host => `The disk of ${host} is nearly full: nothing is sent from there.`,
  'heartbeats overdue': host => `${host} cannot write its heartbeats: nothing is sent from there.`,
  'relay held': relay => `The relay ${relay} does not take mail; it is tried again by itself.`,
  'queue late': queue => `Work waits for long: ${queue}.`,
  'connections nearly used': () => 'Most connections of the database are in use: raise max_connections.',
  'process silent': host => `A process on ${host} is silent: it was killed, or does not reach the database.`,
  'versions differ': versions => `Several versions run: ${versions}.`,
  'work paused': work => `Paused: ${work}. To go on: lettershop resume ${work}.`,
  'backup failed': () => 'The last backup failed: see lettershop backup schedule.',
  'backup old': () => 'The last backup is old: see lettershop backup schedule.',
  'backup damaged': () => 'The last backup is damaged: make another one.',
  'no backup': () => 'There is no backup: see lettershop backup schedule.',
  'backup not verified': () => 'No backup was verified within 30 days: lettershop backup verify.',
}

/** One line. */
export function sentenceOf({ kind, subject }: Problem): string {
  return sentences[kind](subject)
}
