/** What a statement read and changed, from its plan as it ran. */

/** A node of `explain (analyze, format json)`. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Relation Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

export interface Effort {
  /** Rows that scans and joins looked at, each time that they did. */
  readonly read: number
  /** Rows that the statement returned, or changed. */
  readonly gained: number
}

export function effortOf(plan: PlanNode): Effort {
  let read = 0
  let changed = 0
  for (const node of nodesOf(plan)) {
    read += readBy(node)
    if (node['Node Type'] === 'ModifyTable')
      for (const { 'Actual Rows': rows, 'Actual Loops': loops } of node.Plans ?? []) changed += rows * loops
  }
  return { read, gained: plan['Actual Rows'] + changed }
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const part of node.Plans ?? []) yield* nodesOf(part)
}

/** A scan reads; a node that keeps rows is read as often as it is rescanned; a join reads the rows that it compares in vain. */
function readBy(node: PlanNode): number {
  const loops = node['Actual Loops']
  const removed = ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * loops
  const compared = (node['Rows Removed by Join Filter'] ?? 0) * loops
  const isKept = node['Node Type'] === 'Materialize' && loops > 1
  const isScan = node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Index Scan'
  return removed + compared + (isScan || isKept ? node['Actual Rows'] * loops : 0)
}
