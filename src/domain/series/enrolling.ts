/** Who enrols in a series: people whom a call names, members who were there before, and whom events and dates bring. */
import { Refusal } from '../../contract/refusals.ts'
import type { Audience } from '../../store/campaigns/audience.ts'
import type { Database, Sql, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { readStoredSegment } from '../../store/lists/segments.ts'
import { beginExisting, countExisting, enrol, findMembers, type OpenSeries } from '../../store/series/enrolling.ts'
import { readSteps, type SeriesRow } from '../../store/series/series.ts'
import type { ClientRef } from '../access/access.ts'
import { compileSegment } from '../segments/choosing.ts'
import { parseAddress } from '../text-rules/address.ts'
import { findOwnSeries } from './series.ts'
import { refuseUnlessConfirmed } from './starting.ts'

/** Addresses of one call. */
export const mostAddresses = 1000

/** The members of the list of a series in a segment. @returns undefined for a segment that was deleted or cannot be judged */
export async function membersIn(
  sql: Sql,
  { clientId, listId }: { readonly clientId: number; readonly listId: number },
  segmentId: number,
): Promise<Audience | undefined> {
  if (segmentId === 0) return { sources: [{ listId, tree: null }], exclusions: [] }
  const segment = await readStoredSegment(sql, clientId, segmentId)
  const tree = segment && (await compileSegment(sql, clientId, segment))
  return tree && { sources: [{ listId, tree }], exclusions: [] }
}

/** @returns a sentence where it takes no one */
export async function openSeries(sql: Sql, series: SeriesRow): Promise<OpenSeries | string> {
  if (series.isListDeleted) return 'Its list was deleted.'
  const [first] = await readSteps(sql, series.clientId, [series.seriesId])
  if (!first) return 'It has no steps.'
  const audience = await membersIn(sql, series, series.settings.segmentId)
  if (!audience) return 'Its segment was deleted, or asks for something that was.'
  return { ...series, audience, first }
}

/**
 * Enrols members whom a call names; who is no active member, or must not come again, is not.
 * @returns how many were enrolled
 * @throws Refusal UnknownSeries, SeriesNotReady, InvalidParameter
 */
export async function enrolPeople(
  db: Database,
  client: ClientRef,
  id: string | null,
  emails: readonly (string | null)[],
  at: Date,
): Promise<number> {
  if (emails.length > mostAddresses)
    throw new Refusal('InvalidParameter', `A call names at most ${mostAddresses} addresses.`)
  const addresses = [...new Set(emails.flatMap(email => parseAddress(email ?? '')?.address ?? []))]
  return transaction(db, async sql => {
    const series = await findStarted(sql, client, id)
    const members = await findMembers(sql, client.clientId, series.listId, addresses)
    const ids = [...members.values()]
    return enrol(sql, await openOrRefuse(sql, series), { ids, at: ids.map(() => at) })
  })
}

/** How many members who are there now `enrolExisting` would enrol. @throws Refusal UnknownSeries, SeriesNotReady */
export async function countExistingMembers(
  db: Database,
  client: ClientRef,
  id: string | null,
  at: Date,
): Promise<number> {
  const series = await findOwnSeries(db, client, id)
  const open = await openOrRefuse(db, series)
  return countExisting(db, open, open.audience, series.settings.againAfterDays, at)
}

/**
 * Enrols the members who are there now, in the background.
 * @param confirmation where a person asks: the number that they confirmed, if they did
 * @returns how many
 * @throws Refusal UnknownSeries, SeriesNotReady, AudienceNotConfirmed
 */
export async function enrolExisting(
  db: Database,
  client: ClientRef,
  id: string | null,
  confirmation: { readonly people: number | undefined } | undefined,
  at: Date,
): Promise<number> {
  const people = await countExistingMembers(db, client, id, at)
  if (confirmation) await refuseUnlessConfirmed(db, client, people, confirmation.people, 'would be enrolled')
  return transaction(db, async sql => {
    await beginExisting(sql, await findStarted(sql, client, id), at)
    return people
  })
}

async function findStarted(sql: Transaction, client: ClientRef, id: string | null): Promise<SeriesRow> {
  const series = await findOwnSeries(sql, client, id, true)
  if (series.state === 'draft') throw new Refusal('SeriesNotReady', 'Start the series first.')
  return series
}

async function openOrRefuse(sql: Sql, series: SeriesRow): Promise<OpenSeries> {
  const open = await openSeries(sql, series)
  if (typeof open === 'string') throw new Refusal('SeriesNotReady', `The series takes no one. ${open}`)
  return open
}
