/** Why an address is on the suppression list, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { Tone } from '../../ui/page.tsx'
import type { Reason } from '../audience-search.ts'

export type Suppression = NonNullable<ValueOf<'Suppression.List'>['Suppressions']>[number]
export type { Reason }

export const reasonLabels: Readonly<Record<Reason, MessageDescriptor>> = {
  Unsubscribed: msg`Unsubscribed from all mail`,
  Bounced: msg`Mail bounced permanently`,
  Complained: msg`Complained`,
  Manual: msg`Added manually`,
}

export const reasonLooks: Readonly<Record<Reason, { readonly tone: Tone; readonly icon: IconName }>> = {
  Unsubscribed: { tone: 'plain', icon: 'exit' },
  Bounced: { tone: 'warn', icon: 'warning' },
  Complained: { tone: 'bad', icon: 'hand' },
  Manual: { tone: 'plain', icon: 'person' },
}

/** The address of an erased contact is never mailed again: there is nothing to lift. Every other entry is an address or has a `@`. */
export function isOfErased(entry: string): boolean {
  return !entry.includes('@')
}
