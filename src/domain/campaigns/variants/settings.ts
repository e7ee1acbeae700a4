/** What a test of variants may be set to. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Timing } from '../../../store/campaigns/timing.ts'
import type { DecidedBy, TestSettings } from '../../../store/campaigns/variants.ts'
import { cleanLine } from '../../text-rules/single-line.ts'
import { letters, variantNamed } from './contents.ts'

export const testLimits = {
  variants: { least: 2, most: letters.length },
  holdout: { most: 50 },
  /** An hour, and two weeks. */
  waitMinutes: { least: 60, usual: 240, most: 14 * 24 * 60 },
} as const

/** What people do before they are asked, and the difference that is worth a test, in hundredths of a percent. */
const usualRates = { clicks: [200, 300], opens: [1500, 1800], 'by hand': [200, 300] } as const

export interface GivenTest {
  readonly sharePercent: number
  readonly holdoutPercent: number | null
  readonly decides: DecidedBy
  readonly waitMinutes: number | null
  /** A letter; empty: a person chooses. */
  readonly otherwise: string | null
  /** Decimals; empty for what is usual. */
  readonly usualPercent: string | null
  readonly hopedPercent: string | null
}

/**
 * @param variants how many, the campaign itself included
 * @throws Refusal InvalidVariants
 */
export function readTestSettings(given: GivenTest, variants: number): TestSettings {
  const { sharePercent: share, decides } = given
  const holdout = given.holdoutPercent ?? 0
  const waitMinutes = given.waitMinutes ?? testLimits.waitMinutes.usual
  const { least, most } = testLimits.waitMinutes
  if (variants < testLimits.variants.least || variants > testLimits.variants.most)
    throw invalid(`A test has ${testLimits.variants.least} to ${testLimits.variants.most} variants.`)
  if (holdout < 0 || holdout > testLimits.holdout.most)
    throw invalid(`HoldoutPercent is 0 to ${testLimits.holdout.most}.`)
  if (share < 1 || share > 100 - holdout)
    throw invalid('SharePercent is 1 to 100; together with HoldoutPercent it is at most 100.')
  if (waitMinutes < least || waitMinutes > most) throw invalid(`WaitMinutes is ${least} to ${most}.`)
  const [usual, hoped] = usualRates[decides]
  const rates = {
    usualRate: readRate('UsualPercent', given.usualPercent) ?? usual,
    hopedRate: readRate('HopedPercent', given.hopedPercent) ?? hoped,
  }
  if (rates.usualRate === rates.hopedRate) throw invalid('HopedPercent differs from UsualPercent.')
  return { share, holdout, decides, waitMinutes, otherwise: readOtherwise(given.otherwise, variants), ...rates }
}

function readOtherwise(given: string | null, variants: number): number | null {
  const text = (given ?? '').trim()
  if (text === '') return null
  const variant = variantNamed(text)
  if (variant === undefined || variant > variants)
    throw invalid('Otherwise is the letter of one of the variants, or empty where a person chooses.')
  return variant
}

/** @returns hundredths of a percent; undefined for nothing */
function readRate(parameter: string, given: string | null): number | undefined {
  const text = cleanLine(parameter, given, 20)
  if (text === '') return undefined
  const rate = /^\d{1,2}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : 0
  if (rate < 1) throw invalid(`${parameter} is a number of percent between 0.01 and 99.99.`)
  return rate
}

/** `2.5`, from hundredths of a percent. */
export function percentText(rate: number): string {
  return String(rate / 100)
}

export function invalid(sentence: string): Refusal {
  return new Refusal('InvalidVariants', sentence)
}

/** Why a test cannot be decided by what was set, since nothing of it is recorded. */
export function untestable(
  { trackOpens = true, trackClicks = true }: { readonly trackOpens?: boolean; readonly trackClicks?: boolean },
  decides: DecidedBy,
): string | undefined {
  switch (decides) {
    case 'clicks':
      return trackClicks ? undefined : 'clicks decide its test of variants, and are not recorded'
    case 'opens':
      return trackOpens ? undefined : 'opens decide its test of variants, and are not recorded'
    case 'by hand':
      return undefined
  }
}

/** Why a test does not fit when mails of its campaign go out. */
export function clashOf({ zoneField, spreadHours = 0 }: Pick<Timing, 'zoneField' | 'spreadHours'>): string | undefined {
  return zoneField === undefined && spreadHours === 0
    ? undefined
    : 'it has a test of variants, and so cannot be spread over hours or go out by the time zones of its recipients'
}
