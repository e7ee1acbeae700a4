/** The audience of a draft: lists and segments that it goes to or excludes, as callers name them. */
import { Refusal, type RefusalName } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import { type DraftSource, holdLists, listIdsByPublicId } from '../../../store/campaigns/drafts.ts'
import type { Database, Sql, Transaction } from '../../../store/connection/database.ts'
import { holdSegments, readSegmentsOfLists } from '../../../store/lists/segments.ts'
import type { ClientRef } from '../../access/access.ts'
import { segmentKey } from '../../segments/rules.ts'

/** Public ids of lists, and segments by list and name; absent is null. */
export interface GivenPlaces {
  readonly lists: readonly (string | null)[]
  readonly segments: readonly GivenSegment[]
}

export interface GivenSegment {
  readonly listId: string | null
  readonly name: string | null
}

/** More than any client has use for. */
const mostSources = 500

/**
 * Items without anything in them are left out: forms send them.
 * @throws Refusal ValueTooLong, InvalidListIds, InvalidSegments
 */
export async function findPlaces(
  db: Database | Sql,
  client: Pick<ClientRef, 'clientId'>,
  given: GivenPlaces,
): Promise<readonly DraftSource[]> {
  const lists = given.lists.map(blankless).filter(id => id !== '')
  const segments = given.segments
    .map(({ listId, name }) => ({ listId: blankless(listId), name: blankless(name) }))
    .filter(({ listId, name }) => listId !== '' || name !== '')
  if (lists.length + segments.length > mostSources) {
    throw new Refusal('ValueTooLong', `A campaign goes to at most ${mostSources} lists and segments.`)
  }
  if (lists.length + segments.length === 0) return []

  const publicIds = [...lists, ...segments.map(({ listId }) => listId)].filter(isPublicId)
  const found = await listIdsByPublicId(db, client, publicIds)
  const ids = new Map(found.map(({ publicId, id }) => [publicId, id]))
  const idOf = (publicId: string) => ids.get(publicId.toLowerCase())

  const present = segments.length === 0 ? [] : await readSegmentsOfLists(db, client, [...ids.values()])
  const names = new Map(present.map(({ listId, name }) => [`${listId} ${segmentKey(name)}`, name]))
  return [
    ...lists.map(publicId => {
      const listId = idOf(publicId)
      if (listId === undefined) throw new Refusal('InvalidListIds', `This client has no list ${shown(publicId)}.`)
      return { listId, segment: '' }
    }),
    ...segments.map(({ listId: publicId, name }) => {
      const listId = idOf(publicId)
      const segment = names.get(`${listId} ${segmentKey(name)}`)
      if (listId === undefined || segment === undefined) {
        throw new Refusal('InvalidSegments', `The list ${shown(publicId)} has no segment ${shown(name)}.`)
      }
      return { listId, segment }
    }),
  ]
}

/** What a campaign both goes to and leaves out would have no recipient. @throws Refusal InvalidListIds, InvalidSegments */
export function refuseContradiction(sources: readonly DraftSource[], exclusions: readonly DraftSource[]): void {
  for (const { listId, segment } of exclusions) {
    if (!sources.some(source => source.listId === listId && source.segment === segment)) continue
    const [refusal, what]: [RefusalName, string] =
      segment === '' ? ['InvalidListIds', 'A list'] : ['InvalidSegments', `The segment ${shown(segment)}`]
    throw new Refusal(refusal, `${what} cannot be in the audience and excluded from it.`)
  }
}

/**
 * Keeps lists and segments from being deleted until the transaction ends: one that went since it was looked for is gone.
 * @throws Refusal InvalidListIds, InvalidSegments
 */
export async function holdPlaces(
  sql: Transaction,
  client: Pick<ClientRef, 'clientId'>,
  places: readonly DraftSource[],
): Promise<void> {
  if (places.length === 0) return
  const listIds = places.map(({ listId }) => listId)
  if (!(await holdLists(sql, client, listIds))) throw new Refusal('InvalidListIds')
  const segments = places.filter(({ segment }) => segment !== '')
  if (segments.length > 0 && !(await holdSegments(sql, client, segments))) throw new Refusal('InvalidSegments')
}

function blankless(text: string | null): string {
  return (text ?? '').trim()
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
