/** What was deleted within 30 days, and can be restored. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { actorName } from '../../lib/actor-name.ts'
import { dateTime } from '../../lib/format.ts'
import { rereadAll } from '../../live/reread.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import filters from '../filters.module.css'
import { type Kind, kindNames } from './kinds.ts'

type Deleted = NonNullable<ValueOf<'Deleted.List'>['Deleted']>[number]

const route = getRouteApi('/inside/deleted')

const kinds: Readonly<Record<Kind, { readonly label: MessageDescriptor; readonly icon: IconName }>> = {
  Client: { label: msg`Client`, icon: 'people' },
  List: { label: msg`List`, icon: 'list' },
  Template: { label: msg`Template`, icon: 'template' },
  Campaign: { label: msg`Campaign`, icon: 'campaign' },
  Asset: { label: msg`Image`, icon: 'palette' },
}

export function RecentlyDeleted() {
  const { t, i18n } = useLingui()
  const { client, kind } = route.useSearch()
  const navigate = useNavigate({ from: '/deleted' })
  const clients = useClients()
  const filter = { ...(client ? { ClientID: client } : {}), ...(kind ? { Kinds: [kind] } : {}) }
  const query = useInfiniteQuery(readPages('Deleted.List', filter))
  const found = query.data?.pages.flatMap(({ Deleted = [] }) => Deleted) ?? []
  const isFiltered = client !== undefined || kind !== undefined
  return (
    <Page title={t`Recently deleted`} lead={t`Deleted items can be restored unchanged for 30 days.`}>
      <Panel>
        <div className={filters.filters}>
          <NativeSelect
            label={t`Client`}
            value={client ?? ''}
            data={[
              { value: '', label: t`All clients` },
              ...clients.map(({ ClientID = '', Name = '' }) => ({ value: ClientID, label: Name })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ search: before => ({ ...before, client: value || undefined }), resetScroll: false })
            }
          />
          <NativeSelect
            label={t`Kind`}
            value={kind ?? ''}
            data={[
              { value: '', label: t`Everything` },
              ...kindNames.map(name => ({ value: name, label: i18n._(kinds[name].label) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                search: before => ({ ...before, kind: kindNames.find(name => name === value) }),
                resetScroll: false,
              })
            }
          />
        </div>
        {query.isPending && <Skeletons lines={4} />}
        <Refused error={query.error} />
        {query.data && found.length === 0 && (
          <Empty icon="trash" title={isFiltered ? t`No deleted items of this kind` : t`No deleted items`}>
            <Trans>Deleted clients, lists, templates, campaigns and images are stored here for 30 days.</Trans>
          </Empty>
        )}
        {found.length > 0 && (
          <Table heads={[t`Name`, t`Client`, t`Deleted`, t`Can be restored until`]} hasActions>
            {found.map(deleted => (
              <Row key={`${deleted.Kind} ${deleted.ID}`} of={deleted} />
            ))}
          </Table>
        )}
        <More of={query} />
      </Panel>
    </Page>
  )
}

function Row({
  of: { Kind = 'Client', ID = '', Name = '', CompanyName, ClientIsDeleted, DeletedDate, DeletedBy, RestorableUntil },
}: {
  readonly of: Deleted
}) {
  const { t, i18n } = useLingui()
  const restore = useAct(async () => {
    await call('Deleted.Restore', { Kind, ID })
    toast(t`“${Name}” was restored.`)
    // it may be in any list
    await rereadAll()
  })
  const isBelowDeleted = ClientIsDeleted && Kind !== 'Client'
  return (
    <tr>
      <td>
        <span className={filters.kind}>
          <Icon name={kinds[Kind].icon} size={16} />
          <span>
            <strong>
              <bdi>{Name}</bdi>
            </strong>
            <br />
            <span className={`${css.quiet} ${css.small}`}>{i18n._(kinds[Kind].label)}</span>
          </span>
        </span>
      </td>
      <td data-label={t`Client`}>
        <bdi>{CompanyName}</bdi>
      </td>
      <td data-label={t`Deleted`}>
        <div>
          {dateTime(DeletedDate)}
          <div className={`${css.quiet} ${css.small}`}>
            <bdi>{actorName(DeletedBy ?? '')}</bdi>
          </div>
        </div>
      </td>
      <td data-label={t`Can be restored until`}>{dateTime(RestorableUntil)}</td>
      <td className={layout.end}>
        {isBelowDeleted ? (
          <span className={`${css.quiet} ${css.small}`}>
            <Trans>Restore the client first</Trans>
          </span>
        ) : (
          <>
            <ActsRefused of={[restore]} />
            <Act of={restore} size="compact-sm" label={t`Restore ${Name}`}>
              <Trans>Restore</Trans>
            </Act>
          </>
        )}
      </td>
    </tr>
  )
}
