/** The last campaign of a client in a sentence and four numbers, beside the campaigns before it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { dateTime, number, percentage, percentOf } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Chip, css, Panel } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { daysAgo } from '../lists/growth.tsx'
import { type CampaignResult, comparedWithUsual, type RateName, type Results, shareOf } from '../results/figures.ts'
import { TrendChart, useTrendSentence } from '../results/trend.tsx'
import own from './last-campaign.module.css'

/** Campaigns that are drawn. */
const drawn = 12

/** Nothing where no campaign was sent within a year, or without the right to read reports. */
export function LastCampaign({ clientId }: { readonly clientId: string }) {
  const session = useSession()
  const { data } = useQuery({
    ...read('Client.GetResults', { ClientID: clientId, From: daysAgo(365), Until: '' }),
    enabled: may(session, 'ReadReports', clientId),
  })
  if (!data?.Campaigns || data.Campaigns.length === 0) return null
  return <Latest clientId={clientId} results={data} campaigns={data.Campaigns} />
}

function Latest({
  clientId,
  results,
  campaigns,
}: {
  readonly clientId: string
  readonly results: Results
  readonly campaigns: readonly CampaignResult[]
}) {
  const { t } = useLingui()
  const last = campaigns.at(-1)!
  const shown = { ...results, Campaigns: campaigns.slice(-drawn) }
  const sentence = useTrendSentence(shown)
  const all = (
    <PathLink to={`/clients/${clientId}/results`}>
      <Trans>All results</Trans>
    </PathLink>
  )
  return (
    <div className={own.last}>
      <Panel title={t`Last campaign`} actions={all}>
        <div className={campaigns.length > 1 ? own.pair : undefined}>
          <div>
            <p className={own.sentence}>
              <Sentence clientId={clientId} campaign={last} />
            </p>
            <dl className={own.figures}>
              <div>
                <dt>
                  <Trans>Delivered</Trans>
                </dt>
                <dd>
                  <span className={own.big}>{number(last.Accepted)}</span>
                  <span className={`${css.quiet} ${css.small}`}>
                    <Trans>of {number(last.Tried)}</Trans>
                  </span>
                </dd>
              </div>
              <RateFigure name="Opened" label={t`Opened`} campaigns={campaigns} />
              <RateFigure name="Clicked" label={t`Clicked`} campaigns={campaigns} />
              <RateFigure name="Unsubscribed" label={t`Unsubscribed`} campaigns={campaigns} />
            </dl>
          </div>
          {campaigns.length > 1 && <TrendChart results={shown} height={180} sentence={sentence} />}
        </div>
      </Panel>
    </div>
  )
}

function Sentence({ clientId, campaign }: { readonly clientId: string; readonly campaign: CampaignResult }) {
  const { CampaignID, Name, State, SentDate, Accepted } = campaign
  const link = (
    <PathLink to={`/clients/${clientId}/campaigns/${CampaignID}/report`}>
      <bdi>{Name}</bdi>
    </PathLink>
  )
  const people = number(Accepted)
  if (State === 'Sending')
    return (
      <Trans>
        {link} is being sent: {people} mails are delivered so far.
      </Trans>
    )
  if (State === 'Paused')
    return (
      <Trans>
        {link} is paused: {people} mails are delivered.
      </Trans>
    )
  const opened = shareOf('Opened', campaign)
  const rate = opened && percentage(opened.Count, opened.Of)
  const day = dateTime(SentDate?.slice(0, 10))
  if (rate === undefined)
    return (
      <Trans>
        {link} reached {people} people on {day}.
      </Trans>
    )
  return (
    <Trans>
      {link} reached {people} people on {day}; {rate} of them opened it.
    </Trans>
  )
}

function RateFigure({
  name,
  label,
  campaigns,
}: {
  readonly name: RateName
  readonly label: string
  readonly campaigns: readonly CampaignResult[]
}) {
  const share = shareOf(name, campaigns.at(-1)!)
  const compared = comparedWithUsual(name, campaigns)
  // more opens are good, more opt-outs are not
  const isGood = (compared?.place === 'more') === (name === 'Opened' || name === 'Clicked')
  const usual = compared && percentOf(compared.usual)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {share ? (
          <span className={own.big}>{percentage(share.Count, share.Of) ?? number(share.Count)}</span>
        ) : (
          <span className={css.quiet}>
            <Trans>Not measured</Trans>
          </span>
        )}
        {compared ? (
          compared.place === 'as usual' ? (
            <span className={`${css.quiet} ${css.small}`}>
              <Trans>as usual ({usual})</Trans>
            </span>
          ) : (
            <Chip tone={isGood ? 'good' : 'warn'}>
              {compared.place === 'more' ? <Trans>usually {usual}: more</Trans> : <Trans>usually {usual}: less</Trans>}
            </Chip>
          )
        ) : (
          share && (
            <span className={`${css.quiet} ${css.small}`}>
              <Trans>
                {number(share.Count)} of {number(share.Of)}
              </Trans>
            </span>
          )
        )}
      </dd>
    </div>
  )
}
