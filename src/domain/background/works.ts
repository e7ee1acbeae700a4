/** What goes on in the background of each role, by the names under which an operator pauses it (`lettershop pause`). */

/** The works of each role that has any. A role alone names all of its works. */
export const backgroundWorks = {
  sender: ['campaigns'],
  feedback: ['counting'],
  jobs: [
    'scheduled',
    'webhooks',
    'events',
    'bot-filter',
    'engagement',
    'returned-mail',
    'bounces',
    'uploads',
    'imports',
    'import-fetching',
    'sign-ups',
    'feeds',
    'report-mails',
    'import-questions',
    'bulk-changes',
    'erasures',
    'withdrawals',
    'retention',
    'backups',
    'exports',
    'series',
  ],
} as const

type Works = typeof backgroundWorks

/** One work: `jobs/webhooks`. */
export type WorkName = { [Role in keyof Works]: `${Role}/${Works[Role][number]}` }[keyof Works]

/** Everything that can be paused: each role, and each of its works. */
export const pausable: readonly string[] = Object.entries(backgroundWorks).flatMap(([role, works]) => [
  role,
  ...works.map(work => `${role}/${work}`),
])

/** Whether a work is paused, by itself or with its role. */
export function isPaused(work: WorkName, paused: ReadonlySet<string>): boolean {
  return paused.has(work) || paused.has(work.slice(0, work.indexOf('/')))
}
