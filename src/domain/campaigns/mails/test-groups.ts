/** Test groups: addresses that test mails of a client go to, saved under a name. */
import { Refusal } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import {
  deleteTestGroup,
  insertTestGroup,
  type TestGroupRow,
  testGroupAddresses,
  testGroupsOf,
  updateTestGroup,
} from '../../../store/campaigns/test-groups.ts'
import type { Database, Sql } from '../../../store/connection/database.ts'
import type { CampaignRef, ClientRef } from '../../access/access.ts'
import { cutPage, readCursorPage, type SortKey } from '../../paging/cursors.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { readTestRecipients } from './test-send.ts'

/** What the caller gives; absent is null. */
export interface GivenTestGroup {
  readonly name: string | null
  readonly addresses: readonly (string | null)[]
}

export const mostTestGroups = 100
const longestName = 100

/**
 * @returns the TestGroupID
 * @throws Refusal TestGroupNameEmpty, ValueTooLong, InvalidCharacters, TestRecipientsRequired, TooManyTestRecipients, InvalidEmail,
 *   DuplicateTestGroupName, TooManyTestGroups
 */
export async function createTestGroup(db: Database, client: ClientRef, given: GivenTestGroup): Promise<string> {
  const made = await insertTestGroup(db, client, readGroup(given), mostTestGroups)
  if (made === 'name taken') throw nameTakenRefusal()
  if (made === 'too many') {
    throw new Refusal('TooManyTestGroups', `A client has at most ${mostTestGroups} test groups.`)
  }
  return made.publicId
}

/** Replaces name and addresses. @throws Refusal as createTestGroup does, and UnknownTestGroup */
export async function changeTestGroup(
  sql: Sql,
  client: ClientRef,
  id: string | null,
  given: GivenTestGroup,
): Promise<void> {
  const group = readGroup(given)
  const done = isPublicId(id) ? await updateTestGroup(sql, client, id, group) : 'unknown'
  if (done === 'unknown') throw unknownGroupRefusal()
  if (done === 'name taken') throw nameTakenRefusal()
}

/** @throws Refusal UnknownTestGroup */
export async function removeTestGroup(sql: Sql, client: ClientRef, id: string | null): Promise<void> {
  if (!isPublicId(id) || !(await deleteTestGroup(sql, client, id))) throw unknownGroupRefusal()
}

/** A page of groups by name. @throws Refusal InvalidParameter for a Cursor or a Limit that cannot be */
export async function listTestGroups(
  sql: Sql,
  client: ClientRef,
  given: { readonly cursor: string | null; readonly limit: number },
) {
  const { after, limit } = readCursorPage(given, isSortName)
  const rows = await testGroupsOf(sql, client, { after: after?.[0], limit: limit + 1 })
  return cutPage(rows, limit, ({ sortName }) => [sortName])
}

/** The addresses of a group of the campaign's client. @throws Refusal UnknownTestGroup */
export async function readAddressesOfGroup(
  sql: Sql,
  campaign: CampaignRef,
  id: string | null,
): Promise<readonly string[]> {
  const addresses = isPublicId(id) ? await testGroupAddresses(sql, campaign, id) : undefined
  if (!addresses) throw unknownGroupRefusal()
  return addresses
}

function readGroup({ name, addresses }: GivenTestGroup): TestGroupRow {
  const clean = cleanLine('Name', name, longestName).normalize('NFC')
  if (clean === '') throw new Refusal('TestGroupNameEmpty')
  return { name: clean, addresses: readTestRecipients(addresses).map(({ email }) => email) }
}

function isSortName(values: SortKey): values is readonly [string] {
  return values.length === 1 && typeof values[0] === 'string'
}

function unknownGroupRefusal(): Refusal {
  return new Refusal('UnknownTestGroup', 'The client has no such test group.')
}

function nameTakenRefusal(): Refusal {
  return new Refusal('DuplicateTestGroupName', 'Another test group of this client has this name.')
}
