/** Types of events as callers name them. */
import { Refusal } from '../../contract/refusals.ts'
import { eventTypes } from '../../store/events/events.ts'

/** @throws Refusal InvalidEventType */
export function readEventTypes(events: readonly (string | null)[]): readonly string[] {
  const types = [...new Set(events.map(event => (event ?? '').trim()))]
  const wrong = types.find(type => !eventTypes.some(known => known === type))
  if (wrong !== undefined) throw new Refusal('InvalidEventType', `Events must be some of ${eventTypes.join(', ')}.`)
  return types
}
