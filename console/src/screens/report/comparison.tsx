/** The rates beside those of this client's own campaigns before. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Chip, css, Panel } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import type { Report } from './part-props.ts'
import own from './report.module.css'

type Line = NonNullable<Report['Compared']>[number]

const names: Readonly<Record<Line['Name'], MessageDescriptor>> = {
  Opened: msg`Opened`,
  Clicked: msg`Clicked`,
  Bounced: msg`Bounced`,
  Unsubscribed: msg`Unsubscribed`,
  Complained: msg`Complained`,
}

/** A rate this near to the median, as a part of it, is as usual (as in the report that clients read). */
const alike = 0.05

export function Comparison({
  clientId,
  report: { Compared = [], Campaign },
}: {
  readonly clientId: string
  readonly report: Report
}) {
  const { t, i18n } = useLingui()
  const lines = Compared ?? []
  if (Campaign.State !== 'Sent') return null
  const [first] = lines
  const other = (
    <span className={own.noPrint}>
      <Link
        to="/clients/$clientId/results/compare"
        params={{ clientId }}
        search={{ one: Campaign.CampaignID, other: undefined }}
      >
        <Trans>Compare with another campaign</Trans>
      </Link>
    </span>
  )
  if (!first) {
    return (
      <Panel title={t`Compared with earlier campaigns`} actions={other}>
        <p className={css.quiet}>
          <Trans>A comparison needs 100 deliveries, and three earlier campaigns of this client of that size.</Trans>
        </p>
      </Panel>
    )
  }
  return (
    <Panel
      title={t`Compared with earlier campaigns`}
      actions={other}
      text={
        <Plural
          value={first.Campaigns}
          one="Compared with the last campaign of this client."
          other="Compared with the last # campaigns of this client."
        />
      }
    >
      <Table heads={[t`Rate`, t`This one`, t`Usual`, t`Lowest to highest`, t`Result`]}>
        {lines.map(line => (
          <tr key={line.Name}>
            <td>{i18n._(names[line.Name])}</td>
            <td data-label={t`This one`}>
              <strong>{percent(line.Rate)}</strong>
            </td>
            <td data-label={t`Usual`}>{percent(line.Median)}</td>
            <td data-label={t`Lowest to highest`}>
              {percent(line.Lowest)} – {percent(line.Highest)}
            </td>
            <td data-label={t`Result`}>
              <span>
                <Verdict {...line} />
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

function Verdict({ Name, Rate, Median }: Line) {
  const [rate, median] = [Number(Rate), Number(Median)]
  if (Math.abs(rate - median) <= median * alike) {
    return (
      <Chip tone="plain" icon="check">
        <Trans>As usual</Trans>
      </Chip>
    )
  }
  const isMore = rate > median
  // more opens are good, more bounces are not
  const isGood = isMore === (Name === 'Opened' || Name === 'Clicked')
  return (
    <Chip tone={isGood ? 'good' : 'warn'}>
      {isMore ? <Trans>More than usual</Trans> : <Trans>Less than usual</Trans>}
    </Chip>
  )
}

/** @param text of a percentage, as the service writes it */
function percent(text: string | undefined): string {
  const value = Number(text)
  const digits = value === 0 ? 0 : value < 1 ? 2 : 1
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value / 100)
}
