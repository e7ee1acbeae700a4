/** The numbers of the campaigns of a period, the last one first; two of them can be chosen to be compared. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dateTime, number } from '../../lib/format.ts'
import { css, Panel } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { type CampaignResult, type RateName, type Results, shareOf } from './figures.ts'
import own from './results.module.css'

/** Rows that are shown before the others are asked for. */
const first = 10

export function CampaignTable({
  clientId,
  results: { Campaigns = [] },
}: {
  readonly clientId: string
  readonly results: Results
}) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [showsAll, setShowsAll] = useState(false)
  const newest = Campaigns.toReversed()
  const rows = showsAll ? newest : newest.slice(0, first)
  // a longer period has others: what is not there any more is not compared
  const picked = newest.filter(({ CampaignID = '' }) => chosen.includes(CampaignID))
  const [one, other] = picked
  const heads = [t`Campaign`, t`Delivered`, t`Opened`, t`Clicked`, t`Unsubscribed`, t`Bounced`, t`Complained`]
  const rates: readonly (readonly [RateName, string])[] = [
    ['Opened', t`Opened`],
    ['Clicked', t`Clicked`],
    ['Unsubscribed', t`Unsubscribed`],
    ['Bounced', t`Bounced`],
    ['Complained', t`Complained`],
  ]
  const navigate = useNavigate()
  const compare = () =>
    void navigate({
      to: '/clients/$clientId/results/compare',
      params: { clientId },
      search: { one: one?.CampaignID, other: other?.CampaignID },
    })
  return (
    <Panel
      title={t`Numbers of the campaigns`}
      text={t`Opens and clicks by people; those by bots are not counted.`}
      actions={
        Campaigns.length > 1 && (
          <span className={own.noPrint}>
            {picked.length === 2 ? (
              <Button onClick={compare}>
                <Trans>Compare the two</Trans>
              </Button>
            ) : (
              <span className={`${css.quiet} ${css.small}`} role="status">
                <Trans>Choose two campaigns to compare them.</Trans>
              </span>
            )}
          </span>
        )
      }
    >
      <Table heads={heads}>
        {rows.map(campaign => (
          <tr key={campaign.CampaignID}>
            <td>
              <span className={own.choosable}>
                {Campaigns.length > 1 && (
                  <input
                    type="checkbox"
                    className={own.noPrint}
                    aria-label={t`Compare ${campaign.Name}`}
                    checked={chosen.includes(campaign.CampaignID ?? '')}
                    disabled={picked.length === 2 && !picked.includes(campaign)}
                    onChange={() => setChosen(toggle(campaign.CampaignID ?? ''))}
                  />
                )}
                <span>
                  <PathLink
                    className={home.name}
                    to={`/clients/${clientId}/campaigns/${campaign.CampaignID}`}
                    dir="auto"
                  >
                    {campaign.Name}
                  </PathLink>
                  <span className={`${css.quiet} ${css.small} ${own.below}`}>{dateTime(campaign.SentDate)}</span>
                </span>
              </span>
            </td>
            <td data-label={t`Delivered`}>{number(campaign.Accepted)}</td>
            {rates.map(([name, label]) => (
              <td key={name} data-label={label}>
                <span>
                  <MeasuredShare name={name} campaign={campaign} />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {rows.length < newest.length && (
        <p className={own.more}>
          <Button variant="default" onClick={() => setShowsAll(true)}>
            <Plural value={newest.length - rows.length} one="Show # more" other="Show # more" />
          </Button>
        </p>
      )}
    </Panel>
  )
}

function toggle(id: string) {
  return (before: readonly string[]) => (before.includes(id) ? before.filter(one => one !== id) : [...before, id])
}

export function MeasuredShare({ name, campaign }: { readonly name: RateName; readonly campaign: CampaignResult }) {
  const share = shareOf(name, campaign)
  if (!share)
    return (
      <span className={css.quiet}>
        <Trans>Not measured</Trans>
      </span>
    )
  return <Share of={share} />
}
