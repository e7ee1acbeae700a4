/** How the large receivers took the campaign. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { css, Empty, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import type { PartProps, Report } from './part-props.ts'

type Domain = NonNullable<ValueOf<'Campaign.GetDomains'>['Domains']>[number]

export function Domains({ campaignId, report }: PartProps) {
  const { t } = useLingui()
  const { data, error, isPending, isFetching, refetch } = useQuery(
    read('Campaign.GetDomains', { CampaignID: campaignId }),
  )
  const domains = data?.Domains ?? undefined
  const text = data?.CountedDate ? t`Updated ${dateTime(data.CountedDate)}.` : undefined
  return (
    <Panel
      title={t`Domains of the recipients`}
      text={text}
      actions={
        // a large campaign is counted in a job, and no event reports its end
        data?.State === 'Counting' && (
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Count again</Trans>
          </Button>
        )
      }
    >
      {isPending && <Skeletons lines={5} />}
      <Refused error={error} />
      {data?.State === 'Counting' && (
        <Note tone="plain" role="status">
          <p>
            {domains ? (
              <Trans>Newer numbers are being counted.</Trans>
            ) : (
              <Trans>Being counted; this takes some seconds.</Trans>
            )}
          </p>
        </Note>
      )}
      {domains?.length === 0 && (
        <Empty icon="globe" title={t`No domains`}>
          <Trans>The campaign has no recipients.</Trans>
        </Empty>
      )}
      {domains && domains.length > 0 && (
        <Table
          heads={[
            t`Domain`,
            t`Recipients`,
            t({ message: 'Sent', context: 'recipients' }),
            t`Waiting`,
            t`Failed`,
            t`Bounced`,
            t`Opened`,
            t`Clicked`,
          ]}
        >
          {domains.map(domain => (
            <Row key={domain.Domain} of={domain} report={report} />
          ))}
          {data?.Others && <Row of={data.Others} report={report} />}
        </Table>
      )}
    </Panel>
  )
}

function Row({ of: domain, report }: { readonly of: Domain; readonly report: Report }) {
  const { t } = useLingui()
  const { Domain: name, Recipients, Accepted, Deferred, Refused: refused, Bounced } = domain
  return (
    <tr>
      <td>{name ? <bdi>{name}</bdi> : <em className={css.quiet}>{t`All others`}</em>}</td>
      <td data-label={t`Recipients`}>{number(Recipients)}</td>
      <td data-label={t({ message: 'Sent', context: 'recipients' })}>{number(Accepted)}</td>
      <td data-label={t`Waiting`}>{number(Deferred)}</td>
      <td data-label={t`Failed`}>{number(refused)}</td>
      <td data-label={t`Bounced`}>{number(Bounced)}</td>
      <td data-label={t`Opened`}>
        {report.OpensMeasured === 'NoOne' ? (
          t`Not measured`
        ) : (
          <Fraction count={domain.HumanUniqueOpened} of={Accepted} />
        )}
      </td>
      <td data-label={t`Clicked`}>
        {report.ClicksMeasured === 'NoOne' ? (
          t`Not measured`
        ) : (
          <Fraction count={domain.HumanUniqueClicked} of={Accepted} />
        )}
      </td>
    </tr>
  )
}

function Fraction({ count, of: total }: { readonly count: number; readonly of: number }) {
  return (
    <span>
      <Share of={{ Count: count, Of: total }} />
    </span>
  )
}
