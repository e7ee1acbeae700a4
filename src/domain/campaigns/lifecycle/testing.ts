/**
 * Tests of variants while their campaign is sent: senders look at them every few seconds, judge them once when their wait is over, and a person may
 * choose before that or where nothing was shown. What is chosen goes to the rest, once: from then on it cannot change.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { type Actor, recordAuditEntry, theService } from '../../../store/campaigns/campaign-history.ts'
import { wakeSenders } from '../../../store/campaigns/sending.ts'
import {
  endTest,
  findRunningTests,
  readTestStanding,
  type TestStanding,
  writeChoice,
  writeClock,
  writeVerdict,
} from '../../../store/campaigns/test-progress.ts'
import { countVariants, readVariantCounts, type VariantCounts } from '../../../store/campaigns/variant-counts.ts'
import { type DecidedBy, lockTest, releaseRest, type TestRow } from '../../../store/campaigns/variants.ts'
import type { Database, Transaction } from '../../../store/connection/database.ts'
import { transaction } from '../../../store/connection/transaction.ts'
import { recordCampaignEvents } from '../../../store/events/events.ts'
import type { CampaignKey } from '../../../store/keys.ts'
import type { CampaignRef } from '../../access/access.ts'
import { lockOrRefuse, stateOf } from '../../campaign-state/transitions.ts'
import { letterOf, variantNamed } from '../variants/contents.ts'
import { judge, neededPeople, type Proportion } from '../variants/statistics.ts'
import { advance } from '../variants/waiting.ts'

export interface LookParts {
  /** Counts the hits of a campaign that were answered before now. */
  readonly countUp: (campaign: CampaignKey) => Promise<void>
  /** The other tests are looked at all the same. */
  readonly onFailure: (campaign: CampaignKey, error: unknown) => void
}

/** Looks at all tests under way. */
export async function lookAtTests(db: Database, now: Date, { countUp, onFailure }: LookParts): Promise<void> {
  for (const key of await findRunningTests(db)) {
    try {
      const isOver = await transaction(db, sql => lookAtTest(sql, key, now))
      if (!isOver) continue
      await countUp(key)
      await transaction(db, sql => endWait(sql, key, now), 'long')
    } catch (error) {
      onFailure(key, error)
    }
  }
}

/** @returns whether the wait of the test is over */
async function lookAtTest(sql: Transaction, key: CampaignKey, now: Date): Promise<boolean> {
  const test = await lockTest(sql, key)
  if (!test || test.endedAt) return false
  const standing = await readTestStanding(sql, key)
  if (!standing || standing.isFreezing) return false
  if (standing.isDeleted || standing.state === 'cancelled') {
    await endTest(sql, key, now)
    return false
  }
  const rest = test.rest ?? 0
  const clock = advance({ ...test, rest }, seenOf(standing, rest), now)
  await writeClock(sql, key, clock)
  return isOver(test, clock.waitedMs)
}

function seenOf({ state, accepted, untried }: TestStanding, rest: number) {
  return { runs: state !== 'paused', accepted, isTried: untried <= rest }
}

function isOver({ waitMinutes }: TestRow, waitedMs: number): boolean {
  return waitedMs >= waitMinutes * 60_000
}

/** Judges a test and lets the rest go, if something is chosen by it. */
async function endWait(sql: Transaction, key: CampaignKey, now: Date): Promise<void> {
  const locked = await lockOrUndefined(sql, key)
  const test = locked && (await lockTest(sql, key))
  // a person may have chosen meanwhile, or the campaign was paused or cancelled
  if (!test || test.endedAt || !isOver(test, test.waitedMs)) return
  const counts = await countNow(sql, key)
  const verdict = verdictOf(test, counts)
  await writeVerdict(sql, key, verdict, now)
  const chosen = verdict.winner ?? test.otherwise
  if (chosen !== null && (test.rest ?? 0) > 0) await release(sql, key, chosen, '', now)
  const state = stateOf(locked)
  const detail = {
    ...(verdict.verdict && { verdict: verdict.verdict }),
    ...(chosen !== null && { chosen: letterOf(chosen) }),
    counts: counts.map(countsText),
  }
  await recordAuditEntry(sql, key, theService, { action: 'test ended', from: state, to: state, detail }, now)
  await recordCampaignEvents(sql, 'campaign.test_decided', [key], now, describe(verdict, chosen))
}

/**
 * A person chooses what the rest gets, whatever the test showed or will show: its numbers stay.
 * @throws Refusal VariantNotChoosable, InvalidVariants, InvalidCampaignId
 */
