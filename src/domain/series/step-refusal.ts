/** Refusals that are about one step of a series say which: as a sentence, and as data with which a program can open it. */
import { Refusal } from '../../contract/refusals.ts'

export interface RefusedStep {
  /** Counted from 1. */
  readonly place: number
  /** 0 for a step that is not stored yet. */
  readonly stepId: number
  /** The campaign in which it is mended. */
  readonly draft?: { readonly publicId: string; readonly subject: string } | undefined
}

/** Runs what looks at a step, and names the step in its refusals. */
export async function ofStep<Value>(step: RefusedStep, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof Refusal ? nameStep(step, error) : error
  }
}

function nameStep({ place, stepId, draft }: RefusedStep, error: Refusal): Refusal {
  return new Refusal(error.refusal, `Step ${place}: ${error.detail ?? error.title}`, {
    cause: error,
    data: {
      ...error.data,
      Step: place,
      ...(stepId !== 0 && { StepID: stepId }),
      ...(draft && { CampaignID: draft.publicId, Subject: draft.subject }),
    },
  })
}
