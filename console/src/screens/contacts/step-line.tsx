/** One step of a mail in a contact's timeline: its kind, its campaign, and the answer of the other server. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { dateTime, number } from '../../lib/format.ts'
import { StateWordChip } from '../../ui/page.tsx'
import { readers, stepWords } from '../report/step-words.ts'
import history from '../subscribers/contact.module.css'
import own from './contacts.module.css'
import type { Entry } from './types.ts'

export function StepLine({
  clientId,
  entry: { CampaignID, CampaignName, Number: place },
  step: { Kind, Date: date, Attempt, Code, Text, Link: url, RetryDate, Reader },
}: {
  readonly clientId: string
  readonly entry: Entry
  readonly step: NonNullable<Entry['Step']>
}) {
  const { i18n } = useLingui()
  const said = `${Code || ''} ${Text ?? ''}`.trim()
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
        {url && <div dir="ltr">{url}</div>}
        {said !== '' && (
          <span className={own.said} dir="auto">
            {said}
          </span>
        )}
        {RetryDate && (
          <div>
            <Trans>Next attempt {dateTime(RetryDate)}</Trans>
          </div>
        )}
      </div>
    </>
  )
}
