/** Classes of bounces, as they are stored. */
export const bounceClasses = [
  'recipient gone',
  'mailbox full',
  'policy',
  'content',
  'dns',
  'transient',
  'unknown',
] as const
export type BounceClass = (typeof bounceClasses)[number]

/** Classes that concern the mailbox: several in a row count as a hard bounce. Policy and content concern the sender. */
export const mailboxClasses: readonly BounceClass[] = ['mailbox full', 'transient', 'dns']
