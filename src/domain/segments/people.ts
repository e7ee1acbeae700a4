/** Who is in a segment, and why. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import { judgeMemberships, showPeople } from '../../store/segments/people.ts'
import { readSuppressionsAmong } from '../../store/subscribers/suppressions.ts'
import type { SegmentRef } from '../access/access.ts'
import { parseAddress } from '../text-rules/address.ts'
import type { Compiled } from './compile.ts'
import { judgedOf } from './counting.ts'
import { compileStored, readSegment } from './trees.ts'

const shown = 10

/** Ten people of a tree with the paths of the leaves that hold for them. */
export async function samplePeopleOf(sql: Sql, clientId: number, listId: number | null, compiled: Compiled) {
  if (compiled.problems.length > 0) return []
  const judged = await judgedOf(sql, clientId, listId, compiled)
  if (judged.lists.length === 0) return []
  const leaves = compiled.leaves.map(({ condition }) => condition)
  const rows = await showPeople(sql, judged, leaves, shown * Math.min(10, judged.lists.length))
  const people = new Map(rows.toReversed().map(row => [row.address, row]))
  return [...people.values()]
    .toReversed()
    .slice(0, shown)
    .map(row => ({ ...row, paths: compiled.leaves.filter((_, n) => row.leaves[n] === true).map(({ path }) => path) }))
}

/**
 * Why a person is in a segment or not: what each leaf says of each membership, in any state, and what keeps mail away besides.
 * @throws Refusal InvalidEmail, UnknownSegment
 */
export async function explain(db: Database, ref: SegmentRef, email: string | null) {
  const address = parseAddress(email)?.address
  if (address === undefined) throw new Refusal('InvalidEmail')
  const { clientId } = ref
  const segment = await readSegment(db, ref)
  const compiled = await compileStored(db, clientId, segment)
  const judged = await judgedOf(db, clientId, segment.listId, compiled)
  const leaves = compiled.leaves.map(({ condition }) => condition)
  const rows = await judgeMemberships(db, judged, address, leaves)
  const keys = judged.lists.map(listId => ({ clientId, listId, address }))
  const [suppression] = await readSuppressionsAmong(db, keys)
  return {
    isIn: rows.some(({ state, holds }) => state === 'Active' && holds === true),
    suppressed: suppression?.reason ?? '',
    memberships: rows.map(({ leaves: answers, ...row }) => ({
      ...row,
      leaves: compiled.leaves.map(({ path }, n) => ({ path, holds: answers[n] ?? null })),
    })),
    problems: compiled.problems,
  }
}
