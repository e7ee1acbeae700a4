/** The background work of bulk changes: chooses whom they are about, changes them in ranges, and undoes, one of a process at a time. */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import {
  advanceBulkChange,
  bulkChangeClaims,
  bulkChangesChannel,
  type ClaimedBulkChange,
  claimBulkChange,
  type HeldBulkChange,
  holdBulkChange,
  publishBulkChange,
  settleBulkChange,
} from '../../store/bulk-changes/bulk-changes.ts'
import { type Changing, endRange, type Outcome, setFieldInRange } from '../../store/bulk-changes/changing.ts'
import { chooseRuled, countRuled } from '../../store/bulk-changes/choosing.ts'
import { copyRange } from '../../store/bulk-changes/copying.ts'
import { tagRange, undoTags, undoUntags, untagRange } from '../../store/bulk-changes/tagging.ts'
import { undoCopies, undoField, undoStates } from '../../store/bulk-changes/undoing.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { ClaimLost } from '../../store/jobs/claiming.ts'
import type { Range } from '../../store/jobs/range.ts'
import type { Evidence } from '../audit/evidence.ts'
import { takeRange, takeSteps, workOnClaimed } from '../background/ranged.ts'
import { readCustomFields } from '../lists/custom-fields.ts'
import { moves } from '../subscribers/membership.ts'
import { actions } from './actions.ts'
import { type About, notConfirmedRefusal } from './bulk-changes.ts'
import { decideCopy } from './copying.ts'
import { readStoredRule, type StoredRule } from './rule.ts'

/** Subscribers of one transaction: enough that its commit does not show, few enough that others wait for milliseconds only. */
export const rowsOfRange = 2000

export interface BulkChangeWorkerParts {
  readonly db: Database
  readonly log: Log
  readonly pollMs?: number
}

export function startBulkChanges({ db, log, pollMs = 5_000 }: BulkChangeWorkerParts): Poller {
  return startPoller({
    name: 'bulk changes',
    every: pollMs,
    work: stopping => workOnBulkChange(db, stopping),
    listen: wake => db.listen(bulkChangesChannel, wake),
    log,
  })
}

/** Works on the change that has waited longest until it needs no more work. @returns whether there may be more */
export async function workOnBulkChange(db: Database, stopping: AbortSignal): Promise<boolean> {
  return workOnClaimed(db, stopping, {
    claims: bulkChangeClaims,
    claim: claimBulkChange,
    idOf: ({ changeId }) => changeId,
    work: (claimed, signal) => takeSteps(db, signal, sql => step(sql, claimed)),
    giveUp: claimed => giveUp(db, claimed),
  })
}

async function giveUp(db: Database, claimed: ClaimedBulkChange): Promise<void> {
  await transaction(db, async sql => {
    const held = await holdBulkChange(sql, claimed)
    await fail(sql, held, 'The change could not be done; the log of the service says why.')
  })
}

/** One transaction of the work. @returns whether there is more of it */
async function step(sql: Transaction, claimed: ClaimedBulkChange): Promise<boolean> {
  const held = await holdBulkChange(sql, claimed)
  const { list, toList, state } = held
  if (list.isDeleted || toList?.isDeleted) return fail(sql, held, 'The list was deleted.')
  switch (state) {
    case 'choosing':
      return choose(sql, held)
    case 'changing':
      return range(sql, held, held.subscribers, changeRange, 'bulk_change.finished')
    case 'undoing':
      return range(sql, held, held.writtenTo, undoRange, 'bulk_change.undone')
    default:
      throw new ClaimLost(`The change is ${state}.`)
  }
}

async function choose(sql: Transaction, held: HeldBulkChange): Promise<boolean> {
  const { clientId, timeZone, subscribers: confirmed } = held
  const list = { clientId, listId: held.list.id, timeZone }
  const rule = await readStoredRule(sql, list, held.rule as StoredRule) // written by BulkChange.Create
  if (!rule) return fail(sql, held, 'The segment asks about a field that was deleted.')
  const chosen = await chooseRuled(sql, held, list, rule, confirmed)
  if (chosen > confirmed)
    return fail(sql, held, notConfirmedRefusal(confirmed, await countRuled(sql, list, rule)).message)
  await settleBulkChange(sql, held, 'changing', { subscribers: chosen })
  return true
}

