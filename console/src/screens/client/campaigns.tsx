/** The campaigns that come next, and how the last ones went. */
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { dateTime, number } from '../../lib/format.ts'
import { css, Panel, type StateWord, StateWordChip } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import own from './client-home.module.css'
import type { Overview } from './overview.ts'

type Upcoming = NonNullable<Overview['Next']>[number]
type Sent = NonNullable<Overview['Last']>[number]

const states: Readonly<Record<Upcoming['State'], StateWord>> = {
  Draft: { label: msg`Draft`, tone: 'plain', icon: 'template' },
  Scheduled: { label: msg`Scheduled`, tone: 'plain', icon: 'clock' },
  Sending: { label: msg`Sending now`, tone: 'good', icon: 'send' },
  Paused: { label: msg`Campaign paused`, tone: 'warn', icon: 'hand' },
  Cancelled: { label: msg`Cancelled`, tone: 'plain', icon: 'stop' },
  Sent: { label: msg`Sent`, tone: 'good', icon: 'check' },
}

export function NextCampaigns({
  clientId,
  campaigns,
}: {
  readonly clientId: string
  readonly campaigns: readonly Upcoming[]
}) {
  const { t } = useLingui()
  const all = (
    <PathLink to={`/clients/${clientId}/campaigns`}>
      <Trans>All campaigns</Trans>
    </PathLink>
  )
  return (
    <Panel title={t`Next campaigns`} actions={all}>
      {campaigns.length === 0 ? (
        <p className={css.quiet}>
          <Trans>No campaigns are scheduled.</Trans>
        </p>
      ) : (
        <Table heads={[t`Campaign`, t`State`, t`Starts`, t({ message: 'Sent', context: 'recipients' })]}>
          {campaigns.map(({ CampaignID = '', Name, State, DueDate, Recipients, Accepted }) => (
            <tr key={CampaignID}>
              <CampaignName clientId={clientId} id={CampaignID} name={Name} />
              <td data-label={t`State`}>
                <span>
                  <StateWordChip of={states[State]} />
                </span>
              </td>
              <td data-label={t`Starts`}>{dateTime(DueDate) || '–'}</td>
              <td data-label={t({ message: 'Sent', context: 'recipients' })}>
                {State === 'Scheduled' ? (
                  '–'
                ) : (
                  <Trans>
                    {number(Accepted)} of {number(Recipients)}
                  </Trans>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

export function LastCampaigns({
  clientId,
  campaigns,
}: {
  readonly clientId: string
  readonly campaigns: readonly Sent[]
}) {
  const { t } = useLingui()
  return (
    <Panel title={t`Last campaigns`} text={t`Opens and clicks by people; those by bots are not counted.`}>
      <Table heads={[t`Campaign`, t`Opened`, t`Clicked`, t`Unsubscribed`, t`Bounced`, t`Complained`]}>
        {campaigns.map(campaign => {
          const { CampaignID = '', Name, SentDate } = campaign
          const rates = [
            [t`Opened`, campaign.Opened],
            [t`Clicked`, campaign.Clicked],
            [t`Unsubscribed`, campaign.Unsubscribed],
            [t`Bounced`, campaign.Bounced],
            [t`Complained`, campaign.Complained],
          ] as const
          return (
            <tr key={CampaignID}>
              <CampaignName clientId={clientId} id={CampaignID} name={Name} below={dateTime(SentDate)} />
              {rates.map(([label, rate]) => (
                <td key={label} data-label={label}>
                  <span>{rate ? <Share of={rate} /> : <Trans>not available</Trans>}</span>
                </td>
              ))}
            </tr>
          )
        })}
      </Table>
    </Panel>
  )
}

function CampaignName({
  clientId,
  id,
  name,
  below,
}: {
  readonly clientId: string
  readonly id: string
  readonly name: string | undefined
  readonly below?: string
}) {
  return (
    <td className={own.name}>
      <PathLink className={home.name} to={`/clients/${clientId}/campaigns/${id}`} dir="auto">
        {name}
      </PathLink>
      {below && <div className={`${css.quiet} ${css.small}`}>{below}</div>}
    </td>
  )
}
