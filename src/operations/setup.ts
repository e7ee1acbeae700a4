/** Setup.*: the first-run checklist. */
import type {
  SetupPlace,
  SetupStepName as WireName,
  SetupState as WireState,
} from '../contract/setup-and-undo-records.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { type SetupState, type SetupStepName, setupStatus } from '../domain/setup.ts'
import type { HandlersOf } from './dependencies.ts'

export const setup: HandlersOf<'Setup'> = {
  async 'Setup.GetStatus'(_params, { principal }, { db, setup }) {
    const steps = await setupStatus(db, principal, setup)
    return {
      Complete: steps.every(({ state }) => state === 'done'),
      Steps: steps.map(({ name, state, message }) => ({
        ...places[name],
        State: states[state],
        Message: message,
      })),
    }
  },
}

const states: Readonly<Record<SetupState, OutputOf<typeof WireState>>> = {
  done: 'Done',
  todo: 'Todo',
  unknown: 'Unknown',
}

const places: Readonly<
  Record<SetupStepName, { readonly Name: OutputOf<typeof WireName>; readonly GoTo: OutputOf<typeof SetupPlace> }>
> = {
  transport: { Name: 'Transport', GoTo: 'Settings' },
  publicUrl: { Name: 'PublicUrl', GoTo: 'Settings' },
  client: { Name: 'Client', GoTo: 'Clients' },
  subscribers: { Name: 'Subscribers', GoTo: 'Lists' },
  domain: { Name: 'Domain', GoTo: 'Domains' },
  campaign: { Name: 'Campaign', GoTo: 'Campaigns' },
}
