/** Due campaigns become plans: compiled, audience frozen, links stored, counted; then they are being sent. */

import { beginCampaign } from '../domain/campaign-state/transitions.ts'
import { withdrawUnapproved } from '../domain/campaigns/approval/approval-required.ts'
import { readAudience } from '../domain/campaigns/drafting/sources.ts'
import { stopCampaign } from '../domain/campaigns/lifecycle/lifecycle.ts'
import type { Log } from '../lib/log.ts'
import { orStopped } from '../lib/or-stopped.ts'
import { TaskFault } from '../lib/tasks.ts'
import { activeSpan } from '../lib/trace.ts'
import { endRequest } from '../store/campaigns/approvals.ts'
import {
  contentRevision,
  type DueCampaign,
  freezeAudience,
  keepUtm,
  nextDueCampaign,
  postpone,
  storeLinks,
  takeDueCampaign,
} from '../store/campaigns/plans.ts'
import { campaignContent } from '../store/campaigns/sending.ts'
import type { Database, Transaction } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import type { LetterTasks } from './content-tasks.ts'

export interface PlanParts {
  readonly db: Database
  readonly log: Log
  readonly contentTasks: Pick<LetterTasks, 'compileDraft'>
}

/** A campaign whose planning failed is tried again after this, so that other campaigns do not wait for it. */
const postponedMs = 60_000

/**
 * Plans the campaign that has been due longest.
 * @returns whether there was one
 */
export async function planDueCampaign(parts: PlanParts, at: Date): Promise<boolean> {
  const due = await nextDueCampaign(parts.db, at, [])
  if (due) await planCampaign(parts, due, at, new AbortController().signal)
  return due !== undefined
}

/**
 * Plans a campaign in one transaction: it is planned wholly or still due. One that cannot be composed is paused, and its
 * history says why; it is tried again in a minute when something else fails.
 * @param stopping nothing begins any more when it is aborted
 */
export async function planCampaign(parts: PlanParts, due: DueCampaign, at: Date, stopping: AbortSignal): Promise<void> {
  const { db, log } = parts
  try {
    const compiled = await orStopped(compile(parts, due, at), stopping)
    if (!compiled || stopping.aborted) return
    await transaction(db, sql => plan(sql, due, compiled, at, log), 'long')
  } catch (error) {
    if (stopping.aborted) return
    activeSpan()?.fail(error)
    log.error(
      { err: error, campaign: due.campaignPublicId },
      'the campaign could not be planned; it is tried again in a minute',
    )
    await postpone(db, due, new Date(at.getTime() + postponedMs))
  }
}

interface Compiled {
  /** Of what was compiled. */
  readonly revision: string | undefined
  readonly links: readonly string[] | { readonly fault: string }
  /** The tags that the links have. */
  readonly utm: Readonly<Record<string, string>>
}

/** Before the transaction: compiling may take its time, and locks nothing. */
async function compile({ db, contentTasks }: PlanParts, due: DueCampaign, at: Date): Promise<Compiled> {
  const { clientId, campaignId } = due
  // in this order: content that changes in between does not have this revision
  const revision = await contentRevision(db, due)
  const content = await campaignContent(db, clientId, campaignId)
  if (!content) return { revision: undefined, links: [], utm: {} }
  const { utm = {} } = content
  try {
    const input = { ...content, startedAt: at }
    const { links } = await contentTasks.compileDraft(input, { key: clientId, repeat: true })
    return { revision, links, utm }
  } catch (error) {
    if (!(error instanceof TaskFault)) throw error
    return { revision, links: { fault: error.message }, utm }
  }
}

async function plan(
  sql: Transaction,
  due: DueCampaign,
  { revision, links, utm }: Compiled,
  at: Date,
  log: Log,
): Promise<void> {
  const { clientId, campaignId, campaignPublicId } = due
  if (!(await takeDueCampaign(sql, due, at))) return
  // it was changed while it was compiled: the next look plans it as it is now
  if ((await contentRevision(sql, due)) !== revision) return
  if (await endUnapproved(sql, due, at, log)) return
  const audience = await readAudience(sql, clientId, campaignId)
  const fault =
    'fault' in links
      ? `it cannot be composed: ${links.fault}`
      : audience === undefined
        ? 'a segment of it is gone, has no rules, or has rules about a custom field that is gone'
        : undefined
  if (fault !== undefined) {
    await stopCampaign(sql, due, fault, at)
    sql.afterCommit(() => log.error({ campaign: campaignPublicId }, `the campaign is paused: ${fault}`))
  }
  if ('fault' in links || audience === undefined) return
  // the rules that were read are those that were approved
  if (await endUnapproved(sql, due, at, log)) return
  await freezeAudience(sql, due, audience, at)
  await storeLinks(sql, due, links)
  await keepUtm(sql, due, utm)
  await endRequest(sql, due)
  await beginCampaign(sql, due, at)
}

async function endUnapproved(sql: Transaction, due: DueCampaign, at: Date, log: Log): Promise<boolean> {
  const ended = await withdrawUnapproved(sql, due, at)
  if (ended)
    sql.afterCommit(() =>
      log.warn({ campaign: due.campaignPublicId }, 'the campaign is a draft again: it is not approved as it is now'),
    )
  return ended
}
