/** What a key can be made for, in words. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ParametersOf } from '../../../../src/client/client.ts'

export type Scope = NonNullable<ParametersOf<'Key.Create'>['Scopes']>[number]

export const scopeLabels: Readonly<Record<Scope, MessageDescriptor>> = {
  ReadAudience: msg`Read subscribers`,
  WriteAudience: msg`Change subscribers and import`,
  Reports: msg`Read reports`,
  Draft: msg`Write drafts`,
  Send: msg`Send campaigns`,
  Events: msg`Read events`,
  Clients: msg`Manage clients`,
  Billing: msg`Billing`,
  Settings: msg`Settings`,
  People: msg`Manage people`,
  Audit: msg`Read the audit log`,
}
