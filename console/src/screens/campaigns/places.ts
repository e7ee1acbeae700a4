/** The steps of a campaign, and where each finding of the check is mended. */
export const stepNames = ['sender', 'content', 'audience', 'checks', 'when'] as const
export type StepName = (typeof stepNames)[number]

/** What of the content is opened. */
export interface ContentPlace {
  /** The number of the section, from 1. */
  readonly section?: number
  /** The line and column of a source, from 1. */
  readonly line?: number
  readonly column?: number
}

export function isStepName(text: unknown): text is StepName {
  return stepNames.some(name => name === text)
}
