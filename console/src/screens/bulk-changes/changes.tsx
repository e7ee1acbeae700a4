/** The bulk changes of a client, the newest first, each with its way back. */
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime, number } from '../../lib/format.ts'
import { isShort } from '../../lib/long-queries.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { AskFirst } from '../../ui/ask-first.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import home from '../home.module.css'
import { ListChoice } from '../lists/list-choice.tsx'
import { FieldName } from './field-name.tsx'
import {
  actionWords,
  type Change,
  changeStateWords,
  isCancellable,
  isUnderWay,
  lookMs,
  subscribersOf,
} from './words.ts'

const route = getRouteApi('/inside/clients/$clientId/changes')

export function Changes() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { list } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/changes' })
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const query = useInfiniteQuery({
    ...readPages('BulkChange.List', { ClientID: clientId, ListID: list ?? '' }),
    placeholderData: keepPreviousData,
    enabled: isShort,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ Changes: found = [] }) => found.some(({ Progress }) => isUnderWay(Progress)))
        ? lookMs
        : false,
  })
  const { data, error, isPending } = query
  const rows = data?.pages.flatMap(({ Changes: found = [] }) => found) ?? []
  const mayChange = may(session, 'ChangeAudience', clientId)
  return (
    <Page title={t`Changes`} lead={<bdi>{client?.Name}</bdi>}>
      <Panel text={t`Changes to many subscribers at once. Each is listed for 90 days and can be undone for 30.`}>
        <ListChoice clientId={clientId} list={list} onChange={next => void navigate({ search: { list: next } })} />
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data && rows.length === 0 && (
          <Empty icon="swap" title={list === undefined ? t`No changes yet` : t`No changes to this list yet`}>
            <Trans>
              Filter the subscribers of a list, then change all that match: unsubscribe them, set a value, copy or move
              them to another list.
            </Trans>
          </Empty>
        )}
        {rows.length > 0 && (
          <Table heads={[t`What`, t`List`, t`State`, t`People`, t`Started by`, t`Started`]} hasActions={mayChange}>
            {rows.map(row => (
              <Row key={row.ChangeID} clientId={clientId} of={row} mayChange={mayChange} />
            ))}
          </Table>
        )}
        <More of={query} />
      </Panel>
    </Page>
  )
}

interface RowProps {
  readonly clientId: string
  readonly of: Change
  readonly mayChange: boolean
}

function Row({ clientId, of: change, mayChange }: RowProps) {
  const { t, i18n } = useLingui()
  const { ChangeID = '', Progress: state } = change
  const all = subscribersOf(change)
  return (
    <tr>
      <td>
        <Link className={home.name} to="/clients/$clientId/changes/$changeId" params={{ clientId, changeId: ChangeID }}>
          {i18n._(actionWords[change.Action].label)}
        </Link>
        <div className={`${css.quiet} ${css.small}`} dir="auto">
          {change.ToListTitle || (change.Key && <FieldName listId={change.ListID ?? ''} fieldKey={change.Key} />)}
        </div>
      </td>
      <td data-label={t`List`}>
        <bdi>{change.ListTitle}</bdi>
      </td>
      <td data-label={t`State`}>
        <div>
          <StateWordChip of={changeStateWords[state]} />
          {isUnderWay(state) && (
            <progress
              className={layout.fullLine}
              max={all || 1}
              value={change.Done}
              aria-label={t`Changing subscribers`}
            />
          )}
        </div>
      </td>
      <td data-label={t`People`}>
        <div>
          {isUnderWay(state) ? t`${number(change.Done)} of ${number(all)}` : number(change.Changed)}
          {!isUnderWay(state) && change.LeftAlone > 0 && (
            <div className={`${css.quiet} ${css.small}`}>{t`${number(change.LeftAlone)} skipped`}</div>
          )}
        </div>
      </td>
      <td data-label={t`Started by`}>
        <bdi>{change.CreatedBy || '–'}</bdi>
      </td>
      <td data-label={t`Started`} className={css.whole}>
        {dateTime(change.CreatedDate)}
      </td>
      {mayChange && (
        <td className={layout.end}>
          {isCancellable(state) && <Stop clientId={clientId} of={change} />}
          {change.CanBeUndone && <Undo clientId={clientId} of={change} />}
        </td>
      )}
    </tr>
  )
}

function Stop({ clientId, of: { ChangeID = '', ListTitle = '' } }: Omit<RowProps, 'mayChange'>) {
  const { t } = useLingui()
  const stop = useAct(() =>
    call('BulkChange.Cancel', { ClientID: clientId, ChangeID }).finally(() => reread('bulkChanges')),
  )
  return (
    <>
      <Act of={stop} size="compact-sm" label={t`Stop the change of ${ListTitle}`}>
        <Trans>Stop</Trans>
      </Act>
      <ActsRefused of={[stop]} />
    </>
  )
}

/** It asks first: in a table of many it is easily pressed at the wrong row, and nothing takes it back. */
function Undo({ clientId, of: { ChangeID = '', ListTitle = '', Changed } }: Omit<RowProps, 'mayChange'>) {
  const { t } = useLingui()
  return (
    <AskFirst
      variant="default"
      size="compact-sm"
      aria-label={t`Undo the change of ${ListTitle}`}
      title={t`Undo the change?`}
      label={t`Undo the change`}
      isWide
      text={
        <p>
          <Trans>
            Changed people of <bdi>{ListTitle}</bdi>: {number(Changed)}. They are restored to their previous state;
            people changed again since then are skipped.
          </Trans>
        </p>
      }
      run={async () => {
        await call('BulkChange.Undo', { ClientID: clientId, ChangeID })
        await reread('bulkChanges')
      }}
    >
      <Trans>Undo</Trans>
    </AskFirst>
  )
}
