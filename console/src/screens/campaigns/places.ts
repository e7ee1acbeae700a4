/** The steps of a campaign, and where each finding of the check is mended. */
export const stepNames = ['sender', 'content', 'audience', 'checks', 'when'] as const
export type StepName = (typeof stepNames)[number]

export function isStepName(text: unknown): text is StepName {
  return stepNames.some(name => name === text)
}
