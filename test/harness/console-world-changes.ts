/** A bulk change, an erasure and an export of the first client of the console's world, which the first person made. */
import type { Browser } from './console.ts'
import { until } from './until.ts'

export interface ChangeSeeds {
  /** ChangeID. */
  readonly change: string
  /** ErasureID. */
  readonly erasure: string
}

/** @param list whose members are changed */
export async function seedChanges(call: Browser['call'], ClientID: string, ListID: string): Promise<ChangeSeeds> {
  const done = async (operation: string, params: object) => {
    const { status, value } = await call(operation, params)
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(value)}`)
    return value as string // the identifier of what was created
  }
  const ended = (operation: string, params: object, part: string) =>
    until(async () => {
      const { value } = await call(operation, { ClientID, ...params })
      return (value as Record<string, unknown>)[part] === 'Done'
    }, `${operation} says Done`)
  const field = { ListID, Action: 'SetField', CreateFields: false, Domain: 'leser.example' }
  const ChangeID = await done('BulkChange.Create', { ...field, Subscribers: 10, Key: 'City', Values: ['Kiel'] })
  await ended('BulkChange.Get', { ChangeID }, 'Progress')
  await done('Subscriber.Add', { ListID, Email: 'forgotten@leser.example', Name: 'Fay' })
  // it waits for an import that is open
  const ErasureID = await done('Erasure.Create', { ClientID, Email: 'forgotten@leser.example' })
  // exports that were made before would be deleted
  await until(async () => {
    const { value } = await call('Erasure.Get', { ClientID, ErasureID })
    const { State, WaitsFor } = value as Record<string, string>
    return State === 'Done' || WaitsFor !== ''
  }, 'the erasure was looked at')
  const ExportID = await done('Export.Create', { ClientID, Kind: 'Subscribers', ListID, Format: 'Xlsx', Gzip: false })
  await ended('Export.Get', { ExportID }, 'State')
  return { change: ChangeID, erasure: ErasureID }
}
