/** The steps to the first campaign, and those before it goes to people. */
import type { ValueOf } from '../../../../src/client/client.ts'

export type SetupStatus = ValueOf<'Setup.GetStatus'>
export type Step = NonNullable<SetupStatus['Steps']>[number]
export type StepName = Step['Name']

/** One's own first campaign: some minutes. */
const toFirstCampaign: readonly StepName[] = ['Client', 'Subscribers', 'Campaign']
/** Not needed for trying it out. */
const beforePeople: readonly StepName[] = ['Transport', 'PublicUrl', 'Domain']

/** Set by an operator. */
const ofOperators: readonly StepName[] = ['Transport', 'PublicUrl']

export interface Steps {
  readonly toFirstCampaign: readonly Step[]
  readonly beforePeople: readonly Step[]
  readonly done: number
  readonly all: number
  readonly isComplete: boolean
  /** A campaign was sent: the rest may wait. */
  readonly hasSent: boolean
}

/** Steps of which the person may not know are left out: others take them. */
export function stepsOf({ Steps: given = [] }: SetupStatus): Steps {
  const named = (names: readonly StepName[]) =>
    names.flatMap(name =>
      given.filter(({ Name, State }) => Name === name && !(ofOperators.includes(name) && State === 'Unknown')),
    )
  const [first, later] = [named(toFirstCampaign), named(beforePeople)]
  const all = [...first, ...later]
  const done = all.filter(({ State }) => State === 'Done').length
  return {
    toFirstCampaign: first,
    beforePeople: later,
    done,
    all: all.length,
    isComplete: done === all.length,
    hasSent: first.every(({ State }) => State === 'Done'),
  }
}
