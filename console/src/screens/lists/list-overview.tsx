/** How many subscribers of a list are in which state, what came and went, and its growth. */

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { css, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import type { State } from '../subscribers/state-words.ts'
import { Growth, PeriodChoice } from './growth.tsx'
import type { ListProps } from './list-props.ts'

const route = getRouteApi('/inside/clients/$clientId/lists/$listId')

export function ListOverview({ clientId, listId }: ListProps) {
  const { t } = useLingui()
  const session = useSession()
  const { days = 30 } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/lists/$listId' })
  const { data, error, isPending } = useQuery({
    ...read('List.GetStats', { ListID: listId }),
    enabled: may(session, 'ReadReports', clientId),
  })
  if (!may(session, 'ReadReports', clientId)) {
    return <Note tone="plain">{t`Your role cannot view the numbers of lists.`}</Note>
  }
  return (
    <>
      {isPending && (
        <Panel>
          <Skeletons lines={3} />
        </Panel>
      )}
      <Refused error={error} />
      {data && <States clientId={clientId} listId={listId} stats={data} />}
      <Panel
        title={t`Growth`}
        actions={
          <PeriodChoice
            value={days}
            onChange={chosen => void navigate({ search: before => ({ ...before, days: chosen }), replace: true })}
          />
        }
      >
        <Growth lists={[{ ListID: listId }]} days={days} isWhole />
      </Panel>
      {data && <Moves stats={data} />}
      {may(session, 'ReadAudience', clientId) && (
        <p className={`${css.small} ${layout.top16}`}>
          <Link to="/clients/$clientId/suppression" params={{ clientId }} search={{ scope: listId }}>
            <Trans>Addresses that get no mail of this list</Trans>
          </Link>
        </p>
      )}
    </>
  )
}

type Stats = ValueOf<'List.GetStats'>

function States({ clientId, listId, stats }: ListProps & { readonly stats: Stats }) {
  const { t } = useLingui()
  const session = useSession()
  const isOpen = may(session, 'ReadAudience', clientId)
  const states: readonly (readonly [State, string, number])[] = [
    ['Active', t`Active`, stats.TotalActiveSubscribers],
    ['Unsubscribed', t`Unsubscribed`, stats.TotalUnsubscribes],
    ['Bounced', t`Bounced`, stats.TotalBounces],
    ['Deleted', t`Deleted`, stats.TotalDeleted],
  ]
  return (
    <div className={home.figures}>
      <dl>
        {states.map(([state, label, count]) => (
          <div key={state}>
            <dt>
              {isOpen ? (
                <Link to="/clients/$clientId/contacts" params={{ clientId }} search={{ list: listId, state }}>
                  {label}
                </Link>
              ) : (
                label
              )}
            </dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Of all that a list counts by days, as the table of List.GetStats has it. */
function Moves({ stats }: { readonly stats: Stats }) {
  const { t } = useLingui()
  const rows = [
    [t`Today`, 'Today'],
    [t`Yesterday`, 'Yesterday'],
    [t`This week`, 'ThisWeek'],
    [t`This month`, 'ThisMonth'],
    [t`This year`, 'ThisYear'],
  ] as const
  const columns = [
    [t`Joined`, 'NewActiveSubscribers'],
    [t`Unsubscribed`, 'Unsubscribes'],
    [t`Bounced`, 'Bounces'],
    [t`Deleted`, 'Deleted'],
  ] as const
  return (
    <Panel title={t`Joined and left by period`}>
      <Table heads={[t`Period`, ...columns.map(([label]) => label)]}>
        {rows.map(([label, period]) => (
          <tr key={period}>
            <td>
              <strong>{label}</strong>
            </td>
            {columns.map(([column, figure]) => (
              <td key={figure} data-label={column}>
                {number(stats[`${figure}${period}`])}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
