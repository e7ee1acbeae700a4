/** Setup.*: the first-run checklist. */
import type { SetupPlace, SetupStepName as WireName, SetupState as WireState } from '../contract/groups/setup.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { readSetupStatus, type SetupSettings, type SetupState, type SetupStepName } from '../domain/accounts/setup.ts'
import { findSample } from '../domain/sample/sample.ts'
import { version } from '../lib/version.ts'
import { readDatabaseVersions } from '../store/connection/versions.ts'
import type { HandlersOf } from './dependencies.ts'

export const setup: HandlersOf<'Setup'> = {
  async 'Setup.GetStatus'(_params, { principal }, { db, setup }) {
    const [steps, sample] = await Promise.all([readSetupStatus(db, principal, setup), findSample(db, principal)])
    return {
      Complete: steps.every(({ state }) => state === 'done'),
      Steps: steps.map(({ name, state, message }) => ({
        ...places[name],
        State: states[state],
        Message: message,
      })),
      SampleClientID: sample?.clientPublicId ?? '',
      Transport: transportOf(setup),
    }
  },

  async 'Setup.GetVersion'(_params, _call, { db, setup }) {
    const { postgres, schema } = await readDatabaseVersions(db)
    return {
      Version: version,
      NodeVersion: process.versions.node,
      PostgresVersion: postgres,
      SchemaNumber: schema,
      Transport: transportOf(setup),
      Roles: [...setup.roles],
    }
  },
}

/** Visible to every caller, because Outbox.List returns it too. */
const transportOf = ({ hasRelays }: SetupSettings) => (hasRelays ? ('Relays' as const) : ('Folder' as const))

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
