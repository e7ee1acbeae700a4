/** Due campaigns become plans: compiled, audience frozen, links stored, counted; then they are being sent. */

import { beginCampaign } from '../../domain/campaign-state/transitions.ts'
import { withdrawUnapproved } from '../../domain/campaigns/approval/approval-required.ts'
import { describeAudience } from '../../domain/campaigns/drafting/judged-audience.ts'
import { audienceOf } from '../../domain/campaigns/drafting/sources.ts'
import { findTraits } from '../../domain/campaigns/drafting/traits.ts'
import { sentTarget } from '../../domain/campaigns/drafting/utm.ts'
import { findFault } from '../../domain/campaigns/lifecycle/follow-ups.ts'
import { stopCampaign } from '../../domain/campaigns/lifecycle/lifecycle.ts'
import { planWaves } from '../../domain/campaigns/timing/waves.ts'
import { contentsOf, letterOf } from '../../domain/campaigns/variants/contents.ts'
import { clashOf, untestable } from '../../domain/campaigns/variants/settings.ts'
import { joinTraits, noTraits, type WantedTraits } from '../../domain/content/conditions/letter.ts'
import type { Log } from '../../lib/log.ts'
import { orStopped } from '../../lib/or-stopped.ts'
import { TaskFault } from '../../lib/tasks.ts'
import { activeSpan } from '../../lib/trace.ts'
import {
  type DueCampaign,
  findDraftToPlan,
  findNextDueCampaign,
  type LockedPlan,
  lockPlan,
  type Plan,
  postpone,
  writePlan,
} from '../../store/campaigns/plans.ts'
import { readTimingToPlan, type TimingToPlan } from '../../store/campaigns/timing.ts'
import { type SentTest, wavesOf } from '../../store/campaigns/variants.ts'
import type { Waves } from '../../store/campaigns/waves.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { bindLinkTags } from '../../store/tags/link-tags.ts'
import type { LetterTasks } from '../content/tasks.ts'
import { usualFreezeSize } from './freezing.ts'

export interface PlanParts {
  readonly db: Database
  readonly log: Log
  /** Members of an audience that are frozen at once; further ones are frozen in ranges of this size. */
  readonly freezeSize?: number
  readonly contentTasks: Pick<LetterTasks, 'compileDraft'>
}

/** A campaign whose planning failed is tried again after this, so that other campaigns do not wait for it. */
const postponedMs = 60_000

/**
 * Plans the campaign that has been due longest.
 * @returns whether there was one
 */
export async function planDueCampaign(parts: PlanParts, at: Date): Promise<boolean> {
  const due = await findNextDueCampaign(parts.db, at, [])
  if (due) await planCampaign(parts, due, at, new AbortController().signal)
  return due !== undefined
}

/**
 * Plans a campaign: reads and compiles it, then decides and writes in one transaction, so that it is planned wholly or still due. One
 * that cannot be composed is paused, and its history says why; it is tried again in a minute when something else fails.
 * @param stopping nothing begins any more when it is aborted
 */
