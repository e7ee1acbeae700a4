/** What the screens of an A/B test share: its size in people, durations and percentages. */
import { Plural, Trans } from '@lingui/react/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { number, percentOf } from '../../lib/format.ts'
import { Note } from '../../ui/page.tsx'

export type CampaignTest = ValueOf<'Campaign.GetVariants'>
export type TestPlan = ValueOf<'Campaign.PlanTest'>
export type DecidedBy = CampaignTest['DecidedBy']

export function Duration({ minutes }: { readonly minutes: number }) {
  return minutes % 60 === 0 ? (
    <Plural value={minutes / 60} one="# hour" other="# hours" />
  ) : (
    <Plural value={minutes} one="# minute" other="# minutes" />
  )
}

/** A percentage as it was given, in the reader's spelling. @param text `2.5` */
export function percentText(text: string): string {
  return percentOf(Number(text.replace(',', '.')) / 100)
}

/** How many people each variant needs, and has. */
export function SampleSize({
  plan: { Recipients, PerVariant, NeededPerVariant, IsEnough, NeededSharePercent },
  test: { DecidedBy, UsualPercent = '', HopedPercent = '' },
}: {
  readonly plan: TestPlan
  readonly test: Pick<CampaignTest, 'DecidedBy' | 'UsualPercent' | 'HopedPercent'>
}) {
  const [usual, hoped] = [percentText(UsualPercent), percentText(HopedPercent)]
  return (
    <Note tone={IsEnough ? 'good' : 'warn'}>
      <p>
        <Trans>
          To show a difference between {usual} and {hoped}, each variant needs {number(NeededPerVariant)} people.
        </Trans>{' '}
        {Recipients === 0 ? (
          <Trans>The campaign has no recipients yet.</Trans>
        ) : (
          <Trans>Each gets about {number(PerVariant)}.</Trans>
        )}
      </p>
      {!IsEnough && Recipients > 0 && (
        <p>
          {DecidedBy === 'Hand' ? (
            <Trans>Differences that the report shows may be chance.</Trans>
          ) : NeededSharePercent > 0 ? (
            <Trans>
              The test will name no winner. {percentOf(NeededSharePercent / 100)} of the recipients would be enough.
            </Trans>
          ) : (
            <Trans>The test will name no winner: all recipients together are too few for this difference.</Trans>
          )}
        </p>
      )}
    </Note>
  )
}