async function fail(sql: Transaction, held: HeldBulkChange, problem: string): Promise<false> {
  await settleBulkChange(sql, held, 'failed', { problem })
  await publishBulkChange(sql, held, 'bulk_change.failed')
  return false
}

type DoRange = (sql: Transaction, held: HeldBulkChange, range: Range) => Promise<Outcome | string>

async function range(
  sql: Transaction,
  held: HeldBulkChange,
  last: number,
  doRange: DoRange,
  event: 'bulk_change.finished' | 'bulk_change.undone',
): Promise<boolean> {
  const isUndoing = event === 'bulk_change.undone'
  return takeRange({
    cursor: held.cursor,
    last,
    size: rowsOfRange,
    async advance(next) {
      const outcome = await doRange(sql, held, next)
      if (typeof outcome === 'string') return fail(sql, held, outcome)
      await advanceBulkChange(sql, held, next.to, outcome, isUndoing)
      return true
    },
    publishProgress: () => publishBulkChange(sql, held, 'bulk_change.progress'),
    async finish() {
      await settleBulkChange(sql, held, isUndoing ? 'undone' : 'done')
      await publishBulkChange(sql, held, event)
    },
  })
}

/** @returns why it cannot be done, where it cannot */
async function changeRange(sql: Transaction, held: HeldBulkChange, next: Range): Promise<Outcome | string> {
  const changing = changingOf(held)
  const { states } = actions[held.action]
  switch (held.action) {
    case 'unsubscribe': {
      const to = moves.unsubscribe.to
      return endRange(sql, changing, next, {
        from: states,
        to,
        cause: 'unsubscribed',
        suppresses: held.list.clientWide,
      })
    }
    case 'delete':
      return endRange(sql, changing, next, { from: states, to: moves.remove.to, cause: 'deleted', suppresses: false })
    case 'set field':
    case 'clear field': {
      const field = fieldOf(held)
      const fields = await readCustomFields(sql, { clientId: held.clientId, listId: held.list.id })
      if (!fields.some(({ key }) => key === field.key)) return 'The custom field was deleted.'
      return setFieldInRange(sql, changing, next, field)
    }
    case 'add tag':
      return tagRange(sql, changing, next, tagIdsOf(held))
    case 'remove tag':
      return untagRange(sql, changing, next, tagIdsOf(held))
    case 'copy':
    case 'move': {
      const toList = held.toList! // of these actions always
      const { fields = {} } = held.about as About // written by BulkChange.Create
      const mustConfirm = toList.confirmOptIn && !held.list.confirmOptIn
      const rule = { fields, mustConfirm }
      return copyRange(
        sql,
        {
          ...changing,
          toList,
          isMove: held.action === 'move',
          decide: (source, target, isSuppressed) => decideCopy(source, target, isSuppressed, rule),
        },
        next,
      )
    }
  }
}

async function undoRange(sql: Transaction, held: HeldBulkChange, next: Range): Promise<Outcome> {
  const changing = changingOf(held)
  switch (held.action) {
    case 'unsubscribe':
    case 'delete':
      return undoStates(sql, changing, next)
    case 'set field':
    case 'clear field':
      return undoField(sql, changing, next, fieldOf(held))
    case 'add tag':
      return undoTags(sql, changing, next)
    case 'remove tag':
      return undoUntags(sql, changing, next)
    case 'copy':
    case 'move':
      return undoCopies(sql, { ...changing, toList: held.toList! }, next) // of these actions always
  }
}

function fieldOf({ about }: HeldBulkChange) {
  const { key = '', value = null } = about as About // written by BulkChange.Create
  return { key, value }
}

function tagIdsOf({ about }: HeldBulkChange): readonly number[] {
  const { tags = [] } = about as About // written by BulkChange.Create
  return tags.map(({ id }) => id)
}

function changingOf({ clientId, changeId, publicId, timeZone, list, createdBy }: HeldBulkChange): Changing {
  const evidence = createdBy as Evidence // written by BulkChange.Create
  return { clientId, changeId, timeZone, list, evidence: { ...evidence, act: `change ${publicId}` } }
}
