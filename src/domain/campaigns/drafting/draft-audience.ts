/** The audience of a draft: lists and segments that it goes to or excludes, as callers name them. */
import { Refusal, type RefusalName } from '../../../contract/refusals.ts'
import { isPublicId } from '../../../lib/ids.ts'
import { holdLists, listIdsByPublicId } from '../../../store/campaigns/drafts.ts'
import { type DraftSource, insertPlaces, type PlaceKind } from '../../../store/campaigns/places.ts'
import type { Database, Sql, Transaction } from '../../../store/connection/database.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import { findSegmentsOfClient, holdSegments, type SegmentOfClient } from '../../../store/lists/segments.ts'
import type { ClientRef } from '../../access/access.ts'
import { segmentKey } from '../../segments/names.ts'

/** Public ids of lists, and segments; absent is null. */
export interface GivenPlaces {
  readonly lists: readonly (string | null)[]
  readonly segments: readonly GivenSegment[]
}

/** By its identifier, or by its name: on a list, its own segment first, else one of the client. */
export interface GivenSegment {
  /** Of a segment of the client: null for the lists of the audience, or all. */
  readonly listId: string | null
  readonly name: string | null
  readonly segmentId?: string | null
}

/** More than any client has use for. */
const mostSources = 500

/**
 * Items without anything in them are left out: forms send them. A segment of the client that names no list is about the lists that are
 * given beside it, and without one about all of them; excluded it is about all of them.
 * @throws Refusal ValueTooLong, InvalidListIds, InvalidSegments
 */
export async function findPlaces(
  db: Database | Sql,
  client: Pick<ClientRef, 'clientId'>,
  given: GivenPlaces,
  kind: PlaceKind = 'sources',
): Promise<readonly DraftSource[]> {
  const lists = given.lists.map(blankless).filter(id => id !== '')
  const segments = given.segments
    .map(({ listId, name, segmentId = null }) => ({
      listId: blankless(listId),
      name: blankless(name),
      segmentId: blankless(segmentId).toLowerCase(),
    }))
    .filter(({ listId, name, segmentId }) => listId !== '' || name !== '' || segmentId !== '')
  refuseTooMany(lists.length + segments.length)
  if (lists.length + segments.length === 0) return []

  const publicIds = [...lists, ...segments.map(({ listId }) => listId)].filter(isPublicId)
  const found = await listIdsByPublicId(db, client, publicIds)
  const ids = new Map(found.map(({ publicId, id }) => [publicId, id]))
  const whole = lists.map(publicId => {
    const listId = ids.get(publicId.toLowerCase())
    if (listId === undefined) throw new Refusal('InvalidListIds', `This client has no list ${shown(publicId)}.`)
    return { listId, segmentId: 0, segment: '' }
  })
  const present = segments.length === 0 ? [] : await presentSegments(db, client, segments, [...ids.values()])
  const chosen = segments.map(segment => ({ segment, ...findSegment(present, segment, ids) }))
  const narrows = kind === 'sources' && chosen.some(({ listId }) => listId === null)
  const places = [
    ...(narrows ? [] : whole),
    ...chosen.flatMap(({ listId, id, name }) => {
      const onLists = listId === null && narrows && whole.length > 0 ? whole.map(list => list.listId) : [listId]
      return onLists.map(on => ({ listId: on, segmentId: id, segment: name }))
    }),
  ]
  refuseTooMany(places.length)
  return places
}

function refuseTooMany(places: number): void {
  if (places > mostSources)
    throw new Refusal('ValueTooLong', `A campaign goes to at most ${mostSources} lists and segments.`)
}

type NamedSegment = Required<{ readonly [Name in keyof GivenSegment]: string }>
type PresentSegments = readonly SegmentOfClient[]

function presentSegments(
  db: Database | Sql,
  client: Pick<ClientRef, 'clientId'>,
  segments: readonly NamedSegment[],
  listIds: readonly number[],
): Promise<PresentSegments> {
  return findSegmentsOfClient(db, client, segments.map(({ segmentId }) => segmentId).filter(isPublicId), listIds)
}

/** @throws Refusal InvalidSegments */
function findSegment(
  present: PresentSegments,
  given: NamedSegment,
  ids: ReadonlyMap<string, number>,
): { readonly id: number; readonly name: string; readonly listId: number | null } {
  const listId = given.listId === '' ? null : ids.get(given.listId.toLowerCase())
  const isNamed = ({ name }: PresentSegments[number]) => segmentKey(name) === segmentKey(given.name)
  const found =
    given.segmentId === ''
      ? (present.find(segment => segment.listId === listId && isNamed(segment)) ??
        present.find(segment => segment.listId === null && isNamed(segment)))
      : present.find(({ publicId }) => publicId === given.segmentId)
  if (!found || listId === undefined || (found.listId !== null && listId !== null && found.listId !== listId)) {
    const wanted = shown(given.name === '' ? given.segmentId : given.name)
    throw new Refusal(
      'InvalidSegments',
      given.listId === ''
        ? `The client has no segment ${wanted}.`
        : `The list ${shown(given.listId)} has no segment ${wanted}.`,
    )
  }
  return { id: found.id, name: found.name, listId: found.listId ?? listId }
}

/** What a campaign both goes to and leaves out would have no recipient. @throws Refusal InvalidListIds, InvalidSegments */
export function refuseContradiction(sources: readonly DraftSource[], exclusions: readonly DraftSource[]): void {
  for (const { listId, segmentId, segment } of exclusions) {
    const isAll = listId === null
    if (!sources.some(source => (isAll || source.listId === listId) && source.segmentId === segmentId)) continue
    const [refusal, what]: [RefusalName, string] =
      segmentId === 0 ? ['InvalidListIds', 'A list'] : ['InvalidSegments', `The segment ${shown(segment)}`]
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
  const listIds = places.flatMap(({ listId }) => (listId === null ? [] : [listId]))
  if (!(await holdLists(sql, client, listIds))) throw new Refusal('InvalidListIds')
  const segments = places.filter(({ segmentId }) => segmentId !== 0).map(({ segmentId }) => segmentId)
  if (segments.length > 0 && !(await holdSegments(sql, client, segments))) throw new Refusal('InvalidSegments')
}

/** Writes places of a new campaign. @throws Refusal InvalidSegments for all lists of a client that has none */
export async function writePlaces(
  sql: Transaction,
  campaign: CampaignKey,
  kind: PlaceKind,
  places: readonly DraftSource[],
): Promise<void> {
  const rows = await insertPlaces(sql, campaign, kind, places)
  if (places.length > 0 && rows === 0) throw new Refusal('InvalidSegments', 'The client has no list yet.')
}

function blankless(text: string | null): string {
  return (text ?? '').trim()
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
