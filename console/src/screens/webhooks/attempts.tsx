/** The latest attempts to send to a webhook, with what its receiver answered. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { Chip, css, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { eventTypes, isEventType } from '../events/types.ts'

export function Attempts({ which }: { readonly which: { readonly ClientID: string; readonly WebhookID: string } }) {
  const { t, i18n } = useLingui()
  const { data, error: refusal, isPending } = useQuery(read('Webhook.GetAttempts', which))
  return (
    <section aria-label={t`Latest attempts`}>
      <h3>
        <Trans>Latest attempts</Trans>
      </h3>
      {isPending && <Skeletons lines={3} />}
      <Refused error={refusal} />
      {data?.length === 0 && (
        <p className={css.quiet}>
          <Trans>Nothing was sent yet. A test shows at once whether the receiver answers.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <Table heads={[t`Event`, t`Answer`, t`When`]}>
          {data.map(
            ({ Date: date, Sequence = 0, Type = '', Attempt = 1, Status = 0, Milliseconds = 0, Error: error }, n) => (
              <tr key={`${date} ${Sequence} ${Attempt} ${n}`}>
                <td>
                  {isEventType(Type) ? i18n._(eventTypes[Type]) : <code>{Type}</code>}
                  <div className={`${css.quiet} ${css.small}`}>
                    {Sequence > 0 && <Trans>event {number(Sequence)}</Trans>}
                    {Attempt > 1 && (
                      <>
                        {', '}
                        <Trans>attempt {number(Attempt)}</Trans>
                      </>
                    )}
                  </div>
                </td>
                <td data-label={t`Answer`}>
                  <div>
                    <Chip tone={error ? 'bad' : 'good'}>{Status > 0 ? Status : <Trans>No answer</Trans>}</Chip>
                    {error && (
                      <div className={css.small} dir="auto">
                        {error}
                      </div>
                    )}
                  </div>
                </td>
                <td data-label={t`When`}>
                  <div>
                    {dateTime(date)}
                    <div className={`${css.quiet} ${css.small}`}>
                      <Trans>{number(Milliseconds)} ms</Trans>
                    </div>
                  </div>
                </td>
              </tr>
            ),
          )}
        </Table>
      )}
    </section>
  )
}
