/** What came of a form: its way from the page to the confirmation, day by day, and what was refused. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import layout from '../../ui/layout.module.css'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { PeriodChoice } from '../lists/growth.tsx'
import { daysOf, rateOf } from './days.ts'
import type { FormPartProps } from './form.tsx'
import { permille } from './rates.ts'
import { refusalWords } from './refusal-words.ts'
import type { FormStatistics } from './types.ts'
import { waveWords } from './wave-words.ts'

const route = getRouteApi('/inside/clients/$clientId/forms/$formId')

export function Numbers({ clientId, form: { FormID = '' } }: FormPartProps) {
  const { t } = useLingui()
  const { days = 30 } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/forms/$formId' })
  const { data, error, isPending } = useQuery(read('Form.GetStatistics', { ClientID: clientId, FormID, Days: days }))
  return (
    <>
      <Panel
        title={t`From the page to the confirmation`}
        actions={
          <PeriodChoice
            value={days}
            onChange={chosen => void navigate({ search: before => ({ ...before, days: chosen }), replace: true })}
          />
        }
      >
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data && <Sums of={data} />}
        {data && <OverTime of={data} />}
      </Panel>
      {data && <RefusedBy of={data} />}
      {data && (data.Waves?.length ?? 0) > 0 && <Waves of={data} />}
    </>
  )
}

interface Props {
  readonly of: FormStatistics
}

function Sums({ of: statistics }: Props) {
  const { t } = useLingui()
  const {
    Shown = 0,
    Submitted = 0,
    Mailed = 0,
    Confirmed = 0,
    Waiting = 0,
    Abandoned = 0,
    Refused: refused = 0,
  } = statistics
  const sums = [
    [t`Page shown`, Shown],
    [t`Signed up`, Submitted],
    [t`Confirmation mails`, Mailed],
    [t`Confirmed`, Confirmed],
    [t`Waiting`, Waiting],
    [t`Abandoned`, Abandoned],
    [t`Refused`, refused],
  ] as const
  return (
    <div>
      <div className={home.figures}>
        <dl>
          {sums.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p>
        <Trans>Confirmation rate:</Trans> <Share of={{ Count: Confirmed, Of: Mailed }} />
      </p>
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>
          Abandoned are sign-ups that were not confirmed within 30 days; they are deleted. A rate below 40 % often means
          bots, or confirmation mails that end up in spam.
        </Trans>
      </p>
    </div>
  )
}

function OverTime({ of: statistics }: Props) {
  const { t } = useLingui()
  const days = daysOf(statistics.Days ?? [])
  const [first] = days
  if (!first || days.length < 2)
    return (
      <p className={`${css.quiet} ${layout.top16}`}>
        <Trans>The charts start when there are sign-ups on two days.</Trans>
      </p>
    )
  const at = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000)
  const { Mailed = 0, Confirmed = 0, Submitted = 0 } = statistics
  const rate = permille(Math.round((1000 * Confirmed) / Math.max(1, Mailed)))
  return (
    <>
      <div className={layout.top16}>
        <Chart
          title={t`Confirmation rate over time`}
          sentence={t`${rate} of those who were mailed since ${dateTime(first.day)} have confirmed.`}
          at={at}
          series={[{ label: t`Confirmed of 100`, tone: 'strong', values: days.map(rateOf) }]}
          kind="line"
        />
      </div>
      <div className={layout.top24}>
        <Chart
          title={t`Sign-ups and confirmations`}
          sentence={t`${number(Submitted)} signed up and ${number(Confirmed)} confirmed since ${dateTime(first.day)}.`}
          at={at}
          series={[
            { label: t`Confirmed`, tone: 'strong', values: days.map(({ confirmed }) => confirmed) },
            { label: t`Signed up`, tone: 'pale', values: days.map(({ submitted }) => submitted) },
            { label: t`Refused`, tone: 'bad', values: days.map(({ refused }) => refused) },
          ]}
        />
      </div>
    </>
  )
}

function RefusedBy({ of: { RefusedBy: reasons = [], Refused: sum = 0 } }: Props) {
  const { t, i18n } = useLingui()
  return (
    <Panel
      title={t`Refused`}
      text={t`People always see the same answer, so that strangers cannot find out who is on a list. These were not mailed.`}
    >
      {reasons.length === 0 && (
        <p className={css.quiet}>
          <Trans>Nothing was refused.</Trans>
        </p>
      )}
      {reasons.length > 0 && (
        <Table heads={[t`Reason`, t`Number`, t`Meaning`]}>
          {reasons.map(({ Reason, Count = 0 }) => (
            <tr key={Reason}>
              <td>
                <strong>{i18n._(refusalWords[Reason].label)}</strong>
              </td>
              <td data-label={t`Number`}>
                <span>
                  <Share of={{ Count, Of: sum }} />
                </span>
              </td>
              <td data-label={t`Meaning`} className={css.quiet}>
                {i18n._(refusalWords[Reason].about)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Waves({ of: { Waves: waves = [] } }: Props) {
  const { t, i18n } = useLingui()
  return (
    <Panel
      title={t`Waves`}
      text={t`When far more sign-ups come than usual, new confirmation mails are held back until you decide.`}
    >
      <Table heads={[t`Began`, t`Ended`, t`State`, t`Sign-ups in an hour`, t`Usual`, t`Confirmed`]}>
        {waves.map(({ BegunDate, EndedDate, State, Submitted = 0, UsualHour = 0, ConfirmedPermille = 0 }) => (
          <tr key={BegunDate}>
            <td>{dateTime(BegunDate)}</td>
            <td data-label={t`Ended`}>{EndedDate ? dateTime(EndedDate) : '–'}</td>
            <td data-label={t`State`}>{i18n._(waveWords[State])}</td>
            <td data-label={t`Sign-ups in an hour`}>{number(Submitted)}</td>
            <td data-label={t`Usual`}>{number(UsualHour)}</td>
            <td data-label={t`Confirmed`}>{permille(ConfirmedPermille)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
