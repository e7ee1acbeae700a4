/** Roles in words (docs/people-and-keys.md#rights-and-roles). */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'

export type Grant = NonNullable<ParametersOf<'Person.SetGrants'>['Grants']>[number]
export type Role = Exclude<NonNullable<Grant['Role']>, 'Custom'>
export type Person = NonNullable<ValueOf<'Person.List'>['People']>[number]
export type PersonGrant = NonNullable<Person['Grants']>[number]

interface RoleWords {
  readonly label: MessageDescriptor
  readonly text: MessageDescriptor
}

const roles: Readonly<Record<Role, RoleWords>> = {
  Owner: { label: msg`Owner`, text: msg`Sees and does everything: all clients, people, keys and the account.` },
  Manager: { label: msg`Manager`, text: msg`Sees everything and sends campaigns. Does not manage people or billing.` },
  Designer: {
    label: msg`Designer`,
    text: msg`Sees and writes templates and campaigns. Sees no subscribers and no reports, and does not send.`,
  },
  Author: { label: msg`Author`, text: msg`Sees subscribers and reports, and writes campaigns. Does not send them.` },
  Approver: { label: msg`Approver`, text: msg`Sees subscribers and reports. Writes, approves and sends campaigns.` },
  Analyst: { label: msg`Analyst`, text: msg`Sees campaigns with their reports, and no addresses. Changes nothing.` },
  Client: {
    label: msg`Client`,
    text: msg`Sees campaigns with their reports, comments on campaigns and approves them.`,
  },
}

/** Rights that are those of no role: of a login, or of a person whom another program added. */
const custom: RoleWords = { label: msg`Custom permissions`, text: msg`Has permissions that match no role.` }

export function wordsOf(role: Role | 'Custom'): RoleWords {
  return role === 'Custom' ? custom : roles[role]
}

export const roleNames = Object.keys(roles) as readonly Role[] // the keys of the table

/** As the service accepts them: rights that belong to no role are kept. */
export function givenGrants(grants: readonly PersonGrant[]): readonly Grant[] {
  return grants.flatMap(({ ClientID = '', Role, AccessLevel }) => {
    if (!Role) return []
    return [Role === 'Custom' ? { ClientID, Role, AccessLevel } : { ClientID, Role }]
  })
}
