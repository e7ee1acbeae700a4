/** Why a mail did not arrive: the words a bounce is stored with. */
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

/** Those that speak of the mailbox: so many in a row count as hard. Policy and content speak of the sender. */
export const ofMailbox: readonly BounceClass[] = ['mailbox full', 'transient', 'dns']