export async function planCampaign(parts: PlanParts, due: DueCampaign, at: Date, stopping: AbortSignal): Promise<void> {
  const { db, log, freezeSize = usualFreezeSize } = parts
  try {
    const compiled = await orStopped(compile(parts, due, at), stopping)
    if (!compiled || stopping.aborted) return
    await transaction(
      db,
      async sql => {
        const locked = await lockPlan(sql, due, at)
        if (!locked) return
        const audience = await audienceOf(sql, locked)
        const { traits, faults } = await findTraits(sql, due.clientId, compiled.traits)
        const timing = await readTimingToPlan(sql, due)
        const waves = wavesFor(compiled.test, timing, at)
        const judged = audience && {
          audience: { ...audience, ...(traits && { traits }), ...(waves && { waves }) },
          judged: await describeAudience(sql, locked),
        }
        const followUp = locked.followed && (await findFault(sql, due, at))
        const fault =
          followUp?.sentence ?? conditionFault(faults) ?? (compiled.test && timing && clashOf(timing.timing))
        await act(sql, due, decide(locked, compiled, judged, fault), { at, log, freezeSize })
      },
      'long',
    )
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

/** When recipients are due; undefined for all at once. */
function wavesFor(test: SentTest | undefined, timing: TimingToPlan | undefined, at: Date): Waves | undefined {
  if (!test) return timing && planWaves(timing, at)
  const { waves, ...rest } = wavesOf(test)
  return { ...rest, waves: timing ? waves.map(wave => ({ ...wave, timeZone: timing.timeZone })) : waves }
}

interface Compiled extends Pick<Plan, 'utm'> {
  readonly test?: SentTest
  readonly traits: WantedTraits
  /** Of the content that was compiled. */
  readonly revision: string
  readonly links: Plan['links'] | { readonly fault: string }
}

/** Before the transaction: compiling may take its time, and locks nothing. */
async function compile({ db, contentTasks }: PlanParts, due: DueCampaign, at: Date): Promise<Compiled | undefined> {
  const draft = await findDraftToPlan(db, due)
  if (!draft) return undefined
  const { revision, content } = draft
  const { utm = {}, test } = content
  const own = { revision, utm, ...(test && { test }) }
  const fault = test && untestable(content, test.decides)
  if (fault) return { ...own, links: { fault }, traits: noTraits }
  const links = new Set<string>()
  const wanted: WantedTraits[] = []
  // links of all variants have numbers of their own, whichever variants contain them
  for (const [index, variant] of contentsOf(content).entries()) {
    try {
      const found = await contentTasks.compileDraft(
        { ...variant, startedAt: content.datedAt ?? at },
        { key: due.clientId, repeat: true },
      )
      for (const link of found.links) links.add(link)
      wanted.push(found.traits)
    } catch (error) {
      if (!(error instanceof TaskFault)) throw error
      const named = test ? `variant ${letterOf(index + 1)}: ` : ''
      return { ...own, links: { fault: `${named}${error.message}` }, traits: noTraits }
    }
  }
  return { ...own, links: [...links], traits: joinTraits(wanted) }
}

type Decision =
  | { readonly kind: 'look again' }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'stop'; readonly fault: string }
  | { readonly kind: 'begin'; readonly plan: Plan }

/**
 * @param judged undefined if no one can match a segment
 * @param fault why a campaign that follows another cannot start, or what a condition asks for that is gone
 */
function decide(
  locked: LockedPlan,
  { revision, links, utm }: Compiled,
  judged: Pick<Plan, 'audience' | 'judged'> | undefined,
  fault: string | undefined,
): Decision {
  // it was changed while it was compiled: the next look plans it as it is now
  if (locked.revision !== revision) return { kind: 'look again' }
  if (locked.lacksApproval) return { kind: 'withdraw' }
  if (fault !== undefined) return { kind: 'stop', fault }
  if ('fault' in links) return { kind: 'stop', fault: `it cannot be composed: ${links.fault}` }
  if (!judged)
    return {
      kind: 'stop',
      fault: 'a segment of it is gone, has no conditions, or has conditions about something that is gone',
    }
  return { kind: 'begin', plan: { ...judged, links, utm } }
}

function conditionFault([fault]: readonly string[]): string | undefined {
  return fault === undefined ? undefined : `it cannot be composed: a condition cannot be judged: ${fault}`
}

interface ActParts {
  readonly at: Date
  readonly log: Log
  readonly freezeSize: number
}

async function act(
  sql: Transaction,
  due: DueCampaign,
  decision: Decision,
  { at, log, freezeSize }: ActParts,
): Promise<void> {
  const campaign = due.campaignPublicId
  switch (decision.kind) {
    case 'look again':
      return
    case 'withdraw':
      await withdrawUnapproved(sql, due, at)
      return sql.afterCommit(() =>
        log.warn({ campaign }, 'the campaign is a draft again: it is not approved as it is now'),
      )
    case 'stop': {
      const { fault } = decision
      await stopCampaign(sql, due, fault, at)
      return sql.afterCommit(() => log.error({ campaign }, `the campaign is paused: ${fault}`))
    }
    case 'begin':
      await writePlan(sql, due, decision.plan, at, freezeSize)
      await bindLinkTags(sql, due, sentTarget(decision.plan.utm))
      await beginCampaign(sql, due, at)
  }
}
