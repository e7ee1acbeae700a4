/** One step of a mail in a contact's timeline: its kind, its campaign, and the answer of the other server. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { dateTime, number } from '../../lib/format.ts'
import { StateWordChip } from '../../ui/page.tsx'
import { StepFacts } from '../report/step-facts.tsx'
import { readers, stepWords } from '../report/step-words.ts'
import history from '../subscribers/contact.module.css'
import type { Entry } from './types.ts'

export function StepLine({
  clientId,
  entry: { CampaignID, CampaignName, Number: place },
  step,
}: {
  readonly clientId: string
  readonly entry: Entry
  readonly step: NonNullable<Entry['Step']>
}) {
  const { i18n } = useLingui()
  const { Kind, Date: date, Attempt, Reader } = step
  return (
    <>
      <div className={history.what}>
        <StateWordChip of={stepWords[Kind]} />
        <time>{dateTime(date)}</time>
      </div>
      <div className={history.proof}>
        <Link
          to="/clients/$clientId/campaigns/$campaignId/report"
          params={{ clientId, campaignId: CampaignID ?? '' }}
          search={{ tab: 'recipients', recipient: place }}
        >
          <bdi>{CampaignName || <Trans>a campaign</Trans>}</bdi>
        </Link>
        {Attempt > 0 && (
          <>
            {' · '}
            <Trans>attempt {number(Attempt)}</Trans>
          </>
        )}
        {Reader !== 'None' && (
          <>
            {' · '}
            {i18n._(readers[Reader])}
          </>
        )}
        <StepFacts of={step} />
      </div>
    </>
  )
}
