import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Sql } from '../../store/connection/database.ts'
import { listIdOf } from '../../store/lists/lists.ts'
import type { ClientRef } from '../access/access.ts'

/** The list of the client that a caller may name. @returns undefined for none. @throws Refusal InvalidListId */
export async function findGivenList(sql: Sql, client: ClientRef, publicId: string | null): Promise<number | undefined> {
  if (publicId === null || publicId === '') return undefined
  const found = isPublicId(publicId) ? await listIdOf(sql, client, publicId) : undefined
  if (found === undefined) throw new Refusal('InvalidListId')
  return found
}
