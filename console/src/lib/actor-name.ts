/** Names of people and keys as the service records them beside a change. */
import { t } from '@lingui/core/macro'

/** What precedes the name of a key where a caller is recorded by name alone (domain/access/authentication.ts). */
const keyMark = /^key /

/** The name of a key alone. @param recorded `key Shop`, or the name as it is where nothing precedes it */
export function keyLabel(recorded: string): string {
  return recorded.replace(keyMark, '')
}

/** @param recorded a name of a person, or `key Shop` */
export function actorName(recorded: string): string {
  if (!keyMark.test(recorded)) return recorded
  const label = keyLabel(recorded)
  return t`API key ${label}`
}
