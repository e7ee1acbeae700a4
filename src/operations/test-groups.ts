/** TestGroup.*: saved groups of addresses, and test mails to them. */

import {
  changeTestGroup,
  createTestGroup,
  listTestGroups,
  readAddressesOfGroup,
  removeTestGroup,
} from '../domain/campaigns/mails/test-groups.ts'
import { sendTestMails } from './campaigns/lifecycle.ts'
import type { Handlers, HandlersOf } from './dependencies.ts'

export const testGroups: HandlersOf<'TestGroup'> & Pick<Handlers, 'Campaign.SendTestToGroup'> = {
  'TestGroup.Create': ({ Name, Addresses }, { client }, { db }) =>
    createTestGroup(db, client, { name: Name, addresses: Addresses ?? [] }),

  async 'TestGroup.List'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listTestGroups(db, client, { cursor: Cursor, limit: Limit })
    const groups = rows.map(({ publicId, name, addresses }) => ({
      TestGroupID: publicId,
      Name: name,
      Addresses: addresses,
    }))
    return { TestGroups: groups, NextCursor: nextCursor }
  },

  'TestGroup.Update': ({ TestGroupID, Name, Addresses }, { client }, { db }) =>
    changeTestGroup(db, client, TestGroupID, { name: Name, addresses: Addresses ?? [] }),

  'TestGroup.Delete': ({ TestGroupID }, { client }, { db }) => removeTestGroup(db, client, TestGroupID),

  async 'Campaign.SendTestToGroup'({ TestGroupID, PersonalizeAs, Variant }, caller, dependencies) {
    const recipients = await readAddressesOfGroup(dependencies.db, caller.campaign, TestGroupID)
    return sendTestMails(dependencies, caller, { recipients, personalizeAs: PersonalizeAs, variant: Variant })
  },
}
