/** TestGroup.*: saved groups of addresses, and test mails to them. */

import {
  changeTestGroup,
  createTestGroup,
  listTestGroups,
  readAddressesOfGroup,
  removeTestGroup,
} from '../domain/campaigns/mails/test-groups.ts'
import { sendTest } from '../domain/campaigns/mails/test-send.ts'
import { testResults } from './campaigns/lifecycle.ts'
import { actor, type Handlers, type HandlersOf, sourceParts } from './dependencies.ts'

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

  async 'Campaign.SendTestToGroup'(
    { TestGroupID, PersonalizeAs, Variant },
    { campaign, principal, origin },
    dependencies,
  ) {
    const {
      db,
      mail: { deliverTest, mailLinks },
      now,
    } = dependencies
    const recipients = await readAddressesOfGroup(db, campaign, TestGroupID)
    const order = { recipients, personalizeAs: PersonalizeAs, variant: Variant, publicUrl: mailLinks.base() }
    return testResults(
      await sendTest(
        db,
        { deliver: deliverTest, source: sourceParts(dependencies) },
        campaign,
        order,
        actor(principal, origin),
        now(),
      ),
    )
  },
}
