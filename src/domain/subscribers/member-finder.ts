/** Looks members up, many callers at a time: those that arrive together share the statements. */
import { coalesce } from '../../lib/coalesce.ts'
import type { Database } from '../../store/connection/database.ts'
import { type MemberRow, readMembersByAddress } from '../../store/subscribers/member-pages.ts'
import type { ListRef } from '../access/access.ts'
import { type CustomField, readCustomFieldsOfLists } from '../lists/custom-fields.ts'

/** A member, and the custom fields of its list. */
export interface FoundMember {
  readonly member: MemberRow
  readonly definitions: readonly CustomField[]
}

/** @returns undefined for an address that is not on the list, in any state */
export type FindMember = (list: ListRef, address: string) => Promise<FoundMember | undefined>

interface Wanted {
  readonly list: ListRef
  readonly address: string
}

export function memberFinder(db: Database): FindMember {
  const find = coalesce<Wanted, FoundMember | undefined>(wanted => findMembers(db, wanted))
  return (list, address) => find({ list, address })
}

/** Two statements for each client; local times are those of its time zone. */
async function findMembers(db: Database, wanted: readonly Wanted[]): Promise<readonly (FoundMember | undefined)[]> {
  const clients = new Map<string, Wanted[]>()
  for (const one of wanted) {
    const client = `${one.list.clientId} ${one.list.timeZone}`
    const known = clients.get(client)
    if (known) known.push(one)
    else clients.set(client, [one])
  }
  const found = new Map<string, FoundMember>()
  await Promise.all(
    [...clients.values()].map(async ofClient => {
      const { list } = ofClient[0]! // a group has a member
      const lists = [...new Set(ofClient.map(({ list }) => list.listId))]
      const [members, definitions] = await Promise.all([
        readMembersByAddress(
          db,
          list,
          ofClient.map(({ list: { listId }, address }) => ({ listId, address })),
        ),
        readCustomFieldsOfLists(db, list.clientId, lists),
      ])
      for (const member of members)
        found.set(keyOf(member), { member, definitions: definitions.get(member.listId) ?? [] })
    }),
  )
  return wanted.map(({ list: { listId }, address }) => found.get(keyOf({ listId, address })))
}

/** Identifiers of lists are unique among all clients; an address has no blank. */
function keyOf({ listId, address }: { readonly listId: number; readonly address: string }): string {
  return `${listId} ${address}`
}
