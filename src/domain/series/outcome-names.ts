/** Why a person's way through a series is over, in the words of the wire. */
export const outcomeNames: Readonly<Record<string, string>> = {
  finished: 'Finished',
  goal: 'Goal',
  left: 'Left',
  bounced: 'Bounced',
  deleted: 'Deleted',
  suppressed: 'Suppressed',
  inactive: 'Inactive',
  'step removed': 'StepRemoved',
}
