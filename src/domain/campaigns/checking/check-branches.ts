/** Findings about the branches of a letter: tags that are gone, branches that no recipient gets, recipients who get nothing. */
import type { Audience } from '../../../store/campaigns/audience.ts'
import type { Sql } from '../../../store/connection/database.ts'
import { markersOf, traitsOf } from '../../content/conditions/letter.ts'
import { findTraits } from '../drafting/traits.ts'
import { countText, type LetterReading } from '../findings/check-content.ts'
import { type Finding, finding } from '../findings/check-findings.ts'
import { type BranchCount, conditionsOf, countBranches, countWithoutBranch, findGroups } from './branch-counts.ts'

/** More blocks than this are not named one by one. */
const mostNamed = 20

export async function branchFindings(
  sql: Sql,
  clientId: number,
  audience: Audience,
  { conditions, isAllInBranches }: Pick<LetterReading, 'conditions' | 'isAllInBranches'>,
  recipients: number,
): Promise<readonly Finding[]> {
  if (conditions.parts.length === 0) return []
  const { traits, faults } = await findTraits(sql, clientId, traitsOf(conditions))
  const gone = faults.map(fault => finding('ConditionInvalid', fault))
  // counts of an audience without recipients say nothing
  if (recipients === 0) return gone
  const groups = await findGroups(sql, clientId, audience, conditionsOf(conditions), traits)
  const counts = countBranches(conditions, groups)
  const empty = isAllInBranches ? countWithoutBranch(markersOf(conditions, 'Html'), groups) : 0
  return [
    ...gone,
    // a number that is not known keeps no campaign from being sent
    ...(empty === 0 || empty === null ? [] : [finding('MailEmpty', countedText(empty, recipients))]),
    ...counts
      .flatMap((one, n) => (one.shows === 'Nothing' && one.recipients !== 0 ? [describe(counts, n, recipients)] : []))
      .slice(0, mostNamed)
      .map(detail => finding('BranchEmpty', detail)),
    ...counts
      .filter(({ shows, recipients: count }) => shows !== 'Nothing' && count === 0)
      .slice(0, mostNamed)
      .map(({ part, line, condition }) => finding('BranchUnused', `${part}, line ${line}: ${condition}`)),
  ]
}

/** Who gets nothing of a block, with the numbers of its branches. @param end of the counts of the block */
function describe(counts: readonly BranchCount[], end: number, recipients: number): string {
  const { part, line, depth, recipients: without } = counts[end]!
  const branches: string[] = []
  for (let n = end - 1; n >= 0; n--) {
    const one = counts[n]!
    if (one.depth !== depth) continue
    branches.unshift(`${one.condition} ${one.recipients ?? 'not known'}`)
    if (/^\[if:/i.test(one.condition)) break
  }
  return `${part}, line ${line}: nothing for ${countedText(without, recipients)}; ${branches.join(', ')}`
}

function countedText(count: number | null, recipients: number): string {
  const all = countText(recipients, 'recipient')
  return count === null ? `an unknown number of ${all}` : `${count} of ${all}`
}