export async function chooseVariant(
  db: Database,
  campaign: CampaignRef,
  letter: string | null,
  {
    actor,
    countUp,
    now,
  }: { readonly actor: Actor; readonly countUp: (campaign: CampaignKey) => Promise<void>; readonly now: Date },
): Promise<void> {
  const key = { clientId: campaign.clientId, campaignId: campaign.campaignId }
  const variant = variantNamed(letter ?? '')
  await countUp(key)
  await transaction(
    db,
    async sql => {
      const state = stateOf(await lockOrRefuse(sql, campaign))
      const test = await lockTest(sql, key)
      if (!test) throw new Refusal('VariantNotChoosable', 'The campaign has no variants.')
      const standing = test.begunAt ? await readTestStanding(sql, key) : undefined
      if (!standing) throw new Refusal('VariantNotChoosable', 'The campaign has not begun.')
      if (standing.isFreezing)
        throw new Refusal(
          'VariantNotChoosable',
          'The audience of the campaign is still being read. Try again in a moment.',
        )
      if (state === 'cancelled') throw new Refusal('VariantNotChoosable', 'The campaign was cancelled.')
      if (test.chosen !== null)
        throw new Refusal('VariantNotChoosable', `The rest gets variant ${letterOf(test.chosen)} already.`)
      const counts = await countNow(sql, key)
      if (variant === undefined || variant > counts.length)
        throw new Refusal('InvalidVariants', `The campaign has the variants A to ${letterOf(counts.length)}.`)
      if ((test.rest ?? 0) === 0)
        throw new Refusal(
          'VariantNotChoosable',
          'No one is left who could get the variant: all recipients were tested.',
        )
      // what the test showed stays; where it was not over, it showed nothing
      if (!test.endedAt) await writeVerdict(sql, key, { verdict: null, winner: null, p: null }, now)
      await release(sql, key, variant, actor.username, now)
      const detail = { chosen: letterOf(variant), counts: counts.map(countsText) }
      await recordAuditEntry(sql, key, actor, { action: 'choose variant', from: state, to: state, detail }, now)
      await recordCampaignEvents(sql, 'campaign.test_decided', [key], now, describe(test, variant))
    },
    'long',
  )
}

async function lockOrUndefined(sql: Transaction, key: CampaignKey) {
  try {
    return await lockOrRefuse(sql, key)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function release(sql: Transaction, key: CampaignKey, variant: number, by: string, now: Date): Promise<void> {
  await writeChoice(sql, key, variant, by, now)
  await releaseRest(sql, key)
  await wakeSenders(sql)
}

async function countNow(sql: Transaction, key: CampaignKey): Promise<readonly VariantCounts[]> {
  await countVariants(sql, key)
  return readVariantCounts(sql, key)
}

type Shown = Pick<TestRow, 'verdict' | 'winner' | 'p'>

function verdictOf(test: TestRow, counts: readonly VariantCounts[]): Shown {
  if (test.decides === 'by hand') return { verdict: null, winner: null, p: null }
  const verdict = judge(proportionsOf(test.decides, counts), neededOf(test, counts.length))
  switch (verdict.kind) {
    case 'winner':
      return { verdict: 'winner', winner: verdict.variant + 1, p: verdict.p }
    case 'no difference':
      return { verdict: 'no difference', winner: null, p: verdict.p }
    case 'too few':
      return { verdict: 'too few', winner: null, p: null }
  }
}

export function neededOf({ usualRate, hopedRate }: Pick<TestRow, 'usualRate' | 'hopedRate'>, variants: number): number {
  return neededPeople(usualRate / 10_000, hopedRate / 10_000, variants)
}

function proportionsOf(decides: DecidedBy, counts: readonly VariantCounts[]): readonly Proportion[] {
  return counts.map(({ measured, opened, clicked }) => ({
    people: measured,
    reacted: decides === 'opens' ? opened : clicked,
  }))
}

function describe({ verdict, winner }: Shown | TestRow, chosen: number | null) {
  return {
    Verdict: verdict === null ? 'None' : verdictNames[verdict],
    Winner: winner === null ? '' : letterOf(winner),
    Chosen: chosen === null ? '' : letterOf(chosen),
  }
}

export const verdictNames = { winner: 'Winner', 'no difference': 'NoDifference', 'too few': 'TooFew' } as const

/** For the history. */
function countsText({ variant, measured, opened, clicked }: VariantCounts): string {
  return `${letterOf(variant)} ${measured} measured, ${opened} opened, ${clicked} clicked`
}
